import { createSandboxChannel } from '@hanasu/contract/channels';
import { listLinks } from '@hanasu/contract/links';
import { getMenuReport, type MenuReport } from '@hanasu/contract/menu-reports';
import { changeMenusAtLine, getMenusAtLine } from '@hanasu/contract/menus-at-line';
import { createRichMenu, type RichMenuDefinition, type TapAction } from '@hanasu/contract/rich-menus';
import type { Page } from '@playwright/test';
import { newPerson, type Person, signIn } from './support/api.ts';
import { overflow, violations } from './support/inspect.ts';
import { serverUrl } from './support/server-url.ts';
import { addBot } from './support/shop.ts';
import { expect, test } from './support/test.ts';

const PHONE = { width: 390, height: 844 };
const AGENT = 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/15E148 Safari Line/14.19.1';

const ACTIONS: readonly (readonly [string, TapAction])[] = [
  ['営業時間', { kind: 'ask', text: 'When are you open?', shown: null }],
  ['予約', { kind: 'link', url: 'http://shop.example/book', counted: true }],
  ['電話', { kind: 'phone', number: '0312345678' }],
  ['クーポン', { kind: 'ask', text: 'Coupons?', shown: null }],
  ['アクセス', { kind: 'ask', text: 'Where are you?', shown: null }],
  ['ショップ', { kind: 'link', url: 'http://shop.example/' }],
];
const COLUMN = 833;
const ROW = 843;
const DEFINITION: RichMenuDefinition = {
  size: 'large',
  chatBarText: 'メニュー',
  selected: true,
  pages: [
    {
      id: 'p1',
      name: '',
      picture: {
        kind: 'composed',
        background: '#f3e9dc',
        fileUuid: null,
        line: '#c8b8a0',
        font: 'sans',
        cells: ACTIONS.map(([text], index) => ({
          x: (index % 3) * 333,
          y: Math.floor(index / 3) * 500,
          width: 333,
          height: 500,
          text,
          icon: null,
          fill: null,
          color: '#3b2a1a',
          fileUuid: null,
        })),
      },
      areas: ACTIONS.map(([label, action], index) => ({
        id: `a${index}`,
        x: (index % 3) * COLUMN,
        y: Math.floor(index / 3) * ROW,
        width: COLUMN,
        height: ROW,
        label,
        action,
      })),
    },
  ],
};

async function inspect(page: Page, name: string): Promise<void> {
  expect([...(await violations(page)), ...(await overflow(page))]).toEqual([]);
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/report-${name}.png`, fullPage: true });
}

/** A sandbox with menus that are published, the last of which is answered. */
async function publishMenus(person: Person, ...names: readonly string[]) {
  const bot = await addBot(person);
  const channel = await person.call(createSandboxChannel, {
    body: { name: 'Bakery', kind: 'line', botUuid: bot.uuid },
  });
  const uuids = [];
  for (const name of names) {
    const body = { channelUuid: channel.uuid, name, definition: DEFINITION };
    const { uuid } = await person.call(createRichMenu, { body });
    await person.call(changeMenusAtLine, { body: { do: 'publish', menuUuid: uuid } });
    uuids.push(uuid);
  }
  const query = { channelUuid: channel.uuid };
  await expect.poll(async () => (await person.call(getMenusAtLine, { query })).job.state).toBe('idle');
  return { channel, uuids };
}

test('taps on the phone and clicks on a counted link stand in the report; what LINE keeps to itself does not', async ({
  page,
  context,
}) => {
  const person = await newPerson();
  await signIn(context, person);
  const { channel, uuids } = await publishMenus(person, 'Everyday');
  const [uuid] = uuids;
  if (!uuid) throw new Error('a menu was published');
  await page.goto(`/Channel/Instance/${channel.uuid}/simulator?friend=alex`);
  const phone = page.getByRole('region', { name: 'Alex’s phone' });
  await page.getByRole('button', { name: 'Add as friend' }).first().click();
  await phone.getByRole('button', { name: '営業時間' }).click();
  const { items } = await person.call(listLinks, { query: { ownerUuid: uuid } });
  const [link] = items;
  if (!link) throw new Error('the counted link was kept');
  const opened = await fetch(`${serverUrl()}${new URL(link.address).pathname}`, {
    redirect: 'manual',
    headers: { 'user-agent': AGENT },
  });
  expect(opened.headers.get('location')).toBe('http://shop.example/book');
  await expect.poll(async () => (await person.call(getMenuReport, { params: { uuid } })).total.taps).toBe(2);

  await page.goto('/Channel/rich-menu');
  await page.getByRole('link', { name: '2 taps' }).click();
  await expect(page.getByRole('tab', { name: 'Report' })).toHaveAttribute('aria-selected', 'true');
  const areas = page.getByRole('table', { name: 'Taps by tap area' });
  await expect(areas.getByRole('row', { name: /営業時間/ })).toContainText('Reported by LINE11');
  await expect(areas.getByRole('row', { name: /予約/ })).toContainText('Counted link1–');
  await expect(areas.getByRole('row', { name: /電話/ })).toContainText('Not counted––');
  await expect(page.getByRole('img', { name: /営業時間: 1 · 予約: 1 · 電話: not counted/ })).toBeVisible();
  await page.getByText('Show as table').click();
  await expect(page.getByRole('table', { name: 'Taps by day' }).getByRole('row').nth(1)).toContainText('20');
  await inspect(page, 'real-en');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^Everyday \d{4}-\d{2}-\d{2} \d{4}-\d{2}-\d{2}\.csv$/);

  // The switch that counts is where links are chosen.
  await page.getByRole('tab', { name: 'Menu', exact: true }).click();
  await page.getByRole('group', { name: 'Tap areas' }).getByRole('button', { name: /^6\. / }).click();
  await page.getByRole('switch', { name: 'Count taps' }).check();
  await expect(page.getByText('Draft saved')).toBeVisible();
  await inspect(page, 'switch-en');
});

test('an unpublished menu says when its taps are counted', async ({ page, context }) => {
  const person = await newPerson();
  await signIn(context, person);
  const bot = await addBot(person);
  const channel = await person.call(createSandboxChannel, {
    body: { name: 'Bakery', kind: 'line', botUuid: bot.uuid },
  });
  const body = { channelUuid: channel.uuid, name: 'Draft', definition: DEFINITION };
  const { uuid } = await person.call(createRichMenu, { body });
  await page.goto(`/Channel/rich-menu/${uuid}?tab=report`);
  await expect(page.getByRole('heading', { name: 'No taps yet' })).toBeVisible();
  await inspect(page, 'unpublished-en');
});

/** A busy month, as no test can tap it. */
function busy(report: MenuReport): MenuReport {
  const days = report.days.map((day, index) => ({
    ...day,
    taps: 20 + ((index * 37) % 41),
    before: 14 + ((index * 23) % 33),
  }));
  const sum = (key: 'taps' | 'before') => days.reduce((all, day) => all + day[key], 0);
  const shares = [0.41, 0.27, 0, 0.19, 0.13, 0];
  return {
    ...report,
    days,
    total: { taps: sum('taps'), people: 214, before: sum('before') },
    areas: [
      ...report.areas.map((area, index) => ({
        ...area,
        taps: Math.round(sum('taps') * (shares[index] ?? 0)),
        before: Math.round(sum('before') * (shares[index] ?? 0)),
        people: area.counting === 'tap' ? 40 + index * 17 : 0,
      })),
      {
        pageId: 'p1',
        areaId: 'old',
        label: '夏のセール',
        counting: 'tap' as const,
        isShown: false,
        taps: 12,
        people: 9,
        before: 88,
      },
    ],
    versions: [3, 2, 1].map((number) => ({
      number,
      publishedAt: new Date(Date.now() - (4 - number) * 8 * 86_400_000).toISOString(),
      replacedAt: null,
      taps: number * 170,
      people: number * 41,
      days: number === 3 ? 8 : 8.5,
    })),
  };
}

const CASES = [
  { locale: 'en', tab: 'Report', size: { width: 1440, height: 900 }, scheme: 'light' },
  { locale: 'ja', tab: 'レポート', size: PHONE, scheme: 'dark' },
  { locale: 'vi', tab: 'Báo cáo', size: PHONE, scheme: 'light' },
  { locale: 'ja', tab: 'レポート', size: { width: 1440, height: 900 }, scheme: 'dark' },
] as const;
for (const { locale, tab, size, scheme } of CASES)
  test(`a busy month is read in ${locale} at ${size.width} px, ${scheme}`, async ({ page, context }) => {
    const person = await newPerson(locale);
    await signIn(context, person);
    const { uuids } = await publishMenus(person, '休日のメニュー', '平日のメニュー');
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: scheme });
    await page.addInitScript(`localStorage.setItem('user-locale', '${locale}')`);
    await page.route('**/api/user/line/rich-menu/*/report?*', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: busy(await answer.json()) });
    });
    for (const days of ['30', '7', '90']) {
      await page.goto(`/Channel/rich-menu/${uuids[1]}?tab=report&days=${days}`);
      await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
      await expect(page.getByRole('table')).not.toHaveCount(0);
      await expect(page.getByText('夏のセール')).toBeVisible();
      await expect(page.getByRole('link', { name: '休日のメニュー' })).toBeVisible();
      await inspect(page, `${locale}-${size.width}-${scheme}-${days}`);
    }
  });
