import type { UserId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import { findPersonById } from '../credentials.store.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { type NewMethod, signInMethodMail } from '../mails/sign-in-method-mail.ts';

/** Tells a person, at an address they have confirmed, that their account can be opened in one more way. */
export async function tellOfNewMethod(
  transaction: SystemTransaction,
  { mail, publicUrl }: AccountsDependencies,
  userId: UserId,
  method: NewMethod,
): Promise<void> {
  const person = await findPersonById(transaction, userId);
  if (!person?.email || !person.isVerified) return;
  const facts = { displayName: person.displayName, url: `${publicUrl}/Account` };
  const content = signInMethodMail(person.locale, method, facts);
  await mail.write(transaction, { to: person.email, locale: person.locale, content });
}
