import type { UserView } from '@hanasu/contract/accounts';
import { AppError } from '../../../platform/app-error.ts';
import type { Session } from '../../../platform/http/context.ts';
import { findMember, type MemberRow } from '../accounts.store.ts';
import type { AccountsDependencies } from '../dependencies.ts';

/** Where a stored picture is served; null for people without one. */
export const avatarView = (avatarKey: string | null): { url: string } | null =>
  avatarKey ? { url: `/api/avatar/${avatarKey}` } : null;

/** A member as the API shows them. */
export const userView = (member: MemberRow, options: { withAvatar: boolean }): UserView => ({
  uuid: member.id,
  username: member.username,
  displayName: member.displayName,
  email: member.email,
  emailVerified: member.emailVerifiedAt !== null,
  pendingEmail: member.pendingEmail,
  locale: member.locale,
  timeZone: member.timeZone,
  hasPassword: member.hasPassword,
  secondFactor: member.hasSecondFactor,
  role: member.role,
  account: {
    uuid: member.accountId,
    name: member.accountName,
    timeZone: member.accountTimeZone,
    logo: avatarView(member.accountLogoKey),
    color: member.accountColor,
  },
  createdAt: member.createdAt.toISOString(),
  deleteAt: member.deleteAt?.toISOString() ?? null,
  foundContent: member.foundContent,
  ...(options.withAvatar ? { avatar: avatarView(member.avatarKey) } : {}),
});

/** The person of a session, in the account that it is about. */
export async function readMe(
  { database }: Pick<AccountsDependencies, 'database'>,
  { userId, accountId }: Session,
  options: { readonly withAvatar: boolean },
): Promise<UserView> {
  const member = await database.system((transaction) => findMember(transaction, userId, accountId));
  if (!member) throw new AppError('session_expired', 'This user has left the account');
  return userView(member, options);
}
