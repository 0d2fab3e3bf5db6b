import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createSandboxChannel } from '@hanasu/contract/channels';
import { listConversations } from '@hanasu/contract/inbox';
import type { Page } from '@playwright/test';
import { newPerson, signIn } from './support/api.ts';
import { serverUrl } from './support/server-url.ts';
import { addBot, answered, say } from './support/shop.ts';
import { expect, test } from './support/test.ts';

const MANIFEST = path.resolve(import.meta.dirname, '../apps/web/dist/.vite/manifest.json');
/** The file of each page, which is fetched when one goes there. */
const PAGE_FILES = new Set(
  Object.entries(JSON.parse(readFileSync(MANIFEST, 'utf8')) as Record<string, { file: string }>)
    .filter(([source]) => source.startsWith('src/routes/'))
    .map(([, { file }]) => file),
);
/** What a service worker fetches can't be held up or refused by a test. */
const withoutServiceWorker = (page: Page) => page.addInitScript('delete Navigator.prototype.serviceWorker');

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Both ways of the chat socket: it begins with requests and goes over to a web socket. */
function hearChat(page: Page, hear: (text: string) => void): void {
  const isChat = (url: string) => url.includes('/socket.io/');
  page.on('request', (request) => {
    if (isChat(request.url())) hear(request.postData() ?? '');
  });
  page.on('response', (response) => {
    // A page that is left takes its answers with it.
    if (isChat(response.url())) response.text().then(hear, () => hear(''));
  });
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => hear(payload.toString()));
    socket.on('framereceived', ({ payload }) => hear(payload.toString()));
  });
}

test('spec:18 spec:47 page names are spelt as shown: another case is another, unknown page', async ({
  page,
  context,
}) => {
  await signIn(context, await newPerson());
  for (const path of ['/bot', '/BOT', '/bot-group', '/Knowledge/add', '/Payment', '/channel/Tag', '/login']) {
    await page.goto(path);
    await expect(heading(page)).toHaveText(`Page not found: ${path}`);
    await expect(page.getByText('404')).toBeVisible();
  }
});

for (const [locale, name] of [
  ['ja', 'Japanese'],
  ['vi', 'Vietnamese'],
] as const) {
  test(`spec:109 an unknown path is named in the same words in ${name}`, async ({ page, context }) => {
    await context.addInitScript(`localStorage.setItem('user-locale', '${locale}')`);
    await page.goto('/no/such/page');
    await expect(heading(page)).toHaveText('Page not found: /no/such/page');
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
  });
}

test('spec:18 the bot-edit layout gives the page the whole window, the default one the menu', async ({
  page,
  context,
}) => {
  const person = await newPerson();
  const bot = await addBot(person);
  await signIn(context, person);
  await page.goto('/Bot');
  await expect(heading(page)).toHaveText('Bots');
  await expect(page.locator('[data-focused]')).toHaveCount(0);
  await page.goto(`/Bot/${bot.uuid}`);
  await expect(heading(page)).toHaveText(bot.name);
  await expect(page.locator('[data-focused]')).toHaveCount(1);
});

test.describe('without a service worker', () => {
  // Files that it fetches can't be held back.
  test.use({ serviceWorkers: 'block' });

  test('spec:51 spec:124 a loading bar in #005ce1 stands at the top while a page is fetched', async ({
    page,
    context,
    complaints,
  }) => {
    complaints.expectSome(/Service Worker registration blocked by Playwright/);
    await signIn(context, await newPerson());
    let release: () => void = () => undefined;
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.goto('/');
    await expect(heading(page)).toBeVisible();
    await page.route('**/assets/Token-*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Tokens', exact: true }).click();
    const bar = page.locator('.page-loading-bar');
    await expect(bar).toBeVisible();
    await expect(bar).toHaveCSS('background-color', 'rgb(0, 92, 225)');
    release();
    await expect(heading(page)).toHaveText('Tokens');
    await expect(bar).toHaveCount(0);
  });
});

test('spec:69 the user is fetched, then the services, then the chat is joined with the token', async ({
  page,
  context,
}) => {
  const person = await newPerson();
  await signIn(context, person);
  const order: string[] = [];
  const count = (text: string) => order.filter((each) => each === text).length;
  page.on('response', (response) => {
    const { pathname, search } = new URL(response.url());
    if (pathname === '/api/users/me' || pathname === '/api/service') order.push(pathname + search);
  });
  hearChat(page, (text) => text.includes('joinChatChannel') && order.push(text));
  await page.goto('/Token');
  const joined = () => order.find((text) => text.includes('joinChatChannel'));
  await expect.poll(joined).toContain(person.jwt);
  expect(order.slice(0, 2)).toEqual(['/api/users/me?populate=avatar', '/api/service']);
  expect(count('/api/users/me?populate=avatar')).toBe(1);
});

test('spec:67 spec:110 without a session nothing is asked for, and "not logged in" is logged', async ({
  page,
}) => {
  const logged: string[] = [];
  const asked: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/Login');
  await expect(heading(page)).toBeVisible();
  // How many pages may ask for passkeys in an hour is another matter.
  await expect.poll(() => logged.filter((text) => !text.includes('passkeys'))).toEqual(['not logged in']);
  expect(asked.filter((path) => path === '/api/users/me' || path.startsWith('/socket.io'))).toEqual([]);
});

test('spec:123 at most four pages are preloaded at once', async ({ page, context }) => {
  await withoutServiceWorker(page);
  await signIn(context, await newPerson());
  await page.goto('/');
  await expect(heading(page)).toBeVisible();
  const asked = new Set<string>();
  const waiting: (() => void)[] = [];
  await page.route('**/assets/*.js', async (route) => {
    const file = new URL(route.request().url()).pathname.slice(1);
    if (!PAGE_FILES.has(file)) return route.continue();
    asked.add(file);
    await new Promise<void>((done) => waiting.push(done));
    return route.continue();
  });
  const links = page.getByRole('complementary').getByRole('link');
  const count = await links.count();
  expect(count).toBeGreaterThan(5);
  // Longer than the router waits before it takes a hover for an intent, by the page's own clock: its timer was set before.
  const pause = () => page.evaluate('new Promise((done) => setTimeout(done, 100))');
  for (let index = 0; index < count; index += 1) {
    await links.nth(index).hover();
    await pause();
  }
  await expect.poll(() => asked.size).toBeGreaterThanOrEqual(4);
  await pause();
  expect(asked.size).toBe(4);
  for (const done of waiting.splice(0)) done();
  await expect.poll(() => asked.size).toBeGreaterThan(4);
  for (const done of waiting.splice(0)) done();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('spec:73 spec:115 a part that a newer build has removed: the page is loaded anew where one wanted to go', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expectSome(/Failed to load resource|dynamically imported module/);
  await withoutServiceWorker(page);
  await signIn(context, await newPerson());
  await page.goto('/');
  await expect(heading(page)).toBeVisible();
  let isGone = true;
  await page.route('**/assets/Token-*.js', (route) =>
    isGone ? route.fulfill({ status: 404 }) : route.continue(),
  );
  // Not at the load event: the part may be asked for before that.
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isGone = false;
  });
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.getByRole('link', { name: 'Tokens', exact: true }).click();
  await expect(heading(page)).toHaveText('Tokens');
  await expect(page).toHaveURL('/Token');
  await expect.poll(() => loads).toBe(1);
});

test('spec:113 an error that nobody caught leads to the error page, and back to what was typed', async ({
  page,
  complaints,
}) => {
  complaints.expectSome(/a bug/);
  await page.goto('/Login');
  await page.getByLabel('Email or username').fill('hanako');
  await page.evaluate("setTimeout(() => { throw new Error('a bug'); })");
  await expect(page.getByRole('heading', { name: 'Internal Server Error' })).toBeVisible();
  await expect(page.getByText('500')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Email or username')).toHaveValue('hanako');
});

test('spec:112 spec:113 an application that cannot start says so', async ({ page, complaints }) => {
  complaints.expectSome(
    /Failed to load resource|could not be loaded|Error while mounting app|No language|page error/,
  );
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.route('**/assets/words-start-*.js', (route) => route.fulfill({ status: 404 }));
  await page.goto('/Login');
  await expect(heading(page)).toHaveText('Internal Server Error');
  expect(logged.some((text) => text.startsWith('Error while mounting app:'))).toBe(true);
});

test('spec:13 spec:72 spec:122 the language is kept in local storage and a cookie for a year', async ({
  page,
  context,
}) => {
  await page.goto('/Login');
  await page.getByLabel('Language').selectOption('vi');
  await expect(page.locator('html')).toHaveAttribute('lang', 'vi');
  expect(await page.evaluate("localStorage.getItem('user-locale')")).toBe('vi');
  const cookie = (await context.cookies()).find(({ name }) => name === 'user-locale');
  expect(cookie?.value).toBe('vi');
  const days = ((cookie?.expires ?? 0) * 1000 - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(365);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'vi');
});

test('spec:71 with the system as preference, the look follows it while the page is open', async ({
  page,
}) => {
  await page.goto('/Login');
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.getByLabel('Appearance').selectOption('light');
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
  expect(await page.evaluate("localStorage.getItem('color-mode')")).toBe('light');
});

test('spec:74 a newer build is announced quietly, and stays announced', async ({
  page,
  context,
  complaints,
}) => {
  // A clock that jumps two minutes breaks off a connection that is being made.
  complaints.expectSome(/WebSocket/);
  await signIn(context, await newPerson());
  let build = 'one';
  await page.clock.install();
  await page.route('**/api/system', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), build } });
  });
  const first = page.waitForResponse('**/api/system');
  await page.goto('/Token');
  await first;
  await expect(heading(page)).toHaveText('Tokens');
  build = 'two';
  await page.clock.fastForward(59 * 60_000);
  await expect(page.getByText('A new version is ready.')).toHaveCount(0);
  await page.clock.fastForward(2 * 60_000);
  await expect(page.getByText('A new version is ready.')).toBeVisible();
  await page.clock.fastForward(60_000);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(heading(page)).toHaveText('Tokens');
  await expect(page.getByText('A new version is ready.')).toHaveCount(0);
});

test('spec:90 a customer who writes is announced on the desktop; a click opens the conversation', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['notifications'], { origin: serverUrl() });
  // Headless Chromium shows none; what the page asks the browser for is looked at instead.
  await context.addInitScript(`
    window.shown = [];
    window.Notification = class {
      static permission = 'granted';
      constructor(title, options) { this.close = () => undefined; window.shown.push({ title, ...options, self: this }); }
    };
  `);
  const person = await newPerson();
  const bot = await addBot(person);
  const channel = await person.call(createSandboxChannel, {
    body: { name: 'Counter', kind: 'line', botUuid: bot.uuid },
  });
  await signIn(context, person);
  const heard: string[] = [];
  hearChat(page, (text) => heard.push(text));
  await page.goto('/Token');
  await expect.poll(() => heard.some((text) => text.includes('"ok":true'))).toBe(true);
  await say(person, channel.uuid, 'hanako', 'もしもし');
  await answered(person, channel.uuid, '花子', 1);
  const shown = () =>
    page.evaluate<{ title: string; body: string; icon: string }[]>(
      'window.shown.map(({ title, body, icon }) => ({ title, body, icon }))',
    );
  await expect.poll(shown).toEqual([{ title: 'Tin nhắn mới', body: 'もしもし', icon: '/welcome-logo.png' }]);
  const icon = await page.request.get('/welcome-logo.png');
  expect(icon.headers()['content-type']).toBe('image/png');
  await page.evaluate('window.shown[0].self.onclick()');
  const { items } = await person.call(listConversations, { query: { page: 1, pageSize: 1 } });
  await expect(page).toHaveURL(`/Channel/conversation/${items[0]?.uuid}`);
});

test('spec:103 icons come from the build: no host but ours is asked', async ({ page, context }) => {
  await signIn(context, await newPerson());
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await page.goto('/');
  await expect(heading(page)).toBeVisible();
  await expect(page.getByRole('main').locator('svg').first()).toBeVisible();
  expect([...hosts].filter((host) => host !== '')).toEqual([new URL(serverUrl()).host]);
});
