import type { ChannelAdapter } from '@hanasu/channels/spec/channel';
import type { ChannelView } from '@hanasu/contract/channels';
import type { ChannelId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { type OauthNeeded, startOauth } from '../access/oauth.ts';
import type { OpenChannel } from '../channel-directory.ts';
import { checkedAnswerer } from './checked-answerer.ts';
import { settleChannel } from './set-up-webhook.ts';
import type { Named } from './store-channel.ts';
import {
  accountOf,
  adapterOf,
  type CheckedAccount,
  type ConnectDependencies,
  storeChannel,
  type TypedInput,
} from './store-channel.ts';

export type Connected = { readonly kind: 'connected'; readonly channel: ChannelView } | OauthNeeded;

export interface ConnectRequest extends Named {
  readonly input: TypedInput;
  /** Where the fields of `input` stand in the request. */
  readonly path: string;
}

/**
 * Checks what was typed with the vendor, stores the channel, then sets and tests the webhook; or sends the owner to
 * the vendor for its permission. A webhook that does not work leaves the channel connected and asking for attention,
 * so that nothing typed is lost.
 */
export async function connectChannel(
  dependencies: ConnectDependencies,
  actor: Actor,
  { input, path, ...named }: ConnectRequest,
): Promise<Connected> {
  const adapter = adapterOf(dependencies.adapters, named.kind, false);
  refuseBuiltIn(adapter);
  const typed = checkedInput(adapter, input, path);
  if (adapter.manifest.connect !== 'permission')
    return { kind: 'connected', channel: await connect(dependencies, actor, adapter, named, typed, path) };
  const answerer = await dependencies.database.account(actor.accountId, (transaction) =>
    checkedAnswerer(transaction, named),
  );
  const { kind, name } = named;
  return startOauth(dependencies, actor, adapter, {
    ...answerer,
    kind,
    name,
    path,
    input: typed,
    channelId: null,
  });
}

/** The fake vendor has given the credentials itself. */
export const connectSandbox = (
  dependencies: ConnectDependencies,
  actor: Actor,
  named: Named,
  credentials: unknown,
): Promise<ChannelView> =>
  connect(dependencies, actor, adapterOf(dependencies.adapters, named.kind, true), named, credentials, null);

/** `path` null: the sandbox. */
async function connect(
  dependencies: ConnectDependencies,
  actor: Actor,
  adapter: ChannelAdapter,
  { kind, name, ...wanted }: Named,
  credentials: unknown,
  path: string | null,
): Promise<ChannelView> {
  const { database } = dependencies;
  await database.account(actor.accountId, (transaction) => checkedAnswerer(transaction, wanted));
  const account = await checkAccount(adapter, credentials, path ?? 'body');
  const id = await database.account(actor.accountId, async (transaction) => {
    const channel = { kind, name, sandbox: path === null, ...(await checkedAnswerer(transaction, wanted)) };
    return storeChannel(dependencies, transaction, actor, channel, account);
  });
  return settleChannel(dependencies, actor, id);
}

/** What the owner typed, by the kind's own fields; `path` is where the fields stand in the request. */
export function checkedInput(adapter: ChannelAdapter, input: TypedInput, path: string): TypedInput {
  const { connectFields } = adapter.manifest;
  const names = connectFields.map(({ name }) => name);
  const unknown = Object.keys(input).find((name) => !names.includes(name));
  if (unknown !== undefined) throw wrong(`${path}.${unknown}`, 'there is no such field');
  const given = Object.entries(input).filter(([, value]) => value !== '');
  const missing = connectFields.find(
    ({ name, required }) => required && !given.some(([field]) => field === name),
  );
  if (missing) throw wrong(`${path}.${missing.name}`, 'is needed');
  return Object.fromEntries(given);
}

const wrong = (path: string, message: string) => AppError.field('validation_failed', path, message);

/** Asks the vendor whose they are. */
export async function checkAccount(
  adapter: ChannelAdapter,
  input: unknown,
  path: string,
): Promise<CheckedAccount> {
  const parsed = adapter.credentialsSchema.safeParse(input);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw wrong([path, ...(issue?.path ?? [])].join('.'), issue?.message ?? 'is not valid');
  }
  return accountOf(adapter, parsed.data, await adapter.connect({ credentials: parsed.data }), path);
}

export function refuseBuiltIn({ manifest }: ChannelAdapter): void {
  if (manifest.connect === 'built-in')
    throw new AppError('channel_built_in', 'This kind of channel is built in and cannot be connected');
}

/** As it is stored, with the adapter that can reach its vendor even when access was lost. */
export async function channelToConnect(
  { directory, adapters }: ConnectDependencies,
  { accountId }: Actor,
  id: ChannelId,
): Promise<OpenChannel> {
  directory.forget(id);
  const channel = await directory.find(accountId, id);
  if (!channel) throw new AppError('not_found', 'Channel not found');
  const adapter = adapterOf(adapters, channel.kind, channel.sandbox);
  refuseBuiltIn(adapter);
  return { ...channel, adapter };
}
