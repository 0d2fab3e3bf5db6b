import type { ChannelAdapter } from '@hanasu/channels/spec/channel';
import type { ChannelId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { SecretBox } from '../../../platform/crypto/secret-box.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import type { ChannelAdapters, ChannelDirectory, OpenChannel } from '../channel-directory.ts';

export interface ConnectDependencies {
  readonly database: Database;
  readonly adapters: ChannelAdapters;
  readonly directory: ChannelDirectory;
  readonly box: SecretBox;
  readonly publicUrl: string;
  readonly defaultBatchingDelay: number;
  readonly webhookUrl: WebhookUrl;
}

/**
 * Where the vendor reaches a channel, or all of them that were connected by one app of the vendor. The sandbox vendor
 * lives in this process and uses its own way in.
 */
export type WebhookUrl = (
  accountId: string,
  channelId: string,
  options: { readonly sandbox: boolean; readonly appHookId?: string | null },
) => string;

export function adapterOf(adapters: ChannelAdapters, kind: string, sandbox: boolean): ChannelAdapter {
  const adapter = adapters.find(kind, { sandbox });
  if (!adapter) throw AppError.field('validation_failed', 'body.kind', 'there is no such kind of channel');
  return adapter;
}

export function refuseBuiltIn({ manifest }: ChannelAdapter): void {
  if (manifest.connect === 'built-in')
    throw new AppError('channel_built_in', 'This kind of channel comes with the product');
}

/** As it is stored, with the adapter that can reach its vendor even when access was lost. */
export async function channelToConnect(
  { directory, adapters }: ConnectDependencies,
  { accountId }: Actor,
  id: ChannelId,
): Promise<OpenChannel> {
  directory.forget(id);
  const channel = await directory.find(accountId, id);
  if (!channel) throw new AppError('not_found', 'There is no such channel');
  const adapter = adapterOf(adapters, channel.kind, channel.sandbox);
  refuseBuiltIn(adapter);
  return { ...channel, adapter };
}
