import type { InvitationId } from '@hanasu/contract/ids';
import type { GivenRole, InvitationView } from '@hanasu/contract/team';
import { AppError } from '../../../../platform/app-error.ts';
import type { Actor } from '../../../../platform/http/context.ts';
import { newId } from '../../../../platform/ids.ts';
import type { AccountsDependencies } from '../../dependencies.ts';
import { emailKey } from '../../domain/identity.ts';
import { recordAudit } from '../../record-audit.ts';
import { isAtLeast } from '../domain/roles.ts';
import { insertInvitation, isMemberAddress } from '../invitations.store.ts';
import { inAccount } from './in-account.ts';
import { invitationView, openInvitation } from './invitation-view.ts';
import { invitationEnd, mailInvitation, refuseTooManyMails, refuseTooManyOpen } from './mail-invitation.ts';

export const createInvitation = (
  dependencies: AccountsDependencies,
  actor: Actor,
  { email, role: given }: { readonly email: string; readonly role: GivenRole },
): Promise<InvitationView> =>
  inAccount(dependencies.database, actor, 'admin', async (open) => {
    const { own, role } = open;
    if (!isAtLeast(role, given)) throw new AppError('forbidden', 'This role is above your own');
    const key = emailKey(email);
    if (await isMemberAddress(own, key)) {
      throw AppError.field('already_member', 'body.email', 'belongs to a member');
    }
    const id = newId<InvitationId>();
    const row = {
      id,
      email,
      emailKey: key,
      role: given,
      invitedBy: actor.userId,
      expiresAt: invitationEnd(open),
    };
    // Written first, so that who is invited already is told that, whatever the limits say.
    if (!(await insertInvitation(own, row))) {
      throw AppError.field('already_invited', 'body.email', 'is invited already');
    }
    await refuseTooManyOpen(open);
    await refuseTooManyMails(open, actor);
    await mailInvitation(open, dependencies, actor, row);
    await recordAudit(own, {
      userId: actor.userId,
      address: actor.address,
      action: 'invitation.sent',
      target: email,
      data: { uuid: id, role: given },
    });
    return invitationView(await openInvitation(own, id));
  });
