import type { SystemTransaction } from '../../../platform/database/database.ts';
import { tryKey, useUp } from '../../../platform/database/use-up.ts';
import { findHolder } from '../credentials.store.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { emailKey } from '../domain/identity.ts';
import { resetPasswordMail } from '../mails/account-mails.ts';
import { issueCode } from '../one-time-codes.ts';

const MINUTES = 60;
/** More would only fill somebody's mailbox. */
const MAILS = { times: 3, seconds: 3600 };

/**
 * Mails a link to choose a new password to whoever holds the address. The caller hears the same in every case: what
 * is done differs by one small insert, never by a mail that is waited for.
 */
export async function forgotPassword(
  dependencies: AccountsDependencies,
  email: string,
): Promise<{ ok: true }> {
  await dependencies.database.system(async (transaction) => {
    const isTooMany = (await useUp(transaction, tryKey('forgot-password', emailKey(email)), MAILS)) > 0;
    if (!isTooMany) await mailLink(transaction, dependencies, email);
  });
  return { ok: true };
}

async function mailLink(
  transaction: SystemTransaction,
  { mail, publicUrl }: AccountsDependencies,
  email: string,
): Promise<void> {
  const holder = await findHolder(transaction, emailKey(email));
  // Made for nobody, too, so that the work is the same; nobody ever gets it.
  const code = await issueCode(transaction, {
    purpose: 'reset-password',
    minutes: MINUTES,
    ...(holder ? { userId: holder.id, credentialVersion: holder.credentialVersion } : {}),
    data: { email },
  });
  if (!holder?.email) return;
  const to = { email: holder.email, locale: holder.locale };
  await mail.write(transaction, resetPasswordMail(to, { name: holder.username, code, publicUrl }));
}
