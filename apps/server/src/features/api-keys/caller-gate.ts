import { ROLES, type Role } from '@hanasu/contract/accounts';
import type { ApiKeyScope } from '@hanasu/contract/api-keys';
import { sourceOf } from '../../platform/http/source-of.ts';
import type { LiveKey } from './api-keys.store.ts';
import type { ApiKeyAuthenticator } from './authenticator.ts';
import { type Allowance, createMinuteLimit } from './domain/minute-limit.ts';

export type Entrance =
  | { readonly kind: 'welcome'; readonly key: LiveKey; readonly allowance: Allowance }
  | { readonly kind: 'too-many'; readonly allowance: Allowance }
  | { readonly kind: 'no-key' | 'wrong-key' }
  | { readonly kind: 'wrong-scope' | 'wrong-role'; readonly allowance: Allowance };

/** What the same needs of a person in the app; for `knowledge`, each endpoint says which role it needs. */
const ROLE_NEEDED = {
  chat: 'operator',
  mcp: 'operator',
  models: 'viewer',
  knowledge: 'viewer',
} as const satisfies Record<ApiKeyScope, Role>;
const isEnough = (role: Role, needed: Role): boolean => ROLES.indexOf(role) <= ROLES.indexOf(needed);

/** Where programs come in: who calls, may they, and not too often. */
export interface CallerGate {
  enter(
    request: { readonly authorization: string | undefined; readonly address: string },
    needed: ApiKeyScope,
  ): Promise<Entrance>;
}

/** Requests a minute of one key and of wrong keys from one address; 0 is off. */
export function createCallerGate(
  authenticator: ApiKeyAuthenticator,
  limits: { readonly perKey: number; readonly wrongPerAddress: number },
  now: () => number,
): CallerGate {
  const perKey = createMinuteLimit(limits.perKey, now);
  const wrong = createMinuteLimit(limits.wrongPerAddress, now);
  return {
    async enter({ authorization = '', address }, needed) {
      const bearer = /^bearer +(\S+) *$/i.exec(authorization)?.[1];
      if (bearer === undefined) return { kind: 'no-key' };
      const key = await authenticator.authenticate(bearer);
      if (!key) {
        const allowance = wrong.take(sourceOf(address));
        return allowance.isAllowed ? { kind: 'wrong-key' } : { kind: 'too-many', allowance };
      }
      const allowance = perKey.take(key.keyId);
      if (!allowance.isAllowed) return { kind: 'too-many', allowance };
      if (!key.scopes.includes(needed)) return { kind: 'wrong-scope', allowance };
      if (!isEnough(key.role, ROLE_NEEDED[needed])) return { kind: 'wrong-role', allowance };
      return { kind: 'welcome', key, allowance };
    },
  };
}
