import { LOCALES, type Locale } from '@hanasu/contract/accounts';
import type { BrowserContext, Page } from '@playwright/test';
import { signIn } from './support/api.ts';
import { foreignWords, overflow, violations } from './support/inspect.ts';
import { outboxLink } from './support/outbox.ts';
import { serverUrl } from './support/server-url.ts';
import { fillShop, type Shop } from './support/shop.ts';
import { test as base, expect } from './support/test.ts';

/** Browsers that keep what they have loaded from one test to the next. */
interface Visitors {
  readonly owner: BrowserContext;
  readonly stranger: BrowserContext;
}

const test = base.extend<object, { shop: Shop; visitors: Visitors }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
  shop: [async ({}, use) => use(await fillShop()), { scope: 'worker', timeout: 120_000 }],
  visitors: [
    async ({ browser, shop }, use, { project }) => {
      const { contextOptions, locale = 'en-US', timezoneId = 'UTC' } = project.use;
      const open = () => browser.newContext({ ...contextOptions, locale, timezoneId });
      const visitors = { owner: await open(), stranger: await open() };
      await signIn(visitors.owner, shop.person);
      await use(visitors);
      await Promise.all(Object.values(visitors).map((context) => context.close()));
    },
    { scope: 'worker' },
  ],
});
test.describe.configure({ mode: 'parallel' });
// Recording every step of that many visits would take longer than the visits.
test.use({ trace: 'off' });

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const SMALL_PHONE = { width: 360, height: 740 };

const LOOKS = [
  ['light, desk', DESK, 'light'],
  ['dark, phone', PHONE, 'dark'],
  ['light, small phone', SMALL_PHONE, 'light'],
  ['dark, desk', DESK, 'dark'],
] as const;

/** `npm run e2e:full`: every page in every language and look. */
const IS_FULL = process.env.E2E_FULL === '1';
type Look = (typeof LOOKS)[number];
const SEEN = LOCALES.flatMap((locale) => LOOKS.map((look) => ({ locale, look })));

/** Otherwise the page's name decides on one language and one look, so that each occurs and none by chance. */
const seenByName = (name: string) =>
  SEEN[[...name].reduce((sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) % 997, 0) % SEEN.length];

/** A page that is made like another is looked at once in each language. */
function visitsOf(name: string, { likeAnother }: Visit): Map<Locale, readonly Look[]> {
  const one = seenByName(name);
  if (!IS_FULL) return new Map(one ? [[one.locale, [one.look]]] : []);
  return new Map(LOCALES.map((locale) => [locale, likeAnother ? LOOKS.slice(1, 2) : LOOKS]));
}

interface Visit {
  readonly at: (shop: Shop) => string;
  readonly signedOut?: true;
  /** Texts that people wrote, though they read like words of ours. */
  readonly data?: readonly string[];
  /** Only one look: the page is made of the same parts as another. */
  readonly likeAnother?: true;
  /** What has to be done on the page before it is looked at. */
  readonly prepare?: (page: Page) => Promise<void>;
}

const knowledge = (shop: Shop) => `/Knowledge/${shop.knowledge.uuid}/documents`;
/** Pages of parts that are not built yet: all of one make, so that one look at the words of each is enough. */
const planned = (path: string) => ({ at: () => path, likeAnother: true }) as const;

const PAGES = {
  'sign in': { at: () => '/Login', signedOut: true },
  register: { at: () => '/Register', signedOut: true },
  'home, signed out': { at: () => '/', signedOut: true },
  'forgot password': { at: () => '/Forgot-Password', signedOut: true },
  'forgot password, sent': {
    at: () => '/Forgot-Password',
    signedOut: true,
    prepare: async (page) => {
      await page.locator('input[type=email]').fill('nobody@example.com');
      await page.keyboard.press('Enter');
      await page.getByRole('status').waitFor();
    },
  },
  'reset password': {
    at: () => '/Reset-Password?code=any',
    signedOut: true,
    prepare: async (page) => {
      await page.locator('input[type=password]').first().fill('password1');
      await page.locator('[data-level]').waitFor();
    },
  },
  'reset password, no code': { at: () => '/Reset-Password', signedOut: true },
  'confirm e-mail': { at: () => '/Confirm-Email?code=any', signedOut: true },
  join: { at: ({ invitation }) => `/Join?code=${invitation}`, signedOut: true },
  'join, signed in': { at: ({ invitation }) => `/Join?code=${invitation}` },
  'back from a provider': { at: () => '/api/auth/google/callback?state=any', signedOut: true },
  // Mails stay in the language of whom they are for.
  outbox: {
    at: () => outboxLink(),
    signedOut: true,
    data: ['Choose a new password', 'Confirm your email address'],
  },
  home: { at: () => '/' },
  'account, profile': { at: () => '/Account' },
  'account, security': { at: () => '/Account?tab=security' },
  'account, team': { at: () => '/Account?tab=team' },
  'account, connections': { at: () => '/Account?tab=connections' },
  'account, log': { at: () => '/Account?tab=log' },
  'account, data': { at: () => '/Account?tab=export' },
  'explore bots, signed out': { at: () => '/ExploreBot', signedOut: true },
  'explore bots': { at: () => '/ExploreBot', likeAnother: true },
  palette: {
    at: () => '/Token',
    prepare: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').waitFor();
      await page.keyboard.type('フロント');
      await page.getByRole('option').first().waitFor();
    },
  },
  'keyboard help': {
    at: () => '/Token',
    prepare: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  bots: { at: () => '/Bot' },
  'create a bot': { at: () => '/Bot?create=true' },
  'bot, instructions': { at: ({ bot }) => `/Bot/${bot.uuid}` },
  'bot, model': { at: ({ bot }) => `/Bot/${bot.uuid}?tab=model` },
  'bot, knowledge': { at: ({ bot }) => `/Bot/${bot.uuid}?tab=knowledge` },
  'bot, answers': { at: ({ bot }) => `/Bot/${bot.uuid}?tab=answers` },
  'bot, tools': { at: ({ bot }) => `/Bot/${bot.uuid}?tab=tools` },
  'bot, behaviour': {
    at: ({ bot }) => `/Bot/${bot.uuid}?tab=behaviour`,
    prepare: async (page) => {
      // Saved by itself at the look before.
      const hours = page.getByRole('switch').first();
      if (!(await hours.isChecked())) await hours.click();
      await page.locator('input[type=time]').first().waitFor();
    },
  },
  'bot, publish': { at: ({ bot }) => `/Bot/${bot.uuid}?tab=publish` },
  'import a bot': {
    at: () => '/Bot',
    prepare: async (page) => {
      await page.locator('main button:has(svg)').first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  chat: { at: ({ bot }) => `/Bot/${bot.uuid}/Chat` },
  'chat, gone on with': {
    at: ({ bot, chat }) => `/Bot/${bot.uuid}/Chat?conversation=${chat}`,
    data: ['When is breakfast served?'],
  },
  'shared chat': {
    at: ({ share }) => `/Share/${share}`,
    signedOut: true,
    data: ['When is breakfast served?'],
  },
  'bot groups': { at: () => '/Bot-Group' },
  'bot group': {
    at: ({ group }) => `/Bot-Group/${group.uuid}`,
    prepare: async (page) => {
      const shown = page.locator('section[aria-labelledby="group-members"]');
      await shown.getByRole('listitem').first().waitFor();
    },
  },
  'knowledge bases': { at: () => '/Knowledge' },
  'add knowledge': { at: () => '/Knowledge/Add' },
  documents: { at: knowledge },
  'search test': {
    at: (shop) => `${knowledge(shop)}?tab=search`,
    prepare: async (page) => {
      await page.getByRole('main').getByRole('textbox').fill('When is breakfast served?');
      await page.getByRole('main').getByRole('textbox').press('Enter');
      await page.getByText('Breakfast is served').first().waitFor();
    },
  },
  'add a document': { at: (shop) => `${knowledge(shop)}/Create` },
  document: { at: (shop) => `${knowledge(shop)}/${shop.document.uuid}` },
  channels: { at: () => '/Channel' },
  'connect a channel': { at: () => '/Channel?connect=line' },
  'add a sandbox': { at: () => '/Channel?connect=sandbox' },
  channel: { at: ({ channel }) => `/Channel/Instance/${channel.uuid}` },
  'log of a channel': { at: ({ channel }) => `/Channel/Instance/${channel.uuid}?tab=log` },
  'credentials of a channel': { at: ({ channel }) => `/Channel/Instance/${channel.uuid}?tab=credentials` },
  'back from a vendor': { at: () => '/Channel/connected' },
  simulator: { at: ({ channel }) => `/Channel/Instance/${channel.uuid}/simulator` },
  inbox: { at: () => '/Message' },
  'inbox, nothing found': { at: () => '/Message?q=nothing-like-this' },
  'inbox, a thread': { at: ({ conversation }) => `/Message?conversation=${conversation.uuid}` },
  conversation: { at: ({ conversation }) => `/Channel/conversation/${conversation.uuid}` },
  'connect by permission': { at: () => '/Channel?connect=zalo', likeAnother: true },
  'channel, log': { at: ({ channel }) => `/Channel/Instance/${channel.uuid}?tab=log` },
  // Its words are kept in each language, under the language's own name.
  'web chat design': { at: () => '/Channel/custom_chat', data: ['English', '日本語', 'Tiếng Việt'] },
  forms: { at: () => '/Channel/custom_form' },
  'rich menus': { at: () => '/Channel/rich-menu' },
  'message templates': { at: () => '/Channel/message-template' },
  submissions: { at: ({ form }) => `/Channel/custom_form/${form.uuid}/submissions` },
  'submissions, none found': {
    at: ({ form }) => `/Channel/custom_form/${form.uuid}/submissions?q=nothing-like-this`,
    likeAnother: true,
  },
  'results of a form': {
    at: ({ form }) => `/Channel/custom_form/${form.uuid}/submissions?tab=results`,
    likeAnother: true,
  },
  'customers of channels': { at: () => '/Channel/customer', likeAnother: true },
  'web site embed': { at: () => '/Channel/embed' },
  broadcasts: { at: () => '/Channel/message' },
  posts: { at: () => '/Post-Manage' },
  notifications: { at: () => '/Channel/notify' },
  'rich messages': { at: () => '/Channel/rich-message' },
  'channel settings': { at: () => '/Channel/setting' },
  tags: { at: () => '/Channel/tag' },
  customers: { at: () => '/Customer' },
  'customers, nobody found': { at: () => '/Customer?q=nobody-is-called-so', likeAnother: true },
  'a customer beside the table': {
    at: () => '/Customer',
    prepare: async (page) => {
      await page.getByRole('main').getByRole('link', { name: '花子' }).click();
      await page.getByRole('dialog').getByRole('heading', { level: 3 }).waitFor();
    },
  },
  'fields of customers': {
    at: () => '/Customer',
    prepare: async (page) => {
      await page.getByRole('main').locator('header').getByRole('button').first().click();
      await page.getByRole('dialog').getByRole('button').nth(1).click();
      await page.getByRole('dialog').locator('form').waitFor();
    },
  },
  'chosen customers': {
    at: () => '/Customer',
    prepare: async (page) => {
      await page.getByRole('main').getByRole('checkbox').first().check();
      await page.getByRole('main').locator('section[aria-label] strong').waitFor();
    },
  },
  'a customer': {
    at: () => '/Customer',
    prepare: async (page) => {
      await page.getByRole('main').getByRole('link', { name: '花子' }).click();
      const panel = page.getByRole('dialog');
      await panel.getByRole('heading', { level: 3 }).waitFor();
      await panel.locator('a[href^="/Customer/"]').click();
      await page.getByRole('heading', { level: 1, name: '花子' }).waitFor();
      await page.getByRole('main').locator('time').first().waitFor();
    },
  },
  friends: { at: () => '/Friend' },
  'a friend': {
    at: () => '/Friend',
    prepare: async (page) => {
      await page.getByRole('table').getByRole('link').first().click();
      await page.getByRole('dialog').locator('dl').waitFor();
    },
  },
  'all documents': { at: () => '/Document' },
  images: planned('/Image-Generate'),
  video: planned('/Video'),
  voice: planned('/Voice'),
  tokens: { at: () => '/Token' },
  budgets: { at: () => '/Token?tab=budgets' },
  'api keys': {
    at: () => '/Token?tab=keys',
    // Names of programs, and what stands in an example.
    data: ['curl', 'JavaScript', 'MCP'],
  },
  'web hooks': { at: () => '/Token?tab=hooks' },
  payment: { at: () => '/payment' },
  'unknown address': { at: () => '/no/such/page' },
} as const satisfies Record<string, Visit>;

/** Loaded: it has its heading, and no skeleton stands in for anything. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible();
  await expect(page.locator('.mantine-Skeleton-root:visible')).toHaveCount(0);
}

/** Two frames later: nobody sees a page earlier after its colours have changed. */
const painted = (page: Page) =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');

/** What a page of another test has stored in the browser is gone at the first address. */
const FORGET = `if (origin !== 'null' && !sessionStorage.getItem('begun')) {
  localStorage.clear();
  sessionStorage.setItem('begun', 'yes');
}`;

test('each language and look is seen on some page', () => {
  expect(new Set(Object.keys(PAGES).map(seenByName)).size).toBe(SEEN.length);
});

for (const [name, visit] of Object.entries<Visit>(PAGES)) {
  test(name, async ({ visitors, shop, complaints }) => {
    const page = await visitors[visit.signedOut ? 'stranger' : 'owner'].newPage();
    complaints.watch(page);
    await page.addInitScript(FORGET);
    const found: string[] = [];
    for (const [locale, looks] of visitsOf(name, visit)) {
      await page.addInitScript(`if (origin !== 'null') localStorage.setItem('user-locale', '${locale}')`);
      await page.setViewportSize(DESK);
      await page.goto(new URL(visit.at(shop), serverUrl()).href);
      await settled(page);
      await visit.prepare?.(page);
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      for (const [look, viewport, colorScheme] of looks) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
        await painted(page);
        const problems = [
          ...(await violations(page)),
          ...(await overflow(page)),
          ...(await foreignWords(page, locale, visit.data)),
        ];
        found.push(...problems.map((line) => `${locale}, ${look}: ${line}`));
      }
      found.push(...complaints.take().map((line) => `${locale}: ${line}`));
    }
    expect(found).toEqual([]);
    await page.close();
  });
}
