import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { newId, newIdAfter } from './ids.ts';

test.each([
  ['now', 0],
  ['by a clock that is a minute ahead', 60_000],
  ['by a clock that is a minute behind', -60_000],
])('comes after an id made %s', (_when, offset) => {
  const earlier = v7({ msecs: Date.now() + offset });
  const id = newIdAfter(earlier);
  expect(id > earlier).toBe(true);
  expect(newIdAfter(id) > id).toBe(true);
  expect(newId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
});
