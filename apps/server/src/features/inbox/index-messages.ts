import type { Database } from '../../platform/database/database.ts';
import { searchTerms } from './domain/search-terms.ts';
import { findUnindexed, setTerms } from './search.store.ts';

const AT_ONCE = 500;

/** Makes messages findable that were stored before there was a search, or changed since; one pass of a pump. */
export const createMessageIndexer = (database: Database) => async (): Promise<number | null> => {
  const found = await database.system(async (transaction) => {
    const messages = await findUnindexed(transaction, AT_ONCE);
    const terms = messages.map(({ accountId, text }) => searchTerms(accountId, text));
    await setTerms(transaction, messages, terms);
    return messages.length;
  });
  return found === AT_ONCE ? 0 : null;
};
