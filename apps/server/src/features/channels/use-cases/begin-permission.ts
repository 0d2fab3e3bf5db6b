import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Authorisation, ChannelAdapter } from '@hanasu/channels/spec/channel';
import type { ChannelId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import type { Answerer } from '../channels.store.ts';
import { insertGrant } from '../grants.store.ts';
import type { TypedInput } from './check-credentials.ts';
import type { ConnectDependencies } from './connect-dependencies.ts';

export interface PermissionRequest extends Answerer {
  readonly kind: string;
  readonly name: string;
  readonly input: TypedInput;
  /** Where the fields of `input` stand in the request. */
  readonly path: string;
  /** The channel that is connected again; null: a new one. */
  readonly channelId: ChannelId | null;
}

export interface PermissionNeeded {
  readonly kind: 'permission';
  readonly url: string;
}

/** What only the vendor's answer may be opened with. */
export interface GrantSecrets {
  readonly input: TypedInput;
  readonly codeVerifier: string;
}

const LIFE_MS = 30 * 60_000;
const STATE_BYTES = 24;
const VERIFIER_LENGTH = 43;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** The address where the vendor asks the owner for permission, and a note of who is expected back from there. */
export async function beginPermission(
  { database, box, publicUrl }: ConnectDependencies,
  { accountId, userId, sessionId }: Actor,
  adapter: ChannelAdapter,
  { input, path, ...request }: PermissionRequest,
): Promise<PermissionNeeded> {
  const state = randomBytes(STATE_BYTES).toString('base64url');
  const codeVerifier = newVerifier();
  const way = { redirectUri: redirectUri(publicUrl), state, codeVerifier };
  const begun = authorisationOf(adapter).begin(input, way);
  if (begun.kind === 'rejected')
    throw AppError.field('validation_failed', `${path}.${begun.field}`, begun.detail);
  const id = newId<string>();
  const secrets = { input, codeVerifier } satisfies GrantSecrets;
  await database.account(accountId, (transaction) =>
    insertGrant(transaction, {
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

export const redirectUri = (publicUrl: string): string => `${publicUrl}/Channel/connected`;

export const hashOf = (state: string): Buffer => createHash('sha256').update(state).digest();

export function authorisationOf({ authorisation, manifest }: ChannelAdapter): Authorisation {
  if (!authorisation) throw new Error(`channels of kind ${manifest.kind} can't ask for permission`);
  return authorisation;
}

const newVerifier = (): string =>
  Array.from({ length: VERIFIER_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
