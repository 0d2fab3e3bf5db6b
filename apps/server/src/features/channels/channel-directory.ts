import type { ChannelAdapter } from '@hanasu/channels/spec/channel';
import type { AccountId, ChannelId } from '@hanasu/contract/ids';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Database } from '../../platform/database/database.ts';
import { findForTraffic, type TrafficRow } from './channels.store.ts';

/** An adapter for each kind, for the vendor itself and for its sandbox. */
export interface ChannelAdapters {
  /** Null when this installation has no such kind. */
  find(kind: string, options: { sandbox: boolean }): ChannelAdapter | null;
}

/** A channel ready to be used: its adapter and its opened credentials. */
export interface OpenChannel {
  readonly accountId: AccountId;
  readonly id: ChannelId;
  readonly kind: string;
  readonly sandbox: boolean;
  readonly isPaused: boolean;
  readonly batchingDelay: number;
  readonly adapter: ChannelAdapter;
  readonly connection: { readonly credentials: unknown };
}

export interface ChannelDirectory {
  /** Null when there is no such channel. Answers are remembered for a moment. */
  open(accountId: AccountId, id: ChannelId): Promise<OpenChannel | null>;
  /** A channel was changed or deleted here. */
  forget(id: ChannelId): void;
  sealCredentials(id: ChannelId, credentials: unknown): Buffer;
}

const REMEMBER_MS = 3_000;
const SIZE = 5_000;

/** Opens channels by id without asking the database for every webhook. */
export function createChannelDirectory(
  database: Database,
  adapters: ChannelAdapters,
  secretBox: SecretBox,
): ChannelDirectory {
  const known = new Map<ChannelId, { channel: OpenChannel; until: number }>();

  function openRow(accountId: AccountId, row: TrafficRow): OpenChannel {
    const adapter = adapters.find(row.kind, { sandbox: row.sandbox });
    if (!adapter) throw new Error(`no adapter for channels of kind ${row.kind}`);
    const credentials: unknown = JSON.parse(secretBox.open(row.credentials, row.id));
    return {
      accountId,
      id: row.id,
      kind: row.kind,
      sandbox: row.sandbox,
      isPaused: row.isPaused,
      batchingDelay: row.batchingDelay,
      adapter,
      connection: { credentials },
    };
  }

  return {
    async open(accountId, id) {
      const cached = known.get(id);
      if (cached && cached.until > Date.now() && cached.channel.accountId === accountId)
        return cached.channel;
      const row = await database.account(accountId, (transaction) => findForTraffic(transaction, id));
      if (!row) return null;
      const channel = openRow(accountId, row);
      if (known.size >= SIZE) known.clear();
      known.set(id, { channel, until: Date.now() + REMEMBER_MS });
      return channel;
    },
    forget: (id) => {
      known.delete(id);
    },
    sealCredentials: (id, credentials) => secretBox.seal(JSON.stringify(credentials), id),
  };
}
