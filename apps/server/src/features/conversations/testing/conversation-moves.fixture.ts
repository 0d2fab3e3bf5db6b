import type { MessageId, UserId } from '@hanasu/contract/ids';
import fc from 'fast-check';
import {
  botMayAnswer,
  type Circumstances,
  type ConversationCommand,
  type ConversationState,
  type Inbound,
  type Said,
  statusAfterInbound,
  type Transition,
  transition,
} from '../conversation-state.ts';

/** Random lives of a conversation, as the features command them. */

export const OPERATORS = [
  '0a000000-0000-7000-8000-000000000001',
  '0b000000-0000-7000-8000-000000000002',
] as const as readonly [UserId, UserId];

/** A day ago, so that times of a life are past for the database. */
export const START = Math.floor(Date.now() / 1000) * 1000 - 24 * 60 * 60_000;

export const FRESH: ConversationState = {
  status: 'bot',
  waitingReason: null,
  operatorId: null,
  snoozedUntil: null,
  turnDueAt: null,
  answeredThrough: null,
  failures: 0,
  waitingSince: null,
  respondBy: null,
  lateAt: null,
  firstAskedAt: null,
  firstResponseAt: null,
  takenAt: null,
  closedAt: null,
};

export const RESPOND_WITHIN = { first: 10, next: 30 } as const;

interface SpokenMessage {
  readonly id: MessageId;
  readonly sender: 'customer' | 'bot' | 'operator';
}

export interface Life {
  readonly state: ConversationState;
  readonly now: Date;
  readonly hasChannel: boolean;
  readonly messages: readonly SpokenMessage[];
}

export type Move =
  | {
      readonly kind: 'inbound';
      readonly inbound: Inbound;
      readonly wantsAnswer: boolean;
      readonly isGone: boolean;
      readonly afterMs: number;
    }
  | { readonly kind: 'command'; readonly command: ConversationCommand; readonly afterMs: number };

const operator = fc.constantFrom(...OPERATORS);
const afterMs = fc.constantFrom(0, 1_000, 60_000, 11 * 60_000);
const dueAt = fc.constantFrom(START, START + 60_000, START + 120_000).map((time) => new Date(time));
const reason = fc.constantFrom('not_found', 'tool_approval', 'low_confidence');

export const commands: fc.Arbitrary<ConversationCommand> = fc.oneof(
  fc.record({ kind: fc.constant('take-over'), by: operator, takeOver: fc.boolean() }),
  fc.record({
    kind: fc.constantFrom('give-back', 'close'),
    by: fc.option(operator),
    takeOver: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('assign'), to: fc.option(operator), by: fc.option(operator) }),
  fc.record({ kind: fc.constant('snooze'), until: fc.option(dueAt), by: operator }),
  fc.record({ kind: fc.constant('ask-for-person'), reason }),
  fc.record({
    kind: fc.constant('close-turn'),
    dueAt: fc.option(dueAt),
    answeredThrough: fc.constant(null),
    waitingReason: fc.option(reason),
    isFailure: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('drop-turn'), dueAt, isHandedOver: fc.boolean() }),
  fc.record({ kind: fc.constant('release'), operatorId: operator }),
  fc.record({
    kind: fc.constantFrom(
      'record-reply',
      'start-clock',
      'request-turn',
      'end-approval',
      'end-snooze',
      'record-late',
    ),
  }),
);

const ruled = fc.option(
  fc.constantFrom(
    { status: 'waiting', waitingReason: 'keyword' } as const,
    { status: 'bot', waitingReason: null } as const,
  ),
);

const inbound = fc.record({
  hasMessage: fc.boolean(),
  wantsLook: fc.boolean(),
  isTakenOver: fc.boolean(),
  ruled,
  isAnswered: fc.boolean(),
  isPaused: fc.boolean(),
});

export const moves: fc.Arbitrary<Move> = fc.oneof(
  fc.record({ kind: fc.constant('command'), command: commands, afterMs }),
  fc.record({
    kind: fc.constant('inbound'),
    // Automations give a conversation back because the customer asked for it.
    inbound: inbound.map((one) => ({ ...one, ruled: one.hasMessage ? one.ruled : null })),
    wantsAnswer: fc.boolean(),
    isGone: fc.boolean(),
    afterMs,
  }),
);

/** What `findSaid` reads. */
function saidOf(messages: readonly SpokenMessage[]): Said {
  const newest = messages.at(-1);
  const reply = messages.findLast(({ sender }) => sender !== 'customer');
  return {
    newest: newest?.id ?? null,
    newestReply: reply?.id ?? null,
    isUnanswered: newest?.sender === 'customer',
  };
}

export const circumstancesOf = ({ now, hasChannel, messages }: Life): Circumstances => ({
  now,
  hasChannel,
  respondWithin: hasChannel ? RESPOND_WITHIN : { first: null, next: null },
  said: saidOf(messages),
});

function apply(life: Life, command: ConversationCommand): Life {
  const result: Transition = transition(life.state, command, circumstancesOf(life));
  return result.kind === 'changed' ? { ...life, state: result.state } : life;
}

function say(life: Life, sender: SpokenMessage['sender'], prefix: string): Life {
  const id = `${prefix}-0000-7000-8000-${String(life.messages.length + 1).padStart(12, '0')}` as MessageId;
  return { ...life, messages: [...life.messages, { id, sender }] };
}

/** Answers are owed only where the bot may answer: `commitBatch` asks for none elsewhere. */
export function receiveOf({ state, messages }: Life, move: Move & { kind: 'inbound' }) {
  const to = statusAfterInbound(state.status, move.inbound);
  const mayAnswer = botMayAnswer(to ?? state);
  return {
    kind: 'receive',
    to,
    answerInMs: move.wantsAnswer && mayAnswer ? 500 : null,
    cancelsTurn: move.isGone || move.inbound.isTakenOver,
    answeredThrough: move.inbound.isTakenOver ? (messages.at(-1)?.id ?? null) : null,
  } as const satisfies ConversationCommand;
}

function moved(life: Life, move: Move, prefix: string): Life {
  if (move.kind === 'command') {
    const { command } = move;
    const spoken = command.kind === 'record-reply' ? say(life, 'operator', prefix) : life;
    return apply(command.kind === 'close-turn' ? say(spoken, 'bot', prefix) : spoken, command);
  }
  const { hasMessage, isTakenOver } = move.inbound;
  const heard = hasMessage ? say(life, 'customer', prefix) : life;
  const spoken = isTakenOver ? say(heard, 'operator', prefix) : heard;
  const received = apply(spoken, receiveOf(spoken, move));
  return hasMessage ? apply(received, { kind: 'record-customer-message' }) : received;
}

interface Play {
  readonly hasChannel: boolean;
  /** Of the messages' ids: eight hexadecimal digits. */
  readonly prefix?: string;
}

/** Lives through a script; `check` sees every step. */
export function play(
  script: readonly Move[],
  { hasChannel, prefix = '00000000' }: Play,
  check?: (before: ConversationState, move: Move, after: Life) => void,
): Life {
  let life: Life = { state: FRESH, now: new Date(START), hasChannel, messages: [] };
  for (const move of script) {
    const before = life.state;
    const now = new Date(life.now.getTime() + move.afterMs);
    life = moved({ ...life, now }, move, prefix);
    check?.(before, move, life);
  }
  return life;
}
