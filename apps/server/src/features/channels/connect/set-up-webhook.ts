import type { ChannelAdapter, WebhookSetupOutcome } from '@hanasu/channels/spec/channel';
import type { ChannelView } from '@hanasu/contract/channels';
import type { AccountId, ChannelId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { conversationCommands, vendorMessages } from '../../conversations/public.ts';
import type { ChannelAdapters, ChannelDirectory } from '../channel-directory.ts';
import { setWebhookState } from '../channels.store.ts';
import { findOwed, hastenDeliveries, requeueDeliveries } from '../outbox/outbox.store.ts';
import { readQuota } from '../quota.ts';
import { findWithoutApp, joinApp } from './apps.store.ts';
import type { SetUpDependencies } from './store-channel.ts';
import { viewOf } from './store-channel.ts';

/** An answer that is older says nothing to its customer any more. */
const OWED_MS = 48 * 60 * 60_000;

/** After a channel was connected again: sends what was refused for its access, while its customers can be written to. */
async function sendOwed(
  database: Database,
  channel: { readonly accountId: AccountId; readonly id: ChannelId; readonly adapter: ChannelAdapter },
): Promise<void> {
  const { window } = channel.adapter.manifest.limits;
  const openMs = Math.min(OWED_MS, window?.openMs ?? OWED_MS);
  await database.account(channel.accountId, async (transaction) => {
    await hastenDeliveries(transaction, channel.id);
    for (const { messageId, conversationId, waitsForIt } of await findOwed(transaction, channel.id, openMs)) {
      if (waitsForIt) await conversationCommands.giveBack(transaction, [conversationId]);
      await requeueDeliveries(transaction, messageId);
      await vendorMessages.redeliver(transaction, messageId);
    }
  });
}

const STATES = { ok: 'ok', failed: 'failed', unreachable: 'unknown' } as const satisfies Record<
  WebhookSetupOutcome['kind'],
  ChannelView['health']['webhook']
>;

/**
 * Points the vendor here, has it tested, and keeps what is wrong with it on the channel. Where the owner has to copy
 * the address to the vendor, there is nothing to set; a sandbox has nobody to do so.
 */
export async function setUpWebhook(
  dependencies: SetUpDependencies,
  { accountId }: Actor,
  id: ChannelId,
): Promise<ChannelView> {
  const { database, directory, webhookUrl } = dependencies;
  const channel = await directory.open(accountId, id);
  if (!channel) throw new AppError('not_found', 'Channel not found');
  if (channel.adapter.manifest.capabilities.setsWebhook || channel.sandbox) {
    const url = webhookUrl(accountId, id, { sandbox: channel.sandbox });
    const outcome = await channel.adapter.setWebhook(channel.connection, url);
    const attention = outcome.kind === 'ok' ? null : outcome.detail;
    await database.account(accountId, (transaction) =>
      setWebhookState(transaction, id, STATES[outcome.kind], attention),
    );
  }
  return viewOf(dependencies, accountId, id);
}

/** A channel that was just connected: its webhook, and what it may send. */
export async function settleChannel(
  dependencies: SetUpDependencies,
  actor: Actor,
  id: ChannelId,
): Promise<ChannelView> {
  const { database, directory } = dependencies;
  directory.forget(id);
  const channel = await directory.open(actor.accountId, id);
  // A quota that is unknown now is requested when it is shown, or after a message was sent.
  if (channel) await readQuota(database, channel);
  if (channel) await sendOwed(database, channel);
  return setUpWebhook(dependencies, actor, id);
}

interface AdoptDependencies {
  readonly database: Database;
  readonly adapters: ChannelAdapters;
  readonly directory: ChannelDirectory;
  readonly onError: (error: unknown) => void;
}

/** At a start: channels that were connected before apps had a webhook of their own get that of theirs. */
export async function adoptApps({
  database,
  adapters,
  directory,
  onError,
}: AdoptDependencies): Promise<void> {
  const kinds = adapters.kinds.filter((kind) => adapters.find(kind, { sandbox: false })?.appWebhook);
  const rows = await database.system((transaction) => findWithoutApp(transaction, kinds));
  for (const { accountId, id, kind } of rows) {
    try {
      const channel = await directory.find(accountId, id);
      const appId = channel?.adapter.appWebhook?.appIdOf(channel.connection.credentials);
      if (appId)
        await database.account(accountId, (transaction) => joinApp(transaction, id, { kind, appId }));
    } catch (error) {
      onError(error);
    }
  }
}
