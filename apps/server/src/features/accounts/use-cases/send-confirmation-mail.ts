import type { SessionId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import { findHolder, type Person } from '../credentials.store.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { emailKey } from '../domain/identity.ts';
import {
  addressKnownMail,
  changeToKnownMail,
  confirmChangeMail,
  confirmMail,
} from '../mails/account-mails.ts';
import { issueCode } from '../one-time-codes.ts';

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
  person: Pick<Person, 'id' | 'username' | 'locale' | 'credentialVersion'>,
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
      kind === 'change' ? changeToKnownMail(to) : addressKnownMail(to, holder.username, publicUrl);
    return mail.write(transaction, letter);
  }
  const facts = { name: person.username, code, publicUrl };
  // No name in the greeting: the mailbox may be a stranger's.
  const to = { email, locale: person.locale };
  return mail.write(transaction, kind === 'change' ? confirmChangeMail(to, facts) : confirmMail(to, facts));
}
