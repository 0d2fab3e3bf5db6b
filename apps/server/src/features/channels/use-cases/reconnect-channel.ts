import type { ChannelId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { isAccessInTrouble } from '../access.store.ts';
import type { OpenChannel } from '../channel-directory.ts';
import { beginPermission } from './begin-permission.ts';
import { checkAccount, checkedInput, type TypedInput } from './check-credentials.ts';
import type { Connected } from './connect-channel.ts';
import { type ConnectDependencies, channelToConnect } from './connect-dependencies.ts';
import { settleChannel } from './set-up-webhook.ts';
import { storeAccess } from './store-channel.ts';

/** Asks the vendor for access again with what is stored: nothing is typed. */
export async function reconnectChannel(
  dependencies: ConnectDependencies,
  actor: Actor,
  id: ChannelId,
): Promise<Connected> {
  const channel = await channelToConnect(dependencies, actor, id);
  if (channel.isUnreadable)
    throw new AppError(
      'channel_needs_credentials',
      'What is stored cannot be opened; type the credentials again',
    );
  const stored = channel.connection.credentials;
  if (asksPermission(channel)) {
    if (await regained(dependencies, actor, channel))
      return { kind: 'connected', channel: await settleChannel(dependencies, actor, id) };
    return begin(dependencies, actor, channel, typedOf(channel), 'stored');
  }
  return take(dependencies, actor, channel, stored, 'stored');
}

/** The token that is stored may be good after all. While access is in order, somebody wants the vendor's page. */
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

/** A sandbox has nobody who could be asked. */
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
  beginPermission(dependencies, actor, adapter, {
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
