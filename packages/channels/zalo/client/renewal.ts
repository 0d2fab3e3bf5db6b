import type { Renewal, RenewalOutcome } from '../../spec/channel.ts';
import type { ZaloCredentials } from '../credentials.ts';
import { ZALO_LIMITS } from '../limits.ts';
import { askForTokens } from './tokens.ts';
import type { ZaloClient } from './zalo-client.ts';

/** Each renewal gives a new pair of tokens and ends the old one, so a call is never repeated here. */
export function createRenewal(client: ZaloClient, now: () => number): Renewal<ZaloCredentials> {
  return {
    dueAt: ({ expiresAt }) => expiresAt - ZALO_LIMITS.renewAheadMs,
    lapsesAt: ({ refreshExpiresAt }) => refreshExpiresAt,
    renew: ({ credentials }) => renew(client, credentials, now),
  };
}

async function renew(
  client: ZaloClient,
  credentials: ZaloCredentials,
  now: () => number,
): Promise<RenewalOutcome<ZaloCredentials>> {
  const { appId, appSecret, refreshToken } = credentials;
  const form = { refresh_token: refreshToken, app_id: appId, grant_type: 'refresh_token' };
  const outcome = await askForTokens(client, appSecret, form, now);
  switch (outcome.kind) {
    case 'tokens':
      return { kind: 'renewed', credentials: { ...credentials, ...outcome.pair } };
    case 'not-sent':
      return { kind: 'unreachable', detail: outcome.detail };
    case 'unclear':
      return { kind: 'unknown', detail: outcome.detail };
    case 'refused':
      return { kind: isForPeople(outcome.code) ? 'refused' : 'unreachable', detail: outcome.detail };
    default:
      return outcome satisfies never;
  }
}

/** Wrong app, wrong secret, a refresh token that is used up: none of these passes by itself. Too much haste does. */
function isForPeople(code: number): boolean {
  return code <= -14000 || (code < 0 && code !== -32);
}
