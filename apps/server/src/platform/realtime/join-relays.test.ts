import { AccountId } from '@hanasu/contract/ids';
import { afterEach, expect, test } from 'vitest';
import { createDistantRealtime } from '../../app/worker-thread/entry.ts';
import type { Realtime } from './realtime.ts';
import { joinRelays, type Relay, type Told } from './relay.ts';

const ACCOUNT = AccountId.parse(crypto.randomUUID());
const realtimes: Realtime[] = [];
afterEach(async () => {
  for (const realtime of realtimes.splice(0)) await realtime.close();
});

type Heard = { readonly told: Told; readonly from: string };

/** Both ends of a wire: what one end tells the other hears. */
function wire(): readonly [Relay, Relay] {
  const heard: ((told: Told, from: string) => void)[][] = [[], []];
  const end = (self: 0 | 1): Relay => ({
    tell: (told, from = `end ${self}`) => heard[1 - self]?.forEach((listener) => void listener(told, from)),
    onTold: (listener) => void heard[self]?.push(listener),
    close: async () => undefined,
  });
  return [end(0), end(1)];
}

const listen = (relay: Relay): Heard[] => {
  const heard: Heard[] = [];
  relay.onTold((told, from) => heard.push({ told, from }));
  return heard;
};

const NEWS: Told = { kind: 'changed', what: 'channel', id: '1' };

test('who stands between two hears both, and each hears the other with its name', () => {
  const [left, leftEnd] = wire();
  const [right, rightEnd] = wire();
  const joined = joinRelays([leftEnd, rightEnd]);
  if (!joined) throw new Error('there are two');
  const [between, atLeft, atRight] = [listen(joined), listen(left), listen(right)];
  left.tell(NEWS, 'the left one');
  expect(between).toEqual([{ told: NEWS, from: 'the left one' }]);
  expect(atRight).toEqual([{ told: NEWS, from: 'the left one' }]);
  expect(atLeft).toEqual([]);
  joined.tell(NEWS);
  expect([atLeft.length, atRight.length, between.length]).toEqual([1, 2, 1]);
});

test('with one there is nothing to pass on, with none nobody to tell', () => {
  const [one] = wire();
  expect(joinRelays([one])).toBe(one);
  expect(joinRelays([])).toBeNull();
});

test('a thread without browsers tells only what somebody elsewhere listens to', () => {
  const [here, there] = wire();
  const heard = listen(there);
  const realtime = createDistantRealtime(here);
  realtimes.push(realtime);
  expect(heard.map(({ told }) => told.kind)).toEqual(['who-listens']);
  realtime.emit(ACCOUNT, 'news', 1);
  expect(realtime.hasListeners(ACCOUNT)).toBe(false);
  // It would be heard elsewhere as if nobody listened at the one who passes it on.
  there.tell({ kind: 'who-listens' });
  expect(heard).toHaveLength(1);
  there.tell({ kind: 'listening', rooms: [`account:${ACCOUNT}`], how: 'more' });
  expect(realtime.hasListeners(ACCOUNT)).toBe(true);
  realtime.emit(ACCOUNT, 'news', 2);
  expect(heard.at(-1)?.told).toEqual({ kind: 'emit', room: `account:${ACCOUNT}`, event: 'news', payload: 2 });
  expect(heard).toHaveLength(2);
});
