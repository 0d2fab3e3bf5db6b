import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Authorisation, ChannelAdapter, ConnectOutcome } from '@hanasu/channels/spec/channel';
import type { ChannelView } from '@hanasu/contract/channels';
import type { ChannelId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import { type Answerer, answererExists } from '../channels.store.ts';
import { settleChannel } from '../connect/set-up-webhook.ts';
import {
  accountOf,
  adapterOf,
  type CheckedAccount,
  type ConnectDependencies,
  storeAccess,
  storeChannel,
  type TypedInput,
} from '../connect/store-channel.ts';
import { insertOauthState, type OauthState, takeOauthState } from './oauth-states.store.ts';

interface OauthRequest extends Answerer {
  readonly kind: string;
  readonly name: string;
  readonly input: TypedInput;
  /** Where the fields of `input` stand in the request. */
  readonly path: string;
  /** The channel that is connected again; null: a new one. */
  readonly channelId: ChannelId | null;
}

export interface OauthNeeded {
  readonly kind: 'permission';
  readonly url: string;
}

/** What only the vendor's answer may be opened with. */
interface OauthSecrets {
  readonly input: TypedInput;
  readonly codeVerifier: string;
}

const LIFE_MS = 30 * 60_000;
const STATE_BYTES = 24;
const VERIFIER_LENGTH = 43;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** The address where the vendor asks the owner for permission, and a note of who is expected back from there. */
export async function startOauth(
  { database, box, publicUrl }: ConnectDependencies,
  { accountId, userId, sessionId }: Actor,
  adapter: ChannelAdapter,
  { input, path, ...request }: OauthRequest,
): Promise<OauthNeeded> {
  const state = randomBytes(STATE_BYTES).toString('base64url');
  const codeVerifier = newVerifier();
  const way = { redirectUri: redirectUri(publicUrl), state, codeVerifier };
  const begun = authorisationOf(adapter).begin(input, way);
  if (begun.kind === 'rejected')
    throw AppError.field('validation_failed', `${path}.${begun.field}`, begun.detail);
  const id = newId<string>();
  const secrets = { input, codeVerifier } satisfies OauthSecrets;
  await database.account(accountId, (transaction) =>
    insertOauthState(transaction, {
      ...request,
      id,
      userId,
      sessionId,
      stateHash: hashOf(state),
      secrets: box.seal(JSON.stringify(secrets), id),
      expiresAt: new Date(transaction.now() + LIFE_MS),
    }),
  );
  return { kind: 'permission', url: begun.url };
}

const redirectUri = (publicUrl: string): string => `${publicUrl}/Channel/connected`;

const hashOf = (state: string): Buffer => createHash('sha256').update(state).digest();

function authorisationOf({ authorisation, manifest }: ChannelAdapter): Authorisation {
  if (!authorisation) throw new Error(`channels of kind ${manifest.kind} can't ask for permission`);
  return authorisation;
}

const newVerifier = (): string =>
  Array.from({ length: VERIFIER_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** The return from the vendor: accepted once, from the session that started it. */
export async function finishOauth(
  dependencies: ConnectDependencies,
  actor: Actor,
  query: Readonly<Record<string, string>>,
): Promise<ChannelView> {
  const { database, adapters } = dependencies;
  const stateHash = query.state === undefined ? null : hashOf(query.state);
  const grant = await database.account(actor.accountId, (transaction) =>
    takeOauthState(transaction, actor, stateHash),
  );
  if (!grant)
    throw new AppError('channel_permission_unknown', 'This sign-in attempt has expired. Start again.');
  if (!query.code)
    throw new AppError('channel_permission_refused', 'The official account did not grant access');
  const adapter = adapterOf(adapters, grant.kind, false);
  const account = await askForAccount(dependencies, actor, { adapter, grant, query });
  const id = await database.account(actor.accountId, (transaction) =>
    store(dependencies, transaction, actor, grant, account),
  );
  return settleChannel(dependencies, actor, id);
}

interface Coming {
  readonly adapter: ChannelAdapter;
  readonly grant: OauthState;
  readonly query: Readonly<Record<string, string>>;
}

async function askForAccount(
  { database, box, publicUrl }: ConnectDependencies,
  { accountId }: Actor,
  { adapter, grant, query }: Coming,
): Promise<CheckedAccount> {
  const secrets = box.tryOpen(Buffer.from(grant.secrets), grant.id);
  if (secrets === null) throw new AppError('channel_permission_unknown', 'Start the connection again');
  const { input, codeVerifier } = JSON.parse(secrets) satisfies OauthSecrets;
  const way = { redirectUri: redirectUri(publicUrl), codeVerifier, query };
  const outcome: ConnectOutcome = await authorisationOf(adapter).finish(input, way);
  // The code may still be good: loading the page again tries it once more.
  if (outcome.kind === 'unreachable')
    await database.account(accountId, (transaction) => insertOauthState(transaction, grant));
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
  grant: OauthState,
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
