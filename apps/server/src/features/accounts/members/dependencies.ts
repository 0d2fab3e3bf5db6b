import type { AccountId, ChannelId } from '@hanasu/contract/ids';
import type { Actor } from '../../../platform/http/context.ts';
import type { AccountsDependencies } from '../dependencies.ts';

export interface TeamDependencies extends AccountsDependencies {
  /** The account's web hooks are read anew. */
  readonly forgetHooks: (accountId: AccountId) => void;
  readonly disconnectChannel: (actor: Actor, id: ChannelId) => Promise<void>;
}
