import type { Locator, Page } from '@playwright/test';
import { HANDBOOK_NAME, handbook } from './support/handbook.ts';
import { expect, test } from './support/test.ts';
import { fill, WORDS } from './support/words.ts';

const MOST_CLICKS = 12;
const WALKS = [
  {
    locale: 'ja',
    viewport: { width: 1440, height: 900 },
    isMobile: false,
    friend: '花子',
    question: 'チェックインは何時からですか？',
    answer: 'チェックインは午後3時から午後10時まで',
  },
  {
    locale: 'vi',
    viewport: { width: 390, height: 844 },
    isMobile: true,
    friend: 'Minh',
    question: 'Hủy phòng trước mấy ngày thì được hoàn tiền?',
    answer: 'Khách hủy phòng trước ba ngày được hoàn lại toàn bộ tiền',
  },
] as const;

/** Counts presses on what leads on; what is typed into forms counts apart. */
function countingOn(page: Page) {
  const began = performance.now();
  const counted = { clicks: 0, fields: 0 };
  const press = async (target: Locator) => {
    counted.clicks += 1;
    await target.click();
  };
  const write = async (target: Locator, text: string) => {
    counted.fields += 1;
    await target.fill(text);
  };
  const seconds = () => ((performance.now() - began) / 1000).toFixed(1);
  return { page, counted, press, write, seconds };
}

for (const walk of WALKS) {
  test.describe(`${walk.locale} at ${walk.viewport.width}`, () => {
    const { locale, viewport, isMobile } = walk;
    test.use({ locale, viewport, isMobile, hasTouch: isMobile });
    const words = WORDS[locale];

    test('from registering to a friend who is answered from one’s own PDF', async ({ page }) => {
      test.setTimeout(120_000);
      const { counted, press, write, seconds } = countingOn(page);
      const main = page.getByRole('main');
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      const username = `way-${locale}-${process.pid}`;

      await page.goto('/Register');
      await write(page.getByLabel(words.accounts.username), username);
      await write(page.getByLabel(words.accounts.email), `${username}@example.com`);
      await write(page.getByLabel(words.session.password, { exact: true }), 'sakura no ki no shita');
      const consent = page.getByRole('checkbox');
      if (await consent.count()) await press(consent.first());
      await press(button(words.session.register));

      await press(main.getByRole('link', { name: words.firstSteps.knowledge.action }).first());
      counted.clicks += 1;
      await page.locator('input[type=file]').setInputFiles({
        name: HANDBOOK_NAME,
        mimeType: 'application/pdf',
        buffer: handbook(),
      });
      await press(button(fill(words.knowledge.createWithFiles_other, { count: '1' })));

      await press(main.getByRole('link', { name: words.knowledge.nextBot }));
      const dialog = page.getByRole('dialog');
      await write(dialog.getByLabel(words.bots.name), 'Hanami');
      await press(dialog.getByRole('button', { name: words.bots.createAction }));

      await press(page.getByRole('link', { name: words.firstSteps.channel.action }));
      await press(page.getByRole('dialog').locator('button[type=submit]'));
      await page.waitForURL(/\/simulator/);
      if (locale === 'vi') await press(page.locator('label').filter({ hasText: walk.friend }));
      await write(page.getByLabel(words.channelPage.simulator.message), walk.question);
      await press(
        page.getByRole('region').getByRole('button', { name: words.conversations.send, exact: true }),
      );
      await expect(page.getByRole('log')).toContainText(walk.answer, { timeout: 20_000 });

      const { clicks, fields } = counted;
      process.stdout.write(
        `${locale} ${viewport.width}: ${clicks} clicks, ${fields} fields, ${seconds()} s\n`,
      );
      expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
      await page.goto('/');
      await expect(page.getByRole('link', { name: words.firstSteps.knowledge.action })).toBeHidden();
      await expect(page.locator('[data-number=answered]')).toHaveText('1');
    });
  });
}
