import type { InvitationId } from '@hanasu/contract/ids';
import type { InvitationView } from '@hanasu/contract/team';
import { AppError } from '../../../../platform/app-error.ts';
import type { Actor } from '../../../../platform/http/context.ts';
import type { AccountsDependencies } from '../../dependencies.ts';
import { recordAudit } from '../../record-audit.ts';
import { isAtLeast } from '../domain/roles.ts';
import { renewInvitation, voidLinks } from '../invitations.store.ts';
import { inAccount } from './in-account.ts';
import { invitationView, openInvitation } from './invitation-view.ts';
import { invitationEnd, mailInvitation, refuseTooManyMails, refuseTooManyOpen } from './mail-invitation.ts';

/** A new link for seven more days; the one before stops working. */
export const resendInvitation = (
  dependencies: AccountsDependencies,
  actor: Actor,
  id: InvitationId,
): Promise<InvitationView> =>
  inAccount(dependencies.database, actor, 'admin', async (open) => {
    const { own, role } = open;
    const invitation = await openInvitation(own, id);
    if (!isAtLeast(role, invitation.role)) throw new AppError('forbidden', 'This role is above your own');
    await voidLinks(own, id);
    await renewInvitation(own, id, { invitedBy: actor.userId, expiresAt: invitationEnd(open) });
    await refuseTooManyOpen(open);
    await refuseTooManyMails(open, actor);
    await mailInvitation(open, dependencies, actor, invitation);
    await recordAudit(own, {
      userId: actor.userId,
      address: actor.address,
      action: 'invitation.resent',
      target: invitation.email,
      data: { uuid: id, role: invitation.role },
    });
    return invitationView(await openInvitation(own, id));
  });
