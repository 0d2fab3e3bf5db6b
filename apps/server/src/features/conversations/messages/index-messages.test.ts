import type { AccountId, ConversationId, MessageId } from '@hanasu/contract/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { createMessageIndexer, findSaidWords } from './search.store.ts';

let testDatabase: TestDatabase;
let database: Database;
const accountId = newId<AccountId>();
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 2, onError: () => undefined });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

test('what was stored before there was a search is found after a pass, whatever it holds', async () => {
  const conversationId = newId<ConversationId>();
  const texts = ['駐車場はありますか', '👍', ''];
  await database.account(accountId, async (transaction) => {
    await transaction.run(
      `insert into conversations (account_id, id, origin, title, handling, last_message_at)
       values ($1, $2, 'channel', '', 'bot', now())`,
      [accountId, conversationId],
    );
    for (const text of texts) {
      await transaction.run(
        `insert into messages (account_id, id, conversation_id, sender, kind, text, data, citations, delivery_state)
         values ($1, $2, $3, 'customer', 'text', $4, '{}', '[]', 'none')`,
        [accountId, newId<MessageId>(), conversationId, text],
      );
    }
  });
  const search = () => database.account(accountId, (transaction) => findSaidWords(transaction, '駐車場'));
  expect(await search()).toEqual([]);
  const index = createMessageIndexer(database);
  expect(await index()).toBeNull();
  expect((await search()).map(({ text }) => text)).toEqual([texts[0]]);
  const left = await database.account(accountId, (transaction) =>
    transaction.rows("select from messages where search_terms = '{}'"),
  );
  expect(left).toEqual([]);
});
