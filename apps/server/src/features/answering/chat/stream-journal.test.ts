import type { AccountId, BotId, ConversationId, MessageId } from '@hanasu/contract/ids';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../platform/database/database.ts';
import type { MessagePart } from '../../../platform/http/message-stream.ts';
import { newId } from '../../../platform/ids.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { chatTurns } from '../../conversations/public.ts';
import { createStreamJournal } from './stream-journal.ts';

let testDatabase: TestDatabase;
let database: Database;
const accountId = newId<AccountId>();
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 4, onError: () => undefined });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const asFailure = (error: unknown): never => {
  throw error;
};

/** A turn that nobody runs yet. */
async function newTurn() {
  const conversationId = newId<ConversationId>();
  const id = newId<MessageId>();
  await database.system(async (transaction) => {
    await transaction.run(
      `insert into conversations (account_id, id, origin, title, handling, last_message_at)
       values ($1, $2, 'chat', '', 'bot', now())`,
      [accountId, conversationId],
    );
    await chatTurns.insertChatTurns(transaction, [
      {
        ...{
          accountId,
          id,
          conversationId,
          parentId: null,
          isRegenerated: false,
          isAnonymous: false,
          askedBy: null,
        },
        ...{ botId: newId<BotId>(), questionId: newId<MessageId>(), requestId: null },
      },
    ]);
  });
  return { accountId, id, conversationId };
}
type Turn = Awaited<ReturnType<typeof newTurn>>;

async function sentOf(turn: Turn) {
  const since = { attempt: 1, sequence: -1 };
  const sent = await database.system((transaction) => chatTurns.readSent(transaction, turn, since));
  const parts = (sent?.rows ?? []).flatMap((row) => row.parts) as MessagePart[];
  return { ...sent, parts, text: parts.map((part) => (part.type === 'text' ? part.text : '')).join('') };
}

/** What Postgres can hold, of the same length. */
const held = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed();

test('what was sent is kept as a whole, wherever a model cuts it and whenever it is written', async () => {
  const pieces = fc.array(fc.string({ unit: 'binary', minLength: 1 }), { maxLength: 12 }).map((texts) => {
    // Cut in any place, also between the halves of a character.
    const units = texts.join('').split('');
    return units.length > 3
      ? [units.slice(0, 1), units.slice(1, 3), units.slice(3)].map((cut) => cut.join(''))
      : units;
  });
  await fc.assert(
    fc.asyncProperty(pieces, fc.boolean(), async (texts, waits) => {
      const turn = await newTurn();
      const key = { ...turn, attempt: 1 };
      const journal = createStreamJournal(database, asFailure, 0);
      for (const text of texts) {
        journal.add(key, { type: 'text', text });
        if (waits) await new Promise((resolve) => setTimeout(resolve, 4));
      }
      journal.add(key, { type: 'data-tool', id: 'a', data: { 'a\0\uD800': ['\0'] } });
      const rows = await journal.close(key, [{ type: 'text', text: 'end' }]);
      await database.system((transaction) => chatTurns.endChatTurns(transaction, [turn], rows));
      const sent = await sentOf(turn);
      expect(sent.isEnded).toBe(true);
      expect(sent.text).toBe(`${held(texts.join(''))}end`);
      expect(sent.parts.filter(({ type }) => type === 'data-tool')).toHaveLength(1);
    }),
    { numRuns: 25 },
  );
});

test('a run that has lost its turn adds nothing to what the next one sends', async () => {
  const turn = await newTurn();
  const journal = createStreamJournal(database, asFailure, 0);
  const [late, next] = [1, 2].map((attempt) => ({ ...turn, attempt }));
  if (!late || !next) throw new Error('two runs are wanted');
  journal.add(late, { type: 'text', text: 'half a sen' });
  await expect.poll(async () => (await sentOf(turn)).text).toBe('half a sen');
  const owner = newId<string>();
  const [claimed] = await database.system((transaction) =>
    chatTurns.claimChatTurns(transaction, owner, 5, 20),
  );
  expect(claimed).toMatchObject({ id: turn.id, attempt: 2 });
  // Leased: nobody else takes it.
  expect(await database.system((transaction) => chatTurns.claimChatTurns(transaction, owner, 5, 20))).toEqual(
    [],
  );
  journal.add(late, { type: 'text', text: 'tence' });
  const rest = await journal.close(late, []);
  await database.system((transaction) => chatTurns.insertParts(transaction, rest));
  const rows = await createStreamJournal(database, asFailure).close(next, [{ type: 'text', text: 'whole' }]);
  await database.system((transaction) => chatTurns.endChatTurns(transaction, [turn], rows));
  expect(await sentOf(turn)).toMatchObject({ attempt: 2, text: 'whole', isEnded: true });
  // Another account sees neither turn nor words.
  const strange = await database.account(newId<AccountId>(), (transaction) =>
    transaction.rows('select id from chat_turns union all select turn_id from chat_parts'),
  );
  expect(strange).toEqual([]);
});
