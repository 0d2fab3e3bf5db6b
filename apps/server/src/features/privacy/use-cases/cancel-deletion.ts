import { AppError } from '../../../platform/app-error.ts';
import { within } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { recordAudit } from '../../accounts/public.ts';
import { lockOwnedAccounts, lockPerson, setDeleteAt } from '../deletion.store.ts';
import type { PrivacyDependencies } from '../dependencies.ts';
import { deletionCancelledMail } from '../mails/deletion-mails.ts';

/** Takes the wish to be erased back. Without one there is nothing to do; once the day has come it is too late. */
export const cancelDeletion = (
  { database, mail }: Pick<PrivacyDependencies, 'database' | 'mail'>,
  { userId, address }: Actor,
): Promise<void> =>
  database.system(async (transaction) => {
    const person = await lockPerson(transaction, userId);
    if (!person || (person.deleteAt && person.deleteAt.getTime() <= transaction.now())) {
      throw new AppError('session_expired', 'This person is being erased');
    }
    if (!person.deleteAt) return;
    const accounts = await lockOwnedAccounts(transaction, userId);
    await setDeleteAt(transaction, { userId, accountIds: accounts.map(({ id }) => id), deleteAt: null });
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
