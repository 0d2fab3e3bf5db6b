import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountId, ApiKeyId, BotId, BudgetId } from '@hanasu/contract/ids';
import type { Database, SystemTransaction } from '../../../platform/database/database.ts';
import { groupCommit } from '../../../platform/database/group-commit.ts';
import { markReached } from '../budgets/budgets.store.ts';
import {
  type Admitted,
  allotRoom,
  type BudgetRoom,
  countsFor,
  estimateCost,
  GROWTH_AHEAD,
  GROWTH_SHARE,
  type GrowthOutcome,
  type PaidBy,
} from './allot-room.ts';
import { type GrowthRequest, growReservations } from './grow-reservations.ts';
import { keyOfBot, type ReadRoom, readAccountRooms, readKnownCosts } from './read-account-rooms.ts';
import * as rooms from './rooms.store.ts';
import { type HolderKey, leaveQueue, releaseRooms, sweepRooms } from './rooms.store.ts';

/** Longer than any answer may take; afterwards the tokens are free again by themselves. */
const LIFE_SECONDS = 150;
/** So long a turn that waits has to come for the room that was found for it. */
const PICK_UP_SECONDS = 15;
/** Then it is a person's: nobody waits longer for a bot that may not answer at all. */
const PATIENCE_MS = 45_000;

export interface RoomRequest extends rooms.HolderKey {
  /** The reservation's, and later the ledger entry's. */
  readonly id: string;
  readonly botId: BotId;
  /** The key that a program asks with; null: a person asks. */
  readonly apiKeyId: ApiKeyId | null;
  readonly entrance: string;
  readonly isAnonymous: boolean;
  /** Tokens that the answer may cost at most; 0: it begins with a model that takes none. */
  readonly limit: number;
  /** With fewer tokens nothing can be said. */
  readonly least: number;
  /** What it needs when it falls back to a model that takes tokens; null: to none. */
  readonly later?: { readonly limit: number; readonly least: number } | null;
  /** Its turn is stored and begun again later; otherwise a request waits and asks every second or so. */
  readonly isStored: boolean;
}

/**
 * `granted`: the answer may cost up to `limit`; `tokens` are set aside for now. `waiting`: others hold the balance; ask
 * again. `busy`: they have for 45 seconds. `spent`: the account has nothing left to say anything with. `over_budget`: a
 * budget has not.
 */
export type Room =
  | {
      readonly kind: 'granted';
      readonly tokens: number;
      readonly limit: number;
      /** A budget leaves no more than `limit`. */
      readonly budget?: ReachedBudget | null;
    }
  | { readonly kind: 'waiting' | 'busy' | 'spent' }
  | ({ readonly kind: 'over_budget' } & ReachedBudget);

interface ReachedBudget {
  readonly id: BudgetId;
  readonly of: 'account' | 'bot' | 'key';
  /** What happens at its limit. */
  readonly action: 'builtin' | 'pause';
}

const reached = ({ id, botId, apiKeyId, action }: BudgetRoom): ReachedBudget => ({
  id,
  of: botId ? 'bot' : apiKeyId ? 'key' : 'account',
  action: action === 'builtin' ? 'builtin' : 'pause',
});

const keyOf = ({ accountId, holder }: rooms.HolderKey): string => `${accountId}/${holder}`;

/**
 * Decides for turns whether they start, wait or end, and starts those that have waited in front of them. `isLast`: nothing else is
 * asked in this transaction.
 */
export async function requestRoom(
  transaction: SystemTransaction,
  requests: readonly RoomRequest[],
  { isLast = false } = {},
): Promise<Room[]> {
  if (requests.length === 0) return [];
  const [costOf, state] = await Promise.all([
    readKnownCosts(transaction, requests),
    readState(transaction, accountsOf(requests)),
  ]);
  const outcomes = new Map<string, Room>();
  const asked = new Map<string, RoomRequest>();
  for (const request of requests) {
    const key = keyOf(request);
    const held = state.held.get(key);
    const waited = state.waiting.get(key);
    const { balance } = accountOf(state, request);
    const refused = overBudget(state, request);
    asked.set(key, request);
    // A group may have chosen another bot meanwhile, whose budget leaves less.
    if (held && (held.botId === request.botId || !refused)) outcomes.set(key, granted(state, request, held));
    // Its first model is paid for with a key of the account.
    else if (request.limit === 0) outcomes.set(key, { kind: 'granted', tokens: 0, limit: 0 });
    else if (balance < request.least) outcomes.set(key, { kind: 'spent' });
    else if (refused) outcomes.set(key, refused);
    else if (waited && waited.waitedMs >= PATIENCE_MS) outcomes.set(key, { kind: 'busy' });
    if (outcomes.has(key)) state.waiting.delete(key);
    else if (!waited) {
      const cost = costOf.get(keyOfBot(request)) ?? { answers: 0, percentile: 0 };
      state.waiting.set(key, { ...request, estimate: estimateCost(request.limit, cost), waitedMs: 0 });
    }
  }
  const admitted = admit(state);
  for (const room of admitted) {
    const request = asked.get(keyOf(room.candidate));
    if (request) outcomes.set(keyOf(request), granted(state, request, room));
  }
  const writing = () => write(transaction, requests, outcomes, { state, admitted });
  await (isLast ? transaction.last(writing) : writing());
  return requests.map((request) => outcomes.get(keyOf(request)) ?? { kind: 'waiting' });
}

/** Gives room to stored turns that wait, wherever there is some now. */
async function admitWaiting(transaction: SystemTransaction): Promise<void> {
  const crowded = await rooms.findCrowded(transaction);
  if (crowded.length === 0) return;
  const state = await readState(
    transaction,
    crowded.map(({ accountId }) => accountId),
  );
  const admitted = admit(state);
  await rooms.holdRooms(transaction, admitted.map(forLater));
  await rooms.leaveQueue(transaction, [...admitted.map(({ candidate }) => candidate), ...state.poor]);
}

const accountsOf = (keys: readonly rooms.HolderKey[]): AccountId[] => [
  ...new Set(keys.map(({ accountId }) => accountId)),
];

/** With the budget that makes it less than what was asked for, where the balance does not. */
function granted(
  state: RoomState,
  request: RoomRequest,
  room: { readonly tokens: number; readonly limit: number },
): Room {
  const { balance, budgets = [] } = accountOf(state, request);
  const [tightest] = budgets
    .filter((budget) => countsFor(budget, request))
    .sort((one, other) => one.left - other.left);
  const limit = Math.max(1, Math.min(room.limit, tightest?.left ?? room.limit));
  const isTight = limit < request.limit && tightest && tightest.left < balance;
  const tokens = Math.min(room.tokens, limit);
  return { kind: 'granted', tokens, limit, budget: isTight ? reached(tightest) : null };
}

/**
 * The budget that leaves a turn less than it needs; of several one that pauses. Null: none does. Once it was too little for an
 * answer, no turn waits for a remainder that another answer holds.
 */
function overBudget(
  state: Pick<RoomState, 'accounts'>,
  turn: Pick<rooms.WaitingTurn, 'accountId' | 'botId' | 'apiKeyId' | 'least'>,
): (Room & { readonly kind: 'over_budget' }) | null {
  const { budgets = [] } = accountOf(state, turn);
  const isUsedUp = ({ left, isReached, running }: BudgetRoom) =>
    left < turn.least || (isReached && running.length > 0);
  const used = budgets.filter((budget) => countsFor(budget, turn) && isUsedUp(budget)).map(reached);
  const first = used.find(({ action }) => action === 'pause') ?? used[0];
  return first ? { kind: 'over_budget', ...first } : null;
}

interface RoomState {
  readonly accounts: ReadonlyMap<AccountId, ReadRoom>;
  /** What conversations hold already: a turn of theirs was cut off, or found room while it waited. */
  readonly held: ReadonlyMap<string, rooms.Reservation>;
  /** All who have a place in the queue. */
  readonly queued: ReadonlySet<string>;
  /** Who may start, by holder. */
  readonly waiting: Map<string, rooms.WaitingTurn>;
  /** Turns that cannot be paid for: they are refused when they ask again. */
  readonly poor: readonly rooms.WaitingTurn[];
}

const EMPTY: ReadRoom = { balance: 0, running: [], reservations: [] };
const accountOf = (
  { accounts }: Pick<RoomState, 'accounts'>,
  { accountId }: { readonly accountId: AccountId },
): ReadRoom => accounts.get(accountId) ?? EMPTY;

async function readState(
  transaction: SystemTransaction,
  accountIds: readonly AccountId[],
): Promise<RoomState> {
  const [accounts, queue] = await Promise.all([
    readAccountRooms(transaction, accountIds),
    rooms.readWaiting(transaction, accountIds),
  ]);
  const held = [...accounts.values()].flatMap(({ reservations }) => reservations);
  const waiting = Map.groupBy(
    queue.filter(({ isThere }) => isThere),
    (turn) => accountOf({ accounts }, turn).balance < turn.least || overBudget({ accounts }, turn) !== null,
  );
  return {
    accounts,
    held: new Map(
      held.flatMap((one) =>
        one.holder ? [[keyOf({ accountId: one.accountId, holder: one.holder }), one]] : [],
      ),
    ),
    queued: new Set(queue.map(keyOf)),
    waiting: new Map((waiting.get(false) ?? []).map((turn) => [keyOf(turn), turn])),
    poor: waiting.get(true) ?? [],
  };
}

/** Those whose patience is over are not admitted any more: their turn hears so when it asks. */
function admit({ accounts, waiting }: RoomState): Admitted[] {
  const candidates = [...waiting.values()].filter(({ waitedMs }) => waitedMs < PATIENCE_MS);
  const byAccount = Map.groupBy(candidates, ({ accountId }) => accountId);
  return [...byAccount].flatMap(([accountId, own]) => allotRoom(own, accountOf({ accounts }, { accountId })));
}

/** Held under the conversation's own id until its turn comes for it. */
const forLater = ({ candidate, tokens, limit }: Admitted): rooms.NewRoom => ({
  ...candidate,
  id: candidate.holder,
  tokens,
  limit,
  lifeSeconds: PICK_UP_SECONDS,
});

async function write(
  transaction: SystemTransaction,
  requests: readonly RoomRequest[],
  outcomes: ReadonlyMap<string, Room>,
  { state, admitted }: { state: RoomState; admitted: readonly Admitted[] },
): Promise<void> {
  const granted = requests.flatMap((request): rooms.NewRoom[] => {
    const room = outcomes.get(keyOf(request));
    const isHeld = room?.kind === 'granted' && room.limit > 0;
    return isHeld ? [{ ...request, ...room, lifeSeconds: LIFE_SECONDS }] : [];
  });
  const askedFor = new Set(requests.map(keyOf));
  const others = admitted.filter(({ candidate }) => !askedFor.has(keyOf(candidate)));
  const queued = requests.filter((request) => !outcomes.has(keyOf(request)));
  const left = [
    ...requests.filter((request) => outcomes.has(keyOf(request))),
    ...others.map(({ candidate }) => candidate),
    ...state.poor,
  ].filter((key) => state.queued.has(keyOf(key)));
  const reachedBudgets = requests.flatMap((request) => {
    const room = outcomes.get(keyOf(request));
    return room?.kind === 'over_budget' ? [{ accountId: request.accountId, id: room.id }] : [];
  });
  await Promise.all([
    reachedBudgets.length > 0 ? markReached(transaction, reachedBudgets) : null,
    rooms.holdRooms(transaction, [...granted, ...others.map(forLater)]),
    rooms.leaveQueue(transaction, left),
    rooms.enterQueue(
      transaction,
      queued.flatMap((request) => {
        const turn = state.waiting.get(keyOf(request));
        return turn ? [turn] : [];
      }),
    ),
  ]);
}

/**
 * Is given what an answer has cost so far; cheap enough to be called with each piece of text. Not null: the balance or a
 * budget is used up and the answer has to end.
 */
type GrowReservation = (tokens: number) => 'spent' | 'over_budget' | null;

/** Room in balances for turns, many turns in one transaction. */
export interface Rooms {
  request(request: RoomRequest): Promise<Room>;
  /** Asks until there is room, none will come, or `signal` aborts: then it leaves the queue and is `waiting` still. */
  waitForRoom(request: RoomRequest, signal: AbortSignal): Promise<Room>;
  /** No answer is made after all: its place in the queue and what it holds are free. */
  leave(key: HolderKey): Promise<void>;
  /** A budget has left an answer too little to begin with. */
  noteReached(accountId: AccountId, budget: ReachedBudget): Promise<void>;
  /** Lets the reservation of a running answer grow, in at most ten steps. */
  grow(reservation: Growing): GrowReservation;
  /** Begins stored turns that have waited. A worker that runs turns calls it in each round while it `isCrowded`. */
  admitWaiting(): Promise<void>;
  /** Whether a turn waits. */
  isCrowded(transaction: SystemTransaction): Promise<boolean>;
  /** Ends what has expired, at most once a minute. */
  sweep(): Promise<void>;
  /** SQL expression, for workers that call `admitWaiting`: since when a turn waits. */
  readonly nextDue: string;
}

interface Growing extends PaidBy {
  readonly accountId: AccountId;
  readonly id: string;
  readonly tokens: number;
  readonly limit: number;
}

/** A request that waits asks so often. */
const ASK_EVERY_MS = 300;
/** What a database that is away for a moment adds to the patience. */
const GRACE_MS = 10_000;
const SWEEP_EVERY_MS = 60_000;

export function createRooms(database: Database, onError: (error: unknown) => void): Rooms {
  // While a balance is locked nobody else of the same account gets on, so one transaction at a time is fastest.
  const requests = groupCommit<RoomRequest, Room>(
    (asked) =>
      database.system((transaction) => requestRoom(transaction, asked, { isLast: true }), {
        bitmapScans: false,
      }),
    { maxBatch: 256, lanes: 1 },
  );
  const growth = groupCommit<GrowthRequest, GrowthOutcome>(
    (grown) =>
      database.system((transaction) => growReservations(transaction, grown, LIFE_SECONDS), {
        bitmapScans: false,
      }),
    { maxBatch: 256, lanes: 1 },
  );
  const leave = (key: HolderKey) =>
    database.system(async (transaction) => {
      await leaveQueue(transaction, [key]);
      await releaseRooms(transaction, [key]);
    });
  let sweptAt = Number.NEGATIVE_INFINITY;
  return {
    request: requests.add,
    leave,
    async noteReached(accountId, { id }) {
      await database
        .system((transaction) => markReached(transaction, [{ accountId, id }]))
        .catch((error: unknown) => onError(error));
    },
    nextDue: rooms.NEXT_WAIT_DUE,
    admitWaiting: () => database.system(admitWaiting, { bitmapScans: false }),
    isCrowded: rooms.isCrowded,
    async sweep() {
      if (performance.now() - sweptAt < SWEEP_EVERY_MS) return;
      sweptAt = performance.now();
      await database.system(sweepRooms);
    },
    async waitForRoom(request, signal) {
      const endsAt = performance.now() + PATIENCE_MS + GRACE_MS;
      while (!signal.aborted && performance.now() < endsAt) {
        await sleep(ASK_EVERY_MS, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) break;
        try {
          const room = await requests.add(request);
          if (room.kind !== 'waiting') return room;
        } catch (error) {
          onError(error);
        }
      }
      await leave(request).catch(onError);
      return { kind: signal.aborted ? 'waiting' : 'busy' };
    },
    grow({ tokens, limit, ...growing }) {
      const step = Math.max(1, Math.ceil(limit * GROWTH_SHARE));
      let held = tokens;
      let isAsking = false;
      let refusal: 'spent' | 'over_budget' | null = null;
      async function ask(cost: number): Promise<void> {
        isAsking = true;
        const to = Math.min(limit, Math.max(cost, held) + step);
        try {
          const outcome = await growth.add({ ...growing, from: held, to, limit });
          refusal = outcome === 'grown' ? null : outcome;
          if (!refusal) held = to;
        } catch (error) {
          onError(error);
        } finally {
          isAsking = false;
        }
      }
      return (cost) => {
        if (cost > held - step * GROWTH_AHEAD && held < limit && !isAsking) void ask(cost);
        return cost > held ? refusal : null;
      };
    },
  };
}
