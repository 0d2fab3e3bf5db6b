import type { UserView } from '@hanasu/contract/accounts';
import type { AccountId } from '@hanasu/contract/ids';
import type { Actor } from '../../../../platform/http/context.ts';
import type { AccountsDependencies } from '../../dependencies.ts';
import { goToAccount } from './go-to-account.ts';

/** The session is about the other account from the next request on; its pages must join again to hear. */
export async function switchAccount(
  { database, ended }: AccountsDependencies,
  actor: Actor,
  accountId: AccountId,
): Promise<UserView> {
  const view = await database.system((transaction) => goToAccount(transaction, actor, accountId));
  ended.session(actor.sessionId);
  return view;
}
