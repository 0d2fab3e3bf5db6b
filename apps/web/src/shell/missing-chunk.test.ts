// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { isMissingChunk, reloadAt, shouldReload } from './missing-chunk.ts';

beforeEach(() => sessionStorage.clear());

it.each([
  'Failed to fetch dynamically imported module: https://x/assets/Bot.js',
  'error loading dynamically imported module: https://x/assets/Bot.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/Bot.css',
])('spec:115 spec:73 is a missing chunk: %s', (message) => {
  expect(isMissingChunk(new TypeError(message))).toBe(true);
});

it('other errors are not', () => {
  expect([new Error('no'), null, 'Unable to preload CSS'].map(isMissingChunk)).toEqual([false, false, false]);
});

it('spec:115 spec:73 reloads at the target, once in ten seconds', () => {
  const error = new TypeError('Failed to fetch dynamically imported module: x');
  const went: string[] = [];
  expect(shouldReload(error)).toBe(true);
  reloadAt('/Bot?q=1', (href) => went.push(href));
  expect(went).toEqual(['/Bot?q=1']);
  expect(shouldReload(error)).toBe(false);
  expect(shouldReload(error, Date.now() + 10_001)).toBe(true);
});
