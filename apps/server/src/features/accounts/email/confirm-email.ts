import type { confirmEmail as contract } from '@hanasu/contract/accounts';
import type { EndpointOutput, EndpointRequest } from '@hanasu/contract/endpoint';
import { SessionId, type UserId } from '@hanasu/contract/ids';
import { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import { tryKey } from '../../../platform/database/consume-allowance.ts';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import type { Actor, Session } from '../../../platform/http/context.ts';
import { voidCodes } from '../codes.store.ts';
import {
  findCredentialVersion,
  findPersonById,
  growCredentialVersion,
  lockPerson,
  type Person,
} from '../credentials.store.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { emailKey } from '../identity.ts';
import { addressChangedMail } from '../mails/account-mails.ts';
import { consumeCode, issueCode, peekCode } from '../one-time-codes.ts';
import { recordOwnChange } from '../record-audit.ts';
import { lostRace } from '../registration/username-rules.ts';
import { revokeSessionsOf } from '../sessions/sessions.store.ts';
import { consumeAttempt, ONE_SOURCE } from '../sign-in/attempts.store.ts';
import { reAuthenticate } from '../sign-in/re-authenticate.ts';
import type { Visitor } from '../visitor.ts';
import { claimEmail } from './claim-email.ts';
import type { Confirmation } from './send-confirmation.ts';
import { takeOver } from './take-over.ts';

const Facts = z.object({
  email: z.string(),
  kind: z.enum(['registration', 'change']),
  session: SessionId.nullable(),
}) satisfies z.ZodType<Confirmation>;

type Input = EndpointRequest<typeof contract>['body'];
type Confirmed = EndpointOutput<typeof contract>;

interface Circumstances {
  readonly visitor: Visitor;
  /** Whoever is signed in on the page. */
  readonly session: Session | null;
}

/** For choosing a password after the address was taken over. */
const PASSWORD_MINUTES = 60;

/**
 * Makes an address somebody's own, by the code that was mailed to it. The mailbox alone doesn't show that the account
 * is theirs: who is not signed in to it and doesn't know its password takes a new account over, and every way in that
 * was made before ends (`take-over.ts`). Nobody takes over an account whose owner only wanted another address.
 */
export async function confirmEmail(
  dependencies: AccountsDependencies,
  input: Input,
  { visitor, session }: Circumstances,
): Promise<Confirmed> {
  const isKnown = await knowsPassword(dependencies, input, session);
  const { confirmed, ended } = await dependencies.database
    .system((transaction) =>
      confirm(transaction, dependencies, input.code, { isKnown, address: visitor.address }),
    )
    .catch((error: unknown) => {
      throw lostRace(error) === 'email' ? codeInvalid() : error;
    });
  for (const id of ended) dependencies.ended.user(id);
  return confirmed;
}

/** Throws `proof_needed` for who neither knows it nor may take the account over. */
async function knowsPassword(
  { database, passwords }: AccountsDependencies,
  { code, password, takeOver: mayTakeOver = true }: Input,
  session: Session | null,
): Promise<boolean> {
  const { person, kind } = await database.system(async (transaction) => {
    const { userId, data } = await peekCode(transaction, 'confirm-email', code);
    const found = userId && (await findPersonById(transaction, userId));
    if (!found) throw codeInvalid();
    return { person: found, kind: Facts.parse(data).kind };
  });
  if (session?.userId === person.id) return true;
  if (password !== undefined) {
    await database.system((transaction) =>
      consumeAttempt(transaction, tryKey('confirm', person.id), ONE_SOURCE),
    );
    if (await passwords.verify(person.passwordHash, password)) return true;
    throw AppError.field('wrong_password', 'body.password', 'The password is wrong');
  }
  if (kind === 'registration' && !person.isVerified && mayTakeOver) return false;
  throw new AppError('proof_needed', 'Sign in to the account, or send its password');
}

async function confirm(
  transaction: SystemTransaction,
  dependencies: AccountsDependencies,
  code: string,
  { isKnown, address }: { readonly isKnown: boolean; readonly address: string },
): Promise<{ confirmed: Confirmed; ended: readonly UserId[] }> {
  const { userId, data } = await consumeCode(transaction, 'confirm-email', code);
  const person = userId && (await lockPerson(transaction, userId));
  const confirmation = Facts.parse(data);
  const { email, kind } = confirmation;
  const claimed = kind === 'change' ? person?.pendingEmail : person?.email;
  // Asked for and then changed again: this mail is not about the address of today.
  if (!person || claimed !== email) throw codeInvalid();
  const { id, username, knownAs: name } = person;
  const taken = isKnown ? [] : await takeOver(transaction, dependencies, person, address);
  await claimEmail(transaction, dependencies, { userId: id, email, proof: 'mail' });
  await voidCodes(transaction, id, 'confirm-email');
  if (kind === 'change') await finishChange(transaction, dependencies, person, confirmation);
  const action = kind === 'change' ? 'email.changed' : 'email.confirmed';
  await recordOwnChange(transaction, { userId: id, action, data: { email }, address });
  const passwordCode = isKnown ? null : await mayChoosePassword(transaction, id, email);
  return { confirmed: { email, username, name, passwordCode }, ended: kind === 'change' ? [id] : taken };
}

async function mayChoosePassword(
  transaction: SystemTransaction,
  userId: UserId,
  email: string,
): Promise<string> {
  const credentialVersion = (await findCredentialVersion(transaction, userId)) ?? -1;
  const facts = {
    purpose: 'reset-password',
    minutes: PASSWORD_MINUTES,
    userId,
    credentialVersion,
    data: { email },
  } as const;
  return issueCode(transaction, facts);
}

/** Links mailed to the old address die, sessions end but the one that asked, and the old mailbox is told. */
async function finishChange(
  transaction: SystemTransaction,
  { mail }: AccountsDependencies,
  { id, email, displayName, locale }: Person & { readonly id: UserId },
  { email: newAddress, session }: Confirmation,
): Promise<void> {
  await growCredentialVersion(transaction, id);
  await revokeSessionsOf(transaction, id, { except: session });
  if (email) await mail.write(transaction, addressChangedMail({ email, locale, displayName }, newAddress));
}

const codeInvalid = (): AppError =>
  new AppError('code_invalid', 'This link is invalid, already used or expired');

/** Confirms the address of somebody in `ADMIN_EMAILS` who can read the server's log. */
export async function confirmByLog(
  dependencies: AccountsDependencies,
  actor: Actor,
  { code, password }: { readonly code: string; readonly password?: string | undefined },
): Promise<void> {
  const { database, registration, ended } = dependencies;
  await database.system((transaction) =>
    consumeAttempt(transaction, tryKey('setup-code', actor.userId), ONE_SOURCE),
  );
  await reAuthenticate(dependencies, actor, { password });
  await database.system(async (transaction) => {
    const person = await lockPerson(transaction, actor.userId);
    const email = person?.email;
    const isMeant = email && registration.adminEmails.includes(emailKey(email));
    if (!isMeant || !registration.setupCode.matches(code)) {
      throw new AppError(
        'code_invalid',
        'This is not the code of the log, or the address is not in ADMIN_EMAILS',
      );
    }
    const { userId, accountId, address } = actor;
    await claimEmail(transaction, dependencies, { userId, email, proof: 'log' });
    await recordOwnChange(transaction, {
      userId,
      accountId,
      address,
      action: 'email.confirmed',
      data: { email, by: 'log' },
    });
  });
  ended.user(actor.userId);
}
