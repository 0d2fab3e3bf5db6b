import { createHmac, timingSafeEqual } from 'node:crypto';
import { VisitorId } from '@hanasu/contract/ids';
import { deriveKeys, type Secrets } from '../../../platform/crypto/secret-keys.ts';

/** Signs who a visitor is, for one `scope` (a bot, or the gallery): in another one the token is nobody's. */
export interface VisitorTokens {
  issue(scope: string, visitorId: VisitorId): string;
  /** Null: not one of ours, or of another scope. */
  read(scope: string, token: string): VisitorId | null;
}

export function createVisitorTokens(secrets: Secrets): VisitorTokens {
  const keys = deriveKeys(secrets, 'hanasu/visitors');
  const sign = (key: Buffer, scope: string, visitorId: string): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([scope, visitorId]))
      .digest();
  return {
    issue: (scope, visitorId) => `${visitorId}.${sign(keys[0], scope, visitorId).toString('base64url')}`,
    read(scope, token) {
      const [id = '', signature = ''] = token.split('.');
      const visitorId = VisitorId.safeParse(id).data;
      if (!visitorId) return null;
      const given = Buffer.from(signature, 'base64url');
      const isOurs = keys.some((key) => {
        const wanted = sign(key, scope, visitorId);
        return given.length === wanted.length && timingSafeEqual(given, wanted);
      });
      return isOurs ? visitorId : null;
    },
  };
}

/** Whether a site has signed this id: HMAC-SHA256 under the bot's identity secret, in hexadecimal. */
export function isSignedBy(secret: string, userId: string, hash: string): boolean {
  const wanted = createHmac('sha256', secret).update(userId).digest();
  const given = Buffer.from(/^[0-9a-f]{64}$/i.test(hash) ? hash : '', 'hex');
  // Of the same length whatever was sent, so that the time says nothing.
  const compared = given.length === wanted.length ? given : Buffer.alloc(wanted.length);
  return timingSafeEqual(compared, wanted) && given.length === wanted.length;
}
