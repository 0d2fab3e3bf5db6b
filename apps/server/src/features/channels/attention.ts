import type { ChannelAdapter } from '@hanasu/channels/spec/channel';
import type { SendOutcome } from '@hanasu/channels/spec/sending';

/**
 * `lost`: somebody has to connect again. `away`: the vendor could not be asked for new access just now. `unreadable`: the
 * stored credentials open with no key of this server.
 */
export type NoAccess = 'lost' | 'away' | 'unreadable';

const AGAIN_MS = 30_000;
const DETAILS = {
  lost: 'access to the official account was lost; it has to be connected again',
  away: 'access could not be renewed just now',
  unreadable: 'the channel needs its credentials again',
} as const satisfies Record<NoAccess, string>;

/** The same channel, which makes no call: without access each would be refused, and some would do harm. */
export function withoutAccess(adapter: ChannelAdapter, why: NoAccess): ChannelAdapter {
  const detail = DETAILS[why];
  const unavailable = async () => ({ kind: 'unavailable', detail }) as const;
  const nothing = async () => undefined;
  return {
    ...adapter,
    send: async () => refusal(why, detail),
    ...(adapter.sendMany && { sendMany: async () => refusal(why, detail) }),
    profile: unavailable,
    showTyping: nothing,
    ...(adapter.acknowledge && { acknowledge: nothing }),
    ...(adapter.groupProfile && { groupProfile: unavailable }),
    ...(adapter.groupSize && { groupSize: unavailable }),
    ...(adapter.memberProfile && { memberProfile: unavailable }),
    ...(adapter.quota && { quota: unavailable }),
    ...(adapter.followers && { followers: async () => ({ kind: 'unreachable', detail }) as const }),
    ...(adapter.fetchMedia && { fetchMedia: async () => ({ kind: 'unreachable', detail }) as const }),
    ...(adapter.markRead && { markRead: nothing }),
    ...(adapter.findSent && { findSent: async () => 'unknown' as const }),
  };
}

const refusal = (why: NoAccess, detail: string): Extract<SendOutcome, { readonly kind: 'rejected' }> => ({
  kind: 'rejected',
  detail,
  requestId: null,
  ...(why !== 'away'
    ? { reason: 'credentials_rejected', retryable: false }
    : { reason: 'vendor_error', retryable: true, retryAfterMs: AGAIN_MS }),
});

/**
 * What the product finds wrong with a channel. The code is stored, and pages say it in the reader's language; the sentence
 * is for readers of the API.
 */
const SENTENCES = {
  access_lost: 'Access to the official account was lost. Connect it again: until then nothing is sent.',
  access_lapsing:
    'Access to the official account could not be renewed for a long time and ends soon. Connect it again.',
  renewal_failing:
    'Access to the official account cannot be renewed just now. It is tried again every few minutes; nothing has to be done unless this lasts.',
  token_refused:
    'The vendor no longer accepts the token or key that is stored. Messages are sent with tokens for the channel id and secret; store the new token, or none.',
  secret_wrong:
    'Calls of the webhook are signed with another secret than the one that is stored, so nothing is received. Store the secret that the vendor shows now.',
  credentials_needed:
    'This channel needs its credentials again: those that are stored cannot be opened with the secret key of this server. ' +
    'Connect it again: until then nothing is received or sent.',
  account_suspended:
    'The vendor has suspended the official account. Nothing is sent or received until it is lifted.',
} as const;

type AttentionCode = keyof typeof SENTENCES;

export const ACCESS_LOST = 'access_lost' satisfies AttentionCode;
export const ACCESS_LAPSES = 'access_lapsing' satisfies AttentionCode;
export const ACCESS_DELAYED = 'renewal_failing' satisfies AttentionCode;
export const TOKEN_REFUSED = 'token_refused' satisfies AttentionCode;
export const SECRET_WRONG = 'secret_wrong' satisfies AttentionCode;
export const CREDENTIALS_NEEDED = 'credentials_needed' satisfies AttentionCode;
export const ACCOUNT_SUSPENDED = 'account_suspended' satisfies AttentionCode;

/** How codes stand in the database: rows that were written before there were codes hold the sentence. */
export const storedAs = (...codes: readonly AttentionCode[]): string[] =>
  codes.flatMap((code) => [code, SENTENCES[code]]);

/** Cleared by new access. */
export const ABOUT_ACCESS = storedAs(
  ACCESS_LOST,
  ACCESS_LAPSES,
  ACCESS_DELAYED,
  TOKEN_REFUSED,
  CREDENTIALS_NEEDED,
);

const CODES = Object.keys(SENTENCES) as AttentionCode[];

interface Attention {
  /** Null: it is in the vendor's words. */
  readonly code: AttentionCode | null;
  /** In plain English, or as the vendor put it. */
  readonly text: string;
}

export function readAttention(stored: string | null): Attention | null {
  if (stored === null) return null;
  const code = CODES.find((one) => storedAs(one).includes(stored)) ?? null;
  return { code, text: code ? SENTENCES[code] : stored };
}
