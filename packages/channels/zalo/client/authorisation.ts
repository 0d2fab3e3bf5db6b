import { createHash } from 'node:crypto';
import type { Authorisation, ConnectOutcome, VendorHosts } from '../../spec/channel.ts';
import { connect } from './connect.ts';
import { askForTokens, type TokenOutcome } from './tokens.ts';
import { ZALO_HOSTS, type ZaloClient } from './zalo-client.ts';

export interface AuthorisationSettings {
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
  const outcome = await askForTokens(client, appSecret, form, now);
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

function notExchanged(outcome: Exclude<TokenOutcome, { kind: 'tokens' }>): ConnectOutcome {
  if (outcome.kind !== 'refused') return { kind: 'unreachable', detail: outcome.detail };
  const isSecret = /secret/i.test(outcome.sentence);
  return rejected(isSecret ? 'appSecret' : (FIELDS[outcome.code] ?? 'permission'), outcome.detail);
}

const rejected = (field: string, detail: string): ConnectOutcome => ({ kind: 'rejected', field, detail });
