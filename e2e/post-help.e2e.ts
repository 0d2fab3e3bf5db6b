import type { Locale } from '@hanasu/contract/accounts';
import { actAsSimulatorFriend, createSandboxChannel } from '@hanasu/contract/channels';
import { listFriends } from '@hanasu/contract/friends';
import { createDocument, createKnowledge, getDocument } from '@hanasu/contract/knowledge';
import { createPost, type PostDraft, publishPost } from '@hanasu/contract/posts';
import type { Page } from '@playwright/test';
import { eventually, newPerson, type Person, signIn } from './support/api.ts';
import { overflow, violations } from './support/inspect.ts';
import { addBot } from './support/shop.ts';
import { expect, test } from './support/test.ts';
import { WORDS } from './support/words.ts';

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const LOOKS = [
  { locale: 'en', viewport: DESK, colorScheme: 'light' },
  { locale: 'ja', viewport: PHONE, colorScheme: 'dark' },
  { locale: 'vi', viewport: DESK, colorScheme: 'dark' },
] as const satisfies readonly { locale: Locale; viewport: object; colorScheme: 'light' | 'dark' }[];

/** Who the simulator shows first. */
const FRIENDS = { en: 'alex', ja: 'hanako', vi: 'minh' } as const;
const SHOPS = {
  en: {
    topic: 'Parking and opening hours',
    text: '# Parking\n\nThere are 12 parking spaces behind the shop. Parking is free for two hours.\n\n# Opening hours\n\nThe shop is open from ten to seven. It is closed on Wednesdays.',
    heading: 'Parking',
    point: 'Parking is free for two hours.',
  },
  ja: {
    topic: '営業時間と駐車場',
    text: '# 営業時間\n\n営業時間は午前10時から午後7時までです。定休日は水曜日です。\n\n# 駐車場\n\n駐車場は店舗の裏に12台分あります。2時間まで無料です。',
    heading: '営業時間',
    point: '営業時間は午前10時から午後7時までです。',
  },
  vi: {
    topic: 'Bãi đỗ xe và giờ mở cửa',
    text: '# Bãi đỗ xe\n\nPhía sau cửa hàng có 12 chỗ đỗ xe. Hai giờ đầu miễn phí.\n\n# Giờ mở cửa\n\nCửa hàng mở cửa từ 10 giờ đến 19 giờ. Thứ Tư nghỉ.',
    heading: 'Bãi đỗ xe',
    point: 'Hai giờ đầu miễn phí.',
  },
} as const satisfies Record<Locale, object>;

async function addHandbook(person: Person, text: string): Promise<void> {
  const { uuid } = await person.call(createKnowledge, { body: { name: 'Handbook 2027' } });
  const added = await person.call(createDocument, { params: { uuid }, body: { title: 'Guide', text } });
  await eventually('the document is read', async () => {
    const { status } = await person.call(getDocument, { params: { uuid, document: added.uuid } });
    return status === 'ready';
  });
}

async function addPublished(person: Person, draft: PostDraft) {
  const { uuid, revision } = await person.call(createPost, { body: draft });
  return person.call(publishPost, { params: { uuid }, body: { revision } });
}

for (const { locale, viewport, colorScheme } of LOOKS)
  test.describe(`${locale}, ${viewport.width} wide, ${colorScheme}`, () => {
    const isPhone = viewport === PHONE;
    test.use({ locale, viewport, colorScheme, isMobile: isPhone, hasTouch: isPhone });
    const words = WORDS[locale].postHelp;
    const shop = SHOPS[locale];

    async function inspect(page: Page, name: string): Promise<void> {
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/post-help-${locale}-${name}.png` });
      expect([...(await violations(page)), ...(await overflow(page))]).toEqual([]);
    }

    test('an outline is made from a knowledge base without a model, and everything else says what it needs', async ({
      page,
      context,
    }) => {
      const person = await newPerson(locale);
      await addHandbook(person, shop.text);
      const post = await person.call(createPost, { body: { title: shop.topic, language: locale } });
      await signIn(context, person);
      await page.goto(`/Post-Manage/edit/${post.uuid}`);
      await page.getByRole('button', { name: words.open }).click();
      const panel = page.getByRole('dialog', { name: words.open });
      await expect(panel.getByText(words.purpose)).toBeVisible();
      await inspect(page, 'kinds');
      await panel.getByRole('button', { name: words.kinds.headlines }).click();
      await expect(panel.getByText(words.needsModel)).toBeVisible();
      await expect(panel.getByRole('link', { name: words.addKey })).toHaveAttribute(
        'href',
        '/Account?tab=models',
      );
      await inspect(page, 'needs-model');
      await panel.getByRole('button', { name: words.back }).click();

      await panel.getByRole('button', { name: words.kinds.outline }).click();
      await panel.getByRole('combobox', { name: words.knowledge }).click();
      await page.getByRole('option', { name: 'Handbook 2027' }).click();
      await expect(panel.getByRole('textbox', { name: words.topic })).toHaveValue(shop.topic);
      await inspect(page, 'outline');
      await panel.getByRole('button', { name: words.write, exact: true }).click();
      const suggestion = panel.getByRole('region', { name: words.suggestion });
      await expect(suggestion.getByRole('heading', { name: shop.heading })).toBeVisible();
      await expect(suggestion).toContainText(shop.point);
      await expect(panel.getByRole('link', { name: 'Guide' })).toBeVisible();
      await expect(panel.getByRole('button', { name: words.insert, exact: true })).toBeInViewport({
        ratio: 1,
      });
      await expect(panel.getByRole('button', { name: words.discard, exact: true })).toBeInViewport({
        ratio: 1,
      });
      await inspect(page, 'outline-written');
      const text = page.locator('#post-text [contenteditable="true"]');
      await expect(text).not.toContainText(shop.point);
      await panel.getByRole('button', { name: words.insert, exact: true }).click();
      await expect(panel).toBeHidden();
      await expect(text.getByRole('heading', { name: shop.heading })).toBeVisible();
      await expect(page.getByText(WORDS[locale].postEdit.saving.saved)).toBeVisible();
      await inspect(page, 'outline-inserted');
    });

    test('a published post is sent to friends', async ({ page, context }) => {
      const { broadcasts, postHelp } = WORDS[locale];
      const owner = await newPerson(locale);
      const bot = await addBot(owner);
      const { uuid } = await owner.call(createSandboxChannel, {
        body: { name: 'LINE', kind: 'line', botUuid: bot.uuid },
      });
      const body = { action: 'follow' } as const;
      await owner.call(actAsSimulatorFriend, { params: { uuid, friend: FRIENDS[locale] }, body });
      await eventually('a friend', async () => (await owner.call(listFriends)).total === 1);
      const post = await addPublished(owner, {
        ...{ title: shop.topic, description: shop.point, language: locale, content: `<p>${shop.point}</p>` },
      });
      const other = locale === 'vi' ? 'en' : 'vi';
      await addPublished(owner, {
        ...{ title: SHOPS[other].topic, language: other, content: `<p>${SHOPS[other].point}</p>` },
        translationOf: post.uuid,
      } as PostDraft);
      await signIn(context, owner);
      await page.goto(`/Post-Manage/edit/${post.uuid}`);
      await page.getByRole('link', { name: postHelp.sendToFriends }).first().click();
      const dialog = page.getByRole('dialog', { name: broadcasts.create });
      await expect(dialog.getByLabel(broadcasts.name, { exact: true })).toHaveValue(shop.topic);
      await expect(dialog.getByRole('combobox', { name: broadcasts.postLanguage })).toBeVisible();
      await expect(dialog.getByText(shop.point)).toBeVisible();
      await inspect(page, 'send');
      await dialog.getByRole('button', { name: broadcasts.createAction, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: shop.topic })).toBeVisible();
      await inspect(page, 'broadcast');
      await page.getByRole('button', { name: broadcasts.sendNow, exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: broadcasts.sendNow, exact: true }).click();
      await expect(page.getByText(broadcasts.states.sent, { exact: true })).toBeVisible();
      await page.goto(`/Channel/Instance/${uuid}/simulator`);
      await expect(page.getByText(shop.topic).last()).toBeVisible();
      const read = { en: 'Read', ja: '続きを読む', vi: 'Đọc bài viết' }[locale];
      await expect(page.getByText(read).last()).toBeVisible();
      await inspect(page, 'simulator');
    });
  });

test('translations name each other, on their pages and in the editor', async ({ page, context }) => {
  const person = await newPerson();
  const english = await addPublished(person, { title: 'New tea', content: '<p>Tea</p>', language: 'en' });
  const japanese = await addPublished(person, {
    ...{ title: '新茶', content: '<p>茶</p>', language: 'ja', translationOf: english.uuid },
  } as PostDraft);
  await page.goto(english.path ?? '');
  await expect(page.locator('link[hreflang="ja"]')).toHaveAttribute('href', new RegExp(`${japanese.path}$`));
  expect([...(await violations(page)), ...(await overflow(page))]).toEqual([]);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/post-help-page.png` });
  await page
    .getByRole('navigation', { name: 'Other languages' })
    .getByRole('link', { name: '日本語' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: '新茶' })).toBeVisible();
  await signIn(context, person);
  await page.goto(`/Post-Manage/edit/${japanese.uuid}`);
  await expect(page.locator('#post-text [contenteditable="true"]')).toBeVisible();
  const section = page.getByRole('region', { name: 'Other languages' });
  await expect(section).toContainText('Translation of');
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/post-help-linked.png` });
  expect([...(await violations(page)), ...(await overflow(page))]).toEqual([]);
  await section.getByRole('link', { name: 'New tea' }).click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('New tea');
});
