import type { UserView } from '@hanasu/contract/accounts';
import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { InvitationId } from '@hanasu/contract/ids';
import type { readInvitation as contract, GivenRole, InvitationView } from '@hanasu/contract/team';
import { AppError } from '../../../../platform/app-error.ts';
import type { Database } from '../../../../platform/database/database.ts';
import type { Actor } from '../../../../platform/http/context.ts';
import { newId } from '../../../../platform/ids.ts';
import type { AccountsDependencies } from '../../dependencies.ts';
import { emailKey } from '../../domain/identity.ts';
import { recordAudit } from '../../record-audit.ts';
import { isAtLeast } from '../domain/roles.ts';
import {
  deleteInvitation as deleteRow,
  insertInvitation,
  isMemberAddress,
  renewInvitation,
  voidLinks,
} from '../invitations.store.ts';
import { goToAccount } from './go-to-account.ts';
import { inAccount } from './in-account.ts';
import { invitationView, openInvitation } from './invitation-view.ts';
import { joinInvitation, readCode } from './join-invitation.ts';
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

/** Only who holds the code of the mail learns this much. */
export const readInvitation = (database: Database, code: string): Promise<EndpointOutput<typeof contract>> =>
  database.system(async (transaction) => {
    const { account, invitation } = await readCode(transaction, code);
    return {
      accountName: account.name,
      role: invitation.role,
      email: invitation.email,
      invitedBy: invitation.invitedBy,
      expiresAt: invitation.expiresAt.toISOString(),
    };
  });

/** The signed-in person joins, whatever address they have here: the code is what counts. */
export async function acceptInvitation(
  { database, ended }: AccountsDependencies,
  actor: Actor,
  code: string,
): Promise<UserView> {
  const view = await database.system(async (transaction) => {
    const person = { id: actor.userId, emailKey: null, address: actor.address };
    const { accountId } = await joinInvitation(transaction, code, person);
    return goToAccount(transaction, actor, accountId);
  });
  ended.session(actor.sessionId);
  return view;
}

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
