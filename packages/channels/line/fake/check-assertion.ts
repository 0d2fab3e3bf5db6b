import { decodeProtectedHeader, errors, importJWK, jwtVerify } from 'jose';
import { type FakeAnswer, type FakeWorld, oauthError, refuse } from './answer.ts';
import type { FakeChannel } from './state.ts';

const TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const AUDIENCE = 'https://api.line.me/';
const LONGEST_SECONDS = 30 * 60;
const LONGEST_TOKEN_SECONDS = 30 * 24 * 60 * 60;
const NO_KEY = 'Cannot find channel key that satisfies the conditions';

export type CheckedAssertion =
  /** `tokenSeconds`: the life that is asked for; null when absent or too long. */
  | { readonly kind: 'ok'; readonly channel: FakeChannel; readonly tokenSeconds: number | null }
  | { readonly kind: 'refused'; readonly answer: FakeAnswer };

/** Whether a signed assertion proves a channel: known key, right names, not too far ahead. */
export async function checkAssertion(
  world: FakeWorld,
  body: Readonly<Record<string, unknown>>,
): Promise<CheckedAssertion> {
  const refused = (answer: FakeAnswer): CheckedAssertion => ({ kind: 'refused', answer });
  const assertion = String(body.client_assertion ?? '');
  if (body.client_assertion_type !== TYPE) {
    return refused(oauthError('invalid_request', 'invalid client_assertion_type'));
  }
  const found = findKey(world, assertion);
  if (!found) return refused(refuse(404, NO_KEY));
  const { channel, key } = found;
  const seconds = Math.floor(world.now() / 1000);
  try {
    const { payload, protectedHeader } = await jwtVerify(assertion, await importJWK({ ...key }, 'RS256'), {
      algorithms: ['RS256'],
      audience: AUDIENCE,
      currentDate: new Date(world.now()),
    });
    if (protectedHeader.typ !== 'JWT') return refused(oauthError('invalid_client', 'Invalid typ'));
    if (payload.iss !== channel.channelId || payload.sub !== channel.channelId) {
      return refused(oauthError('invalid_client', 'iss and clientId of key do not match'));
    }
    if (payload.exp === undefined || payload.exp > seconds + LONGEST_SECONDS) {
      return refused(oauthError('invalid_client', 'Invalid exp'));
    }
    return { kind: 'ok', channel, tokenSeconds: lifeOf(payload.token_exp) };
  } catch (error) {
    const sentence = error instanceof errors.JWTExpired ? 'Invalid exp' : 'Invalid client_assertion';
    return refused(oauthError('invalid_client', sentence));
  }
}

function lifeOf(value: unknown): number | null {
  return typeof value === 'number' && value > 0 && value <= LONGEST_TOKEN_SECONDS ? value : null;
}

function findKey(world: FakeWorld, assertion: string) {
  let kid: string | undefined;
  try {
    kid = decodeProtectedHeader(assertion).kid;
  } catch {
    return null;
  }
  for (const channel of world.state.channels.values()) {
    const key = channel.assertionKeys?.find((each) => each.kid === kid);
    if (key && kid !== undefined) return { channel, key };
  }
  return null;
}
