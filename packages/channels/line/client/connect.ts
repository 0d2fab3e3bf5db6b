import { z } from 'zod';
import type { ConnectOutcome } from '../../spec/channel.ts';
import type { LineCredentials } from '../credentials.ts';
import { describeAnswer } from './describe-answer.ts';
import { issueWithKey, statelessCall, TokenAnswer } from './issue-token.ts';
import type { LineAnswer, LineClient } from './line-client.ts';
import { isTheirTrouble, rejected, unreachable, wrongCredential, wrongPair } from './wrong-credential.ts';

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

  const pair = await client(statelessCall(credentials));
  if (pair.kind !== 'answered' || isTheirTrouble(pair.status)) return unreachable(pair);
  const wrong =
    channelAccessToken === undefined
      ? await wrongPair(client, credentials, pair)
      : await wrongCredential(client, credentials.channelId, channelAccessToken, pair);
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
  const answer = await client(statelessCall(credentials));
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
