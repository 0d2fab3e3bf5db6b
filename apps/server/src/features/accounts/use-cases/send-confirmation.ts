import { AppError } from '../../../platform/app-error.ts';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import { tryKey, useUp } from '../../../platform/database/use-up.ts';
import type { Session } from '../../../platform/http/context.ts';
import { findPersonById } from '../credentials.store.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { sendConfirmationMail } from './send-confirmation-mail.ts';

/** Mails the link that confirms the address, or the new one, again. */
export async function sendConfirmation(
  dependencies: AccountsDependencies,
  { userId, sessionId }: Session,
): Promise<void> {
  await dependencies.database.system(async (transaction) => {
    const person = await findPersonById(transaction, userId);
    const email = person?.pendingEmail ?? (person?.isVerified ? null : person?.email);
    if (!person || !email) throw new AppError('email_already_confirmed', 'There is nothing to confirm');
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
  const retryAfter = await useUp(transaction, tryKey('confirmation', whose), allowance);
  if (retryAfter === 0) return;
  throw new AppError('rate_limited', 'A mail is on its way; wait a moment', { more: { retryAfter } });
}

/** Mails to addresses that somebody types: five an hour, whichever way they are asked for. */
export const allowConfirmation = (transaction: SystemTransaction, { userId }: Session): Promise<void> =>
  allowMail(transaction, userId, HOURLY);
