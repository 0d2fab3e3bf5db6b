import type { AccountId, ChannelId } from '@hanasu/contract/ids';
import type { Database } from '../../../platform/database/database.ts';
import type { OpenChannel } from '../channel-directory.ts';
import { setAttention } from '../channels.store.ts';
import { SECRET_WRONG } from '../domain/attention.ts';
import { isKnownToChannel } from '../friends.store.ts';
import type { OnChannelTrouble } from './renew-access.ts';

export interface SignatureWatchDependencies {
  readonly database: Database;
  readonly onTrouble: OnChannelTrouble;
  /** For the log: the secret of this channel is wrong. */
  readonly onSecretWrong: (channel: { readonly channel: ChannelId; readonly calls: number }) => void;
  readonly onError: (error: unknown) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export interface SignatureWatch {
  passed(id: ChannelId): void;
  /** A call whose signature does not match. Never fails and never waits. */
  failed(channel: OpenChannel, rawBody: Buffer): void;
}

interface Watched {
  /** Since the last good call. */
  calls: number;
  /** Since the last good call, with an id that strangers do not know. */
  known: number;
  /** Nothing is asked before. */
  nextAt: number;
}

/** Anybody can post junk to a webhook: it must neither raise an alarm nor make us flood the vendor. */
const ASK_EVERY_MS = 10 * 60_000;
const AFTER_UNKNOWN_MS = 60_000;
const LOOK_EVERY_MS = 5_000;
const AT_ONCE = 4;
const CHANNELS_WATCHED = 5_000;
/** Where the vendor can't be asked. */
const KNOWN_CALLS = 2;

/** Notices a webhook secret that was issued anew at the vendor: all its calls fail, and nothing else says so. */
export function createSignatureWatch(dependencies: SignatureWatchDependencies): SignatureWatch {
  const { now, onError } = dependencies;
  const watched = new Map<ChannelId, Watched>();
  let running = 0;

  async function look(channel: OpenChannel, entry: Watched, rawBody: Buffer): Promise<void> {
    const { checkSecret } = channel.adapter;
    if (!checkSecret) {
      entry.nextAt = now() + LOOK_EVERY_MS;
      if (await namesWhoIsKnown(dependencies.database, channel, rawBody)) entry.known += 1;
      if (entry.known < KNOWN_CALLS) return;
    } else {
      entry.nextAt = now() + ASK_EVERY_MS;
      const check = await checkSecret.call(channel.adapter, channel.connection);
      if (check === 'unknown') entry.nextAt = now() + AFTER_UNKNOWN_MS;
      if (check !== 'wrong') return;
    }
    // A good call came in while the vendor was asked.
    if (watched.get(channel.id) !== entry) return;
    entry.nextAt = now() + ASK_EVERY_MS;
    await tell(dependencies, channel, entry.calls);
  }

  return {
    passed: (id) => void watched.delete(id),
    failed(channel, rawBody) {
      if (watched.size >= CHANNELS_WATCHED) watched.clear();
      const entry = watched.get(channel.id) ?? { calls: 0, known: 0, nextAt: 0 };
      watched.set(channel.id, entry);
      entry.calls += 1;
      if (entry.nextAt > now() || running >= AT_ONCE) return;
      running += 1;
      void look(channel, entry, rawBody)
        .catch(onError)
        .finally(() => {
          running -= 1;
        });
    },
  };
}

const LOOKED_AT_BYTES = 4_096;
const MOST_IDS = 50;

/** Strangers do not know these ids, so such a call comes from the vendor. What is not signed is not parsed. */
async function namesWhoIsKnown(
  database: Database,
  { accountId, id }: OpenChannel,
  rawBody: Buffer,
): Promise<boolean> {
  const words = rawBody.toString('latin1', 0, LOOKED_AT_BYTES).match(/[\w-]{6,64}/g) ?? [];
  const ids = [...new Set(words)].slice(0, MOST_IDS);
  return (
    ids.length > 0 && database.account(accountId, (transaction) => isKnownToChannel(transaction, id, ids))
  );
}

async function tell(
  { database, onTrouble, onSecretWrong }: SignatureWatchDependencies,
  { accountId, id }: { readonly accountId: AccountId; readonly id: ChannelId },
  calls: number,
): Promise<void> {
  onSecretWrong({ channel: id, calls });
  await database.account(accountId, (transaction) => setAttention(transaction, id, SECRET_WRONG));
  onTrouble(accountId, id, 'secret_wrong');
}
