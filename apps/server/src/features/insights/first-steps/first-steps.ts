import type { FirstStepsView } from '@hanasu/contract/insights';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { readPassages, readProgress } from './first-steps.store.ts';
import { questionsFrom } from './questions-from.ts';

/** How far the account is, and with what of it the next step is taken. */
export async function readFirstSteps(transaction: AccountTransaction): Promise<FirstStepsView> {
  const progress = await readProgress(transaction);
  const { document, steps } = progress;
  const passages = document && !steps.answered ? await readPassages(transaction, document.uuid) : [];
  return { ...progress, questions: questionsFrom(passages, document?.language ?? null) };
}
