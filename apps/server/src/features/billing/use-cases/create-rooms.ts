import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountId } from '@hanasu/contract/ids';
import type { Database, SystemTransaction } from '../../../platform/database/database.ts';
import { groupCommit } from '../../../platform/database/group-commit.ts';
import { allotGrowth, GROWTH_SHARE, type Growth } from '../domain/allot-room.ts';
import * as rooms from '../rooms.store.ts';
import { type HolderKey, leaveQueue, releaseRooms } from '../rooms.store.ts';
import { LIFE_SECONDS, PATIENCE_MS, type Room, type RoomRequest, requestRoom } from './request-room.ts';

/**
 * Is given what an answer has cost so far; cheap enough to be called with each piece of text. False: the balance is used
 * up and the answer has to end.
 */
export type GrowReservation = (tokens: number) => boolean;

/** Room in balances for turns, many turns in one transaction. */
export interface Rooms {
  request(request: RoomRequest): Promise<Room>;
  /** Asks until there is room, none will come, or `signal` aborts: then it leaves the queue and is `waiting` still. */
  waitForRoom(request: RoomRequest, signal: AbortSignal): Promise<Room>;
  /** No answer is made after all: its place in the queue and what it holds are free. */
  leave(key: HolderKey): Promise<void>;
  /** Lets the reservation of a running answer grow, in at most ten steps. */
  grow(reservation: Growing): GrowReservation;
}

interface Growing {
  readonly accountId: AccountId;
  readonly id: string;
  readonly tokens: number;
  readonly limit: number;
}

/** A request that waits asks so often. */
const ASK_EVERY_MS = 300;
/** What a database that is away for a moment adds to the patience. */
const GRACE_MS = 10_000;
const AHEAD = 0.25;

export function createRooms(database: Database, onError: (error: unknown) => void): Rooms {
  // While a balance is locked nobody else of the same account gets on, so one transaction at a time is fastest.
  const requests = groupCommit<RoomRequest, Room>(
    (asked) => database.system((transaction) => requestRoom(transaction, asked)),
    { maxBatch: 256, lanes: 1 },
  );
  const growth = groupCommit<GrowthRequest, boolean>(
    (grown) => database.system((transaction) => growReservations(transaction, grown)),
    { maxBatch: 256, lanes: 1 },
  );
  const leave = (key: HolderKey) =>
    database.system(async (transaction) => {
      await leaveQueue(transaction, [key]);
      await releaseRooms(transaction, [key]);
    });
  return {
    request: requests.add,
    leave,
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
    grow({ accountId, id, tokens, limit }) {
      const step = Math.max(1, Math.ceil(limit * GROWTH_SHARE));
      let held = tokens;
      let isAsking = false;
      let isRefused = false;
      async function ask(cost: number): Promise<void> {
        isAsking = true;
        const to = Math.min(limit, Math.max(cost, held) + step);
        try {
          isRefused = !(await growth.add({ accountId, id, from: held, to, limit }));
          if (!isRefused) held = to;
        } catch (error) {
          onError(error);
        } finally {
          isAsking = false;
        }
      }
      return (cost) => {
        // A little ahead, so that the answer need not wait for the database.
        if (cost > held - step * AHEAD && held < limit && !isAsking) void ask(cost);
        return !isRefused || cost <= held;
      };
    },
  };
}

type GrowthRequest = Growth & { readonly accountId: AccountId };

/** Lets reservations of running answers grow; says of each whether it has. */
async function growReservations(
  transaction: SystemTransaction,
  requests: readonly GrowthRequest[],
): Promise<boolean[]> {
  const accountIds = [...new Set(requests.map(({ accountId }) => accountId))];
  const [, balances, running] = await Promise.all([
    rooms.lockBalances(transaction, accountIds),
    rooms.readBalances(transaction, accountIds),
    rooms.readRunning(transaction, accountIds),
  ]);
  const runningOf = Map.groupBy(running, ({ accountId }) => accountId);
  const grown = balances.flatMap(({ accountId, balance }) =>
    allotGrowth(
      requests.filter((request) => request.accountId === accountId),
      { balance, running: runningOf.get(accountId) ?? [] },
    ).map(({ id, to }) => ({ accountId, id, tokens: to })),
  );
  await rooms.growRooms(transaction, grown, LIFE_SECONDS);
  const ids = new Set(grown.map(({ id }) => id));
  return requests.map(({ id }) => ids.has(id));
}
