import type { Role } from '@hanasu/contract/accounts';

const RANK = { viewer: 0, operator: 1, admin: 2, owner: 3 } satisfies Record<Role, number>;

export const isAtLeast = (role: Role, needed: Role): boolean => RANK[role] >= RANK[needed];

/** Why somebody may not do it; null when they may. */
export type Refusal = 'forbidden' | 'owner_stays' | null;

/** Nobody gives or takes a role above their own; the owner changes only by transfer. */
export function whyNoOtherRole(actor: Role, target: Role, given: Role): Refusal {
  if (target === 'owner' && actor === 'owner') return 'owner_stays';
  const isManager = isAtLeast(actor, 'admin');
  return isManager && given !== 'owner' && isAtLeast(actor, target) && isAtLeast(actor, given)
    ? null
    : 'forbidden';
}

/** Everybody may leave but the owner; others are taken out by who stands at least as high. */
export function whyNotRemoved(actor: Role, target: Role, isOneself: boolean): Refusal {
  if (isOneself) return target === 'owner' ? 'owner_stays' : null;
  return isAtLeast(actor, 'admin') && isAtLeast(actor, target) ? null : 'forbidden';
}
