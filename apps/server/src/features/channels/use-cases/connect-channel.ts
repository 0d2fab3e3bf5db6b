import type { ChannelAdapter } from '@hanasu/channels/spec/channel';
import type { ChannelView } from '@hanasu/contract/channels';
import type { BotId, GroupId } from '@hanasu/contract/ids';
import type { Actor } from '../../../platform/http/context.ts';
import { beginPermission, type PermissionNeeded } from './begin-permission.ts';
import { checkAccount, checkedInput, type TypedInput } from './check-credentials.ts';
import { checkedAnswerer } from './checked-answerer.ts';
import { adapterOf, type ConnectDependencies, refuseBuiltIn } from './connect-dependencies.ts';
import { settleChannel } from './set-up-webhook.ts';
import { storeChannel } from './store-channel.ts';

export type Connected = { readonly kind: 'connected'; readonly channel: ChannelView } | PermissionNeeded;

interface Named {
  readonly kind: string;
  readonly name: string;
  readonly botUuid?: BotId | undefined;
  readonly groupUuid?: GroupId | undefined;
}

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
  return beginPermission(dependencies, actor, adapter, {
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
