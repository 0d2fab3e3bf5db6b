import type { AccountId } from '@hanasu/contract/ids';
import type { Database } from '../../platform/database/database.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { Announce } from '../inbox/public.ts';

export interface ChatsDependencies {
  readonly database: Database;
  readonly files: FileStore;
  readonly announce: Announce;
  /** Throws when the account may not keep so many bytes more. */
  readonly requireQuota: (accountId: AccountId, bytes: number) => Promise<void>;
}
