import type { AccountId, BotId, ConversationId, MessageId } from '@hanasu/contract/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { connectionOf, outside, untilBlocked } from '../../../testing/until-blocked.ts';
import { findConversation } from '../conversations.store.ts';
import { applyInbound } from '../threads.store.ts';
import {
  type ClosedTurn,
  claimDue,
  closeTurns,
  type DueTurn,
  dropTurn,
  extendLease,
  lockConversations,
} from './turns.store.ts';

let testDatabase: TestDatabase;
let database: Database;
const accountId = newId<AccountId>();
const owner = newId<string>();

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 4, onError: () => undefined });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

/** A conversation whose answer was due and has been taken. */
async function taken(): Promise<DueTurn> {
  await database.account(accountId, (transaction) =>
    transaction.run(
      `insert into conversations (account_id, id, origin, title, handling, last_message_at, turn_due_at)
       values ($1, $2, 'channel', '', 'bot', now(), now())`,
      [accountId, newId<ConversationId>()],
    ),
  );
  const [turn] = await database.system((transaction) =>
    claimDue(transaction, { owner, limit: 1, leaseSeconds: 20, mostPerChannel: 10, running: new Map() }),
  );
  if (!turn) throw new Error('nothing was due');
  return turn;
}

const dueAt = async ({ conversationId }: DueTurn): Promise<Date | null> => {
  const row = await database.account(accountId, (transaction) =>
    transaction.one<{ due: Date | null }>('select turn_due_at as due from conversations where id = $1', [
      conversationId,
    ]),
  );
  return row?.due ?? null;
};

const close = (turn: DueTurn, waitingReason: ClosedTurn['waitingReason'] = null) =>
  database.system(async (transaction) => {
    await lockConversations(transaction, [turn]);
    await closeTurns(transaction, [
      {
        accountId,
        conversationId: turn.conversationId,
        botId: newId<BotId>(),
        messageId: newId<MessageId>(),
        answeredThrough: newId<MessageId>(),
        dueAt: turn.dueAt,
        usesReplyToken: false,
        waitingReason,
        handlingBefore: 'bot',
        isFailure: false,
        saysOutOfOffice: false,
      },
    ]);
  });

const drop = (turn: DueTurn) =>
  database.account(accountId, (transaction) =>
    dropTurn(transaction, turn.conversationId, { owner, dueAt: turn.dueAt, handling: null }),
  );

const change = (answerInMs: number | null) => ({
  lastMessageId: newId<MessageId>(),
  replyToken: null,
  replyTokenExpiresAt: null,
  answerInMs,
  cancelsTurn: false,
  handling: null,
});

test.each([
  ['closed', close],
  ['dropped', drop],
])('a turn that is %s owes nothing more', async (_, end) => {
  const turn = await taken();
  await end(turn);
  expect(await dueAt(turn)).toBeNull();
});

test.each([
  ['closed', close],
  ['dropped', drop],
])('a message written at the very moment when a turn is %s is still owed an answer', async (_, end) => {
  const turn = await taken();
  const ask = (sql: string, values: readonly unknown[]) =>
    database.system((transaction) => transaction.rows(sql, values));
  const ending = await database.account(accountId, async (transaction) => {
    await applyInbound(transaction, turn.conversationId, change(1_000));
    // Waits for this transaction's lock, with the view it had before.
    const started = outside(() => end(turn));
    await untilBlocked(ask, await connectionOf(transaction));
    return { started };
  });
  await ending.started;
  expect(await dueAt(turn)).not.toBeNull();
});

test('a message that wants no answer makes none owed', async () => {
  const turn = await taken();
  await database.account(accountId, (transaction) =>
    applyInbound(transaction, turn.conversationId, change(null)),
  );
  await close(turn);
  expect(await dueAt(turn)).toBeNull();
});

test('a customer who begins to wait is shown with a time at once, before the clock of the inbox runs', async () => {
  const turn = await taken();
  await close(turn, 'not_found');
  const view = await database.account(accountId, (transaction) =>
    findConversation(transaction, turn.conversationId, null, () => null),
  );
  expect(view).toMatchObject({ handling: 'waiting', waitingSince: view?.lastMessageAt });
});

test('a lease is extended by its owner alone, who learns since when an answer is owed', async () => {
  const turn = await taken();
  const extend = (by: string) => database.system((transaction) => extendLease(transaction, turn, by, 20));
  expect(await extend(owner)).toEqual({ dueAt: turn.dueAt });
  expect(await extend(newId<string>())).toBeNull();
});
