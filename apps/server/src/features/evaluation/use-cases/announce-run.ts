import type { AccountId } from '@hanasu/contract/ids';
import type { TestRunView } from '@hanasu/contract/question-sets';
import { UPDATE_TEST_RUN, type UpdateTestRun } from '@hanasu/contract/realtime';
import type { QuestionSetDependencies } from '../dependencies.ts';

/** Tells the account's browsers how a run stands. Call after the commit. */
export function announceRun(
  { realtime }: Pick<QuestionSetDependencies, 'realtime'>,
  accountId: AccountId,
  run: TestRunView,
): void {
  realtime.emit(accountId, UPDATE_TEST_RUN, { run } satisfies UpdateTestRun);
}
