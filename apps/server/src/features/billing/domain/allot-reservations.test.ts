import { AccountId } from '@hanasu/contract/ids';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allotReservations, type ReservationRequest } from './allot-reservations.ts';

const ACCOUNTS = [1, 2, 3].map((n) => AccountId.parse(`00000000-0000-7000-8000-00000000000${n}`));
const accountIds = fc.constantFrom(...ACCOUNTS);
const requests = fc
  .array(fc.record({ accountId: accountIds, tokens: fc.nat({ max: 1_000 }) }), { maxLength: 40 })
  .map((list): ReservationRequest[] => list.map((one, index) => ({ ...one, id: `call-${index}` })));
const balances = fc
  .array(fc.tuple(accountIds, fc.integer({ min: -500, max: 5_000 })))
  .map((entries) => new Map(entries));

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

test('an account never has more set aside than it has, and everybody is answered in order', () => {
  fc.assert(
    fc.property(requests, balances, (asked, available) => {
      const reservations = allotReservations(asked, available);
      expect(reservations.map(({ id }) => id)).toEqual(asked.map(({ id }) => id));
      for (const accountId of ACCOUNTS) {
        const own = reservations.filter((one) => one.accountId === accountId);
        const left = Math.max(0, available.get(accountId) ?? 0);
        const wanted = sum(own.map(({ tokens }) => tokens));
        expect(sum(own.map(({ granted }) => granted))).toBe(Math.min(left, wanted));
      }
      for (const { granted, tokens } of reservations) {
        expect(granted).toBeGreaterThanOrEqual(0);
        expect(granted).toBeLessThanOrEqual(tokens);
      }
    }),
  );
});

test('who came first is served first: nobody gets anything after somebody went short', () => {
  fc.assert(
    fc.property(requests, balances, (asked, available) => {
      const wentShort = new Set<AccountId>();
      for (const { accountId, tokens, granted } of allotReservations(asked, available)) {
        if (wentShort.has(accountId)) expect(granted).toBe(0);
        if (granted < tokens) wentShort.add(accountId);
      }
    }),
  );
});
