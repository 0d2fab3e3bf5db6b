import { SessionId, type UserId } from '@hanasu/contract/ids';
import { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import { voidCodes } from '../codes.store.ts';
import { growCredentialVersion, lockPerson, type Person } from '../credentials.store.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { addressChangedMail } from '../mails/account-mails.ts';
import { consumeCode } from '../one-time-codes.ts';
import { revokeSessionsOf } from '../sessions.store.ts';
import type { Visitor } from '../visitor.ts';
import { claimEmail } from './claim-email.ts';
import { recordOwnChange } from './record-own-change.ts';
import type { Confirmation } from './send-confirmation-mail.ts';
import { lostRace } from './username-rules.ts';

const Facts = z.object({
  email: z.string(),
  kind: z.enum(['registration', 'change']),
  session: SessionId.nullable(),
}) satisfies z.ZodType<Confirmation>;

interface Confirmed {
  readonly email: string;
  readonly username: string;
}

/** Makes an address somebody's own, by the code that was mailed to it. */
export async function confirmEmail(
  dependencies: AccountsDependencies,
  code: string,
  { address }: Visitor,
): Promise<Confirmed> {
  const { person, confirmation } = await dependencies.database
    .system((transaction) => confirm(transaction, dependencies, code, address))
    .catch((error: unknown) => {
      throw lostRace(error) === 'email' ? codeInvalid() : error;
    });
  if (confirmation.kind === 'change') dependencies.ended.user(person.id);
  return { email: confirmation.email, username: person.username };
}

async function confirm(
  transaction: SystemTransaction,
  dependencies: AccountsDependencies,
  code: string,
  address: string,
) {
  const { userId, data } = await consumeCode(transaction, 'confirm-email', code);
  const person = userId && (await lockPerson(transaction, userId));
  const confirmation = Facts.parse(data);
  const claimed = confirmation.kind === 'change' ? person?.pendingEmail : person?.email;
  // Asked for and then changed again: this mail is not about the address of today.
  if (!person || claimed !== confirmation.email) throw codeInvalid();
  await claimEmail(transaction, person.id, confirmation.email);
  await voidCodes(transaction, person.id, 'confirm-email');
  if (confirmation.kind === 'change') await finishChange(transaction, dependencies, person, confirmation);
  const action = confirmation.kind === 'change' ? 'email.changed' : 'email.confirmed';
  await recordOwnChange(transaction, {
    userId: person.id,
    action,
    data: { email: confirmation.email },
    address,
  });
  return { person, confirmation };
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

const codeInvalid = (): AppError => new AppError('code_invalid', 'This link is wrong, used or too old');
