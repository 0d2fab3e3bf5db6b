import type { ChannelAdapter, ConnectOutcome } from '@hanasu/channels/spec/channel';
import type { ChannelView } from '@hanasu/contract/channels';
import type { ChannelId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { answererExists } from '../channels.store.ts';
import { type Grant, insertGrant, takeGrant } from '../grants.store.ts';
import { authorisationOf, type GrantSecrets, hashOf, redirectUri } from './begin-permission.ts';
import { accountOf, type CheckedAccount } from './check-credentials.ts';
import { adapterOf, type ConnectDependencies } from './connect-dependencies.ts';
import { settleChannel } from './set-up-webhook.ts';
import { storeAccess, storeChannel } from './store-channel.ts';

/** Back from the vendor: whoever began it, in the session it was begun in, once. */
export async function finishPermission(
  dependencies: ConnectDependencies,
  actor: Actor,
  query: Readonly<Record<string, string>>,
): Promise<ChannelView> {
  const { database, adapters } = dependencies;
  const stateHash = query.state === undefined ? null : hashOf(query.state);
  const grant = await database.account(actor.accountId, (transaction) =>
    takeGrant(transaction, actor, stateHash),
  );
  if (!grant)
    throw new AppError('channel_permission_unknown', 'Nobody began this here, or it was too long ago');
  if (!query.code)
    throw new AppError('channel_permission_refused', 'The official account did not give its permission');
  const adapter = adapterOf(adapters, grant.kind, false);
  const account = await askForAccount(dependencies, actor, { adapter, grant, query });
  const id = await database.account(actor.accountId, (transaction) =>
    store(dependencies, transaction, actor, grant, account),
  );
  return settleChannel(dependencies, actor, id);
}

interface Coming {
  readonly adapter: ChannelAdapter;
  readonly grant: Grant;
  readonly query: Readonly<Record<string, string>>;
}

async function askForAccount(
  { database, box, publicUrl }: ConnectDependencies,
  { accountId }: Actor,
  { adapter, grant, query }: Coming,
): Promise<CheckedAccount> {
  const secrets = box.tryOpen(Buffer.from(grant.secrets), grant.id);
  if (secrets === null) throw new AppError('channel_permission_unknown', 'Start connecting again');
  const { input, codeVerifier } = JSON.parse(secrets) satisfies GrantSecrets;
  const way = { redirectUri: redirectUri(publicUrl), codeVerifier, query };
  const outcome: ConnectOutcome = await authorisationOf(adapter).finish(input, way);
  // The code may still be good: loading the page again tries it once more.
  if (outcome.kind === 'unreachable')
    await database.account(accountId, (transaction) => insertGrant(transaction, grant));
  if (outcome.kind === 'rejected')
    throw new AppError('channel_permission_refused', outcome.detail, {
      errors: [{ path: outcome.field, code: 'channel_credentials_rejected', message: outcome.detail }],
    });
  return accountOf(adapter, input, outcome, 'body.query');
}

async function store(
  dependencies: ConnectDependencies,
  transaction: AccountTransaction,
  actor: Actor,
  grant: Grant,
  account: CheckedAccount,
): Promise<ChannelId> {
  const { kind, name, botId, groupId, channelId } = grant;
  if (channelId) {
    await storeAccess(dependencies, transaction, actor, channelId, account);
    return channelId;
  }
  // The code is used up: a bot that was deleted meanwhile must not cost the owner another round.
  const isThere = await answererExists(transaction, { botId, groupId });
  const answerer = isThere ? { botId, groupId } : { botId: null, groupId: null };
  return storeChannel(dependencies, transaction, actor, { kind, name, sandbox: false, ...answerer }, account);
}
