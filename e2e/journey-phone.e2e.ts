import type { Locale } from '@hanasu/contract/accounts';
import { HANDBOOK_NAME, handbook } from './support/handbook.ts';
import { expect, test } from './support/test.ts';
import { fill, WORDS } from './support/words.ts';

const TALKS = {
  ja: {
    friend: '花子',
    question: 'チェックインは何時からですか？',
    answer: 'チェックインは午後3時から午後10時までです。',
    byHand: '担当の田中です。',
    // Of LINE: its reply token was used by the bot.
    delivery: 'push',
    base: '館内案内',
    bot: 'フロント',
  },
  vi: {
    friend: 'Minh',
    question: 'Hủy phòng trước mấy ngày thì được hoàn tiền?',
    answer: 'Khách hủy phòng trước ba ngày được hoàn lại toàn bộ tiền.',
    byHand: 'Em là Lan, lễ tân ạ.',
    // Of Zalo: what is written within its window is free.
    delivery: 'reply',
    base: 'Sổ tay khách',
    bot: 'Lễ tân',
  },
} as const;

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

for (const locale of ['ja', 'vi'] as const satisfies Locale[]) {
  test.describe(locale, () => {
    test.use({ locale });
    const words = WORDS[locale];
    const talk = TALKS[locale];

    const tag = locale === 'ja' ? '@smoke' : [];
    test('on a phone: from registering to writing with a customer', { tag }, async ({ page, context }) => {
      const username = `${locale}-${process.pid}`;
      const goTo = async (name: string) => {
        const more = page
          .getByRole('navigation', { name: words.shell.mainPages })
          .getByRole('button', { name: words.shell.morePages });
        // In an editor nothing lies at the bottom: its menu is above it.
        await more.or(page.getByRole('button', { name: words.shell.openMenu })).click();
        await page.getByRole('dialog').getByRole('link', { name, exact: true }).click();
      };

      await test.step('registers', async () => {
        await page.goto('/Register');
        await page.getByLabel(words.accounts.shopName).fill(username);
        await page.getByLabel(words.accounts.email).fill(`${username}@example.com`);
        await page.getByLabel(words.session.password, { exact: true }).fill('sakura no ki no shita');
        await page.getByRole('checkbox', { name: words.accounts.consent.terms }).check();
        await page.getByRole('button', { name: words.session.register }).click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(
          fill(words.home.hello, { name: username }),
        );
      });

      await test.step('teaches a bot from a PDF', async () => {
        await goTo(words.shell.pages.knowledge);
        await page.getByRole('link', { name: words.knowledge.add }).first().click();
        await page.getByLabel(words.knowledge.name).fill(talk.base);
        const file = { name: HANDBOOK_NAME, mimeType: 'application/pdf', buffer: handbook() };
        await page.locator('input[type=file]').setInputFiles(file);
        await page
          .getByRole('button', { name: fill(words.knowledge.createWithFiles_other, { count: '1' }) })
          .click();
        await expect(page.getByRole('row').nth(1)).toContainText(words.knowledge.statuses.ready);
        await goTo(words.shell.pages.bots);
        await page.getByRole('button', { name: words.bot.create }).first().click();
        await page.getByRole('dialog').getByLabel(words.bots.name).fill(talk.bot);
        await page.getByRole('dialog').getByRole('button', { name: words.bots.createAction }).click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(talk.bot);
      });

      await test.step('tests the bot', async () => {
        await page.getByText(words.bots.test, { exact: true }).click();
        await page.getByLabel(words.conversations.message, { exact: true }).fill(talk.question);
        await page.getByRole('button', { name: words.conversations.send, exact: true }).click();
        await expect(page.getByRole('log')).toContainText(talk.answer);
      });

      const staff = await context.newPage();
      const thread = staff.getByRole('log');
      const row = staff.getByRole('link', { name: new RegExp(talk.friend) });
      await test.step('a customer writes and is answered; the inbox shows it', async () => {
        await staff.goto('/Message');
        await expect(staff.getByText(words.inbox.empty)).toBeVisible();
        await goTo(words.shell.pages.channels);
        await page.getByRole('button', { name: words.channels.trySandbox }).click();
        await page.getByRole('button', { name: words.channels.createSandbox }).click();
        await page.locator('label').filter({ hasText: talk.friend }).click();
        await page.getByLabel(words.channelPage.simulator.message).fill(talk.question);
        await page
          .getByRole('region')
          .getByRole('button', { name: words.conversations.send, exact: true })
          .click();
        await expect(page.getByRole('log')).toContainText(talk.answer);
        await expect(row).toBeVisible();
      });

      await test.step('list → thread → reply → back to the list', async () => {
        await row.click();
        await expect(row).toBeHidden();
        await expect(thread).toContainText(talk.answer);
        await staff.getByLabel(fill(words.inbox.replyTo, { name: talk.friend })).fill(talk.byHand);
        await staff.getByRole('button', { name: words.conversations.send, exact: true }).click();
        await expect(thread.getByRole('article').last()).toContainText(words.inbox.delivery[talk.delivery]);
        await expect(page.getByRole('log')).toContainText(talk.byHand);
        await staff.getByRole('button', { name: words.inbox.backToList }).click();
        await expect(row).toBeVisible();
        await expect(row).toContainText(talk.byHand);
        await expect(thread).toBeHidden();
      });

      await test.step('home has nothing left to ask for', async () => {
        await goTo(words.shell.pages.home);
        await page.getByRole('button', { name: words.overview.now.later }).click();
        await expect(page.getByText(words.overview.now.nothing)).toBeVisible();
        await expect(page.getByText(words.firstSteps.next, { exact: true })).toBeHidden();
      });
    });
  });
}
