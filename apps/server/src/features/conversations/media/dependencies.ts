import type { ChannelAdapter } from '@hanasu/channels/spec/channel';
import type { AccountId, ChannelId } from '@hanasu/contract/ids';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { GuardedFetch } from '../../../platform/net/guarded-fetch.ts';
import type { PublishConversationUpdate } from '../events.ts';

/** Opens a channel to read files from its vendor. Null: it is disconnected. */
interface OpensChannels {
  open(
    accountId: AccountId,
    id: ChannelId,
  ): Promise<{
    readonly adapter: ChannelAdapter;
    readonly connection: { readonly credentials: unknown };
  } | null>;
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
  readonly publishConversationUpdate: PublishConversationUpdate;
  readonly onError: (error: unknown) => void;
}
