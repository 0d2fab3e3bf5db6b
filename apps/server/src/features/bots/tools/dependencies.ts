import type { SecretBox } from '../../../platform/crypto/secret-box.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { GuardedFetch } from '../../../platform/net/guarded-fetch.ts';
import type { PrivateHosts } from '../../../platform/net/private-hosts.ts';
import type { ToolDirectory } from './create-tool-feature.ts';

export interface ToolFoundation {
  readonly database: Database;
  readonly box: SecretBox;
  readonly guardedFetch: GuardedFetch;
  readonly privateHosts: PrivateHosts;
}

export interface ToolDependencies extends ToolFoundation {
  readonly directory: ToolDirectory;
}
