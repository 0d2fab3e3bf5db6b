import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Authorisation, ConnectOutcome } from '../../spec/channel.ts';
import type { VendorHosts } from '../../spec/connection.ts';
import type { ZaloCredentials } from '../credentials.ts';
import { ZALO_LIMITS } from '../limits.ts';
import { judge, meaningOf, type Verdict, ZALO_HOSTS, type ZaloClient } from './zalo-client.ts';

interface AuthorisationSettings {
  readonly client: ZaloClient;
  readonly hosts: VendorHosts;
  readonly now: () => number;
  /** The verifier whose challenge is saved in the app's console; absent: a new one for each permission. */
  readonly codeVerifier?: string | undefined;
}

type Input = Readonly<Record<string, string>>;

/** OAuth v4 with PKCE: an admin of the official account allows it, and the code is exchanged for tokens. */
export function createAuthorisation(settings: AuthorisationSettings): Authorisation {
  return {
    begin(input, { redirectUri, state, codeVerifier }) {
      const wrong = wrongField(input);
      if (wrong) return { kind: 'rejected', ...wrong };
      const query = new URLSearchParams({
        app_id: input.appId ?? '',
        redirect_uri: redirectUri,
        code_challenge: challengeOf(settings.codeVerifier ?? codeVerifier),
        state,
      });
      return {
        kind: 'ok',
        url: `${settings.hosts.oauth ?? ZALO_HOSTS.oauth}/v4/oa/permission?${query}`,
      };
    },
    finish: (input, way) => finish(settings, input, way),
  };
}

/** base64url without padding of the SHA-256 of the verifier. */
export function challengeOf(codeVerifier: string): string {
  return createHash('sha256').update(codeVerifier, 'ascii').digest('base64url');
}

function wrongField({ appId = '', appSecret = '' }: Input): { field: string; detail: string } | null {
  if (!/^\d{10,25}$/.test(appId)) return { field: 'appId', detail: 'digits only' };
  // It goes into a header.
  return /^[!-~]+$/.test(appSecret) ? null : { field: 'appSecret', detail: 'letters and digits only' };
}

async function finish(
  { client, now, codeVerifier }: AuthorisationSettings,
  input: Input,
  way: Parameters<Authorisation['finish']>[1],
): Promise<ConnectOutcome> {
  const wrong = wrongField(input);
  if (wrong) return { kind: 'rejected', ...wrong };
  const { code, oa_id: oaId } = way.query;
  if (!code) return rejected('permission', refusalOf(way.query));
  const { appId = '', appSecret = '', webhookSecret } = input;
  const form = {
    code,
    app_id: appId,
    grant_type: 'authorization_code',
    code_verifier: codeVerifier ?? way.codeVerifier,
  };
  const outcome = await askForTokens(client, { appSecret, form, now });
  if (outcome.kind !== 'tokens') return notExchanged(outcome);
  const credentials = {
    appId,
    appSecret,
    ...(webhookSecret ? { webhookSecret } : {}),
    // Without an id in the address the account itself says who it is.
    oaId: oaId ?? '',
    ...outcome.pair,
  };
  const connected = await connect(client, credentials);
  if (connected.kind !== 'connected') return connected;
  return { ...connected, credentials: { ...credentials, oaId: connected.externalId } };
}

/** An admin who says no comes back with error parameters and no code. */
function refusalOf(query: Readonly<Record<string, string>>): string {
  const said = [query.error, query.error_name, query.error_reason, query.error_description];
  return said.filter(Boolean).join(': ') || 'the vendor sent no code';
}

/** Codes of the token endpoint, by what the owner has to look at. */
const FIELDS: Readonly<Record<number, string>> = {
  [-14002]: 'appId',
  [-14003]: 'redirectUri',
  [-14014]: 'permission',
  [-14016]: 'permission',
  [-14019]: 'codeVerifier',
};

/** The same by the reason in plain text, for refusals without a number. */
const NAMED_FIELDS = [
  [/secret/i, 'appSecret'],
  [/app[ _-]?id/i, 'appId'],
  [/redirect/i, 'redirectUri'],
  [/verifier|challenge/i, 'codeVerifier'],
] as const;

function notExchanged(outcome: Exclude<TokenOutcome, { kind: 'tokens' }>): ConnectOutcome {
  if (outcome.kind !== 'refused') return { kind: 'unreachable', detail: outcome.detail };
  const { code, sentence, detail } = outcome;
  if (/secret/i.test(sentence)) return rejected('appSecret', detail);
  const named = Number.isNaN(code) ? NAMED_FIELDS.find(([name]) => name.test(sentence))?.[1] : undefined;
  return rejected(FIELDS[code] ?? named ?? 'permission', detail);
}

const rejected = (field: string, detail: string): ConnectOutcome => ({ kind: 'rejected', field, detail });

const id = z.union([z.string(), z.number()]).transform(String);
const Account = z
  .object({
    oa_id: id.optional(),
    oaid: id.optional(),
    name: z.string(),
    avatar: z.string().optional().catch(undefined),
  })
  .transform(({ oa_id, oaid, name, avatar }) => ({
    oaId: oa_id ?? oaid ?? '',
    name,
    avatar: avatar ?? null,
  }));
type Account = z.infer<typeof Account>;

type AccountOutcome =
  | { readonly kind: 'account'; readonly account: Account }
  | Exclude<Verdict, { readonly kind: 'done' }>;

/** Who the official account of these tokens is. */
export async function readAccount(
  client: ZaloClient,
  access: Pick<ZaloCredentials, 'accessToken' | 'appSecret'>,
): Promise<AccountOutcome> {
  const verdict = judge(await client({ method: 'GET', path: '/v2.0/oa/getoa', access }));
  if (verdict.kind !== 'done') return verdict;
  const account = Account.safeParse(verdict.data);
  if (!account.success || account.data.oaId === '') {
    return { kind: 'unclear', detail: 'the account can’t be read' };
  }
  return { kind: 'account', account: account.data };
}

/** Reads the account; `oaId` of the credentials, when there is one, has to be its id. */
export async function connect(
  client: ZaloClient,
  credentials: Pick<ZaloCredentials, 'accessToken' | 'appSecret' | 'oaId'>,
): Promise<ConnectOutcome> {
  const read = await readAccount(client, credentials);
  if (read.kind === 'not-sent' || read.kind === 'unclear')
    return { kind: 'unreachable', detail: read.detail };
  if (read.kind === 'refused') {
    const passes = meaningOf(read.code, read.sentence, 0).retryable;
    return passes
      ? { kind: 'unreachable', detail: read.detail }
      : { kind: 'rejected', field: 'accessToken', detail: read.detail };
  }
  const { oaId, name, avatar } = read.account;
  if (credentials.oaId !== '' && credentials.oaId !== oaId) {
    return { kind: 'rejected', field: 'oaId', detail: `the tokens belong to another account (${oaId})` };
  }
  return { kind: 'connected', externalId: oaId, displayName: name, pictureUrl: avatar };
}

interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresAt: number;
  readonly refreshExpiresAt: number;
}
type TokenOutcome =
  | { readonly kind: 'tokens'; readonly pair: TokenPair }
  | Exclude<Verdict, { readonly kind: 'done' }>;

const token = z
  .string()
  .trim()
  .regex(/^[!-~]+$/);
/** Seconds come as text. */
const Tokens = z.object({
  access_token: token,
  refresh_token: token,
  expires_in: z.coerce.number().positive(),
});

/** One call to the token endpoint; whatever it used up is used up, even when the answer is lost. */
export async function askForTokens(
  client: ZaloClient,
  {
    appSecret,
    form,
    now,
  }: {
    readonly appSecret: string;
    readonly form: Readonly<Record<string, string>>;
    readonly now: () => number;
  },
): Promise<TokenOutcome> {
  const verdict = judge(
    await client({ method: 'POST', host: 'oauth', path: '/v4/oa/access_token', secretKey: appSecret, form }),
  );
  if (verdict.kind !== 'done') return verdict;
  const tokens = Tokens.safeParse(verdict.data);
  // Half a pair would end the access that the stored one may still renew.
  if (!tokens.success) return { kind: 'unclear', detail: 'the answer holds no whole pair of tokens' };
  const { access_token, refresh_token, expires_in } = tokens.data;
  return {
    kind: 'tokens',
    pair: {
      accessToken: access_token,
      refreshToken: refresh_token,
      expiresAt: now() + expires_in * 1000,
      refreshExpiresAt: now() + ZALO_LIMITS.refreshLifeMs,
    },
  };
}
