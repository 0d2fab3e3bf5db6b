import type { SentMessageInfo, Transporter } from 'nodemailer';
import type { Database } from '../database/database.ts';
import { claimMails, type DueMail, giveUpOn, markSent, putOff } from './mail.store.ts';

export interface MailSenderOptions {
  readonly database: Database;
  /** `smtp://user:password@host:587` or `smtps://…`. */
  readonly smtpUrl: string;
  /** `Hanasu <no-reply@example.com>`. */
  readonly from: string;
  readonly log: { warn(facts: object, message: string): void };
  /** Milliseconds until the next attempt after the `attempts`-th; null gives up. */
  readonly waitAfter?: (attempts: number) => number | null;
}

export interface MailSender {
  /** Sends due emails. 0 when there may be more. */
  runOnce(): Promise<number | null>;
  close(): void;
}

const AT_ONCE = 3;
/**
 * An SMTP talk has about eight steps, each of which ends after `STEP_MS`: within the lease whoever has a mail is done
 * with it, so that no other process sends it, too.
 */
const STEP_MS = 30_000;
const LEASE_MS = 5 * 60_000;
const MINUTE_MS = 60_000;
/** Grey-listing wants minutes, an outage hours; a link that arrives later than that is of no use. */
const WAITS = [0.5, 2, 5, 15, 30, 60, 120].map((minutes) => minutes * MINUTE_MS);

/** Sends queued mails over SMTP; a mail that was accepted for sending is never sent again on purpose. */
export function createMailSender({
  database,
  smtpUrl,
  from,
  log,
  waitAfter = (attempts) => WAITS[attempts - 1] ?? null,
}: MailSenderOptions): MailSender {
  let transport: Promise<Transporter> | null = null;
  const connect = (): Promise<Transporter> => (transport ??= openTransport(smtpUrl));

  async function send(mail: DueMail): Promise<void> {
    const problem = await attempt(await connect(), mail, from);
    await database.system(async (transaction) => {
      if (!problem) return markSent(transaction, mail.id);
      const waitMs = problem.isFinal ? null : waitAfter(mail.attempts);
      log.warn(
        { mail: mail.id, problem: problem.text, attempts: mail.attempts, waitMs },
        'sending a mail failed',
      );
      if (waitMs === null) return giveUpOn(transaction, mail.id, problem.text);
      return putOff(transaction, mail.id, { problem: problem.text, waitMs });
    });
  }

  return {
    async runOnce() {
      const mails = await database.system((transaction) =>
        claimMails(transaction, { limit: AT_ONCE, leaseMs: LEASE_MS }),
      );
      await Promise.all(mails.map(send));
      return mails.length === AT_ONCE ? 0 : null;
    },
    close() {
      transport?.then(
        (opened) => opened.close(),
        () => undefined,
      );
    },
  };
}

/** Loaded with the first mail: most servers never send one. */
async function openTransport(smtpUrl: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: AT_ONCE,
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

interface Problem {
  readonly text: string;
  readonly isFinal: boolean;
}

async function attempt(transport: Transporter, mail: DueMail, from: string): Promise<Problem | null> {
  try {
    await (transport.sendMail(letterOf(mail, from)) as Promise<SentMessageInfo>);
    return null;
  } catch (error) {
    return problemOf(error);
  }
}

const letterOf = (mail: DueMail, from: string) => ({
  from,
  // An object is one address, whatever is in it; a string would be parsed as a list.
  to: { name: '', address: mail.recipient },
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  // The same at every attempt: a mailbox that gets it twice after all can tell.
  messageId: `<${mail.id}@${domainOf(from)}>`,
  headers: {
    'Content-Language': mail.locale,
    // Holiday notices must not answer.
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
  },
});

const domainOf = (from: string): string => /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';

/** RFC 5321 §4.2.1: 4yz may pass later, 5yz won't. A refused sign-in is our settings' fault, not the mail's. */
function problemOf(error: unknown): Problem {
  const facts = typeof error === 'object' && error !== null ? error : {};
  const status = 'responseCode' in facts && typeof facts.responseCode === 'number' ? facts.responseCode : 0;
  const isSignIn = 'code' in facts && facts.code === 'EAUTH';
  return { text: String(error).slice(0, 500), isFinal: status >= 500 && !isSignIn };
}
