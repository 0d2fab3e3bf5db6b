import type { UserId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import type { Person } from '../credentials.store.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { takenOverMail } from '../mails/account-mails.ts';
import { recordOwnChange } from '../record-audit.ts';
import { endCodes, endCredentials, endMemberships, findContent, findOwned } from './take-over.store.ts';

/**
 * Whoever holds the mailbox has shown it, and doesn't know the password: somebody else may have made the account with
 * their address and be waiting in it. Every way in that was made before ends, and they get a list of what they found
 * there. The address itself is claimed by the caller. Returns whose sessions have ended: tell `ended` after the commit.
 */
export async function takeOver(
  transaction: SystemTransaction,
  {
    mail,
    publicUrl,
    endKeys,
    endShares,
  }: Pick<AccountsDependencies, 'mail' | 'publicUrl' | 'endKeys' | 'endShares'>,
  { id, email, username, locale }: Pick<Person, 'id' | 'email' | 'username' | 'locale'>,
  address: string,
): Promise<readonly UserId[]> {
  const owned = await findOwned(transaction, id);
  const found = await findContent(transaction, owned);
  const others = await endMemberships(transaction, id, owned);
  await endKeys(transaction, id, owned);
  await endCodes(transaction, id, owned);
  await endShares(transaction, id, owned);
  await endCredentials(transaction, id, found);
  const data = { ...found, members: others };
  await recordOwnChange(transaction, { userId: id, action: 'account.taken_over', data, address });
  if (email)
    await mail.write(transaction, takenOverMail({ email, locale }, { name: username, ...found }, publicUrl));
  return [id, ...others];
}
