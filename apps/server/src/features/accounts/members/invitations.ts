import type { Locale, UserView } from '@hanasu/contract/accounts';
import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { InvitationId } from '@hanasu/contract/ids';
import type { readInvitation as contract, GivenRole, InvitationView } from '@hanasu/contract/team';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import type { MailContent } from '../../../platform/mail/mail.ts';
import { findMember } from '../accounts.store.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { emailKey } from '../identity.ts';
import * as oneTimeCodes from '../one-time-codes.ts';
import { recordAudit } from '../record-audit.ts';
import { type LockedAccount, withAccountLock } from './account-lock.ts';
import {
  countMailed,
  countOpen,
  deleteInvitation as deleteRow,
  findOpen,
  type InvitationRow,
  insertInvitation,
  isMemberAddress,
  renewInvitation,
  type Spent,
  voidLinks,
} from './invitations.store.ts';
import { joinInvitation, readCode } from './join-invitation.ts';
import { plainName } from './mail-names.ts';
import { goToAccount } from './own-accounts.ts';
import { isAtLeast } from './roles.ts';

export const createInvitation = (
  dependencies: AccountsDependencies,
  actor: Actor,
  { email, role: given }: { readonly email: string; readonly role: GivenRole },
): Promise<InvitationView> =>
  withAccountLock(dependencies.database, { actor, needed: 'admin' }, async (open) => {
    const { own, role } = open;
    if (!isAtLeast(role, given)) throw new AppError('forbidden', 'This role is higher than your own');
    const key = emailKey(email);
    if (await isMemberAddress(own, key)) {
      throw AppError.field('already_member', 'body.email', 'is the address of a member');
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
      throw AppError.field('already_invited', 'body.email', 'has already been invited');
    }
    await refuseTooManyOpen(open);
    await refuseTooManyMails(open, actor);
    await mailInvitation(open, dependencies, { actor, invitation: row });
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
  withAccountLock(dependencies.database, { actor, needed: 'admin' }, async (open) => {
    const { own, role } = open;
    const invitation = await openInvitation(own, id);
    if (!isAtLeast(role, invitation.role))
      throw new AppError('forbidden', 'This role is higher than your own');
    await voidLinks(own, id);
    await renewInvitation(own, id, { invitedBy: actor.userId, expiresAt: invitationEnd(open) });
    await refuseTooManyOpen(open);
    await refuseTooManyMails(open, actor);
    await mailInvitation(open, dependencies, { actor, invitation });
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
  withAccountLock(database, { actor, needed: 'admin' }, async ({ own }) => {
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

export const invitationView = (row: InvitationRow): InvitationView => ({
  uuid: row.id,
  email: row.email,
  role: row.role,
  invitedBy: row.invitedBy,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  expired: row.expired,
});

async function openInvitation(transaction: AccountTransaction, id: InvitationId): Promise<InvitationRow> {
  const row = await findOpen(transaction, id);
  if (!row) throw new AppError('not_found', 'Invitation not found');
  return row;
}

const INVITATION_DAYS = 7;
const OPEN_MAX = 50;
const MAILS_PER_HOUR = 20;
const MINUTES_PER_DAY = 24 * 60;

const invitationEnd = ({ all }: LockedAccount): Date =>
  new Date(all.now() + INVITATION_DAYS * MINUTES_PER_DAY * 60_000);

/** Strangers get these mails: one account, and one person with many accounts, may send only so many. */
async function refuseTooManyMails({ all }: LockedAccount, actor: Actor): Promise<void> {
  const { count, secondsLeft } = await countMailed(all, actor);
  refuseAbove({ count: count + 1, secondsLeft }, MAILS_PER_HOUR, 'invitation mails in an hour');
}

/** With the one that was just written. */
async function refuseTooManyOpen({ own }: LockedAccount): Promise<void> {
  refuseAbove(await countOpen(own), OPEN_MAX, 'open invitations');
}

function refuseAbove({ count, secondsLeft }: Spent, max: number, what: string): void {
  if (count <= max) return;
  const more = { retryAfter: Math.max(1, secondsLeft ?? 1) };
  throw new AppError('rate_limited', `There may be ${max} ${what} at most`, { more });
}

/** Makes the link and mails it. The same whether or not the address belongs to somebody here. */
async function mailInvitation(
  { all }: LockedAccount,
  { mail, publicUrl }: Pick<AccountsDependencies, 'mail' | 'publicUrl'>,
  {
    actor: { accountId, userId },
    invitation,
  }: { readonly actor: Actor; readonly invitation: Pick<InvitationRow, 'id' | 'email' | 'role'> },
): Promise<void> {
  const inviter = await findMember(all, userId, accountId);
  if (!inviter) throw new AppError('session_expired', 'This user has left the account');
  const code = await oneTimeCodes.issueCode(all, {
    purpose: 'invitation',
    minutes: INVITATION_DAYS * MINUTES_PER_DAY,
    accountId,
    userId,
    data: { invitationId: invitation.id },
  });
  const content = invitationMail(inviter.locale, {
    inviter: inviter.displayName,
    account: inviter.accountName,
    role: invitation.role,
    url: `${publicUrl}/Join?code=${code}`,
  });
  await mail.write(all, { to: invitation.email, locale: inviter.locale, content });
}

interface InvitationFacts {
  readonly inviter: string;
  readonly account: string;
  readonly role: GivenRole;
  readonly url: string;
}

const ROLE_NAMES = {
  en: { admin: 'an administrator', operator: 'an operator', viewer: 'a viewer' },
  ja: { admin: '管理者', operator: 'オペレーター', viewer: '閲覧者' },
  vi: { admin: 'quản trị viên', operator: 'nhân viên', viewer: 'người xem' },
} satisfies Record<Locale, Record<GivenRole, string>>;

const TEXTS = {
  en: ({ inviter, account, role, url }) => ({
    subject: `${inviter} invites you to ${account} on Hanasu`,
    greeting: 'Hello,',
    paragraphs: [`${inviter} invites you to join “${account}” on Hanasu as ${ROLE_NAMES.en[role]}.`],
    button: { label: 'See the invitation', url },
    note: 'The link works once, within 7 days. If you did not expect this invitation, you can ignore this email.',
  }),
  ja: ({ inviter, account, role, url }) => ({
    subject: `【Hanasu】${inviter}さんから「${account}」への招待`,
    paragraphs: [
      `${inviter}さんから「${account}」への招待が届いています。参加すると、${ROLE_NAMES.ja[role]}としてご利用いただけます。`,
    ],
    button: { label: '招待を確認する', url },
    note: 'リンクは7日間有効で、1回だけ使えます。お心当たりのない場合は、このメールを破棄してください。',
  }),
  vi: ({ inviter, account, role, url }) => ({
    subject: `${inviter} mời bạn tham gia ${account} trên Hanasu`,
    greeting: 'Xin chào,',
    paragraphs: [`${inviter} mời bạn tham gia “${account}” trên Hanasu với vai trò ${ROLE_NAMES.vi[role]}.`],
    button: { label: 'Xem lời mời', url },
    note: 'Liên kết có hiệu lực trong 7 ngày và chỉ dùng được 1 lần. Nếu bạn không biết lời mời này, hãy bỏ qua email này.',
  }),
} satisfies Record<Locale, (facts: InvitationFacts) => MailContent>;

/** In the language of who invites: nobody knows the other's. */
export const invitationMail = (locale: Locale, facts: InvitationFacts): MailContent =>
  TEXTS[locale]({ ...facts, inviter: plainName(facts.inviter), account: plainName(facts.account) });
