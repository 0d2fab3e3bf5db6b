import type { Page } from '@playwright/test';
import { foreignWords, overflow, violations } from './support/inspect.ts';
import { expect, test } from './support/test.ts';
import { WORDS } from './support/words.ts';

const ANSWERS = {
  en: 'What an account on this site costs is decided by whoever runs this site.',
  ja: 'このサービスでアカウントを使う料金は、このサービスの運営者が決めています。',
  vi: 'Chi phí dùng tài khoản trên trang này do đơn vị vận hành trang này quyết định.',
} as const;
/** As the choice of languages names them. */
const LANGUAGES = ['English', '日本語', 'Tiếng Việt'];
// Six visits from one address in a minute: as many questions as the demo bot takes.
const VISITS = (['en', 'ja', 'vi'] as const).flatMap((locale) => [
  { locale, viewport: { width: 1440, height: 900 }, isPhone: false },
  { locale, viewport: { width: 390, height: 844 }, isPhone: true },
]);

/** The chat is fetched when its place comes near. */
async function findDemo(page: Page, title: string) {
  const section = page.getByRole('region', { name: title });
  await section.scrollIntoViewIfNeeded();
  await expect(section.getByRole('textbox')).toBeVisible();
  return section;
}

for (const { locale, viewport, isPhone } of VISITS) {
  test.describe(`${locale} at ${viewport.width}`, () => {
    test.use({ locale, viewport, isMobile: isPhone, hasTouch: isPhone });
    const words = WORDS[locale];

    test('who comes by asks the bot, reads the terms, and agrees before registering', async ({ page }) => {
      await page.goto('/');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.home.landing.claim);
      const demo = await findDemo(page, words.demo.title);
      await expect(demo.getByText(words.demo.mark)).toBeVisible();
      const { cost } = words.demo.suggested;
      if (isPhone) await demo.getByRole('button', { name: cost }).tap();
      else {
        await demo.getByRole('textbox').fill(cost);
        await page.keyboard.press('Enter');
      }
      const log = demo.getByRole('log');
      await expect(log.getByText(ANSWERS[locale])).toBeVisible();
      await expect(log.getByRole('list', { name: words.gallery.sources })).toContainText(/1 .+/);
      expect([
        ...(await violations(page)),
        ...(await overflow(page)),
        ...(await foreignWords(page, locale, [cost, ...LANGUAGES])),
      ]).toEqual([]);

      const footer = page.getByRole('contentinfo');
      for (const text of ['terms', 'privacy'] as const) {
        await footer.getByRole('link', { name: words.shell.legal[text], exact: true }).click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.legal[text].title);
        await page.goBack();
      }

      await page.getByRole('main').getByRole('link', { name: words.session.register }).click();
      const name = `landing-${locale}-${viewport.width}-${process.pid}`;
      await page.getByLabel(words.accounts.shopName).fill(name);
      await page.getByLabel(words.accounts.email).fill(`${name}@example.com`);
      await page.getByLabel(words.session.password, { exact: true }).fill('tall lamps over quiet water');
      await page.getByRole('button', { name: words.session.register }).click();
      await expect(page.getByText(words.accounts.consent.needed)).toBeVisible();
      await expect(page).toHaveURL('/Register');
    });
  });
}
