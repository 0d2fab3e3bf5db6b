import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountId, ConversationId } from '@hanasu/contract/ids';
import type { Database, SystemTransaction } from '../../../platform/database/database.ts';
import { type GroupCommit, groupCommit } from '../../../platform/database/group-commit.ts';
import { newId } from '../../../platform/ids.ts';
import {
  addToBalances,
  deleteReservations,
  type EntrySource,
  insertEntries,
  insertReservations,
  type NewEntry,
  readRoomForCalls,
} from '../billing.store.ts';
import { settleMoney } from '../model-keys/model-keys.store.ts';
import { lockBalances } from '../rooms/rooms.store.ts';
import { type CallUrgency, PATIENCE_MS, roomForCall } from './room-for-call.ts';

/** What a call is for, as its entry of the ledger says it. */
export interface CallPurpose extends Pick<EntrySource, 'userId' | 'knowledgeId' | 'documentId'> {
  readonly conversationId?: ConversationId | null;
}

export const purposeOf = ({ conversationId = null, userId, knowledgeId, documentId }: CallPurpose) => ({
  conversationId,
  userId: userId ?? null,
  knowledgeId: knowledgeId ?? null,
  documentId: documentId ?? null,
});

interface ModelCall extends CallPurpose {
  readonly accountId: AccountId;
  readonly serviceUuid: string;
  /** What it may cost at most. */
  readonly tokens: number;
  readonly urgency: CallUrgency;
  readonly signal?: AbortSignal | undefined;
}

interface CallUsage {
  readonly cost: number;
  readonly input: number;
  readonly output: number;
}

/** `tokens`: what was charged. */
type ChargedCall<Value> =
  | { readonly kind: 'made'; readonly value: Value; readonly tokens: number }
  | { readonly kind: 'busy' | 'spent' };

const NOTHING: CallUsage = { cost: 0, input: 0, output: 0 };

/**
 * Makes one call of a model: its tokens are reserved before and its cost is charged after it, never more than was
 * reserved. A call that throws costs nothing.
 */
export async function chargeCall<Value>(
  database: Pick<Database, 'system'>,
  call: ModelCall,
  make: () => Promise<{ readonly value: Value; readonly usage: CallUsage }>,
): Promise<ChargedCall<Value>> {
  const id = newId<string>();
  const reserved = await reserveCall(database, { ...call, id });
  if (reserved !== 'granted') return { kind: reserved };
  let used = NOTHING;
  const charged = () => Math.min(call.tokens, used.cost);
  try {
    const { value, usage } = await make();
    used = usage;
    return { kind: 'made', value, tokens: charged() };
  } finally {
    await groupsOf(database).settle.add({
      accountId: call.accountId,
      id,
      tokens: charged() === 0 ? 0 : -charged(),
      botId: null,
      serviceUuid: call.serviceUuid,
      channelId: null,
      ...purposeOf(call),
      messageId: null,
      input: used.input,
      output: used.output,
    });
  }
}

interface CallReservation {
  readonly accountId: AccountId;
  /** The reservation's, and later the ledger entry's. */
  readonly id: string;
  /** What the call may cost at most. */
  readonly tokens: number;
  readonly urgency: CallUrgency;
  /** Aborts when the result is no longer wanted: the wait ends. */
  readonly signal?: AbortSignal | undefined;
}

/** `busy`: others held the balance for as long as the caller could wait. `spent`: the account can't pay for it. */
type ReservedCall = 'granted' | 'busy' | 'spent';

/** Longer than any call may take; afterwards the tokens are free again by themselves. */
const LIFE_SECONDS = 180;
const ASK_EVERY_MS = 250;
/** Reserves the tokens of one call before it is made; waits while other calls hold the balance. */
export async function reserveCall(
  database: Pick<Database, 'system'>,
  call: CallReservation,
): Promise<ReservedCall> {
  const endsAt = performance.now() + PATIENCE_MS[call.urgency];
  for (;;) {
    const outcome = await groupsOf(database).reserve.add(call);
    if (outcome !== 'busy' || call.signal?.aborted || performance.now() >= endsAt) return outcome;
    await sleep(ASK_EVERY_MS, undefined, { signal: call.signal }).catch(() => undefined);
  }
}

interface Groups {
  readonly reserve: GroupCommit<CallReservation, ReservedCall>;
  readonly settle: GroupCommit<SettledCall, void>;
}

const groups = new WeakMap<Pick<Database, 'system'>, Groups>();

/**
 * The questions of fifty customers at once are embedded with a few transactions, not with a hundred that wait for each other.
 * Two lanes: an account whose balance is locked does not hold up the others.
 */
function groupsOf(database: Pick<Database, 'system'>): Groups {
  const known = groups.get(database);
  if (known) return known;
  const made: Groups = {
    reserve: groupCommit(
      (calls) => database.system((transaction) => tryToReserve(transaction, calls), { bitmapScans: false }),
      { maxBatch: 256, lanes: 2 },
    ),
    settle: groupCommit(
      async (calls) => {
        await database.system((transaction) => settleUsage(transaction, calls));
        return calls.map(() => undefined);
      },
      { maxBatch: 256, lanes: 2 },
    ),
  };
  groups.set(database, made);
  return made;
}

/** In their order: what is granted to one is no longer there for the next. */
async function tryToReserve(
  transaction: SystemTransaction,
  calls: readonly CallReservation[],
): Promise<ReservedCall[]> {
  const accountIds = [...new Set(calls.map(({ accountId }) => accountId))];
  // Two statements: one that waits for a lock does not see what was reserved while it waited.
  const [, rooms] = await Promise.all([
    lockBalances(transaction, accountIds),
    readRoomForCalls(transaction, accountIds),
  ]);
  const roomOf = new Map(rooms.map((room) => [room.accountId, room]));
  const granted: CallReservation[] = [];
  const outcomes = calls.map((call) => {
    const room = roomOf.get(call.accountId);
    const outcome = room ? roomForCall(call, room) : 'spent';
    if (!room || outcome !== 'granted') return outcome;
    roomOf.set(call.accountId, { ...room, reserved: room.reserved + call.tokens });
    granted.push(call);
    return outcome;
  });
  await insertReservations(transaction, granted, LIFE_SECONDS);
  return outcomes;
}

type SettledCall = Omit<NewEntry, 'kind'>;

/**
 * Charges calls that were made and frees what was reserved for them. `id` is the reservation's; the primary key
 * of the ledger refuses to charge it twice. A call that cost nothing frees its reservation and leaves no entry.
 */
export async function settleUsage(
  transaction: SystemTransaction,
  calls: readonly SettledCall[],
): Promise<void> {
  if (calls.length === 0) return;
  const charged = calls.filter((call) => call.tokens !== 0 || (call.money && call.input + call.output > 0));
  const accountIds = [...new Set(calls.map(({ accountId }) => accountId))];
  const isEachCharged = new Set(charged.map(({ accountId }) => accountId)).size === accountIds.length;
  await Promise.all([
    // Balances are locked before reservations, as where reservations grow: in the other order two transactions could wait
    // for each other. Charging an account locks its balance, too.
    isEachCharged ? null : lockBalances(transaction, accountIds),
    addEntries(
      transaction,
      charged.map((call) => ({ ...call, kind: 'call' as const })),
    ),
    deleteReservations(transaction, calls),
    // After the balances, as every transaction takes both.
    settleMoney(
      transaction,
      calls.flatMap(({ money }) => money ?? []),
    ),
  ]);
}

export async function addEntries(
  transaction: SystemTransaction,
  entries: readonly NewEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const changes = new Map<AccountId, number>();
  for (const entry of entries) {
    changes.set(entry.accountId, (changes.get(entry.accountId) ?? 0) + entry.tokens);
  }
  // In this order: entries hold the balances that they lead to.
  await Promise.all([addToBalances(transaction, changes), insertEntries(transaction, entries)]);
}
