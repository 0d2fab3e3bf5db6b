import { z } from 'zod';
import type { ConnectOutcome, Renewal, RenewalOutcome, SecretCheck } from '../../spec/channel.ts';
import type { LineCredentials } from '../credentials.ts';
import {
  issueWithKey,
  statelessCall,
  TokenAnswer,
  type Tokens,
  withTrueStatus,
} from './authorised-client.ts';
import { describeAnswer, type LineAnswer, type LineClient, vendorSentence } from './line-client.ts';

const BotInfo = z.object({ userId: z.string(), displayName: z.string(), pictureUrl: z.string().optional() });
type Answered = LineAnswer & { readonly kind: 'answered' };

/** Checks each of the credentials and names the wrong one; reads the official account's id, name and picture. */
export async function connect(
  client: LineClient,
  credentials: LineCredentials,
  now: number,
): Promise<ConnectOutcome> {
  const { channelAccessToken, assertionKey } = credentials;
  // A token typed in is asked first: it says whose it is, which tells a wrong id from a wrong secret.
  const given = channelAccessToken === undefined ? null : await readAccount(client, channelAccessToken);
  if (given && given.kind !== 'answered') return unreachable(given);
  if (given && isTheirTrouble(given.status)) return unreachable(given);
  if (given && !isAccount(given)) return rejected('channelAccessToken', describeAnswer(given));

  const pair = withTrueStatus(await client(statelessCall(credentials)));
  if (pair.kind !== 'answered' || isTheirTrouble(pair.status)) return unreachable(pair);
  const wrong =
    channelAccessToken === undefined
      ? await wrongPair(client, credentials, pair)
      : await wrongCredential(client, { channelId: credentials.channelId, token: channelAccessToken, pair });
  if (wrong !== null) return wrong;

  if (assertionKey !== undefined) return connectWithKey(client, credentials, now);
  if (given) return connected(given);
  const stateless = TokenAnswer.safeParse(pair.body);
  if (!stateless.success) return rejected('channelSecret', 'the vendor gave no readable token');
  return connectedBy(await readAccount(client, stateless.data.access_token), 'channelSecret');
}

/** With the key: the token it got before serves as long as it is taken, as a channel may have only 30 of them. */
async function connectWithKey(
  client: LineClient,
  credentials: LineCredentials,
  now: number,
): Promise<ConnectOutcome> {
  const kept = credentials.issuedToken;
  if (kept && kept.expiresAt > now) {
    const answer = await readAccount(client, kept.token);
    const refused = answer.kind === 'answered' && answer.status === 401;
    if (!refused) return connectedBy(answer, 'assertionKey');
  }
  const outcome = await issueWithKey(client, credentials, now);
  if (outcome.kind === 'unusable-key') return rejected('assertionKey', outcome.detail);
  if (outcome.kind === 'refused') {
    const { answer } = outcome;
    // There may be 30 of them: until one lapses, the tokens for id and secret serve as well.
    if (/maximum number/i.test(describeAnswer(answer))) return connectWithoutKey(client, credentials, now);
    const theirs = answer.kind !== 'answered' || isTheirTrouble(answer.status);
    return theirs ? unreachable(answer) : rejected('assertionKey', describeAnswer(answer));
  }
  const account = connectedBy(await readAccount(client, outcome.token.token), 'assertionKey');
  return account.kind === 'connected'
    ? { ...account, credentials: { ...credentials, issuedToken: outcome.token } }
    : account;
}

async function connectWithoutKey(
  client: LineClient,
  { issuedToken: _, ...credentials }: LineCredentials,
  now: number,
): Promise<ConnectOutcome> {
  const answer = withTrueStatus(await client(statelessCall(credentials)));
  const stateless = answer.kind === 'answered' ? TokenAnswer.safeParse(answer.body).data : undefined;
  if (!stateless) return unreachable(answer);
  const account = connectedBy(await readAccount(client, stateless.access_token), 'channelSecret');
  return account.kind === 'connected'
    ? { ...account, credentials: { ...credentials, keyRefusedAt: now } }
    : account;
}

const readAccount = (client: LineClient, token: string): Promise<LineAnswer> =>
  client({ method: 'GET', path: '/v2/bot/info', token });

const isAccount = ({ status, body }: Answered): boolean => status === 200 && BotInfo.safeParse(body).success;

function connectedBy(answer: LineAnswer, field: keyof LineCredentials): ConnectOutcome {
  if (answer.kind !== 'answered' || isTheirTrouble(answer.status)) return unreachable(answer);
  return isAccount(answer) ? connected(answer) : rejected(field, describeAnswer(answer));
}

function connected({ body }: Answered): ConnectOutcome & { kind: 'connected' } {
  const { userId, displayName, pictureUrl } = BotInfo.parse(body);
  return { kind: 'connected', externalId: userId, displayName, pictureUrl: pictureUrl ?? null };
}

/** Id and secret get a stateless token as long as the secret is the one that webhooks are signed with. */
export async function checkSecret(client: LineClient, credentials: LineCredentials): Promise<SecretCheck> {
  const answer = withTrueStatus(await client(statelessCall(credentials)));
  if (answer.kind !== 'answered' || isTheirTrouble(answer.status)) return 'unknown';
  return answer.status === 200 ? 'right' : 'wrong';
}

const TokenInfo = z.object({ client_id: z.coerce.string() });

/**
 * Which of id and secret is wrong, when the vendor refused both together: nothing else can tell than the older
 * token endpoint, which names the one it stumbles over. It is asked only after a refusal, so it issues nothing.
 */
async function wrongPair(
  client: LineClient,
  { channelId, channelSecret }: LineCredentials,
  pair: Answered,
): Promise<ConnectOutcome | null> {
  if (pair.status === 200) return null;
  const form = { grant_type: 'client_credentials', client_id: channelId, client_secret: channelSecret };
  const named = await client({ method: 'POST', path: '/v2/oauth/accessToken', form });
  if (named.kind !== 'answered' || isTheirTrouble(named.status)) return unreachable(named);
  const isId = /client_id/i.test(vendorSentence(named.body));
  return rejected(isId ? 'channelId' : 'channelSecret', describeAnswer(named.status === 200 ? pair : named));
}

/**
 * The vendor answers a wrong id and a wrong secret alike; the channel the token belongs to tells them apart.
 */
async function wrongCredential(
  client: LineClient,
  { channelId, token, pair }: { readonly channelId: string; readonly token: string; readonly pair: Answered },
): Promise<ConnectOutcome | null> {
  const owner = await readTokenOwner(client, token);
  if (owner.kind === 'unreachable') return owner;
  const pairIsRight = pair.status === 200;
  const tokenIsOurs = owner.channelId === null || owner.channelId === channelId;
  if (pairIsRight && tokenIsOurs) return null;
  if (pairIsRight) {
    return rejected('channelAccessToken', `the token belongs to another channel (${owner.channelId})`);
  }
  if (tokenIsOurs) return rejected('channelSecret', describeAnswer(pair));
  return rejected(
    'channelId',
    `the token belongs to channel ${owner.channelId}, and ${describeAnswer(pair)}`,
  );
}

type TokenOwner =
  /** `channelId` is null when the vendor doesn't tell for this kind of token. */
  | { readonly kind: 'known'; readonly channelId: string | null }
  | (ConnectOutcome & { readonly kind: 'unreachable' });

/** Long- and short-lived tokens are looked up at one endpoint, v2.1 and stateless ones at another. */
async function readTokenOwner(client: LineClient, token: string): Promise<TokenOwner> {
  const attempts = [
    { method: 'POST', path: '/v2/oauth/verify', form: { access_token: token } },
    { method: 'GET', path: `/oauth2/v2.1/verify?access_token=${encodeURIComponent(token)}` },
  ] as const;
  for (const attempt of attempts) {
    const answer = await client(attempt);
    if (answer.kind !== 'answered' || isTheirTrouble(answer.status)) return unreachable(answer);
    const owner = TokenInfo.safeParse(answer.body);
    if (answer.status === 200 && owner.success) return { kind: 'known', channelId: owner.data.client_id };
  }
  return { kind: 'known', channelId: null };
}

function isTheirTrouble(status: number): boolean {
  return status >= 500 || status === 429;
}

function rejected(field: keyof LineCredentials, detail: string): ConnectOutcome & { kind: 'rejected' } {
  return { kind: 'rejected', field, detail };
}

function unreachable(answer: LineAnswer): ConnectOutcome & { kind: 'unreachable' } {
  return { kind: 'unreachable', detail: describeAnswer(answer) };
}

/** Days to spare for a server that is off, or a vendor out of order. */
const RENEWED_BEFORE_MS = 5 * 24 * 60 * 60 * 1000;
/** 30 tokens for a key are all there may be; each of them lapses at some time. */
const KEY_AGAIN_MS = 6 * 60 * 60 * 1000;

type Renewed = RenewalOutcome<LineCredentials>;

/** Tokens issued with the assertion key expire; a long-lived token stays valid until another one is issued. */
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

/** Verifies a refused long-lived token once more, and gives it up only when the vendor rejects it again. */
async function lookAtTyped(
  client: LineClient,
  tokens: Tokens,
  credentials: LineCredentials,
): Promise<Renewed> {
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

async function renewWithKey(client: LineClient, credentials: LineCredentials, now: number): Promise<Renewed> {
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
): Promise<Renewed> {
  switch (await checkSecret(client, credentials)) {
    case 'right':
      return { kind: 'renewed', credentials, notice: 'token_refused' };
    case 'wrong':
      return { kind: 'refused', detail };
    default:
      return { kind: 'unreachable', detail };
  }
}
