import type { MessageId, UserId } from '@hanasu/contract/ids';
import type { ConversationView, Handling } from '@hanasu/contract/inbox';

/**
 * The rules of a conversation: which command leads from which state to which. Pure; `conversation-commands.store.ts`
 * loads, decides and writes. Statements that change many conversations at once, or are on the way of every message,
 * say the same in SQL; `conversation-commands.store.test.ts` runs the same cases through both.
 */
export interface ConversationState {
  readonly status: Handling;
  readonly waitingReason: ConversationView['waitingReason'];
  /** Who has it or, while it waits, is to take it; null as well when they have left the account. */
  readonly operatorId: UserId | null;
  readonly snoozedUntil: Date | null;
  /** The bot owes an answer from then on. */
  readonly turnDueAt: Date | null;
  /** Messages up to this one need no answer of the bot. */
  readonly answeredThrough: MessageId | null;
  /** Answers without a result in a row. */
  readonly failures: number;
  /** The SLA clock: the customer waits for a person since then … */
  readonly waitingSince: Date | null;
  /** … and is late from then on. */
  readonly respondBy: Date | null;
  /** When lateness was last noticed. */
  readonly lateAt: Date | null;
  /** When a person was first wanted, and when one first answered. */
  readonly firstAskedAt: Date | null;
  readonly firstResponseAt: Date | null;
  /** Since when people have had it without a break. */
  readonly takenAt: Date | null;
  readonly closedAt: Date | null;
}

/** What a command needs to know beside the state. */
export interface Circumstances {
  readonly now: Date;
  /** Without a channel (the chat page, the API) turns are begun by whoever asks. */
  readonly hasChannel: boolean;
  /** Minutes for the first word of a person and for the next ones; null: no limit. */
  readonly respondWithin: { readonly first: number | null; readonly next: number | null };
  readonly said: Said;
}

/** What was said, as far as it decides what the bot owes. */
export interface Said {
  readonly newest: MessageId | null;
  /** Newest message of the bot or of a person to the customer. */
  readonly newestReply: MessageId | null;
  /** The customer spoke last. */
  readonly isUnanswered: boolean;
}

type WaitingReason = ConversationView['waitingReason'];

export type ConversationCommand =
  /** `takeOver`: also from the colleague who has it. `by` null: the product itself, which asks nobody. */
  | { readonly kind: 'take-over'; readonly by: UserId; readonly takeOver: boolean }
  | { readonly kind: 'give-back' | 'close'; readonly by: UserId | null; readonly takeOver: boolean }
  /** Closing it is taken back; `former`: as it was before. */
  | { readonly kind: 'reopen'; readonly by: UserId; readonly former: Partial<ConversationState> }
  | { readonly kind: 'assign'; readonly to: UserId | null; readonly by: UserId | null }
  /** Null: back now. */
  | { readonly kind: 'snooze'; readonly until: Date | null; readonly by: UserId }
  /** A person has written to the customer. */
  | { readonly kind: 'record-reply' }
  | { readonly kind: 'start-clock' }
  /** Something happened that a person has to look at. */
  | { readonly kind: 'ask-for-person'; readonly reason: NonNullable<WaitingReason> }
  /** Events of a channel: their status (`statusAfterInbound`) and what the bot owes for them. */
  | {
      readonly kind: 'receive';
      readonly to: StatusChange | null;
      readonly answerInMs: number | null;
      readonly cancelsTurn: boolean;
      readonly answeredThrough: MessageId | null;
    }
  /** After `receive`, where the customer has written. */
  | { readonly kind: 'record-customer-message' }
  | { readonly kind: 'request-turn' }
  /** `dueAt`: as the turn was taken with; when it has changed, more is owed. */
  | {
      readonly kind: 'close-turn';
      readonly dueAt: Date | null;
      readonly answeredThrough: MessageId | null;
      readonly waitingReason: WaitingReason;
      readonly isFailure: boolean;
    }
  | { readonly kind: 'drop-turn'; readonly dueAt: Date; readonly isHandedOver: boolean }
  /** Staff have decided on the calls of tools that it waited for. */
  | { readonly kind: 'end-approval' }
  | { readonly kind: 'end-snooze' }
  | { readonly kind: 'record-late' }
  /** This person leaves the account. */
  | { readonly kind: 'release'; readonly operatorId: UserId };

/** `changes`: what is written; a time that stays as it is is not in them. */
export type Transition =
  | {
      readonly kind: 'changed';
      readonly state: ConversationState;
      readonly changes: Partial<ConversationState>;
    }
  /** The command means nothing in this state. */
  | { readonly kind: 'unchanged' }
  /** A colleague has it. */
  | { readonly kind: 'refused'; readonly reason: 'taken' };

/** A person has it, or is wanted. */
export const needsPerson = ({ status }: Pick<ConversationState, 'status'>): boolean =>
  status === 'waiting' || status === 'operator';

/** While a person is wanted and none is there, the bot goes on. */
export const botMayAnswer = ({ status }: Pick<ConversationState, 'status'>): boolean =>
  status === 'bot' || status === 'waiting';

/** A conversation belongs to who has it, also against administrators, until somebody takes it over on purpose. */
export const isColleagues = ({ operatorId }: Pick<ConversationState, 'operatorId'>, userId: UserId | null) =>
  operatorId !== null && userId !== null && operatorId !== userId;

export function transition(
  state: ConversationState,
  command: ConversationCommand,
  circumstances: Circumstances,
): Transition {
  if ('takeOver' in command && !command.takeOver && isColleagues(state, command.by)) {
    return { kind: 'refused', reason: 'taken' };
  }
  const changes: Changes = { ...changesOf(state, command, circumstances) };
  for (const time of TIMES) if (changes[time] === state[time]) delete changes[time];
  if (Object.keys(changes).length === 0) return { kind: 'unchanged' };
  return { kind: 'changed', state: { ...state, ...changes }, changes };
}

/** Their columns are finer than a `Date`: written back they would be other times. */
const TIMES = [
  'turnDueAt',
  'waitingSince',
  'respondBy',
  'lateAt',
  'firstAskedAt',
  'firstResponseAt',
  'takenAt',
  'closedAt',
] as const;

type Changes = { -readonly [K in keyof ConversationState]?: ConversationState[K] };

function changesOf(
  state: ConversationState,
  command: ConversationCommand,
  circumstances: Circumstances,
): Changes {
  const { now } = circumstances;
  switch (command.kind) {
    case 'take-over':
      return takeOver(state, command.by, circumstances);
    case 'give-back':
      return giveBack(circumstances);
    case 'close':
      return {
        ...LET_GO,
        status: 'closed',
        answeredThrough: circumstances.said.newest,
        turnDueAt: null,
        closedAt: now,
      };
    case 'reopen':
      return state.status === 'closed' ? command.former : {};
    case 'assign':
      return assign(state, command.to, circumstances);
    case 'snooze':
      return { snoozedUntil: command.until };
    case 'record-reply':
      return { ...NO_CLOCK, firstResponseAt: state.firstResponseAt ?? now };
    case 'start-clock':
      return startClock(state, circumstances);
    case 'ask-for-person':
      return askForPerson(state, command.reason, now);
    case 'receive':
      return receive(state, command, now);
    case 'record-customer-message':
      return recordCustomerMessage(state, circumstances);
    case 'request-turn':
      return circumstances.hasChannel && botMayAnswer(state) ? { turnDueAt: state.turnDueAt ?? now } : {};
    case 'close-turn':
      return closeTurn(state, command);
    case 'drop-turn':
      return {
        ...dueAfter(state, command.dueAt),
        status: command.isHandedOver && state.status === 'bot' ? 'waiting' : state.status,
      };
    case 'end-approval':
      return state.status === 'waiting' && state.waitingReason === 'tool_approval' ? AFTER_APPROVAL : {};
    case 'end-snooze':
      return isReached(state.snoozedUntil, now) ? { snoozedUntil: null } : {};
    case 'record-late':
      return isNewlyLate(state, now) ? { lateAt: now } : {};
    case 'release':
      return release(state, command.operatorId);
    default:
      return command satisfies never;
  }
}

const NO_CLOCK = { waitingSince: null, respondBy: null } as const;

/** Given back or closed, nobody is waited for any more. */
const LET_GO = {
  ...NO_CLOCK,
  operatorId: null,
  waitingReason: null,
  snoozedUntil: null,
  takenAt: null,
} as const;

const AFTER_APPROVAL = {
  ...NO_CLOCK,
  status: 'bot',
  operatorId: null,
  waitingReason: null,
  snoozedUntil: null,
} as const;

/** What the bot owed is dropped. Who was not asked for starts a new count of how fast people answer. */
function takeOver(state: ConversationState, by: UserId, { now, said }: Circumstances): Changes {
  if (state.operatorId === by && state.status === 'operator') return {};
  const isUnasked = state.takenAt === null && state.waitingSince === null;
  return {
    status: 'operator',
    operatorId: by,
    waitingReason: null,
    answeredThrough: said.newest,
    turnDueAt: null,
    takenAt: state.takenAt ?? now,
    ...(isUnasked && { firstAskedAt: null, firstResponseAt: null }),
  };
}

/** On a channel the bot answers what the customer said last, if nobody has; on pages they ask again. */
const giveBack = ({ now, said, hasChannel }: Circumstances): Changes => ({
  ...LET_GO,
  status: 'bot',
  answeredThrough: said.newestReply,
  turnDueAt: hasChannel && said.isUnanswered ? now : null,
  failures: 0,
});

/** It waits for them until they write; who has begun to talk to a person goes on with a person. */
function assign(state: ConversationState, to: UserId | null, circumstances: Circumstances): Changes {
  if (state.operatorId === to) return {};
  const status = state.status === 'operator' && to !== null ? 'operator' : 'waiting';
  const beginsToWait = status === 'waiting' && state.status !== 'waiting';
  return {
    status,
    operatorId: to,
    turnDueAt: beginsToWait ? null : state.turnDueAt,
    ...startClock({ ...state, status }, circumstances),
  };
}

/**
 * Starts the clock unless it runs. Where a person has the conversation it is the next word that is waited for,
 * otherwise the first one, and a new count begins.
 */
function startClock(state: ConversationState, { now, respondWithin }: Circumstances): Changes {
  if (!needsPerson(state)) return {};
  const firstAskedAt = state.firstAskedAt ?? now;
  if (state.waitingSince !== null) return { firstAskedAt };
  if (state.takenAt === null) {
    return {
      waitingSince: now,
      respondBy: inMinutes(now, respondWithin.first),
      firstAskedAt: now,
      firstResponseAt: null,
    };
  }
  const minutes = state.firstResponseAt === null ? respondWithin.first : respondWithin.next;
  return { waitingSince: now, respondBy: inMinutes(now, minutes), firstAskedAt };
}

const inMinutes = (now: Date, minutes: number | null): Date | null =>
  minutes === null ? null : new Date(now.getTime() + minutes * 60_000);

/** Whoever has the conversation already keeps it. */
function askForPerson(state: ConversationState, reason: NonNullable<WaitingReason>, now: Date): Changes {
  if (!botMayAnswer(state)) return {};
  return {
    status: 'waiting',
    waitingReason: reason,
    waitingSince: state.waitingSince ?? now,
    firstAskedAt: state.firstAskedAt ?? now,
  };
}

export interface StatusChange {
  readonly status: Handling;
  readonly waitingReason: WaitingReason;
}

/** What a batch of events of a channel holds. */
export interface Inbound {
  /** The customer wrote. */
  readonly hasMessage: boolean;
  /** They did something else that a person should look at. */
  readonly wantsLook: boolean;
  /** A person answered in the vendor's own app. */
  readonly isTakenOver: boolean;
  /** What the channel's automations make of it; null: nothing. */
  readonly ruled: StatusChange | null;
  /** The channel has a bot or a group of them … */
  readonly isAnswered: boolean;
  /** … which answers nothing now. */
  readonly isPaused: boolean;
}

/** A closed conversation opens again when its customer writes; without a bot or group a person is wanted. */
export function statusAfterInbound(
  before: Handling,
  { hasMessage, wantsLook, isTakenOver, ruled, isAnswered, isPaused }: Inbound,
): StatusChange | null {
  if (isTakenOver) {
    return before === 'operator' ? null : { status: 'operator', waitingReason: 'person_took_over' };
  }
  if (ruled !== null) return ruled;
  const isIdle = before === 'bot' || before === 'closed';
  if (wantsLook && isIdle && !isPaused) return { status: 'waiting', waitingReason: 'not_text' };
  if (!hasMessage) return null;
  if (before === 'closed') return { status: isAnswered ? 'bot' : 'waiting', waitingReason: null };
  if (before === 'bot' && !isAnswered) return { status: 'waiting', waitingReason: null };
  return null;
}

/** A new status is nobody's yet. */
function receive(
  state: ConversationState,
  { to, answerInMs, cancelsTurn, answeredThrough }: ConversationCommand & { kind: 'receive' },
  now: Date,
): Changes {
  const asked = answerInMs === null ? state.turnDueAt : new Date(now.getTime() + answerInMs);
  return {
    ...(to && { ...to, operatorId: null }),
    turnDueAt: cancelsTurn ? null : asked,
    answeredThrough: newer(state.answeredThrough, answeredThrough),
  };
}

/** Ids grow with time. */
const newer = (one: MessageId | null, other: MessageId | null): MessageId | null =>
  one === null || (other !== null && other > one) ? other : one;

/** Ends a snooze. Where the bot has the conversation again, whoever gave it back, no clock of people runs on. */
function recordCustomerMessage(state: ConversationState, circumstances: Circumstances): Changes {
  if (!needsPerson(state)) return { ...NO_CLOCK, snoozedUntil: null, takenAt: null };
  return { snoozedUntil: null, ...startClock(state, circumstances) };
}

function closeTurn(
  state: ConversationState,
  { dueAt, answeredThrough, waitingReason, isFailure }: ConversationCommand & { kind: 'close-turn' },
): Changes {
  return {
    ...dueAfter(state, dueAt),
    answeredThrough: answeredThrough ?? state.answeredThrough,
    status: waitingReason !== null && state.status === 'bot' ? 'waiting' : state.status,
    waitingReason: waitingReason ?? state.waitingReason,
    failures: isFailure ? state.failures + 1 : 0,
  };
}

/** What came since the turn was taken is owed still. */
const dueAfter = ({ turnDueAt }: ConversationState, dueAt: Date | null): Changes => ({
  turnDueAt: turnDueAt?.getTime() === dueAt?.getTime() ? null : turnDueAt,
});

const isReached = (time: Date | null, now: Date): boolean => time !== null && time <= now;

/** Each time is noticed once. */
const isNewlyLate = (state: ConversationState, now: Date): boolean =>
  needsPerson(state) &&
  isReached(state.respondBy, now) &&
  (state.lateAt === null || (state.respondBy !== null && state.lateAt < state.respondBy));

/** A conversation that was theirs waits for somebody else. */
function release(state: ConversationState, operatorId: UserId): Changes {
  if (state.operatorId !== operatorId) return {};
  return { operatorId: null, status: state.status === 'operator' ? 'waiting' : state.status };
}

/** Name in the `data` of a line for the state before it; kept for the product itself. */
export const FORMER = 'former';
