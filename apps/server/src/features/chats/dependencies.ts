import type { AccountTransaction, Database } from '../../platform/database/database.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { PublishConversationUpdate } from '../conversations/public.ts';

export interface ChatsDependencies {
  readonly database: Database;
  readonly files: FileStore;
  readonly announce: PublishConversationUpdate;
  /** Throws when the account may not keep so many bytes more. Called in the transaction that writes the row they count by. */
  readonly requireQuota: (transaction: AccountTransaction, bytes: number) => Promise<void>;
}
