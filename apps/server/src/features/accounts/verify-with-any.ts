import { type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose';

/**
 * What a token of ours says; tokens of the previous key go on while that is set. Null: forged, expired or garbage, all
 * the same to the caller. HS256 only, whatever the token's header says.
 */
export async function verifyWithAny(
  keys: readonly Buffer[],
  token: string,
  options: Pick<JWTVerifyOptions, 'issuer' | 'clockTolerance' | 'currentDate'>,
): Promise<JWTPayload | null> {
  for (const key of keys) {
    const verified = await jwtVerify(token, key, { ...options, algorithms: ['HS256'] }).catch(() => null);
    if (verified) return verified.payload;
  }
  return null;
}
