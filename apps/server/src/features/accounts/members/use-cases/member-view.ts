import type { MemberView } from '@hanasu/contract/team';
import { avatarView } from '../../use-cases/user-view.ts';
import type { MemberListRow } from '../members.store.ts';

/** A member as the others of the account see them. */
export const memberView = (row: MemberListRow, options: { withEmail: boolean }): MemberView => ({
  uuid: row.id,
  username: row.username,
  displayName: row.displayName,
  email: options.withEmail ? row.email : null,
  avatar: avatarView(row.avatarKey),
  role: row.role,
  secondFactor: row.secondFactor,
  joinedAt: row.joinedAt.toISOString(),
  lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
});
