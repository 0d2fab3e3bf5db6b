import type { ChannelAdapter } from '@hanasu/channels/spec/channel';
import type { AccountId, ChannelId } from '@hanasu/contract/ids';
import type { Database } from '../../platform/database/database.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';

import type { SavedSegments } from './segments/saved-segments.ts';

/** Of the directory of channels: a vendor and what it wants to be called with. */
export interface OpensChannels {
  open(
    accountId: AccountId,
    id: ChannelId,
  ): Promise<{
    readonly adapter: ChannelAdapter;
    readonly connection: { readonly credentials: unknown };
  } | null>;
}

export interface FriendDependencies {
  readonly database: Database;
  readonly segments: SavedSegments;
  readonly adapters: {
    find(kind: string, options: { sandbox: boolean }): ChannelAdapter | null;
  };
  readonly directory: OpensChannels;
  readonly realtime: Pick<Realtime, 'emit'>;
  /** Called after the commit: there is a sync to go on with. */
  readonly notifySyncs: () => void;
}

export interface SyncDependencies extends Pick<FriendDependencies, 'database' | 'directory' | 'realtime'> {
  readonly onError: (error: unknown) => void;
  /** Milliseconds before each further try of a page that could not be read. */
  readonly pausesMs?: readonly number[];
}
