import { LOCALES } from '@hanasu/contract/accounts';
import type { Page } from '@playwright/test';
import { serverUrl, signIn } from './support/api.ts';
import { foreignWords, overflow, violations } from './support/inspect.ts';
import { fillShop, type Shop } from './support/shop.ts';
import { test as base, expect } from './support/test.ts';

const test = base.extend<object, { shop: Shop }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
  shop: [async ({}, use) => use(await fillShop()), { scope: 'worker', timeout: 60_000 }],
});
test.describe.configure({ mode: 'parallel' });
// Recording every step of that many visits would take longer than the visits.
test.use({ trace: 'off' });

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

const LOOKS = [
  ['light, desk', DESK, 'light'],
  ['dark, phone', PHONE, 'dark'],
  ['light, phone', PHONE, 'light'],
  ['dark, desk', DESK, 'dark'],
] as const;

interface Visit {
  readonly at: (shop: Shop) => string;
  readonly signedOut?: true;
  /** What has to be done on the page before it is looked at. */
  readonly prepare?: (page: Page) => Promise<void>;
}

const knowledge = (shop: Shop) => `/Knowledge/${shop.knowledge.uuid}/documents`;
const PAGES = {
  'sign in': { at: () => '/Login', signedOut: true },
  register: { at: () => '/Register', signedOut: true },
  home: { at: () => '/' },
  bots: { at: () => '/Bot' },
  'create a bot': { at: () => '/Bot?create=true' },
  'bot, instructions': { at: ({ bot }) => `/Bot/${bot.uuid}` },
  'bot, model': { at: ({ bot }) => `/Bot/${bot.uuid}?tab=model` },
  'bot, knowledge': { at: ({ bot }) => `/Bot/${bot.uuid}?tab=knowledge` },
  chat: { at: ({ bot }) => `/Bot/${bot.uuid}/Chat` },
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
  simulator: { at: ({ channel }) => `/Channel/Instance/${channel.uuid}/simulator` },
  inbox: { at: () => '/Message' },
  'inbox, nothing found': { at: () => '/Message?q=nothing-like-this' },
  'inbox, a thread': { at: ({ conversation }) => `/Message?conversation=${conversation.uuid}` },
  conversation: { at: ({ conversation }) => `/Channel/conversation/${conversation.uuid}` },
  tokens: { at: () => '/Token' },
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

for (const [name, visit] of Object.entries<Visit>(PAGES)) {
  test(name, async ({ page, context, shop, complaints }) => {
    if (!visit.signedOut) await signIn(context, shop.person);
    const found: string[] = [];
    for (const locale of LOCALES) {
      await context.addInitScript(`if (origin !== 'null') localStorage.setItem('user-locale', '${locale}')`);
      await page.setViewportSize(DESK);
      await page.goto(new URL(visit.at(shop), serverUrl()).href);
      await settled(page);
      await visit.prepare?.(page);
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      for (const [look, viewport, colorScheme] of LOOKS) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
        await painted(page);
        // Contrast does not depend on the language, names and layout do.
        const isSeen = locale === 'en' || look === 'dark, phone';
        const problems = [
          ...(isSeen ? await violations(page) : []),
          ...(await overflow(page)),
          ...(await foreignWords(page, locale)),
        ];
        found.push(...problems.map((line) => `${locale}, ${look}: ${line}`));
      }
      found.push(...complaints.take().map((line) => `${locale}: ${line}`));
    }
    expect(found).toEqual([]);
  });
}
