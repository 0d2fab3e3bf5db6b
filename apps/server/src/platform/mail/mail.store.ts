import type { Locale } from '@hanasu/contract/accounts';
import type { MailId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../database/database.ts';

export interface StoredMail {
  readonly id: MailId;
  readonly recipient: string;
  readonly locale: Locale;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface NewMail extends StoredMail {
  readonly state: 'queued' | 'kept';
}

export interface DueMail extends StoredMail {
  /** This attempt included. */
  readonly attempts: number;
}

const MAIL = 'id, recipient, locale, subject, text, html';

export async function insertMail(
  transaction: AccountTransaction | SystemTransaction,
  mail: NewMail,
): Promise<void> {
  await transaction.run(`insert into mails (${MAIL}, state) values ($1, $2, $3, $4, $5, $6, $7)`, [
    mail.id,
    mail.recipient,
    mail.locale,
    mail.subject,
    mail.text,
    mail.html,
    mail.state,
  ]);
}

/** Takes mails that are due: nobody else gets them until the lease is over, which is when a crash is made good. */
export const claimMails = (
  transaction: SystemTransaction,
  { limit, leaseMs }: { readonly limit: number; readonly leaseMs: number },
): Promise<DueMail[]> =>
  transaction.rows<DueMail>(
    `update mails set attempts = attempts + 1, due_at = now() + $2 * interval '1 millisecond'
     where id in (
       select id from mails where state = 'queued' and due_at <= now()
       order by due_at limit $1 for update skip locked)
     returning ${MAIL}, attempts`,
    [limit, leaseMs],
  );

export const NEXT_MAIL_DUE = "(select due_at from mails where state = 'queued' order by due_at limit 1)";

/** What it said is forgotten: mails carry links that open accounts. */
export async function markSent(transaction: SystemTransaction, id: MailId): Promise<void> {
  await transaction.run(
    "update mails set state = 'sent', sent_at = now(), problem = null, text = '', html = '' where id = $1",
    [id],
  );
}

export async function putOff(
  transaction: SystemTransaction,
  id: MailId,
  { problem, waitMs }: { readonly problem: string; readonly waitMs: number },
): Promise<void> {
  await transaction.run(
    "update mails set problem = $2, due_at = now() + $3 * interval '1 millisecond' where id = $1",
    [id, problem, waitMs],
  );
}

export async function giveUpOn(transaction: SystemTransaction, id: MailId, problem: string): Promise<void> {
  await transaction.run(
    "update mails set state = 'failed', problem = $2, text = '', html = '' where id = $1",
    [id, problem],
  );
}

export const newestKept = (transaction: SystemTransaction, limit: number) =>
  transaction.rows<StoredMail & { readonly createdAt: Date }>(
    `select ${MAIL}, created_at as "createdAt" from mails where state = 'kept' order by created_at desc, id desc limit $1`,
    [limit],
  );

export async function deleteOldMails(transaction: SystemTransaction): Promise<void> {
  await transaction.run(
    `delete from mails where created_at < now() - interval '30 days'
       or (state = 'sent' and sent_at < now() - interval '7 days')`,
  );
}

/** Mails that failed in the last days are tried again, at most `most`; how many. */
export const retryFailedMails = (transaction: SystemTransaction, most: number): Promise<number> =>
  transaction.run(
    `update mails set state = 'queued', attempts = 0, problem = null, due_at = now() where id in (
        select id from mails where state = 'failed' and created_at > now() - interval '7 days' limit $1)`,
    [most],
  );

/** Whatever was written to these addresses. */
export async function deleteMailsTo(
  transaction: SystemTransaction,
  recipients: readonly string[],
): Promise<void> {
  await transaction.run(
    `delete from mails where lower(recipient) in (select lower(address) from unnest($1::text[]) address)`,
    [recipients],
  );
}

/** What was written to an address and names something: one pair each. */
export async function deleteMailsNaming(
  transaction: SystemTransaction,
  mails: readonly { readonly recipient: string; readonly name: string }[],
): Promise<void> {
  await transaction.run(
    `delete from mails m using unnest($1::text[], $2::text[]) as n(recipient, name)
     where lower(m.recipient) = lower(n.recipient) and position(n.name in m.text) > 0`,
    [mails.map(({ recipient }) => recipient), mails.map(({ name }) => name)],
  );
}
