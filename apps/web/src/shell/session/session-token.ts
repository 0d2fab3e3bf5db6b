/** Seconds since 1970, as JWT writes them; `jti` names the session. */
export interface Claims {
  jti?: string;
  iat: number;
  exp: number;
}

const isClaims = (said: unknown): said is Claims => {
  if (typeof said !== 'object' || said === null) return false;
  const { jti, iat, exp } = said as Record<keyof Claims, unknown>;
  return typeof iat === 'number' && typeof exp === 'number' && ['string', 'undefined'].includes(typeof jti);
};

/** What a token says about itself, unchecked: only the server can tell whether it is true. Null when it is not readable. */
export function readClaims(token: string): Claims | null {
  const payload = token.split('.')[1];
  if (!payload) return null;
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    );
    const said: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isClaims(said) ? said : null;
  } catch {
    // Not base64 or not JSON: no token of ours, and nothing can be said about it.
    return null;
  }
}

/** True once less than half of the token's life is left. */
export const isHalfSpent = ({ iat, exp }: Claims, now: number): boolean => exp - now / 1000 < (exp - iat) / 2;
