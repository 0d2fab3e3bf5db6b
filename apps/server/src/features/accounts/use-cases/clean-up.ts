import type { Database } from '../../../platform/database/database.ts';
import { deleteOldAttempts } from '../../../platform/database/use-up.ts';
import { deleteOldMails } from '../../../platform/mail/mail.store.ts';
import { deleteOldCodes } from '../codes.store.ts';

/** For a pump: what nobody can use any more goes. */
export async function cleanUp(database: Database): Promise<null> {
  await database.system(async (transaction) => {
    await deleteOldCodes(transaction);
    await deleteOldAttempts(transaction);
    await deleteOldMails(transaction);
  });
  return null;
}
