import type { AccountId, BotId, ChannelId, ConversationId, MessageId } from '@hanasu/contract/ids';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AccountTransaction,
  type Database,
  openDatabase,
  type SystemTransaction,
  within,
} from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { applyCommands, startClock } from './conversation-commands.store.ts';
import { updateSlaAndAssignment } from './conversation-commands.ts';
import { type ConversationCommand, type ConversationState, transition } from './conversation-state.ts';
import { takeLate, takeWoken } from './conversations.store.ts';
import { releaseConversations } from './personal-data.store.ts';
import {
  circumstancesOf,
  commands,
  type Life,
  type Move,
  moves,
  play,
  RESPOND_WITHIN,
  receiveOf,
} from './testing/conversation-moves.fixture.ts';
import { applyInbound } from './threads.store.ts';
import { requestTurn } from './turns/chat-turns.store.ts';
import { closeTurns, dropTurn } from './turns/turns.store.ts';

/** Statements that change a conversation, held to the rules of `conversation-state.ts`: the same cases through both. */

let testDatabase: TestDatabase;
let database: Database;
const accountId = newId<AccountId>();
const channelId = newId<ChannelId>();
const leaseOwner = newId<string>();

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 2, onError: () => undefined });
  await database.account(accountId, (transaction) =>
    transaction.run(
      `insert into channels (account_id, id, kind, name, sandbox, external_id, credentials, batching_delay, settings)
       values ($1, $2::uuid, 'test', 'Test', true, $2::text, '', 0, $3)`,
      [accountId, channelId, JSON.stringify({ respondWithin: RESPOND_WITHIN })],
    ),
  );
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

interface Case {
  readonly id: ConversationId;
  readonly life: Life;
}

const CASES = 150;
let made = 0;

/** Conversations with a past. */
function sampleCases(hasChannel: fc.Arbitrary<boolean>): Case[] {
  const lives = fc.record({ script: fc.array(moves, { maxLength: 25 }), hasChannel });
  return fc.sample(lives, CASES).map(({ script, hasChannel: isOnChannel }) => {
    made += 1;
    const prefix = made.toString(16).padStart(8, '0');
    return { id: newId<ConversationId>(), life: play(script, { hasChannel: isOnChannel, prefix }) };
  });
}

async function insertCase(transaction: AccountTransaction, { id, life }: Case): Promise<void> {
  const { state, hasChannel, messages } = life;
  await transaction.run(
    `insert into conversations (account_id, id, origin, channel_id, thread_external_id, title, last_message_at,
       lease_owner, handling, waiting_reason, operator_id, snoozed_until, turn_due_at, answered_through, failures,
       waiting_since, respond_by, late_at, first_asked_at, first_response_at, taken_at, closed_at)
     values ($1, $2::uuid, 'channel', $3, $2::text, '', now(), $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
    [
      accountId,
      id,
      hasChannel ? channelId : null,
      leaseOwner,
      state.status,
      state.waitingReason,
      state.operatorId,
      state.snoozedUntil,
      state.turnDueAt,
      state.answeredThrough,
      state.failures,
      state.waitingSince,
      state.respondBy,
      state.lateAt,
      state.firstAskedAt,
      state.firstResponseAt,
      state.takenAt,
      state.closedAt,
    ],
  );
  await transaction.run(
    `insert into messages (account_id, id, conversation_id, sender, kind, text, data, citations, delivery_state)
     select $1, m, $2, s, 'text', '', '{}', '[]', 'none' from unnest($3::uuid[], $4::text[]) as n(m, s)`,
    [accountId, id, messages.map((message) => message.id), messages.map(({ sender }) => sender)],
  );
}

const readStates = (transaction: AccountTransaction) =>
  transaction.rows<ConversationState & { readonly id: ConversationId }>(
    `select id, handling as status, waiting_reason as "waitingReason", operator_id as "operatorId",
       snoozed_until as "snoozedUntil", turn_due_at as "turnDueAt", answered_through as "answeredThrough", failures,
       waiting_since as "waitingSince", respond_by as "respondBy", late_at as "lateAt",
       first_asked_at as "firstAskedAt", first_response_at as "firstResponseAt", taken_at as "takenAt",
       closed_at as "closedAt"
     from conversations where account_id = $1`,
    [accountId],
  );

type Run = (transaction: SystemTransaction, one: Case) => Promise<unknown>;

interface Comparison {
  readonly cases: readonly Case[];
  /** The same for the rules; several are obeyed one after the other. */
  readonly commandOf: (one: Case) => ConversationCommand;
  /** For each, … */
  readonly run?: Run;
  /** … or once for all. */
  readonly runOnce?: (transaction: SystemTransaction) => Promise<unknown>;
}

/** Runs the statement and the rules on the same states, and expects the same ends. */
async function compare({ cases, commandOf, run, runOnce }: Comparison): Promise<void> {
  const changed = await database.system(async (transaction) => {
    const scoped = within(transaction, accountId);
    await scoped.run('delete from conversations where account_id = $1', [accountId]);
    const clock = await scoped.one<{ now: Date }>('select now() as now');
    if (!clock) throw new Error('the database has no time');
    for (const one of cases) await insertCase(scoped, one);
    for (const one of cases) await run?.(transaction, one);
    await runOnce?.(transaction);
    const stored = new Map((await readStates(scoped)).map(({ id, ...state }) => [id, state]));
    return cases.filter((one) => {
      const { state } = one.life;
      const result = transition(state, commandOf(one), { ...circumstancesOf(one.life), now: clock.now });
      const expected = result.kind === 'changed' ? result.state : state;
      expect(stored.get(one.id), JSON.stringify({ state, command: commandOf(one) })).toEqual(expected);
      return result.kind === 'changed';
    });
  });
  expect(changed.length).toBeGreaterThan(0);
}

const both = fc.boolean();

test('commands are written as they were decided', async () => {
  const cases = sampleCases(both);
  const wanted = new Map(fc.sample(commands, CASES).map((command, index) => [cases[index]?.id, command]));
  const commandOf = ({ id }: Case) => wanted.get(id) ?? { kind: 'record-reply' as const };
  await compare({
    cases,
    commandOf,
    run: (transaction, one) => applyCommands(within(transaction, accountId), [one.id], commandOf(one)),
  });
});

test('a time that a command leaves as it is keeps its microseconds', async () => {
  const [one] = sampleCases(fc.constant(true));
  if (!one) throw new Error('no case');
  const due = await database.account(accountId, async (transaction) => {
    await insertCase(transaction, one);
    const set =
      "update conversations set handling = 'waiting', operator_id = null, turn_due_at = $2 where id = $1";
    await transaction.run(set, [one.id, '2026-01-02 03:04:05.123456+00']);
    await applyCommands(transaction, [one.id], { kind: 'ask-for-person', reason: 'failures' });
    return transaction.one<{ due: string; reason: string }>(
      `select turn_due_at::text as due, waiting_reason as reason from conversations where id = $1`,
      [one.id],
    );
  });
  expect(due).toMatchObject({ reason: 'failures', due: expect.stringContaining('.123456') });
});

test('events of a channel', async () => {
  const cases = sampleCases(both);
  const arrived = fc.sample(moves.filter(isInbound), CASES);
  const byId = new Map(cases.map((one, index) => [one.id, arrived[index]]));
  const commandOf = (one: Case) => {
    const move = byId.get(one.id);
    if (!move) throw new Error('no events');
    return receiveOf(one.life, move);
  };
  await compare({
    cases,
    commandOf,
    run(transaction, one) {
      const { to, ...rest } = commandOf(one);
      return applyInbound(within(transaction, accountId), one.id, {
        ...rest,
        lastMessageId: null,
        replyToken: null,
        replyTokenExpiresAt: null,
        handling: to?.status ?? null,
        handlingBefore: one.life.state.status,
        waitingReason: to?.waitingReason ?? null,
      });
    },
  });
});

const isInbound = (move: Move): move is Move & { kind: 'inbound' } => move.kind === 'inbound';

test('a message of the customer', () =>
  compare({
    cases: sampleCases(both),
    commandOf: () => ({ kind: 'record-customer-message' }),
    run: (transaction, { id }) =>
      updateSlaAndAssignment(within(transaction, accountId), {
        conversationId: id,
        channelId,
        friendId: null,
        customerMessages: [newId<MessageId>()],
      }),
  }));

test('the start of the clock', () =>
  compare({
    cases: sampleCases(both),
    commandOf: () => ({ kind: 'start-clock' }),
    run: (transaction, { id }) => startClock(within(transaction, accountId), id),
  }));

test('a turn that is asked for', () =>
  compare({
    cases: sampleCases(both),
    commandOf: () => ({ kind: 'request-turn' }),
    run: (transaction, { id }) => requestTurn(within(transaction, accountId), id, newId<BotId>()),
  }));

/** Of the turn: that which is owed, or one that is another since. */
const takenAt = ({ life: { state, messages } }: Case): Date =>
  state.turnDueAt !== null && messages.length % 2 === 0 ? state.turnDueAt : new Date(0);

test('a turn that is closed', () => {
  const cases = sampleCases(both);
  const commandOf = (one: Case) => {
    const count = one.life.messages.length;
    return {
      kind: 'close-turn',
      dueAt: takenAt(one),
      answeredThrough: count % 3 === 0 ? null : newIdOf(one),
      waitingReason: count % 4 === 0 ? 'failures' : null,
      isFailure: count % 5 === 0,
    } as const;
  };
  return compare({
    cases,
    commandOf,
    runOnce: (transaction) =>
      closeTurns(
        transaction,
        cases.map((one) => {
          const { dueAt, kind: _, ...turn } = commandOf(one);
          return {
            ...turn,
            accountId,
            conversationId: one.id,
            botId: newId<BotId>(),
            messageId: null,
            dueAt: dueAt.toISOString(),
            usesReplyToken: false,
            handlingBefore: one.life.state.status,
            saysOutOfOffice: false,
          };
        }),
      ),
  });
});

const newIdOf = ({ id }: Case): MessageId => `f${id.slice(1)}` as MessageId;

test('a turn that is dropped', () => {
  const isHandedOver = ({ life }: Case) => life.messages.length % 3 === 0;
  return compare({
    cases: sampleCases(both),
    commandOf: (one) => ({ kind: 'drop-turn', dueAt: takenAt(one), isHandedOver: isHandedOver(one) }),
    run: (transaction, one) =>
      dropTurn(within(transaction, accountId), one.id, {
        owner: leaseOwner,
        dueAt: takenAt(one).toISOString(),
        handling: isHandedOver(one) ? 'waiting' : null,
      }),
  });
});

test('snoozes that are over', () =>
  compare({
    cases: sampleCases(both),
    commandOf: () => ({ kind: 'end-snooze' }),
    runOnce: (transaction) => takeWoken(transaction, 10 * CASES),
  }));

test('times to respond that have passed', () =>
  compare({
    cases: sampleCases(fc.constant(true)),
    commandOf: () => ({ kind: 'record-late' }),
    runOnce: (transaction) => takeLate(transaction, 10 * CASES),
  }));

test('conversations of somebody who leaves the account', () => {
  const cases = sampleCases(both);
  const leaving = cases.map(({ life }) => life.state.operatorId).find((id) => id !== null);
  if (!leaving) throw new Error('nobody has one');
  return compare({
    cases,
    commandOf: () => ({ kind: 'release', operatorId: leaving }),
    runOnce: (transaction) => releaseConversations(within(transaction, accountId), leaving),
  });
});
