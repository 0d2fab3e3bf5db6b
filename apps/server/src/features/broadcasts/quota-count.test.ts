import { expect, test } from 'vitest';
import type { AccountTransaction } from '../../platform/database/database.ts';
import type { OpenChannel } from '../channels/public.ts';
import { createQuotaCount } from './quota-count.ts';

/** A channel that may send `left` messages, of which broadcasts have used `paid` by what is stored. */
function openCount(given: { left: number; readAt: number; paid: number }) {
  const seen = { counts: 0 };
  const transaction = {
    one: async (sql: string) => {
      if (sql.includes('"readAt"')) return { left: given.left, readAt: given.readAt };
      seen.counts += 1;
      return { paid: given.paid };
    },
  } as unknown as AccountTransaction;
  const channel = { id: 'channel', settings: {} } as unknown as OpenChannel;
  const quota = createQuotaCount(channel);
  const ask = async (people: number) =>
    (
      await quota.affordable(
        transaction,
        Array.from({ length: people }, () => ({ isPaid: true })),
      )
    ).length;
  const begin = (people: number) => quota.add(people);
  return { seen, ask, begin, quota, transaction };
}

test('everybody who was sent to is counted once, and what is begun is added', async () => {
  const { seen, ask, begin } = openCount({ left: 100, readAt: 1, paid: 0 });
  for (let round = 0; round < 5; round += 1) {
    expect(await ask(20)).toBe(20);
    begin(20);
  }
  expect(seen.counts).toBe(1);
});

test('failed calls leave room: recipients are counted again before one is left out', async () => {
  const given = { left: 10, readAt: 1, paid: 0 };
  const { ask, begin } = openCount(given);
  expect(await ask(10)).toBe(10);
  begin(10);
  // Six of them were accepted.
  given.paid = 6;
  expect(await ask(10)).toBe(4);
});

test('a new answer of the vendor includes what was sent before', async () => {
  const given = { left: 10, readAt: 1, paid: 0 };
  const { ask, begin } = openCount(given);
  await ask(8);
  begin(8);
  Object.assign(given, { left: 2, readAt: 2, paid: 0 });
  expect(await ask(8)).toBe(2);
});

test('messages that cost nothing need no room', async () => {
  const { quota, transaction } = openCount({ left: 0, readAt: 1, paid: 0 });
  const free = [{ isPaid: false }, { isPaid: true }, { isPaid: false }];
  expect(await quota.affordable(transaction, free)).toEqual([{ isPaid: false }, { isPaid: false }]);
});
