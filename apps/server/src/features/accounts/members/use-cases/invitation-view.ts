import type { InvitationId } from '@hanasu/contract/ids';
import type { InvitationView } from '@hanasu/contract/team';
import { AppError } from '../../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../../platform/database/database.ts';
import { findOpen, type InvitationRow } from '../invitations.store.ts';

export const invitationView = (row: InvitationRow): InvitationView => ({
  uuid: row.id,
  email: row.email,
  role: row.role,
  invitedBy: row.invitedBy,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  expired: row.expired,
});

export async function openInvitation(
  transaction: AccountTransaction,
  id: InvitationId,
): Promise<InvitationRow> {
  const row = await findOpen(transaction, id);
  if (!row) throw new AppError('not_found', 'There is no such invitation');
  return row;
}
