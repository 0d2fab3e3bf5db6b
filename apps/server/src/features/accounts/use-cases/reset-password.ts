import type { SessionView } from '@hanasu/contract/accounts';
import { AppError } from '../../../platform/app-error.ts';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import { dropUnprovenAccess, lockPerson, type Person, setPassword } from '../credentials.store.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { emailKey } from '../domain/identity.ts';
import { passwordChangedMail } from '../mails/account-mails.ts';
import { consumeCode, peekCode } from '../one-time-codes.ts';
import { revokeSessionsOf } from '../sessions.store.ts';
import { clearSignInTries } from '../sign-in-tries.ts';
import type { Visitor } from '../visitor.ts';
import { claimEmail } from './claim-email.ts';
import { admitted, enter } from './enter.ts';
import { recordOwnChange } from './record-own-change.ts';

interface NewPassword {
  readonly code: string;
  readonly password: string;
}

/** Sets a password by the code of a mail. Whoever was signed in is out; a second factor is still asked for. */
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
  const entry = await database.system(async (transaction) => {
    const owner = await takeOver(transaction, dependencies, { code, passwordHash, visitor });
    return enter(transaction, dependencies, { userId: owner.id, visitor, remember: false });
  });
  ended.user(person.id);
  return admitted(entry);
}

interface Taking {
  readonly code: string;
  readonly passwordHash: string;
  readonly visitor: Visitor;
}

async function takeOver(
  transaction: SystemTransaction,
  { mail, publicUrl }: AccountsDependencies,
  { code, passwordHash, visitor }: Taking,
): Promise<Person> {
  const { userId, data } = await consumeCode(transaction, 'reset-password', code);
  const person = userId && (await lockPerson(transaction, userId));
  // The mailbox that got the code must still be the person's.
  if (!person?.email || person.email !== data.email) throw codeInvalid();
  const { id, email, username, displayName, locale, isVerified, hasSecondFactor } = person;
  if (!isVerified) await dropUnprovenAccess(transaction, id);
  // A second factor may be a squatter's: then the address stays free, for its owner to confirm by an account of their own.
  if (isVerified || !hasSecondFactor) await claimEmail(transaction, id, email);
  await setPassword(transaction, id, passwordHash);
  await revokeSessionsOf(transaction, id, { except: null });
  await clearSignInTries(transaction, [username, emailKey(email)], visitor.address);
  await recordOwnChange(transaction, { userId: id, action: 'password.reset', address: visitor.address });
  await mail.write(transaction, passwordChangedMail({ email, locale, displayName }, publicUrl));
  return person;
}

const codeInvalid = (): AppError => new AppError('code_invalid', 'This link is wrong, used or too old');
