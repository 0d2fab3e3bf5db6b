import type { InvitationId } from '@hanasu/contract/ids';
import type { Actor } from '../../../../platform/http/context.ts';
import type { AccountsDependencies } from '../../dependencies.ts';
import { recordAudit } from '../../record-audit.ts';
import { deleteInvitation as deleteRow, voidLinks } from '../invitations.store.ts';
import { inAccount } from './in-account.ts';
import { openInvitation } from './invitation-view.ts';

/** Takes an invitation back: its links open nothing any more. */
export const deleteInvitation = (
  { database }: AccountsDependencies,
  actor: Actor,
  id: InvitationId,
): Promise<void> =>
  inAccount(database, actor, 'admin', async ({ own }) => {
    const { email, role } = await openInvitation(own, id);
    await voidLinks(own, id);
    await deleteRow(own, id);
    await recordAudit(own, {
      userId: actor.userId,
      address: actor.address,
      action: 'invitation.withdrawn',
      target: email,
      data: { uuid: id, role },
    });
  });
