import type { ChannelAdapter, ConnectOutcome } from '@hanasu/channels/spec/channel';
import type { ChannelView } from '@hanasu/contract/channels';
import type { BotId, ChannelId, GroupId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { SecretBox } from '../../../platform/crypto/secret-box.ts';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { ChannelListener } from '../../../platform/feature.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import { recordAudit } from '../../accounts/public.ts';
import { findExternalId, replaceAccess } from '../access/access.store.ts';
import type { ChannelAdapters, ChannelDirectory } from '../channel-directory.ts';
import type { Answerer } from '../channels.store.ts';
import { channelView, findChannel, insertChannel, reconnectChannel } from '../channels.store.ts';
import { joinApp } from './apps.store.ts';
import { findDetached, routeAgain } from './detached.store.ts';

/**
 * An account's own channel of this official account, connected or disconnected, gets the new credentials; anybody
 * else's is refused.
 */
export async function storeChannel(
  { adapters, directory, defaultBatchingDelay, onChannelChange }: ConnectDependencies,
  transaction: AccountTransaction,
  actor: Actor,
  wanted: Wanted,
  account: CheckedAccount,
): Promise<ChannelId> {
  const seal = (id: ChannelId) => directory.sealCredentials(id, account.credentials);
  const newOne = newId<ChannelId>();
  const row = {
    ...wanted,
    ...account,
    id: newOne,
    credentials: seal(newOne),
    batchingDelay: defaultBatchingDelay,
    createdBy: actor.userId,
  };
  const detached = await findDetached(transaction, row);
  if (detached) await routeAgain(transaction, detached.id);
  const isNew = !detached && (await insertChannel(transaction, row));
  const id = isNew ? newOne : await reconnectChannel(transaction, row, seal);
  if (!id) throw connectedElsewhere();
  await noteApp(transaction, adapterOf(adapters, wanted.kind, wanted.sandbox), id, account);
  await onChannelChange(transaction, { kind: 'connected', channelId: id });
  await recordAudit(transaction, {
    userId: actor.userId,
    address: actor.address,
    action: isNew ? 'channel.connected' : 'channel.reconnected',
    target: wanted.name,
    data: {
      uuid: id,
      kind: wanted.kind,
      sandbox: wanted.sandbox,
      bot: wanted.botId,
      group: wanted.groupId,
    },
  });
  return id;
}

const connectedElsewhere = () =>
  new AppError('channel_exists', 'This official account is connected to another channel');

/** The vendor calls one address for all official accounts of an app. */
async function noteApp(
  transaction: AccountTransaction,
  { manifest, appWebhook }: ChannelAdapter,
  id: ChannelId,
  { credentials }: Pick<CheckedAccount, 'credentials'>,
): Promise<void> {
  if (!appWebhook) return;
  await joinApp(transaction, id, { kind: manifest.kind, appId: appWebhook.appIdOf(credentials) });
}

/** New credentials of a channel that stays what it is; those of another official account are refused. */
export async function storeAccess(
  { adapters, directory, onChannelChange }: ConnectDependencies,
  transaction: AccountTransaction,
  actor: Actor,
  id: ChannelId,
  { credentials, ...account }: CheckedAccount,
): Promise<void> {
  const known = await findExternalId(transaction, id);
  const channel = await findChannel(transaction, id);
  if (!known || !channel) throw new AppError('not_found', 'Channel not found');
  if (known.externalId !== account.externalId) {
    const says = 'These credentials belong to another official account than the one that is connected';
    throw new AppError('channel_other_account', says);
  }
  if (!(await routeAgain(transaction, id))) throw connectedElsewhere();
  const sealed = directory.sealCredentials(id, credentials);
  await replaceAccess(transaction, id, { ...account, credentials: sealed });
  await noteApp(transaction, adapterOf(adapters, channel.kind, channel.sandbox), id, { credentials });
  await onChannelChange(transaction, { kind: 'connected', channelId: id });
  await recordAudit(transaction, {
    userId: actor.userId,
    address: actor.address,
    action: 'channel.reconnected',
    target: channel.name,
    data: { uuid: id, kind: channel.kind, sandbox: channel.sandbox },
  });
}

export type TypedInput = Readonly<Record<string, string>>;

/** What an official account is, once the vendor has said so. */
export interface CheckedAccount {
  readonly externalId: string;
  readonly displayName: string;
  readonly pictureUrl: string | null;
  /** To be kept: what was typed, or what connecting made of it. */
  readonly credentials: unknown;
  readonly accessLapsesAt: Date | null;
}

/** The account that a vendor confirmed; its refusals as problems. */
export function accountOf(
  adapter: ChannelAdapter,
  given: unknown,
  outcome: ConnectOutcome,
  path: string,
): CheckedAccount {
  switch (outcome.kind) {
    case 'connected': {
      const { externalId, displayName, pictureUrl, credentials = given } = outcome;
      const lapsesAt = adapter.renewal?.lapsesAt(credentials) ?? null;
      const accessLapsesAt = lapsesAt === null ? null : new Date(lapsesAt);
      return { externalId, displayName, pictureUrl, credentials, accessLapsesAt };
    }
    case 'rejected':
      throw AppError.field('channel_credentials_rejected', `${path}.${outcome.field}`, outcome.detail);
    case 'unreachable':
      throw new AppError('channel_vendor_unreachable', outcome.detail);
    default:
      return outcome satisfies never;
  }
}

export interface ConnectDependencies {
  readonly database: Database;
  readonly adapters: ChannelAdapters;
  readonly directory: ChannelDirectory;
  readonly box: SecretBox;
  readonly publicUrl: string;
  readonly defaultBatchingDelay: number;
  readonly webhookUrl: WebhookUrl;
  /** Of all features. */
  readonly onChannelChange: ChannelListener;
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
  if (!adapter) throw AppError.field('validation_failed', 'body.kind', 'unknown kind of channel');
  return adapter;
}

export interface Named {
  readonly kind: string;
  readonly name: string;
  readonly botUuid?: BotId | undefined;
  readonly groupUuid?: GroupId | undefined;
}

export interface Wanted extends Answerer {
  readonly kind: string;
  readonly name: string;
  readonly sandbox: boolean;
}

export const viewOf = (
  { database, webhookUrl }: Pick<SetUpDependencies, 'database' | 'webhookUrl'>,
  accountId: Actor['accountId'],
  id: ChannelId,
): Promise<ChannelView> =>
  database.account(accountId, async (transaction) => {
    const row = await findChannel(transaction, id);
    if (!row) throw new AppError('not_found', 'Channel not found');
    return channelView(row, webhookUrl(accountId, id, row), transaction.now());
  });

export type SetUpDependencies = Pick<ConnectDependencies, 'database' | 'directory' | 'webhookUrl'>;
