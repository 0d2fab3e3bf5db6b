import { updateEmbedSetting } from '@hanasu/contract/embed';
import type { Page } from '@playwright/test';
import { newPerson } from './support/api.ts';
import { startOtherSite } from './support/other-site.ts';
import { addPlayedBot, test as base } from './support/slow-model.ts';
import { expect } from './support/test.ts';

type Site = Awaited<ReturnType<typeof startOtherSite>>;

/** A site on the list of a bot's web chat. */
interface Fixtures {
  site: Site;
  bot: string;
  script: string;
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
  site: async ({}, use) => {
    const site = await startOtherSite();
    await use(site);
    await site.close();
  },
  bot: async ({ site }, use) => {
    const person = await newPerson();
    const { uuid: botUuid } = await addPlayedBot(person);
    await person.call(updateEmbedSetting, { body: { botUuid, enabled: true, sites: [site.origin] } });
    await use(botUuid);
  },
  script: async ({ server }, use) => use(`${server.url}/widget.js`),
});

const launcher = (page: Page) =>
  page.getByRole('button', { name: /^(Open|Close) chat/, includeHidden: true });
const field = (page: Page) => page.getByRole('textbox', { name: 'Message' });

/**
 * How pages are changed without being loaded: Turbo and Swup put another body in, htmx and pjax fill the one there is,
 * idiomorph takes out what the new page has not (chatwoot/chatwoot#4742), Astro and Turbo run scripts again.
 */
const SWAPS: Readonly<Record<string, string>> = {
  'another body': `const next = document.createElement('body'); next.innerHTML = '<h1>Next</h1>';
    document.documentElement.replaceChild(next, document.body);`,
  'another body whose script runs': `const next = document.createElement('body'); next.innerHTML = '<h1>Next</h1>';
    document.documentElement.replaceChild(next, document.body);
    const script = document.createElement('script'); script.src = SRC; script.dataset.bot = BOT; next.append(script);`,
  'a body that is emptied': `document.body.innerHTML = '<h1>Next</h1>';`,
  'a copy of the body': `document.body.replaceWith(document.body.cloneNode(true));`,
  'another root element': `const next = document.createElement('html'); next.innerHTML = '<head></head><body><h1>Next</h1></body>';
    document.replaceChild(next, document.documentElement);`,
};

test('an open chat stays with its text through every way a site changes pages', async ({
  page,
  site,
  bot,
  script,
}) => {
  const address = site.show(
    '/',
    `<body><h1>First</h1><script src="${script}" data-bot="${bot}" async></script>`,
  );
  await page.goto(address);
  await launcher(page).first().click();
  await expect(field(page)).toBeFocused();
  await field(page).fill('half a question');
  for (const [name, swap] of Object.entries(SWAPS))
    await test.step(name, async () => {
      for (let round = 0; round < 10; round += 1) {
        await page.evaluate(`{ const SRC = '${script}', BOT = '${bot}'; ${swap} }`);
        await expect(field(page)).toHaveValue('half a question');
        await expect(field(page)).toBeFocused();
      }
      await expect(page.locator('hanasu-chat')).toHaveCount(1);
      await expect(page.getByRole('dialog')).toBeVisible();
    });
  await page.evaluate('Hanasu.close()');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.evaluate(SWAPS['another body'] ?? '');
  await page.evaluate('Hanasu.open()');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.evaluate('Hanasu.remove()');
  await page.evaluate(SWAPS['a body that is emptied'] ?? '');
  await expect(page.locator('hanasu-chat')).toHaveCount(0);
});

test('an answer that is being written goes on through swaps, by the one stream it came in', async ({
  page,
  site,
  bot,
  script,
  models,
}) => {
  models.reset();
  models.behave('*', 'slow-250');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/(chat|stream)(\?|$)/.test(request.url())) asked.push(request.method());
  });
  const address = site.show(
    '/',
    `<body><h1>First</h1><script src="${script}" data-bot="${bot}" async></script>`,
  );
  await page.goto(address);
  await launcher(page).first().click();
  const question = Array.from({ length: 30 }, (_, index) => `word${index}`).join(' ');
  await field(page).fill(question);
  await field(page).press('Enter');
  const log = page.getByRole('log');
  await expect(log.getByText(/You asked: "word0 word1 word2/)).toHaveCount(1);
  for (const swap of Object.values(SWAPS))
    await page.evaluate(`{ const SRC = '${script}', BOT = '${bot}'; ${swap} }`);
  await expect(log.getByText(new RegExp(`You asked: "${question}"`))).toHaveCount(1);
  expect(asked.filter((method) => method !== 'OPTIONS')).toEqual(['POST']);
  models.reset();
});

/** As tag managers put a script in (umami-software/umami#430: they keep no `data-` attributes). */
const added = (more: string): string =>
  `{ const s = document.createElement('script'); s.async = true; s.src = SRC; ${more}; document.head.append(s); }`;
const WAYS: Readonly<Record<string, string>> = {
  'an attribute': added('s.dataset.bot = BOT'),
  'the address': added("s.src = SRC + '?bot=' + BOT"),
  'settings before': `window.hanasuSettings = { bot: BOT }; ${added('')}`,
  'settings in capitals': `window.HanasuSettings = { bot: BOT }; ${added('')}`,
  'a module with its address': `import(SRC + '?bot=' + BOT);`,
  'a module with settings': `window.hanasuSettings = { bot: BOT }; import(SRC);`,
  'a module element': added("s.type = 'module'; s.dataset.bot = BOT"),
  'text that is run': `window.hanasuSettings = { bot: BOT, url: new URL(SRC).origin };
    fetch(SRC).then((r) => r.text()).then((text) => { const s = document.createElement('script'); s.text = text; document.head.append(s); });`,
  'two triggers': added('s.dataset.bot = BOT') + added("s.src = SRC + '?bot=' + BOT"),
};

test('a site starts the chat in any way that a tag manager knows', async ({ page, site, bot, script }) => {
  for (const [name, way] of Object.entries(WAYS))
    await test.step(name, async () => {
      const inline = `const SRC = '${script}', BOT = '${bot}'; addEventListener('load', () => { ${way} });`;
      await page.goto(site.show(`/${encodeURIComponent(name)}`, `<body><script>${inline}</script>`));
      await expect(launcher(page)).toHaveCount(1);
      await expect(page.locator('hanasu-chat')).toHaveCount(1);
    });
});

test('without an id one line says what is missing', async ({ page, site, script, complaints }) => {
  complaints.expectSome(/Hanasu chat is not shown/);
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const line = page.waitForEvent('console');
  await page.goto(site.show('/', `<body><script src="${script}"></script>`));
  await line;
  expect(said).toEqual([
    expect.stringMatching(/^Hanasu chat is not shown: the id of the bot is missing.*hanasuSettings/),
  ]);
  await expect(page.locator('hanasu-chat')).toHaveCount(0);
});

/** Safari's key code, behind the end of the composition (https://bugs.webkit.org/show_bug.cgi?id=165004). */
test('a key of an input method neither closes the chat nor sends', async ({ page, site, bot, script }) => {
  await page.goto(site.show('/', `<body><script src="${script}" data-bot="${bot}"></script>`));
  await launcher(page).first().click();
  await field(page).fill('にほん');
  for (const key of ['Escape', 'Enter', 'Tab'])
    for (const report of [{ keyCode: 229 }, { isComposing: true }])
      await field(page).dispatchEvent('keydown', { key, bubbles: true, composed: true, ...report });
  await expect(field(page)).toHaveValue('にほん');
  await expect(field(page)).toBeFocused();
  await field(page).press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
