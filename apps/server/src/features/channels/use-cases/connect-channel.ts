import type { ChannelAdapter } from '@hanasu/channels/spec/channel';
import type { ChannelView } from '@hanasu/contract/channels';
import type { BotId, ChannelId, GroupId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import { recordAudit } from '../../accounts/public.ts';
import type { ChannelAdapters, ChannelDirectory } from '../channel-directory.ts';
import {
  channelView,
  findChannel,
  insertChannel,
  type NewChannel,
  reconnectChannel,
  setAttention,
} from '../channels.store.ts';
import { checkedAnswerer } from './checked-answerer.ts';

export interface ConnectDependencies {
  readonly database: Database;
  readonly adapters: ChannelAdapters;
  readonly directory: ChannelDirectory;
  readonly defaultBatchingDelay: number;
  /** Where the vendor reaches a channel. The sandbox vendor lives in this process and uses its own way in. */
  readonly webhookUrl: (accountId: string, channelId: string, options: { sandbox: boolean }) => string;
}

export interface ConnectRequest {
  readonly kind: string;
  readonly name: string;
  readonly botUuid?: BotId | undefined;
  readonly groupUuid?: GroupId | undefined;
  readonly credentials: unknown;
  readonly sandbox: boolean;
}

/**
 * Checks the credentials with the vendor, stores the channel, then sets and tests the webhook. A webhook that does
 * not work leaves the channel connected and asking for attention, so that nothing typed is lost.
 */
export async function connectChannel(
  dependencies: ConnectDependencies,
  session: Actor,
  request: ConnectRequest,
): Promise<ChannelView> {
  const { database, adapters, directory } = dependencies;
  const adapter = adapters.find(request.kind, { sandbox: request.sandbox });
  if (!adapter) throw AppError.field('validation_failed', 'body.kind', 'there is no such kind of channel');
  await database.account(session.accountId, (transaction) => checkedAnswerer(transaction, request));
  const account = await checkCredentials(adapter, request.credentials);
  const id = await database.account(session.accountId, async (transaction) =>
    storeChannel(dependencies, transaction, session, {
      ...(await checkedAnswerer(transaction, request)),
      id: newId<ChannelId>(),
      kind: request.kind,
      name: request.name,
      sandbox: request.sandbox,
      externalId: account.externalId,
      credentials: request.credentials,
      displayName: account.displayName,
      pictureUrl: account.pictureUrl,
      batchingDelay: dependencies.defaultBatchingDelay,
    }),
  );
  directory.forget(id);
  return setUpWebhook(dependencies, session, id);
}

async function checkCredentials(adapter: ChannelAdapter, credentials: unknown) {
  const outcome = await adapter.connect({ credentials });
  switch (outcome.kind) {
    case 'connected':
      return outcome;
    case 'rejected':
      throw new AppError('channel_credentials_rejected', outcome.detail, {
        errors: [
          { path: `body.${outcome.field}`, code: 'channel_credentials_rejected', message: outcome.detail },
        ],
      });
    case 'unreachable':
      throw new AppError('channel_vendor_unreachable', outcome.detail);
    default:
      return outcome satisfies never;
  }
}

/** An account's own channel that is connected already gets the new credentials; anybody else's is refused. */
async function storeChannel(
  { directory }: ConnectDependencies,
  transaction: AccountTransaction,
  session: Actor,
  { credentials, ...channel }: Omit<NewChannel, 'credentials'> & { credentials: unknown },
): Promise<ChannelId> {
  const seal = (id: ChannelId) => directory.sealCredentials(id, credentials);
  const row = { ...channel, credentials: seal(channel.id) };
  const isNew = await insertChannel(transaction, row);
  const id = isNew ? channel.id : await reconnectChannel(transaction, row, seal);
  if (!id) throw new AppError('channel_exists', 'This official account is connected to another account');
  await recordAudit(transaction, {
    userId: session.userId,
    address: session.address,
    action: isNew ? 'channel.connected' : 'channel.reconnected',
    target: channel.name,
    data: {
      uuid: id,
      kind: channel.kind,
      sandbox: channel.sandbox,
      bot: channel.botId,
      group: channel.groupId,
    },
  });
  return id;
}

/** Points the vendor here, has it tested, and keeps what is wrong with it on the channel. */
export async function setUpWebhook(
  { database, directory, webhookUrl }: ConnectDependencies,
  session: Actor,
  id: ChannelId,
): Promise<ChannelView> {
  const channel = await directory.open(session.accountId, id);
  if (!channel) throw new AppError('not_found', 'There is no such channel');
  const url = webhookUrl(session.accountId, id, { sandbox: channel.sandbox });
  const outcome = await channel.adapter.setWebhook(channel.connection, url);
  const attention = outcome.kind === 'ok' ? null : outcome.detail;
  return database.account(session.accountId, async (transaction) => {
    await setAttention(transaction, id, attention);
    const row = await findChannel(transaction, id);
    if (!row) throw new AppError('not_found', 'There is no such channel');
    return channelView(row, url);
  });
}
