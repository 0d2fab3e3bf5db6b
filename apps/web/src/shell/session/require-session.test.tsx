// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { limitConcurrency } from '../router-options.ts';
import { requireSession, safeReturnTo } from './require-session.ts';
import { clearToken, saveToken } from './session.ts';

it('spec:45 a page of the application asks for a session, and is returned to', () => {
  const enter = () => requireSession({ location: { href: '/Bot?q=a' } });
  expect(enter).toThrow(
    expect.objectContaining({
      options: expect.objectContaining({ to: '/Login', search: { returnTo: '/Bot?q=a' } }),
    }),
  );
  saveToken('token');
  expect(enter).not.toThrow();
  clearToken();
});

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

it('spec:123 lets at most four preloads run at once and all of them finish', async () => {
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
