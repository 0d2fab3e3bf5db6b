import type { UserView } from '@hanasu/contract/accounts';
import type { MemberRow } from '../accounts.store.ts';

/** A member as the API shows them. */
export const userView = (member: MemberRow, options: { withAvatar: boolean }): UserView => ({
  uuid: member.id,
  username: member.username,
  email: member.email,
  locale: member.locale,
  role: member.role,
  account: { uuid: member.accountId, name: member.accountName },
  createdAt: member.createdAt.toISOString(),
  ...(options.withAvatar ? { avatar: null } : {}),
});
