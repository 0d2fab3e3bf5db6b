import * as contract from '@hanasu/contract/broadcast-sums';
import type { AccountId, ChannelId } from '@hanasu/contract/ids';
import { orNotFound } from '../../platform/app-error.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Implement } from '../../platform/http/implement.ts';
import type { OpenChannel } from '../channels/public.ts';
import { findBroadcast } from './broadcasts.store.ts';
import type { Lane } from './recipients.store.ts';
import * as store from './unit-sums.store.ts';

/** Lanes for 60 calls an hour, with five variants in each. */
const LANES_IN_AN_HOUR = 12;

/** Before the first call: whether the vendor has names left to count it under. It does not say when it has none. */
export async function learnUnits(
  database: Database,
  lane: Lane,
  { adapter, connection }: OpenChannel,
): Promise<void> {
  const { sums } = adapter;
  if (!sums) return;
  const wanted = await database.account(lane.accountId, (transaction) =>
    store.wantedUnits(transaction, lane),
  );
  if (wanted === null) return;
  const room = await sums.room(connection);
  await database.account(lane.accountId, (transaction) =>
    store.setCounted(transaction, lane, room !== null && room >= wanted),
  );
}

type Counting = Pick<OpenChannel, 'adapter' | 'connection'>;
interface SumDependencies {
  readonly database: Database;
  readonly directory: { open(accountId: AccountId, channelId: ChannelId): Promise<Counting | null> };
}

/** Reads what vendors have counted, once a day for as long as they change it. A crash loses a day of them at most. */
export async function readSums({ database, directory }: SumDependencies): Promise<void> {
  const lanes = await database.system((transaction) => store.claimSums(transaction, LANES_IN_AN_HOUR));
  for (const lane of lanes) {
    const channel = await directory.open(lane.accountId, lane.channelId);
    if (!channel?.adapter.sums) continue;
    const read = await readLane(channel, lane);
    if (read)
      await database.account(lane.accountId, (transaction) => store.storeSums(transaction, lane, read));
  }
}

/** Null: no day is over that it has counted. */
async function readLane(
  { adapter, connection }: Counting,
  { broadcastId, since, variants }: store.CountedLane,
) {
  const sums: contract.UnitSum[] = [];
  for (let variant = 0; variant < variants; variant += 1) {
    const unit = store.unitOf(broadcastId, variant);
    const outcome = await adapter.sums?.read(connection, { unit, since });
    if (outcome?.kind === 'early') return null;
    if (outcome?.kind !== 'known') return { sums, isWhole: false };
    const { day, impressions, clicks } = outcome;
    sums.push({ variant, day, impressions, clicks });
  }
  return { sums, isWhole: true };
}

export function addSumRoutes(implement: Implement, database: Database): void {
  implement(contract.listBroadcastSums, ({ params }, { session }) =>
    database.snapshot(session.accountId, async (transaction) => {
      orNotFound(await findBroadcast(transaction, params.uuid), 'broadcast');
      const found = await store.findSums(transaction, params.uuid);
      return {
        items: found.map(({ channelId, isCounted, sums }) => ({
          channelUuid: channelId,
          isCounted,
          sums: [...sums],
        })),
      };
    }),
  );
}
