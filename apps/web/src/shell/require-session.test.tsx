// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { limitConcurrency } from './preload-limit.ts';
import { safeReturnTo } from './require-session.ts';

it.each([
  ['/Bot/1?tab=model#x', '/Bot/1?tab=model#x'],
  [undefined, '/'],
  ['', '/'],
  ['https://evil.example/', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['javascript:alert(1)', '/'],
])('returns from %s to %s', (given, expected) => {
  expect(safeReturnTo(given)).toBe(expected);
});

it('lets at most four preloads run at once and all of them finish', async () => {
  let running = 0;
  let most = 0;
  const preload = limitConcurrency(async (name: number) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
    if (name === 3) throw new Error('gone');
    return name;
  }, 4);
  const results = await Promise.allSettled(Array.from({ length: 11 }, (_, name) => preload(name)));
  expect(most).toBe(4);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
});
