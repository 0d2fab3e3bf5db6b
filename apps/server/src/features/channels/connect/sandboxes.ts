import type { SandboxAction, SandboxVendor } from '@hanasu/channels/spec/sandbox';
import type { SimulatorState } from '@hanasu/contract/channels';
import type { AccountId, ChannelId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { ChannelDirectory } from '../channel-directory.ts';
import { findSandboxes } from '../channels.store.ts';
import type { WebhookUrl } from './store-channel.ts';

/** The fake vendors that run in this process for sandbox channels. */
export interface Sandboxes {
  /** A new official account at the fake vendor; its credentials, or null when the kind has no sandbox. */
  newAccount(kind: string, name: string): Promise<unknown>;
  state(
    accountId: AccountId,
    channelId: ChannelId,
    seen: { readonly friend: string; readonly menu?: string | undefined },
  ): Promise<SimulatorState>;
  /** Does something as a friend; resolves when the fake vendor has called the webhook. */
  act(
    accountId: AccountId,
    channelId: ChannelId,
    friend: string,
    action: SandboxAction,
  ): Promise<SimulatorState>;
}

export function createSandboxes(
  vendors: ReadonlyMap<string, SandboxVendor>,
  directory: ChannelDirectory,
): Sandboxes {
  async function find(accountId: AccountId, channelId: ChannelId) {
    const channel = await directory.find(accountId, channelId);
    if (!channel) throw new AppError('not_found', 'Channel not found');
    const vendor = channel.sandbox ? vendors.get(channel.kind) : undefined;
    if (!vendor) throw new AppError('channel_not_sandbox', 'Only sandbox channels have a simulator');
    if (channel.isUnreadable)
      throw new AppError(
        'channel_needs_credentials',
        "The channel's credentials cannot be read; connect it again",
      );
    return { vendor, credentials: channel.connection.credentials };
  }

  return {
    newAccount: async (kind, name) => vendors.get(kind)?.addAccount(name) ?? null,
    async state(accountId, channelId, { friend, menu }) {
      const { vendor, credentials } = await find(accountId, channelId);
      return vendor.state(credentials, friend, menu);
    },
    async act(accountId, channelId, friend, action) {
      const { vendor, credentials } = await find(accountId, channelId);
      const outcome = await vendor.act(credentials, friend, action);
      if (outcome.kind === 'refused') throw new AppError('channel_webhook_failed', outcome.detail);
      return vendor.state(credentials, friend);
    },
  };
}

/** After a start the fake vendors know no accounts: those of the connected sandbox channels are put back. */
export async function restoreSandboxAccounts(
  database: Database,
  directory: ChannelDirectory,
  vendors: ReadonlyMap<string, SandboxVendor>,
  webhookUrl: WebhookUrl,
): Promise<void> {
  for (const row of await database.system(findSandboxes)) {
    const channel = await directory.find(row.accountId, row.id);
    const url = webhookUrl(row.accountId, row.id, { sandbox: true });
    if (channel && !channel.isUnreadable)
      vendors.get(row.kind)?.restoreAccount(channel.connection.credentials, row.name, url);
  }
}
