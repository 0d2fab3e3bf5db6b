import type { AccountTransaction, Database } from '../../platform/database/database.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { GuardedFetch } from '../../platform/net/guarded-fetch.ts';
import type { ChannelDirectory } from '../channels/public.ts';
import type { Announce } from '../inbox/public.ts';

type Channel = NonNullable<Awaited<ReturnType<ChannelDirectory['open']>>>;

/** Of the directory of channels: a vendor and what it wants to be called with. */
export interface OpensChannels {
  open(
    ...which: Parameters<ChannelDirectory['open']>
  ): Promise<Pick<Channel, 'adapter' | 'connection'> | null>;
}

export interface MediaDependencies {
  readonly database: Database;
  readonly files: FileStore;
  readonly maxUploadBytes: number;
  /** Throws when the account may not keep so many bytes more. Called in the transaction that writes the row they count by. */
  readonly requireQuota: (transaction: AccountTransaction, bytes: number) => Promise<void>;
}

export interface OutgoingDependencies extends Pick<MediaDependencies, 'database' | 'files'> {
  /** Where vendors reach this server. */
  readonly publicUrl: string;
}

export interface FetchDependencies extends MediaDependencies {
  readonly directory: OpensChannels;
  /** Refuses private addresses, and more bytes than may be uploaded. */
  readonly ask: GuardedFetch;
  readonly announce: Announce;
  /** A fetch has ended: there is room for another. */
  readonly onFree: () => void;
  readonly onError: (error: unknown) => void;
}
