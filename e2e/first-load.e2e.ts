import type { Page } from '@playwright/test';
import { newPerson, signIn } from './support/api.ts';
import { expect, test } from './support/test.ts';

/** Pages that say what they ask the server first (`firstCalls` of their routes). */
const PAGES = ['/', '/Bot', '/Message', '/Token'];
/** The words of the page's own script: what it asked before the application was there, and what nobody has taken over. */
const leftOver = (page: Page) =>
  page.evaluate(() => {
    const { hanasuBegun } = globalThis as { hanasuBegun?: { calls: Map<string, unknown> } };
    return hanasuBegun ? [...hanasuBegun.calls.keys()] : null;
  });

for (const path of PAGES)
  test(`${path} asks the server for its rows beside its scripts, and for nothing twice`, async ({
    context,
    page,
    complaints,
  }) => {
    complaints.expectSome(/socket\.io/);
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (request.method() === 'GET' && pathname.startsWith('/api/')) asked.push(pathname + search);
    });
    await signIn(context, await newPerson());
    // What comes by the socket is asked for anew, and is no part of the first load.
    await page.route('**/socket.io/**', (route) => route.abort());
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => leftOver(page)).toEqual([]);
    // The last of what starting up asks for.
    await expect.poll(() => asked).toContain('/api/service');
    expect(asked.filter((each, index) => asked.indexOf(each) !== index)).toEqual([]);
    expect(asked.slice(0, 2)).toContain('/api/users/me?populate=avatar');
  });

test('a page asks for nothing of an account before somebody has signed in', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/users?\//.test(request.url())) asked.push(request.url());
  });
  await page.goto('/Message');
  await expect(page).toHaveURL(/\/Login/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(asked).toEqual([]);
  expect(await leftOver(page)).toBeNull();
});

test('a session that has ended leads to signing in, also when the page has asked before the application', async ({
  context,
  page,
  complaints,
}) => {
  complaints.expectSome(/401/);
  const person = await newPerson();
  await signIn(context, { ...person, jwt: `${person.jwt.slice(0, -4)}AAAA` });
  await page.goto('/Message');
  await expect(page).toHaveURL(/\/Login/);
});
