import { ROLES, type Role } from '@hanasu/contract/accounts';
import { describe, expect, test } from 'vitest';
import { whyNoOtherRole, whyNotRemoved } from './roles.ts';

/** Written out, so that a change of the rules shows here. */
const MAY_CHANGE: Record<Role, readonly Role[]> = {
  owner: ['admin', 'operator', 'viewer'],
  admin: ['admin', 'operator', 'viewer'],
  operator: [],
  viewer: [],
};

describe.each(ROLES)('%s', (actor) => {
  test.each(ROLES)('another role for %s', (target) => {
    for (const given of ROLES) {
      const expected = MAY_CHANGE[actor].includes(target) && given !== 'owner' ? null : 'forbidden';
      const ofOneself = actor === 'owner' && target === 'owner' ? 'owner_stays' : expected;
      expect({ given, refusal: whyNoOtherRole(actor, target, given) }).toEqual({ given, refusal: ofOneself });
    }
  });

  test.each(ROLES)('taking %s out', (target) => {
    const isOwnerHere = actor === 'owner' && target === 'owner';
    const expected = MAY_CHANGE[actor].includes(target) || isOwnerHere ? null : 'forbidden';
    expect(whyNotRemoved(actor, target, false)).toBe(expected);
  });

  test('leaving', () => {
    expect(whyNotRemoved(actor, actor, true)).toBe(actor === 'owner' ? 'owner_stays' : null);
  });
});
