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
      return { kind: isForPeople(outcome) ? 'refused' : 'unreachable', detail: outcome.detail };
    default:
      return outcome satisfies never;
  }
}

/** -14014: the refresh token was used or has expired; -14002: no such app. Everything else may pass by itself. */
function isForPeople({ code, sentence }: { readonly code: number; readonly sentence: string }): boolean {
  return code === -14014 || code === -14002 || (code < 0 && /secret/i.test(sentence));
}
