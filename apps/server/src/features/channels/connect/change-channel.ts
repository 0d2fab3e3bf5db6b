import type { ChannelView, updateChannel as contract } from '@hanasu/contract/channels';
import type { EndpointRequest } from '@hanasu/contract/endpoint';
import type { ChannelId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { recordAudit } from '../../accounts/public.ts';
import { isAccessInTrouble } from '../access/access.store.ts';
import { startOauth } from '../access/oauth.ts';
import type { OpenChannel } from '../channel-directory.ts';
import { type ChannelRow, channelView, findChannel, updateChannel } from '../channels.store.ts';
import { checkedAnswerer } from './checked-answerer.ts';
import {
  type Connected,
  channelToConnect,
  checkAccount,
  checkedInput,
  refuseBuiltIn,
} from './connect-channel.ts';
import { settleChannel } from './set-up-webhook.ts';
import { type ConnectDependencies, storeAccess, type TypedInput } from './store-channel.ts';

/** Asks the vendor for access again with what is stored: nothing is typed. */
export async function reconnectChannel(
  dependencies: ConnectDependencies,
  actor: Actor,
  id: ChannelId,
): Promise<Connected> {
  const channel = await channelToConnect(dependencies, actor, id);
  if (channel.isUnreadable || (channel.isDisconnected && !channel.sandbox))
    throw new AppError('channel_needs_credentials', 'There are no credentials any more; type them again');
  const stored = channel.connection.credentials;
  if (asksPermission(channel)) {
    if (await regained(dependencies, actor, channel))
      return { kind: 'connected', channel: await settleChannel(dependencies, actor, id) };
    return begin(dependencies, actor, channel, typedOf(channel), 'stored');
  }
  return take(dependencies, actor, channel, stored, 'stored');
}

/** Tries the stored token while access is in trouble; otherwise the owner wants the vendor's page. */
async function regained(
  { database, directory }: ConnectDependencies,
  { accountId }: Actor,
  { id }: OpenChannel,
): Promise<boolean> {
  const isInTrouble = await database.account(accountId, (transaction) => isAccessInTrouble(transaction, id));
  return isInTrouble && directory.regain(accountId, id);
}

/** New credentials of the same official account. */
export async function replaceCredentials(
  dependencies: ConnectDependencies,
  actor: Actor,
  id: ChannelId,
  input: TypedInput,
): Promise<Connected> {
  const path = 'body.input';
  const channel = await channelToConnect(dependencies, actor, id);
  const typed = checkedInput(channel.adapter, input, path);
  return asksPermission(channel)
    ? begin(dependencies, actor, channel, typed, path)
    : take(dependencies, actor, channel, typed, path);
}

/** A sandbox has no vendor's page for permission. */
const asksPermission = ({ adapter, sandbox }: OpenChannel): boolean =>
  adapter.manifest.connect === 'permission' && !sandbox;

/** What was typed once: credentials keep it under the names of the fields. */
function typedOf({ adapter, connection }: OpenChannel): TypedInput {
  const stored = new Map(Object.entries(Object(connection.credentials)));
  const typed = adapter.manifest.connectFields.map(({ name }) => [name, stored.get(name)] as const);
  return Object.fromEntries(
    typed.filter((entry): entry is readonly [string, string] => typeof entry[1] === 'string'),
  );
}

const begin = (
  dependencies: ConnectDependencies,
  actor: Actor,
  { adapter, id, kind, name }: OpenChannel,
  input: TypedInput,
  path: string,
): Promise<Connected> =>
  startOauth(dependencies, actor, adapter, {
    kind,
    name,
    input,
    path,
    channelId: id,
    // The channel keeps who answers on it.
    botId: null,
    groupId: null,
  });

async function take(
  dependencies: ConnectDependencies,
  actor: Actor,
  { adapter, id }: OpenChannel,
  credentials: unknown,
  path: string,
): Promise<Connected> {
  const account = await checkAccount(adapter, credentials, path);
  await dependencies.database.account(actor.accountId, (transaction) =>
    storeAccess(dependencies, transaction, actor, id, account),
  );
  return { kind: 'connected', channel: await settleChannel(dependencies, actor, id) };
}

/** Renames a channel, gives it another bot or group, pauses it, sets its delay; what is absent stays. */
export async function changeChannel(
  { database, directory, adapters, webhookUrl }: ConnectDependencies,
  actor: Actor,
  id: ChannelId,
  { botUuid, groupUuid, name, paused, batchingDelay }: EndpointRequest<typeof contract>['body'],
): Promise<ChannelView> {
  const view = await database.account(actor.accountId, async (transaction) => {
    const before = await existing(transaction, id);
    const adapter = adapters.find(before.kind, before);
    if (adapter && isNotItsOwn(before, { botUuid, groupUuid, batchingDelay })) refuseBuiltIn(adapter);
    const answerer =
      botUuid || groupUuid ? await checkedAnswerer(transaction, { botUuid, groupUuid }) : undefined;
    await updateChannel(transaction, id, { answerer, name, paused, batchingDelay });
    const after = await existing(transaction, id);
    await recordAudit(transaction, {
      userId: actor.userId,
      address: actor.address,
      action: 'channel.changed',
      target: after.name,
      data: { uuid: id, from: settings(before), to: settings(after) },
    });
    return channelView(after, webhookUrl(actor.accountId, id, after), transaction.now());
  });
  directory.forget(id);
  return view;
}

/** What a channel that comes with its bot has no say in: who answers, and how long is gathered. */
const isNotItsOwn = (
  { botId, groupId, batchingDelay }: ChannelRow,
  change: Pick<EndpointRequest<typeof contract>['body'], 'botUuid' | 'groupUuid' | 'batchingDelay'>,
): boolean =>
  (change.botUuid ?? botId) !== botId ||
  (change.groupUuid ?? groupId) !== groupId ||
  (change.batchingDelay ?? batchingDelay) !== batchingDelay;

const settings = ({ name, botId, groupId, paused, batchingDelay }: ChannelRow) => ({
  name,
  bot: botId,
  group: groupId,
  paused,
  batchingDelay,
});

async function existing(transaction: AccountTransaction, id: ChannelId): Promise<ChannelRow> {
  const row = await findChannel(transaction, id);
  if (!row) throw new AppError('not_found', 'Channel not found');
  return row;
}
