import { expect, test } from 'vitest';
import { createHostGate } from './host-gate.ts';

const never = new AbortController().signal;

test('a host is asked for one thing at a time, others meanwhile', async () => {
  const gate = createHostGate();
  const log: string[] = [];
  const first = Promise.withResolvers<void>();
  const ask = (name: string, wait?: Promise<void>) => async () => {
    log.push(`${name} begins`);
    await wait;
    log.push(`${name} ends`);
  };
  const all = [
    gate.pass('https://a.example/1', 0, never, ask('a1', first.promise)),
    gate.pass('https://a.example/2', 0, never, ask('a2')),
    gate.pass('https://b.example/1', 0, never, ask('b1')),
  ];
  await all[2];
  expect(log).toEqual(['a1 begins', 'b1 begins', 'b1 ends']);
  first.resolve();
  await Promise.all(all);
  expect(log.slice(3)).toEqual(['a1 ends', 'a2 begins', 'a2 ends']);
});

test('who gives up the wait lets nobody in early, and a failed request holds up nobody', async () => {
  const gate = createHostGate();
  const held = Promise.withResolvers<string>();
  const impatient = new AbortController();
  const one = gate.pass('https://a.example/', 0, never, () => held.promise);
  const two = gate.pass('https://a.example/', 0, impatient.signal, async () => 'two');
  let isThird = false;
  const three = gate.pass('https://a.example/', 0, never, async () => {
    isThird = true;
    throw new Error('broken');
  });
  impatient.abort(new Error('stopped'));
  await expect(two).rejects.toThrow('stopped');
  expect(isThird).toBe(false);
  held.resolve('one');
  expect(await one).toBe('one');
  await expect(three).rejects.toThrow('broken');
  expect(await gate.pass('https://a.example/', 0, never, async () => 'four')).toBe('four');
});
