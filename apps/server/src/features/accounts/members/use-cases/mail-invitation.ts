import { AppError } from '../../../../platform/app-error.ts';
import type { Actor } from '../../../../platform/http/context.ts';
import { findMember } from '../../accounts.store.ts';
import type { AccountsDependencies } from '../../dependencies.ts';
import * as oneTimeCodes from '../../one-time-codes.ts';
import { countMailed, countOpen, type InvitationRow, type Spent } from '../invitations.store.ts';
import { invitationMail } from '../mails/invitation-mail.ts';
import type { InAccount } from './in-account.ts';

const INVITATION_DAYS = 7;
const OPEN_MAX = 50;
const MAILS_PER_HOUR = 20;
const MINUTES_PER_DAY = 24 * 60;

export const invitationEnd = ({ all }: InAccount): Date =>
  new Date(all.now() + INVITATION_DAYS * MINUTES_PER_DAY * 60_000);

/** Strangers get these mails: one account, and one person with many accounts, may send only so many. */
export async function refuseTooManyMails({ all }: InAccount, actor: Actor): Promise<void> {
  const { count, secondsLeft } = await countMailed(all, actor);
  refuseAbove({ count: count + 1, secondsLeft }, MAILS_PER_HOUR, 'invitation mails in an hour');
}

/** With the one that was just written. */
export async function refuseTooManyOpen({ own }: InAccount): Promise<void> {
  refuseAbove(await countOpen(own), OPEN_MAX, 'open invitations');
}

function refuseAbove({ count, secondsLeft }: Spent, max: number, what: string): void {
  if (count <= max) return;
  const more = { retryAfter: Math.max(1, secondsLeft ?? 1) };
  throw new AppError('rate_limited', `There may be ${max} ${what} at most`, { more });
}

/** Makes the link and mails it. The same whether or not the address belongs to somebody here. */
export async function mailInvitation(
  { all }: InAccount,
  { mail, publicUrl }: Pick<AccountsDependencies, 'mail' | 'publicUrl'>,
  { accountId, userId }: Actor,
  invitation: Pick<InvitationRow, 'id' | 'email' | 'role'>,
): Promise<void> {
  const inviter = await findMember(all, userId, accountId);
  if (!inviter) throw new AppError('session_expired', 'This person has left the account');
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
