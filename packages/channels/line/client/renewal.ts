import type { Renewal, RenewalOutcome } from '../../spec/channel.ts';
import type { LineCredentials } from '../credentials.ts';
import { checkSecret } from './check-secret.ts';
import { describeAnswer } from './describe-answer.ts';
import { issueWithKey } from './issue-token.ts';
import type { LineClient } from './line-client.ts';
import type { Tokens } from './tokens.ts';

/** Days to spare for a server that is off, or a vendor out of order. */
const RENEWED_BEFORE_MS = 5 * 24 * 60 * 60 * 1000;
/** 30 tokens for a key are all there may be; each of them lapses at some time. */
const KEY_AGAIN_MS = 6 * 60 * 60 * 1000;

type Outcome = RenewalOutcome<LineCredentials>;

/** Tokens issued with the assertion key lapse; typed ones stay good until somebody issues another. */
export function createRenewal(
  client: LineClient,
  tokens: Tokens,
  now: () => number,
): Renewal<LineCredentials> {
  return {
    dueAt({ assertionKey, issuedToken, channelAccessToken, keyRefusedAt }) {
      const own = assertionKey === undefined ? channelAccessToken : issuedToken?.token;
      if (own !== undefined && tokens.isRefused(own)) return 0;
      if (assertionKey === undefined) return null;
      if (issuedToken) return issuedToken.expiresAt - RENEWED_BEFORE_MS;
      return keyRefusedAt === undefined ? 0 : keyRefusedAt + KEY_AGAIN_MS;
    },
    // Id and secret get a new token at any time.
    lapsesAt: () => null,
    renew: ({ credentials }) =>
      credentials.assertionKey === undefined
        ? lookAtTyped(client, tokens, credentials)
        : renewWithKey(client, credentials, now()),
  };
}

/** A typed token that was refused is asked about once more, and given up only when the vendor knows it no longer. */
async function lookAtTyped(
  client: LineClient,
  tokens: Tokens,
  credentials: LineCredentials,
): Promise<Outcome> {
  const { channelAccessToken, ...rest } = credentials;
  if (channelAccessToken === undefined) return { kind: 'renewed', credentials };
  const answer = await client({ method: 'GET', path: '/v2/bot/info', token: channelAccessToken });
  if (answer.kind !== 'answered') return { kind: 'unreachable', detail: answer.detail };
  if (answer.status === 200) {
    tokens.trust(channelAccessToken);
    return { kind: 'renewed', credentials };
  }
  const detail = describeAnswer(answer);
  if (answer.status !== 401) return { kind: 'unreachable', detail };
  return withoutToken(client, rest, detail);
}

async function renewWithKey(client: LineClient, credentials: LineCredentials, now: number): Promise<Outcome> {
  const { keyRefusedAt: _, ...rest } = credentials;
  const outcome = await issueWithKey(client, credentials, now);
  if (outcome.kind === 'issued') {
    return { kind: 'renewed', credentials: { ...rest, issuedToken: outcome.token } };
  }
  const isTheirs = outcome.kind === 'refused' && !isForGood(outcome.answer);
  const detail = outcome.kind === 'refused' ? describeAnswer(outcome.answer) : outcome.detail;
  // Nothing is used up by a call without an answer.
  if (isTheirs) return { kind: 'unreachable', detail };
  const { issuedToken: _token, ...withoutIssued } = rest;
  return withoutToken(client, { ...withoutIssued, keyRefusedAt: now }, detail);
}

type Refused = Extract<Awaited<ReturnType<typeof issueWithKey>>, { kind: 'refused' }>['answer'];

const isForGood = (answer: Refused): boolean =>
  answer.kind === 'answered' && answer.status < 500 && answer.status !== 429;

/** Id and secret are enough for tokens of fifteen minutes. */
async function withoutToken(
  client: LineClient,
  credentials: LineCredentials,
  detail: string,
): Promise<Outcome> {
  switch (await checkSecret(client, credentials)) {
    case 'right':
      return { kind: 'renewed', credentials, notice: 'token_refused' };
    case 'wrong':
      return { kind: 'refused', detail };
    default:
      return { kind: 'unreachable', detail };
  }
}
