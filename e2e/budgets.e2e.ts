import type { Locale } from '@hanasu/contract/accounts';
import { createApiKey } from '@hanasu/contract/api-keys';
import { createBot } from '@hanasu/contract/bots';
import { type BudgetView, listBudgets } from '@hanasu/contract/budgets';
import type { Locator, Page } from '@playwright/test';
import { newPerson, type Person, signIn } from './support/api.ts';
import { overflow, violations } from './support/inspect.ts';
import { expect, test } from './support/test.ts';
import { fill, WORDS } from './support/words.ts';

const TAGS = { en: 'en-US', ja: 'ja-JP', vi: 'vi-VN' } as const;
const NAMES = {
  en: { bot: 'Front desk', key: 'Web shop' },
  ja: { bot: '受付', key: 'ネットショップ' },
  vi: { bot: 'Lễ tân', key: 'Cửa hàng' },
} as const satisfies Record<Locale, Record<string, string>>;

const shot = async (page: Page, name: string): Promise<void> => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
};

const usedWords = (locale: Locale, [spent, limit]: readonly [number, number]): string => {
  const number = new Intl.NumberFormat(TAGS[locale]);
  const percent = new Intl.NumberFormat(TAGS[locale], { style: 'percent' });
  return fill(WORDS[locale].budgets.used, {
    spent: number.format(spent),
    limit: number.format(limit),
    share: percent.format(spent / limit),
  });
};

/** Budgets arrive with this much spent, until the next visit of the page. */
async function withSpent(page: Page, spent: Pick<BudgetView, 'spent' | 'isReached'>): Promise<void> {
  await page.unroute('**/api/user/budgets');
  await page.route('**/api/user/budgets', async (route) => {
    const response = await route.fetch();
    const { items } = listBudgets.output.parse(await response.json());
    await route.fulfill({ response, json: { items: items.map((item) => ({ ...item, ...spent })) } });
  });
}

const makeShop = async (person: Person, locale: Locale) => ({
  bot: await person.call(createBot, { body: { name: NAMES[locale].bot, serviceUuid: 'builtin-extractive' } }),
  key: await person.call(createApiKey, {
    body: { name: NAMES[locale].key, scopes: ['chat', 'models'], botUuids: null, expiresAt: null },
  }),
});

for (const [locale, size, scheme] of [
  ['en', { width: 1440, height: 900 }, 'light'],
  ['ja', { width: 390, height: 844 }, 'dark'],
  ['vi', { width: 390, height: 844 }, 'light'],
] as const) {
  test(`${locale}: budgets are added, changed, refused twice and removed`, async ({
    page,
    context,
    complaints,
  }) => {
    complaints.expectSome(/status of 409.*user\/budget/);
    const { budgets: words, shell, fields, apiKeys, botEditor } = WORDS[locale];
    const look = async (name: string) => {
      expect(await violations(page)).toEqual([]);
      expect(await overflow(page)).toEqual([]);
      await shot(page, `budgets-${name}-${locale}`);
    };
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: scheme });
    await page.addInitScript(`localStorage.setItem('user-locale', '${locale}')`);
    const person = await newPerson(locale);
    const { bot, key } = await makeShop(person, locale);
    await signIn(context, person);

    const main = page.getByRole('main');
    const drawer = page.getByRole('dialog');
    const add = (place: Locator) => place.getByRole('button', { name: words.add, exact: true }).click();
    const save = () => drawer.getByRole('button', { name: words.add, exact: true }).click();
    const limit = drawer.getByLabel(words.limit, { exact: true });

    await page.goto('/Token?tab=budgets');
    await expect(main.getByText(words.empty)).toBeVisible();
    await look('empty');

    // The account's: what is missing is named, and what it does is chosen.
    await add(main);
    await save();
    await expect(drawer.getByText(fields.required)).toBeVisible();
    await limit.fill('50000');
    await drawer.getByRole('radio', { name: words.actions.cheaper, exact: true }).check();
    await look('form');
    await save();
    await expect(drawer).toHaveCount(0);
    await expect(main.getByText(usedWords(locale, [0, 50_000]))).toBeVisible();
    await look('one');

    // A second one for the same month is refused; what was typed stays.
    await add(main);
    await drawer.getByRole('radio', { name: words.periods.month, exact: true }).check();
    await limit.fill('1000');
    await save();
    await expect(drawer.getByRole('alert')).toContainText(words.exists.month);
    await expect(limit).not.toHaveValue('');
    await look('refused');
    await drawer.getByRole('button', { name: shell.close, exact: true }).click();
    await page.getByRole('button', { name: shell.discard, exact: true }).click();
    await expect(drawer).toHaveCount(0);

    const account = `${words.account}, ${words.periods.month}`;
    await main.getByRole('button', { name: fill(words.edit, { name: account }) }).click();
    await limit.fill('100000');
    await drawer.getByRole('button', { name: shell.save, exact: true }).click();
    await expect(drawer).toHaveCount(0);
    await expect(main.getByText(usedWords(locale, [0, 100_000]))).toBeVisible();
    await expect(main.getByRole('progressbar', { name: account })).toHaveAttribute('aria-valuenow', '0');

    await expect(main.getByRole('button', { name: fill(words.edit, { name: account }) })).toBeFocused();

    // What it does is said in words, too: no bot has an economy model that could answer.
    await withSpent(page, { spent: 85_000, isReached: false });
    await page.reload();
    await expect(main.getByText(usedWords(locale, [85_000, 100_000]))).toBeVisible();
    await expect(main.getByText(words.effects.warned)).toBeVisible();
    await expect(main.getByText(words.effects.economyNow)).toHaveCount(0);
    await expect(main.getByText(words.noEconomy.text)).toBeVisible();
    await expect(main.getByRole('link', { name: bot.name, exact: true })).toHaveAttribute(
      'href',
      `/Bot/${bot.uuid}?tab=model`,
    );
    await look('near');
    await withSpent(page, { spent: 100_000, isReached: true });
    await page.reload();
    await expect(main.getByText(words.levels.reached, { exact: true })).toBeVisible();
    await look('reached');
    await page.goto('/Token');
    await expect(main.getByText(words.open, { exact: true })).toBeVisible();
    await look('usage');
    await page.goto('/Token?tab=budgets');
    await page.unroute('**/api/user/budgets');

    await page.goto(`/Bot/${bot.uuid}?tab=model`);
    const ofBot = page.getByRole('region', { name: botEditor.budgets, exact: true });
    await expect(ofBot.getByText(botEditor.budgetsHelp)).toBeVisible();
    await add(ofBot);
    await expect(drawer.getByText(fill(words.bot, { name: bot.name }), { exact: true })).toBeVisible();
    await limit.fill('2000');
    await drawer.getByRole('radio', { name: words.actions.builtin, exact: true }).check();
    await save();
    await expect(drawer).toHaveCount(0);
    await expect(ofBot.getByText(usedWords(locale, [0, 2000]))).toBeVisible();
    await look('bot');

    await page.goto('/Token?tab=keys');
    await main.getByRole('button', { name: `${apiKeys.budgets}: ${key.name}`, exact: true }).click();
    const ofKey = main.getByRole('region', { name: `${apiKeys.budgets}: ${key.name}`, exact: true });
    await add(ofKey);
    await drawer.getByRole('radio', { name: words.periods.day, exact: true }).check();
    await limit.fill('3000');
    await drawer.getByRole('radio', { name: words.actions.pause, exact: true }).check();
    await save();
    await expect(drawer).toHaveCount(0);
    await expect(ofKey.getByText(usedWords(locale, [0, 3000]))).toBeVisible();
    await look('key');

    await page.goto('/Token?tab=budgets');
    const headings = main.getByRole('heading', { level: 2 });
    await expect(headings).toHaveText([
      words.account,
      fill(words.bot, { name: bot.name }),
      fill(words.key, { name: key.name }),
    ]);
    await look('all');
    await main.getByRole('button', { name: fill(words.removeOf, { name: account }) }).click();
    await page
      .getByRole('dialog', { name: fill(words.removeTitle.month, { name: words.account }) })
      .getByRole('button', { name: words.remove, exact: true })
      .click();
    await expect(headings).toHaveCount(2);
    expect((await person.call(listBudgets)).items).toMatchObject([
      { of: { kind: 'bot' }, period: 'month', limit: 2000, action: 'builtin' },
      { of: { kind: 'key' }, period: 'day', limit: 3000, action: 'pause' },
    ]);
  });
}
