import { createLeasedWorker } from '../../platform/workers/leased-worker.ts';
import { decideDue } from './ab-test.ts';
import { announceNews } from './announce-news.ts';
import { closeOrphans, NEXT_BROADCAST_DUE, nextStartIn } from './broadcasts.store.ts';
import { createTurns } from './make-calls.ts';
import * as store from './recipients.store.ts';
import { runLane, type SendDependencies } from './run-lane.ts';
import { startDue } from './start-broadcast.ts';

/** Broadcasts worked on side by side; each is on a channel of its own. */
const AT_ONCE = 4;
const LEASE_SECONDS = 60;

/** Starts what is due by the clock, and sends what was started. */
export function createBroadcastSender(dependencies: Omit<SendDependencies, 'takeTurn'>) {
  const { database, onError } = dependencies;
  const takeTurn = createTurns();
  const worker = createLeasedWorker<store.Lane>({
    name: 'broadcasts',
    nextDue: `least(${NEXT_BROADCAST_DUE}, ${store.NEXT_LANE_DUE})`,
    concurrency: AT_ONCE,
    async claim({ limit }) {
      const [items, nextIn] = await database.system((transaction) =>
        Promise.all([
          store.claimLanes(transaction, { limit, leaseSeconds: LEASE_SECONDS }),
          store.nextLaneIn(transaction),
        ]),
      );
      return { items, nextIn };
    },
    run: (lane, signal) => runLane({ ...dependencies, takeTurn }, lane, signal),
    keyOf: ({ accountId, broadcastId }) => `${accountId}/${broadcastId}`,
    renew: {
      everyMs: (LEASE_SECONDS * 1_000) / 4,
      extend: (lane) => database.system((transaction) => store.extendLane(transaction, lane, LEASE_SECONDS)),
    },
    onError,
  });
  return {
    ...worker,
    async runOnce(notify: () => void): Promise<number | null> {
      await startDue(dependencies);
      await decideDue(database);
      const startIn = await database.system(async (transaction) => {
        await closeOrphans(transaction);
        return nextStartIn(transaction);
      });
      const nextIn = await worker.runOnce(notify);
      if (await announceNews(dependencies)) notify();
      return startIn === null || nextIn === null ? (startIn ?? nextIn) : Math.min(startIn, nextIn);
    },
  };
}
