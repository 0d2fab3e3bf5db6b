import { DELETE_GRACE_DAYS, type deleteAccount } from '@hanasu/contract/privacy';
import type { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import { type SystemTransaction, within } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { personalData, reAuthenticate, recordAudit } from '../../accounts/public.ts';
import type { PrivacyDependencies } from '../dependencies.ts';
import { lockOwnedAccounts, lockPerson, type OwnedAccount, type PersonRow } from './deletion.store.ts';
import { deletionCancelledMail, deletionScheduledMail } from './deletion-mails.ts';

type Input = z.output<typeof deleteAccount.body>;

const DAY_MS = 24 * 60 * 60 * 1000;

/** In seven days this person and every account they own will be erased. Asked again, the day stays the same. */
export async function scheduleDeletion(
  dependencies: PrivacyDependencies,
  actor: Actor,
  { name, password }: Input,
): Promise<{ deleteAt: string }> {
  await reAuthenticate(dependencies, actor, { password });
  const deleteAt = await dependencies.database.system(async (transaction) => {
    const person = await lockPerson(transaction, actor.userId);
    if (!person) throw new AppError('session_expired', 'This user no longer exists');
    if (name.normalize('NFC') !== person.username) {
      throw AppError.field('name_differs', 'body.name', 'Type your own user name, exactly');
    }
    return person.deleteAt ?? schedule(transaction, dependencies, actor, person);
  });
  return { deleteAt: deleteAt.toISOString() };
}

async function schedule(
  transaction: SystemTransaction,
  { mail, publicUrl }: PrivacyDependencies,
  actor: Actor,
  person: PersonRow,
): Promise<Date> {
  const accounts = await lockOwnedAccounts(transaction, person.id);
  refuseWhileShared(accounts);
  const deleteAt = new Date(transaction.now() + DELETE_GRACE_DAYS * DAY_MS);
  const accountIds = accounts.map(({ id }) => id);
  await personalData.setDeleteAt(transaction, { userId: person.id, accountIds, deleteAt });
  await personalData.deleteOpenInvitations(transaction, accountIds);
  for (const { id } of accounts) {
    await recordAudit(within(transaction, id), {
      userId: person.id,
      address: actor.address,
      action: 'account.deletion_requested',
      target: person.username,
      data: { deleteAt: deleteAt.toISOString() },
    });
  }
  if (person.email) {
    const facts = { deleteAt, accounts: accounts.map(({ name }) => name), url: `${publicUrl}/Account` };
    const content = deletionScheduledMail(person, facts);
    await mail.write(transaction, { to: person.email, locale: person.locale, content });
  }
  return deleteAt;
}

function refuseWhileShared(accounts: readonly OwnedAccount[]): void {
  const shared = accounts.filter(({ hasOthers }) => hasOthers).map(({ name }) => name);
  if (shared.length === 0) return;
  throw new AppError(
    'transfer_first',
    `Transfer these first, or take their other members out: ${shared.join(', ')}`,
  );
}

/** Takes the wish to be erased back. Without one there is nothing to do; once the day has come it is too late. */
export const cancelDeletion = (
  { database, mail }: Pick<PrivacyDependencies, 'database' | 'mail'>,
  { userId, address }: Actor,
): Promise<void> =>
  database.system(async (transaction) => {
    const person = await lockPerson(transaction, userId);
    if (!person || (person.deleteAt && person.deleteAt.getTime() <= transaction.now())) {
      throw new AppError('session_expired', 'This user is being erased');
    }
    if (!person.deleteAt) return;
    const accounts = await lockOwnedAccounts(transaction, userId);
    await personalData.setDeleteAt(transaction, {
      userId,
      accountIds: accounts.map(({ id }) => id),
      deleteAt: null,
    });
    for (const { id } of accounts) {
      await recordAudit(within(transaction, id), {
        userId,
        address,
        action: 'account.deletion_cancelled',
        target: person.username,
        data: {},
      });
    }
    if (person.email) {
      const content = deletionCancelledMail(person);
      await mail.write(transaction, { to: person.email, locale: person.locale, content });
    }
  });
