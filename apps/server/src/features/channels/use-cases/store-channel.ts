import type { ChannelAdapter } from '@hanasu/channels/spec/channel';
import type { ChannelId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import { recordAudit } from '../../accounts/public.ts';
import { findExternalId, replaceAccess } from '../access.store.ts';
import { joinApp } from '../apps.store.ts';
import { type Answerer, findChannel, insertChannel, reconnectChannel } from '../channels.store.ts';
import type { CheckedAccount } from './check-credentials.ts';
import { adapterOf, type ConnectDependencies } from './connect-dependencies.ts';

interface Wanted extends Answerer {
  readonly kind: string;
  readonly name: string;
  readonly sandbox: boolean;
}

/** An account's own channel that is connected already gets the new credentials; anybody else's is refused. */
export async function storeChannel(
  { adapters, directory, defaultBatchingDelay }: ConnectDependencies,
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
  const isNew = await insertChannel(transaction, row);
  const id = isNew ? newOne : await reconnectChannel(transaction, row, seal);
  if (!id) throw new AppError('channel_exists', 'This official account is connected to another account');
  await noteApp(transaction, adapterOf(adapters, wanted.kind, wanted.sandbox), id, account);
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
  { adapters, directory }: ConnectDependencies,
  transaction: AccountTransaction,
  actor: Actor,
  id: ChannelId,
  { credentials, ...account }: CheckedAccount,
): Promise<void> {
  const known = await findExternalId(transaction, id);
  const channel = await findChannel(transaction, id);
  if (!known || !channel) throw new AppError('not_found', 'There is no such channel');
  if (known.externalId !== account.externalId) {
    const says = 'These credentials belong to another official account than the one that is connected';
    throw new AppError('channel_other_account', says);
  }
  const sealed = directory.sealCredentials(id, credentials);
  await replaceAccess(transaction, id, { ...account, credentials: sealed });
  await noteApp(transaction, adapterOf(adapters, channel.kind, channel.sandbox), id, { credentials });
  await recordAudit(transaction, {
    userId: actor.userId,
    address: actor.address,
    action: 'channel.reconnected',
    target: channel.name,
    data: { uuid: id, kind: channel.kind, sandbox: channel.sandbox },
  });
}
