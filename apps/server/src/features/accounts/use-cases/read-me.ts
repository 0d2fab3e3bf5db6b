import type { UserView } from '@hanasu/contract/accounts';
import { AppError } from '../../../platform/app-error.ts';
import type { Session } from '../../../platform/http/context.ts';
import { findMember } from '../accounts.store.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { userView } from './user-view.ts';

/** The person of a session, in the account that it is about. */
export async function readMe(
  { database }: Pick<AccountsDependencies, 'database'>,
  { userId, accountId }: Session,
  options: { readonly withAvatar: boolean },
): Promise<UserView> {
  const member = await database.system((transaction) => findMember(transaction, userId, accountId));
  if (!member) throw new AppError('session_expired', 'This person has left the account');
  return userView(member, options);
}
