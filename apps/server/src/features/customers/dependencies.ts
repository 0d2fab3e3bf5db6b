import type { Database } from '../../platform/database/database.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import type { ChannelAdapters, ChannelDirectory } from '../channels/public.ts';

type Channel = NonNullable<Awaited<ReturnType<ChannelDirectory['open']>>>;

/** Of the directory of channels: a vendor and what it wants to be called with. */
export interface OpensChannels {
  open(
    ...which: Parameters<ChannelDirectory['open']>
  ): Promise<Pick<Channel, 'adapter' | 'connection'> | null>;
}

export interface FriendDependencies {
  readonly database: Database;
  readonly adapters: Pick<ChannelAdapters, 'find'>;
  readonly directory: OpensChannels;
  readonly realtime: Pick<Realtime, 'emit'>;
  /** Called after the commit: there is a sync to go on with. */
  readonly wakeSyncs: () => void;
}

export interface SyncDependencies extends Pick<FriendDependencies, 'database' | 'directory' | 'realtime'> {
  readonly onError: (error: unknown) => void;
  /** A sync has ended: there is room for another. */
  readonly onFree: () => void;
  /** Milliseconds before each further try of a page that could not be read. */
  readonly pausesMs?: readonly number[];
}
