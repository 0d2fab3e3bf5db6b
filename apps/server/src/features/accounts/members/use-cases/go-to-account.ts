import type { UserView } from '@hanasu/contract/accounts';
import type { AccountId } from '@hanasu/contract/ids';
import { AppError } from '../../../../platform/app-error.ts';
import type { SystemTransaction } from '../../../../platform/database/database.ts';
import type { Actor } from '../../../../platform/http/context.ts';
import { findMember } from '../../accounts.store.ts';
import { userView } from '../../use-cases/user-view.ts';
import { moveSession } from '../memberships.store.ts';

/** Takes the session to an account that the person belongs to. Tell `ended.session` after the commit. */
export async function goToAccount(
  transaction: SystemTransaction,
  { userId, sessionId }: Actor,
  accountId: AccountId,
): Promise<UserView> {
  const member = await findMember(transaction, userId, accountId);
  if (!member) throw new AppError('not_found', 'There is no such account');
  await moveSession(transaction, sessionId, accountId);
  return userView(member, { withAvatar: true });
}
