import { matches } from '@hanasu/contract/conversation-filter';
import type { MessageId, UserId } from '@hanasu/contract/ids';
import { type ConversationView, HANDLINGS } from '@hanasu/contract/inbox';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  botMayAnswer,
  type Circumstances,
  type ConversationCommand,
  type ConversationState,
  isColleagues,
  needsPerson,
  statusAfterInbound,
  transition,
} from './conversation-state.ts';
import {
  FRESH,
  type Life,
  type Move,
  moves,
  OPERATORS,
  play,
  RESPOND_WITHIN,
  START,
} from './testing/conversation-moves.fixture.ts';

const [AN, BO] = OPERATORS;
const NOW = new Date(START);
const CALM: Circumstances = {
  now: NOW,
  hasChannel: true,
  respondWithin: RESPOND_WITHIN,
  said: { newest: null, newestReply: null, isUnanswered: false },
};
const EARLIER = new Date(START - 60_000);

const state = (changes: Partial<ConversationState> = {}): ConversationState => ({ ...FRESH, ...changes });

function after(
  before: ConversationState,
  command: ConversationCommand,
  circumstances: Partial<Circumstances> = {},
): ConversationState {
  const result = transition(before, command, { ...CALM, ...circumstances });
  return result.kind === 'changed' ? result.state : before;
}

describe('a conversation that a colleague has', () => {
  const taken = state({ status: 'operator', operatorId: AN });

  test.each(['take-over', 'give-back', 'close'] as const)('refuses to %s', (kind) => {
    const command = { kind, by: BO, takeOver: false } as const;
    expect(transition(taken, command, CALM)).toEqual({ kind: 'refused', reason: 'taken' });
    expect(transition(taken, { ...command, takeOver: true }, CALM).kind).toBe('changed');
    expect(transition(taken, { ...command, by: AN }, CALM).kind).not.toBe('refused');
  });

  test('is refused while it waits for that colleague, too', () => {
    const waiting = state({ status: 'waiting', operatorId: AN });
    const command = { kind: 'take-over', by: BO, takeOver: false } as const;
    expect(transition(waiting, command, CALM).kind).toBe('refused');
  });

  test('is given back by the product all the same', () => {
    const command = { kind: 'give-back', by: null, takeOver: false } as const;
    expect(transition(taken, command, CALM)).toMatchObject({ state: { status: 'bot', operatorId: null } });
  });
});

describe('what the bot owes', () => {
  const spoken = { newest: 'c' as MessageId, newestReply: 'b' as MessageId, isUnanswered: true };

  test('is dropped when a person takes over, and nothing said before needs an answer', () => {
    const owing = state({ turnDueAt: EARLIER });
    const command = { kind: 'take-over', by: AN, takeOver: false } as const;
    expect(after(owing, command, { said: spoken })).toMatchObject({
      status: 'operator',
      turnDueAt: null,
      answeredThrough: 'c',
    });
  });

  test.each([
    ['the customer spoke last', spoken, true, NOW],
    ['somebody has answered', { ...spoken, isUnanswered: false }, true, null],
    ['there is no channel', spoken, false, null],
  ])('after it was given back: %s', (_, said, hasChannel, turnDueAt) => {
    const taken = state({ status: 'operator', operatorId: AN, failures: 2 });
    const command = { kind: 'give-back', by: AN, takeOver: false } as const;
    expect(after(taken, command, { said, hasChannel })).toMatchObject({
      turnDueAt,
      answeredThrough: 'b',
      failures: 0,
    });
  });

  test('stays while a conversation that waits is given to somebody', () => {
    const command = { kind: 'assign', to: AN, by: null } as const;
    expect(after(state({ status: 'waiting', turnDueAt: EARLIER }), command).turnDueAt).toEqual(EARLIER);
    expect(after(state({ turnDueAt: EARLIER }), command).turnDueAt).toBeNull();
  });

  test.each([
    ['nothing when no more was said', EARLIER, null],
    ['what was said since it was taken', NOW, NOW],
  ])('after a turn: %s', (_, turnDueAt, owed) => {
    const drop = { kind: 'drop-turn', dueAt: EARLIER, isHandedOver: false } as const;
    expect(after(state({ turnDueAt }), drop).turnDueAt).toEqual(owed);
  });

  test.each(['operator', 'closed', 'waiting'] as const)(
    'a turn that is handed over leaves a conversation alone that is %s by now',
    (status) => {
      const drop = { kind: 'drop-turn', dueAt: EARLIER, isHandedOver: true } as const;
      expect(after(state({ status, turnDueAt: EARLIER }), drop).status).toBe(status);
      expect(after(state({ turnDueAt: EARLIER }), drop).status).toBe('waiting');
    },
  );
});

describe('the clock', () => {
  const ten = new Date(START + 600_000);
  const thirty = new Date(START + 1_800_000);

  test.each([
    ['the first word', { status: 'waiting' }, ten],
    ['the first word of who took over unasked', { status: 'operator', takenAt: EARLIER }, ten],
    ['the next word', { status: 'operator', takenAt: EARLIER, firstResponseAt: EARLIER }, thirty],
  ] as const)('waits for %s', (_, changes, respondBy) => {
    const started = after(state(changes), { kind: 'start-clock' });
    expect(started).toMatchObject({ waitingSince: NOW, respondBy });
  });

  test('runs on when the customer writes again', () => {
    const running = state({
      status: 'waiting',
      waitingSince: EARLIER,
      respondBy: ten,
      firstAskedAt: EARLIER,
    });
    expect(transition(running, { kind: 'start-clock' }, CALM)).toEqual({ kind: 'unchanged' });
  });

  test('does not run for the bot', () => {
    expect(transition(FRESH, { kind: 'start-clock' }, CALM)).toEqual({ kind: 'unchanged' });
  });

  test('is late once for each time', () => {
    const late = state({ status: 'waiting', waitingSince: EARLIER, respondBy: EARLIER });
    const noticed = after(late, { kind: 'record-late' });
    expect(noticed.lateAt).toEqual(NOW);
    expect(transition(noticed, { kind: 'record-late' }, CALM)).toEqual({ kind: 'unchanged' });
  });
});

describe('the status after events of a channel', () => {
  const wrote = {
    hasMessage: true,
    wantsLook: false,
    isTakenOver: false,
    ruled: null,
    isAnswered: true,
    isPaused: false,
  };
  const unread = { ...wrote, hasMessage: false, wantsLook: true };

  test.each([
    ['closed', wrote, { status: 'bot', waitingReason: null }],
    ['closed', { ...wrote, isAnswered: false }, { status: 'waiting', waitingReason: null }],
    ['bot', { ...wrote, isAnswered: false }, { status: 'waiting', waitingReason: null }],
    ['bot', wrote, null],
    ['operator', wrote, null],
    ['closed', { ...wrote, hasMessage: false }, null],
    ['bot', unread, { status: 'waiting', waitingReason: 'not_text' }],
    ['bot', { ...unread, isPaused: true }, null],
    ['operator', unread, null],
    ['bot', { ...wrote, isTakenOver: true }, { status: 'operator', waitingReason: 'person_took_over' }],
    ['operator', { ...wrote, isTakenOver: true }, null],
  ] as const)('%s, %j: %j', (before, inbound, expected) => {
    expect(statusAfterInbound(before, inbound)).toEqual(expected);
  });
});

/** What holds of every conversation, whatever happened to it. */
function violations(now: ConversationState): string[] {
  const rules: Record<string, boolean> = {
    'who has it is a person, and it needs one': now.operatorId === null || needsPerson(now),
    'the bot owes an answer only while it may give one': now.turnDueAt === null || botMayAnswer(now),
    'no clock runs where the bot or nobody has it': needsPerson(now) || now.waitingSince === null,
    'who is late is waited for': now.respondBy === null || now.waitingSince !== null,
    'the bot has it without a reason to wait': now.status !== 'bot' || now.waitingReason === null,
    'a closed conversation has a time': now.status !== 'closed' || now.closedAt !== null,
    'failures are counted': now.failures >= 0,
  };
  return Object.entries(rules).flatMap(([rule, holds]) => (holds ? [] : [rule]));
}

const onLists = ({ status, operatorId }: ConversationState, me: UserId): boolean =>
  matches(
    {
      handling: status,
      operator: operatorId && { uuid: operatorId, name: '' },
      channel: null,
      bot: null,
      snoozedUntil: null,
      respondBy: null,
      unread: 0,
    } as unknown as ConversationView,
    { mine: true },
    { me },
  );

function checkMove(before: ConversationState, move: Move, { state: now, now: at }: Life): void {
  if (move.kind === 'inbound') {
    if (move.inbound.hasMessage) expect(now.snoozedUntil).toBeNull();
    if (move.inbound.hasMessage && before.status === 'closed') expect(now.status).not.toBe('closed');
    return;
  }
  const { command } = move;
  const isRefused = 'takeOver' in command && !command.takeOver && isColleagues(before, command.by);
  if (isRefused) {
    expect(now).toEqual(before);
    return;
  }
  if (command.kind === 'take-over') {
    expect(now).toMatchObject({ status: 'operator', operatorId: command.by });
    expect(now.turnDueAt).toBeNull();
  }
  if (command.kind === 'assign' && command.to) expect(onLists(now, command.to)).toBe(true);
  if (command.kind === 'assign' && !command.to) expect(now.operatorId).toBeNull();
  if (command.kind === 'give-back' || command.kind === 'close') {
    expect(now).toMatchObject({ operatorId: null, waitingSince: null, snoozedUntil: null, takenAt: null });
    for (const operator of OPERATORS) expect(onLists(now, operator)).toBe(false);
  }
  if (command.kind === 'close')
    expect(now).toMatchObject({ status: 'closed', turnDueAt: null, closedAt: at });
  if (command.kind === 'snooze') expect(now.snoozedUntil).toEqual(command.until);
  if (command.kind === 'record-reply') expect(now).toMatchObject({ waitingSince: null, respondBy: null });
  if (command.kind === 'ask-for-person') {
    if (!botMayAnswer(before)) expect(now).toEqual(before);
    else expect(now).toMatchObject({ status: 'waiting', waitingReason: command.reason });
    if (now.status === 'waiting') expect(now.waitingSince && now.firstAskedAt).not.toBeNull();
  }
  if (command.kind === 'release') {
    expect(now.operatorId).not.toBe(command.operatorId);
    const wasTheirs = before.operatorId === command.operatorId && before.status === 'operator';
    expect(now.status).toBe(wasTheirs ? 'waiting' : before.status);
  }
  // Only who takes over, assigns or leaves decides who has it; the product takes it from nobody but with a new status.
  if (now.operatorId !== before.operatorId && now.operatorId !== null) {
    expect(['take-over', 'assign']).toContain(command.kind);
  }
}

test('whatever happens, a conversation has one owner, and waits for nobody who is not wanted', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.array(moves, { maxLength: 40 }), fc.boolean(), (script, hasChannel) => {
      play(script, { hasChannel }, (before, move, life) => {
        seen.add(life.state.status);
        expect(violations(life.state)).toEqual([]);
        checkMove(before, move, life);
      });
    }),
    { numRuns: 2_000 },
  );
  expect([...seen].sort()).toEqual([...HANDLINGS].sort());
});
