import type { Locator, Page } from '@playwright/test';
import { HANDBOOK_NAME, handbook } from './support/handbook.ts';
import { expect, test } from './support/test.ts';
import { fill, WORDS } from './support/words.ts';

const MOST_CLICKS = 12;
const WAYS = ['scratch', 'template'] as const;
const WALKS = [
  {
    locale: 'ja',
    viewport: { width: 1440, height: 900 },
    isMobile: false,
    friend: '花子',
    question: 'チェックインは何時からですか？',
    answer: 'チェックインは午後3時から午後10時まで',
    template: 'よくある質問',
    facts: { '店名・会社名': '花見旅館', 電話番号: '0123-45-6789', 営業時間: '毎日 8:00〜22:00' },
  },
  {
    locale: 'vi',
    viewport: { width: 390, height: 844 },
    isMobile: true,
    friend: 'Minh',
    question: 'Hủy phòng trước mấy ngày thì được hoàn tiền?',
    answer: 'Khách hủy phòng trước ba ngày được hoàn lại toàn bộ tiền',
    template: 'Câu hỏi thường gặp',
    facts: { 'Tên cơ sở': 'Quán trọ Hanami', 'Số điện thoại': '0901 234 567', 'Giờ mở cửa': '8:00–22:00' },
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
  const seconds = () => (performance.now() - began) / 1000;
  return { page, counted, press, write, seconds };
}

type Walk = (typeof WALKS)[number];
type Counting = ReturnType<typeof countingOn>;

async function register({ page, press, write }: Counting, { locale }: Walk, username: string) {
  const words = WORDS[locale];
  await page.goto('/Register');
  await write(page.getByLabel(words.accounts.shopName), username);
  await write(page.getByLabel(words.accounts.email), `${username}@example.com`);
  await write(page.getByLabel(words.session.password, { exact: true }), 'sakura no ki no shita');
  const consent = page.getByRole('checkbox');
  if (await consent.count()) await press(consent.first());
  await press(page.getByRole('button', { name: words.session.register, exact: true }));
}

async function uploadHandbook({ page, press, counted }: Counting, { locale }: Walk) {
  const words = WORDS[locale];
  const main = page.getByRole('main');
  await press(main.getByRole('link', { name: words.firstSteps.knowledge.action }).first());
  counted.clicks += 1;
  await page.locator('input[type=file]').setInputFiles({
    name: HANDBOOK_NAME,
    mimeType: 'application/pdf',
    buffer: handbook(),
  });
  const create = fill(words.knowledge.createWithFiles_other, { count: '1' });
  await press(page.getByRole('button', { name: create, exact: true }));
  await press(main.getByRole('link', { name: words.knowledge.nextBot }));
}

async function createBot({ page, press, write }: Counting, walk: Walk, way: (typeof WAYS)[number]) {
  const words = WORDS[walk.locale];
  const dialog = page.getByRole('dialog');
  if (way === 'template') {
    await press(dialog.getByRole('radio', { name: new RegExp(walk.template) }));
    for (const [label, value] of Object.entries(walk.facts)) await write(dialog.getByLabel(label), value);
  } else await write(dialog.getByLabel(words.bots.name), 'Hanami');
  await press(dialog.getByRole('button', { name: words.bots.createAction }));
}

/** A sandbox of LINE, and a friend who writes on the phone beside it. */
async function askOnPhone({ page, press, write }: Counting, walk: Walk) {
  const words = WORDS[walk.locale];
  await press(page.getByRole('link', { name: words.firstSteps.channel.action }));
  await press(page.getByRole('dialog').locator('button[type=submit]'));
  await page.waitForURL(/\/simulator/);
  if (walk.locale === 'vi') await press(page.locator('label').filter({ hasText: walk.friend }));
  await write(page.getByLabel(words.channelPage.simulator.message), walk.question);
  await press(page.getByRole('region').getByRole('button', { name: words.conversations.send, exact: true }));
  await expect(page.getByRole('log')).toContainText(walk.answer);
}

for (const walk of WALKS)
  for (const way of WAYS)
    test.describe(`${walk.locale} at ${walk.viewport.width} by ${way}`, () => {
      const { locale, viewport, isMobile } = walk;
      test.use({ locale, viewport, isMobile, hasTouch: isMobile });

      const tag = walk.locale === 'vi' && way === 'template' ? '@smoke' : [];
      test('from registering to a friend who is answered from one’s own PDF', { tag }, async ({ page }) => {
        const counting = countingOn(page);
        await register(counting, walk, `way-${way}-${locale}-${process.pid}`);
        await uploadHandbook(counting, walk);
        await createBot(counting, walk, way);
        await askOnPhone(counting, walk);

        const { clicks, fields } = counting.counted;
        const seconds = counting.seconds();
        process.stdout.write(
          `${locale} ${viewport.width} by ${way}: ${clicks} clicks, ${fields} fields, ${seconds.toFixed(1)} s\n`,
        );
        expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
        await page.goto('/');
        const words = WORDS[locale];
        await expect(page.getByRole('link', { name: words.firstSteps.knowledge.action })).toBeHidden();
        await expect(page.locator('[data-number=botOnly]')).toHaveText('1');
      });
    });
