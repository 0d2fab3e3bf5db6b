import { z } from 'zod';

/** Seconds since 1970, as JWT writes them; `jti` names the session. */
const Claims = z.object({ jti: z.string().optional(), iat: z.number(), exp: z.number() });
export type Claims = z.infer<typeof Claims>;

/** What a token says about itself, unchecked: only the server can tell whether it is true. Null when it is not readable. */
export function readClaims(token: string): Claims | null {
  const payload = token.split('.')[1];
  if (!payload) return null;
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    );
    return Claims.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data ?? null;
  } catch {
    // Not base64 or not JSON: no token of ours, and nothing can be said about it.
    return null;
  }
}

/** True once less than half of the token's life is left. */
export const isHalfSpent = ({ iat, exp }: Claims, now: number): boolean => exp - now / 1000 < (exp - iat) / 2;
