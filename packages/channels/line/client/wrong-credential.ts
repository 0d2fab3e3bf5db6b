import { z } from 'zod';
import type { ConnectOutcome } from '../../spec/channel.ts';
import type { LineCredentials } from '../credentials.ts';
import { describeAnswer, vendorSentence } from './describe-answer.ts';
import type { LineAnswer, LineClient } from './line-client.ts';

const TokenInfo = z.object({ client_id: z.coerce.string() });
type Answered = LineAnswer & { readonly kind: 'answered' };

/**
 * Which of id and secret is wrong, when the vendor refused both together: nothing else can tell than the older
 * token endpoint, which names the one it stumbles over. It is asked only after a refusal, so it issues nothing.
 */
export async function wrongPair(
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
export async function wrongCredential(
  client: LineClient,
  channelId: string,
  token: string,
  pair: Answered,
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

export function isTheirTrouble(status: number): boolean {
  return status >= 500 || status === 429;
}

export function rejected(
  field: keyof LineCredentials,
  detail: string,
): ConnectOutcome & { kind: 'rejected' } {
  return { kind: 'rejected', field, detail };
}

export function unreachable(answer: LineAnswer): ConnectOutcome & { kind: 'unreachable' } {
  return { kind: 'unreachable', detail: describeAnswer(answer) };
}
