import type { Browser, Page } from '@playwright/test';
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

/** A guest's page, in a window as wide as given, whose application waits for `go`. */
async function heldPage(browser: Browser, look: Look) {
  const context = await browser.newContext({
    viewport: { width: look.width, height: 900 },
    locale: look.locale,
    hasTouch: look.width < 500,
  });
  const page = await context.newPage();
  const { promise: held, resolve: go } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(look.path, { waitUntil: 'commit' });
  await expect(page.locator('.outline .o-title:visible').first()).toBeVisible();
  return { page, go, close: () => context.close() };
}

interface Look {
  readonly path: string;
  readonly width: number;
  readonly locale: string;
}

interface Said {
  readonly text: string;
  readonly box: readonly number[];
  readonly font: readonly string[];
}

/** The texts that a part of the page shows: where each stands, and in which font. */
const saidIn = (page: Page, part: '.outline' | '#root') =>
  page.evaluate<Said[]>(`(() => {
    const isShown = (element) => element.getClientRects().length > 0;
    const said = (element) =>
      [...element.querySelectorAll('span[lang]')].find(isShown)?.textContent ??
      [...element.childNodes].map((node) => (node.ariaHidden === 'true' ? '' : node.textContent)).join('');
    const texts = [...document.querySelectorAll('${part} :is(h1, p, li, a)')].filter(isShown);
    return texts.map((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const { fontFamily, fontSize, fontWeight } = getComputedStyle(element);
      return {
        text: said(element).trim(),
        box: [left, top, width, height].map(Math.round),
        font: [fontFamily, fontSize, fontWeight],
      };
    });
  })()`);

for (const path of ['/', '/Login'])
  for (const width of [390, 820, 1440])
    test(`what ${path} says first stands where the page says it, ${width} px wide, in each language`, async ({
      browser,
    }) => {
      for (const locale of ['en', 'ja', 'vi']) {
        const { page, go, close } = await heldPage(browser, { path, width, locale });
        const first = await saidIn(page, '.outline');
        expect(first.length).toBeGreaterThan(1);
        go();
        await expect(page.locator('main h1')).toBeVisible();
        await expect(page.locator('.outline')).toBeHidden();
        const drawn = await saidIn(page, '#root');
        for (const one of first) expect(drawn).toContainEqual(one);
        await close();
      }
    });
