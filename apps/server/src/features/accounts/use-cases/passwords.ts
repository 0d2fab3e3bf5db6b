import type { SessionView } from '@hanasu/contract/accounts';
import type { UserId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import { tryKey, useUp } from '../../../platform/database/use-up.ts';
import { findHolder, lockPerson, setPassword } from '../credentials.store.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { emailKey } from '../domain/identity.ts';
import { passwordChangedMail, resetPasswordMail } from '../mails/account-mails.ts';
import { consumeCode, issueCode, peekCode } from '../one-time-codes.ts';
import { revokeSessionsOf } from '../sessions.store.ts';
import { clearSignInTries } from '../sign-in-tries.ts';
import type { Visitor } from '../visitor.ts';
import { claimEmail } from './claim-email.ts';
import { admitted, enter } from './enter.ts';
import { recordOwnChange } from './record-own-change.ts';
import { takeOver } from './take-over.ts';

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

interface NewPassword {
  readonly code: string;
  readonly password: string;
}

/**
 * Sets a password by the code of a mail. Whoever was signed in is out. A second factor is still asked for, but not one
 * that was set up before anybody had shown the mailbox: then the account is taken over.
 */
export async function resetPassword(
  dependencies: AccountsDependencies,
  { code, password }: NewPassword,
  visitor: Visitor,
): Promise<SessionView> {
  const { database, passwords, passwordStrength, ended } = dependencies;
  // Looked at first: a password that is refused leaves the code as it is, and a wrong code costs no hashing.
  const person = await database.system(async (transaction) => {
    const { userId } = await peekCode(transaction, 'reset-password', code);
    return userId ? lockPerson(transaction, userId) : null;
  });
  if (!person) throw codeInvalid();
  await passwordStrength.refuseCommon(password, person);
  const passwordHash = await passwords.hash(password);
  const { entry, out } = await database.system(async (transaction) => {
    const done = await setByCode(transaction, dependencies, { code, passwordHash, visitor });
    return {
      entry: await enter(transaction, dependencies, { userId: done.userId, visitor, remember: false }),
      out: done.ended,
    };
  });
  for (const id of out) ended.user(id);
  return admitted(entry);
}

interface Taking {
  readonly code: string;
  readonly passwordHash: string;
  readonly visitor: Visitor;
}

async function setByCode(
  transaction: SystemTransaction,
  dependencies: AccountsDependencies,
  { code, passwordHash, visitor }: Taking,
): Promise<{ readonly userId: UserId; readonly ended: readonly UserId[] }> {
  const { mail, publicUrl } = dependencies;
  const { userId, data } = await consumeCode(transaction, 'reset-password', code);
  const person = userId && (await lockPerson(transaction, userId));
  // The mailbox that got the code must still be the person's.
  if (!person?.email || person.email !== data.email) throw codeInvalid();
  const { id, email, username, displayName, locale, isVerified } = person;
  const ended = isVerified ? [id] : await takeOver(transaction, dependencies, person, visitor.address);
  await claimEmail(transaction, dependencies, { userId: id, email, proof: 'mail' });
  await setPassword(transaction, id, passwordHash);
  await revokeSessionsOf(transaction, id, { except: null });
  await clearSignInTries(transaction, [username, emailKey(email)], visitor.address);
  await recordOwnChange(transaction, { userId: id, action: 'password.reset', address: visitor.address });
  await mail.write(transaction, passwordChangedMail({ email, locale, displayName }, publicUrl));
  return { userId: id, ended };
}

const codeInvalid = (): AppError => new AppError('code_invalid', 'This link is wrong, used or too old');
