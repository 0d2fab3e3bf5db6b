import { z } from 'zod';
import type { ConnectOutcome } from '../../spec/channel.ts';
import type { LineCredentials } from '../credentials.ts';
import { describeAnswer } from './describe-answer.ts';
import type { LineAnswer, LineClient } from './line-client.ts';

const BotInfo = z.object({ userId: z.string(), displayName: z.string(), pictureUrl: z.string().optional() });
const TokenInfo = z.object({ client_id: z.coerce.string() });

/** Checks all three credentials and names the wrong one; reads the official account's id, name and picture. */
export async function connect(client: LineClient, credentials: LineCredentials): Promise<ConnectOutcome> {
  const info = await client({
    method: 'GET',
    path: '/v2/bot/info',
    token: credentials.channelAccessToken,
  });
  if (info.kind !== 'answered' || isTheirTrouble(info.status)) return unreachable(info);
  const account = BotInfo.safeParse(info.body);
  if (info.status !== 200 || !account.success) return rejected('channelAccessToken', describeAnswer(info));

  const pair = await checkIdAndSecret(client, credentials);
  if (pair.kind !== 'answered' || isTheirTrouble(pair.status)) return unreachable(pair);
  const owner = await readTokenOwner(client, credentials.channelAccessToken);
  if (owner.kind === 'unreachable') return owner;
  const wrong = wrongCredential(credentials.channelId, pair, owner.channelId);
  if (wrong !== null) return wrong;

  const { userId, displayName, pictureUrl } = account.data;
  return { kind: 'connected', externalId: userId, displayName, pictureUrl: pictureUrl ?? null };
}

/** A stateless token costs nothing to issue and lapses by itself; it is thrown away. */
function checkIdAndSecret(client: LineClient, credentials: LineCredentials): Promise<LineAnswer> {
  return client({
    method: 'POST',
    path: '/oauth2/v3/token',
    form: {
      grant_type: 'client_credentials',
      client_id: credentials.channelId,
      client_secret: credentials.channelSecret,
    },
  });
}

/**
 * The vendor answers a wrong id and a wrong secret alike; the channel the token belongs to tells them apart.
 */
function wrongCredential(
  channelId: string,
  pair: LineAnswer & { kind: 'answered' },
  ownerId: string | null,
): ConnectOutcome | null {
  const pairIsRight = pair.status === 200;
  const tokenIsOurs = ownerId === null || ownerId === channelId;
  if (pairIsRight && tokenIsOurs) return null;
  if (pairIsRight) {
    return rejected('channelAccessToken', `the token belongs to another channel (${ownerId})`);
  }
  if (tokenIsOurs) return rejected('channelSecret', describeAnswer(pair));
  return rejected('channelId', `the token belongs to channel ${ownerId}, and ${describeAnswer(pair)}`);
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

function rejected(field: keyof LineCredentials, detail: string): ConnectOutcome {
  return { kind: 'rejected', field, detail };
}

function unreachable(answer: LineAnswer): ConnectOutcome & { kind: 'unreachable' } {
  return { kind: 'unreachable', detail: describeAnswer(answer) };
}
