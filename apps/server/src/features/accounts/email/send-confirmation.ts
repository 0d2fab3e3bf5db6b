import type { SessionId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import { consumeAllowance, tryKey } from '../../../platform/database/consume-allowance.ts';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import type { Session } from '../../../platform/http/context.ts';
import { findHolder, findPersonById, type Person } from '../credentials.store.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { emailKey } from '../identity.ts';
import {
  addressKnownMail,
  changeToKnownMail,
  confirmChangeMail,
  confirmMail,
} from '../mails/account-mails.ts';
import { unlinkedName } from '../members/mail-names.ts';
import { issueCode } from '../one-time-codes.ts';

/** Mails the link that confirms the address, or the new one, again. */
export async function sendConfirmation(
  dependencies: AccountsDependencies,
  { userId, sessionId }: Session,
): Promise<void> {
  await dependencies.database.system(async (transaction) => {
    const person = await findPersonById(transaction, userId);
    const email = person?.pendingEmail ?? (person?.isVerified ? null : person?.email);
    if (!person || !email) throw new AppError('email_already_confirmed', 'There is no address to confirm');
    await allowMail(transaction, `again ${userId}`, { times: 1, seconds: 60 });
    await allowMail(transaction, userId, HOURLY);
    const kind = person.pendingEmail ? 'change' : 'registration';
    await sendConfirmationMail(transaction, dependencies, person, { email, kind, session: sessionId });
  });
}

const HOURLY = { times: 5, seconds: 3600 };

async function allowMail(
  transaction: SystemTransaction,
  whose: string,
  allowance: { readonly times: number; readonly seconds: number },
): Promise<void> {
  const retryAfter = await consumeAllowance(transaction, tryKey('confirmation', whose), allowance);
  if (retryAfter === 0) return;
  throw new AppError('rate_limited', 'A mail has just been sent; wait a moment', { more: { retryAfter } });
}

/** Mails to addresses that somebody types: five an hour, whichever way they are asked for. */
export const allowConfirmation = (transaction: SystemTransaction, { userId }: Session): Promise<void> =>
  allowMail(transaction, userId, HOURLY);

/** What a code of `confirm-email` says. `session` asked for the change and stays when it is made. */
export interface Confirmation {
  readonly email: string;
  readonly kind: 'registration' | 'change';
  readonly session: SessionId | null;
}

const MINUTES = { registration: 3 * 24 * 60, change: 24 * 60 } as const;

/**
 * Writes to an address that somebody claims: a link to confirm it or, when somebody else has confirmed it, that it has
 * an account already. Whoever claims it learns nothing: both ways do the same, but for the words in the mailbox.
 */
export async function sendConfirmationMail(
  transaction: SystemTransaction,
  { mail, publicUrl }: Pick<AccountsDependencies, 'mail' | 'publicUrl'>,
  person: Pick<Person, 'id' | 'knownAs' | 'locale' | 'credentialVersion'>,
  confirmation: Confirmation,
): Promise<void> {
  const { email, kind } = confirmation;
  const code = await issueCode(transaction, {
    purpose: 'confirm-email',
    minutes: MINUTES[kind],
    userId: person.id,
    credentialVersion: person.credentialVersion,
    data: { ...confirmation },
  });
  const holder = await findHolder(transaction, emailKey(email));
  if (holder?.isVerified && holder.id !== person.id) {
    const to = { email, locale: holder.locale, displayName: holder.displayName };
    const letter =
      kind === 'change' ? changeToKnownMail(to) : addressKnownMail(to, holder.knownAs, publicUrl);
    return mail.write(transaction, letter);
  }
  const facts = { name: unlinkedName(person.knownAs), code, publicUrl };
  // No name in the greeting: the mailbox may be a stranger's.
  const to = { email, locale: person.locale };
  return mail.write(transaction, kind === 'change' ? confirmChangeMail(to, facts) : confirmMail(to, facts));
}
