import { SessionId } from '@hanasu/contract/ids';
import { AppError } from '../../platform/app-error.ts';
import type { AuthenticateKey } from '../../platform/http/context.ts';
import type { CallerGate } from './caller-gate.ts';

/** Endpoints that the scope `knowledge` opens. */
const OPENED = /^\/api\/user\/(?:knowledges?|documents?|uploads?)(?:\/|$)/;
const KEY_MARK = 'hk_';

/**
 * Lets a program work on the knowledge of an account: as its maker there, an admin at most, for these endpoints only. A key that is bound to
 * certain bots is for those bots and never for what all of them know.
 */
export function createKnowledgeKeys(gate: CallerGate): AuthenticateKey {
  return async ({ token, address, path }) => {
    if (!token.startsWith(KEY_MARK) || !OPENED.test(path)) return null;
    const entrance = await gate.enter({ authorization: `Bearer ${token}`, address }, 'knowledge');
    if (entrance.kind === 'too-many') {
      const retryAfter = Math.ceil(entrance.allowance.resetMs / 1000);
      throw new AppError('rate_limited', 'Too many requests with this key', { more: { retryAfter } });
    }
    if (entrance.kind === 'wrong-scope') throw refused('This key may not use knowledge');
    if (entrance.kind === 'wrong-role') throw refused('The maker of this key may not do this any more');
    if (entrance.kind !== 'welcome') throw new AppError('not_signed_in', 'This key is not valid');
    const { key } = entrance;
    if (key.botIds) throw refused('This key is for certain bots only');
    return {
      sessionId: SessionId.parse(key.keyId),
      apiKey: { uuid: key.keyId, name: key.name },
      userId: key.personId,
      accountId: key.accountId,
      role: key.role === 'owner' ? 'admin' : key.role,
    };
  };
}

const refused = (detail: string): AppError => new AppError('forbidden', detail);
