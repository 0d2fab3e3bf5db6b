import { z } from 'zod';
import { ZALO_LIMITS } from '../limits.ts';
import { judge, type Verdict } from './verdict.ts';
import type { ZaloClient } from './zalo-client.ts';

export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresAt: number;
  readonly refreshExpiresAt: number;
}
export type TokenOutcome =
  | { readonly kind: 'tokens'; readonly pair: TokenPair }
  | Exclude<Verdict, { readonly kind: 'done' }>;

/** Seconds come as text. */
const Tokens = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.coerce.number().positive(),
});

/** One call to the token endpoint; whatever it used up is used up, even when the answer is lost. */
export async function askForTokens(
  client: ZaloClient,
  appSecret: string,
  form: Readonly<Record<string, string>>,
  now: () => number,
): Promise<TokenOutcome> {
  const verdict = judge(
    await client({ method: 'POST', host: 'oauth', path: '/v4/oa/access_token', secretKey: appSecret, form }),
  );
  if (verdict.kind !== 'done') return verdict;
  const tokens = Tokens.safeParse(verdict.data);
  if (!tokens.success) return { kind: 'unclear', detail: 'the answer holds no tokens' };
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
