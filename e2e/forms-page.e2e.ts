import { FormDefinition } from '@hanasu/contract/form-definition';
import type { PublicForm } from '@hanasu/contract/form-submissions';
import type { Page } from '@playwright/test';
import { overflow, violations } from './support/inspect.ts';
import { expect, test } from './support/test.ts';

const SLUG = 'first-visit';
const both = (en: string, ja: string) => ({ en, ja });
const FORM = FormDefinition.parse({
  languages: ['ja', 'en'],
  title: both('Book your first visit', '初回ご来店のご予約'),
  lead: both('It takes about 2 minutes.', '所要時間は約2分です。'),
  thanks: both('We look forward to seeing you.', 'ご来店をお待ちしております。'),
  pages: [
    {
      title: both('About you', 'お客様について'),
      fields: [
        { kind: 'text', key: 'name', label: both('Your name', 'お名前'), required: true },
        { kind: 'text', key: 'kana', label: both('Name in katakana', 'フリガナ'), pattern: 'katakana' },
        { kind: 'phone', key: 'phone', label: both('Phone', '電話番号'), required: true },
        { kind: 'email', key: 'email', label: both('Email', 'メールアドレス') },
        { kind: 'address', key: 'address', label: both('Address', 'ご住所'), country: 'JP' },
        { kind: 'hidden', key: 'campaign', label: both('Campaign', 'キャンペーン'), param: 'utm' },
      ],
    },
    {
      title: both('Your visit', 'ご来店について'),
      fields: [
        {
          kind: 'slot',
          key: 'at',
          label: both('Date and time', 'ご希望の日時'),
          required: true,
          slots: ['2026-12-01T10:00', '2026-12-01T11:30', '2026-12-02T10:00'].map((at) => ({
            at,
            places: 1,
          })),
        },
        { kind: 'number', key: 'people', label: both('People', '人数'), min: 1, max: 8, whole: true },
        {
          kind: 'choice',
          key: 'menu',
          label: both('Menu', 'メニュー'),
          required: true,
          other: true,
          options: [
            { id: 'cut', label: both('Haircut', 'カット') },
            { id: 'color', label: both('Color', 'カラー') },
          ],
        },
        {
          kind: 'longText',
          key: 'allergy',
          label: both('Allergies', 'アレルギーについて'),
          help: both('For your safety.', 'カラー剤を選ぶ際に参考にします。'),
          required: true,
          showIf: {
            kind: 'and',
            items: [{ kind: 'answer', field: 'menu', test: { op: 'is', text: 'color' } }],
          },
        },
        {
          kind: 'choices',
          key: 'found',
          label: both('How did you find us?', 'お知りになったきっかけ'),
          max: 2,
          options: [
            { id: 'line', label: both('LINE', 'LINE') },
            { id: 'map', label: both('Map', '地図アプリ') },
            { id: 'friend', label: both('A friend', 'ご友人の紹介') },
          ],
        },
        {
          kind: 'scale',
          key: 'hair',
          label: both('How thick is your hair?', '髪の量'),
          low: both('Thin', '少ない'),
          high: both('Thick', '多い'),
        },
        { kind: 'date', key: 'before', label: both('Last haircut', '前回のカット'), to: { days: 0 } },
        { kind: 'file', key: 'photo', label: both('Photo', '参考写真'), picturesOnly: true, max: 2 },
        {
          kind: 'consent',
          key: 'terms',
          label: both('Privacy', '個人情報の取り扱い'),
          text: both(
            'We use your data for this booking alone.',
            'ご記入の内容は、ご予約の対応にのみ使用します。',
          ),
          required: true,
        },
      ],
    },
  ],
});

/** What stands in for the server: what arrives at it, and whether anything does. */
class Stub {
  isCut = false;
  /** Takes what is sent, but its answer is lost. */
  losesAnswers = false;
  form: Partial<PublicForm> = {};
  readonly received: { key: string; answers: Record<string, unknown>; language: string }[] = [];

  async serve(page: Page): Promise<void> {
    await page.route(`**/form/${SLUG}*`, async (route) => {
      // The form itself is only known here.
      const page = await route.fetch();
      await route.fulfill({ response: page, status: 200 });
    });
    await page.route(`**/api/public/form/${SLUG}*`, (route) => {
      if (this.isCut) return route.abort('internetdisconnected');
      const challenge = { salt: crypto.randomUUID(), bits: 10, token: 'token' };
      const open = {
        ...{ state: 'open', version: 3, definition: FORM, person: null },
        ...{ today: '2026-11-23', now: '2026-11-23T09:00' },
        shop: {
          name: '美容室つばき',
          color: '#7a1f3d',
          privacyUrl: 'https://tsubaki.example/privacy',
          logoUrl: null,
        },
      };
      return route.fulfill({ json: { ...open, taken: ['2026-12-01T11:30'], challenge, ...this.form } });
    });
    await page.route(`**/api/public/form/${SLUG}/file`, (route) =>
      route.fulfill({
        status: 201,
        json: {
          uuid: '0199f0a0-0000-7000-8000-000000000001',
          name: 'hair.png',
          type: 'image/png',
          bytes: 2048,
        },
      }),
    );
    await page.route(`**/api/public/form/${SLUG}/postal-code/*`, (route) => {
      if (this.isCut) return route.abort('internetdisconnected');
      return route.fulfill({ json: { region: '東京都', city: '渋谷区', town: '神宮前' } });
    });
    await page.route('**/api/form-submitted', (route) => {
      if (this.isCut) return route.abort('internetdisconnected');
      this.received.push(route.request().postDataJSON());
      if (this.losesAnswers) return route.abort('connectionreset');
      return route.fulfill({ status: 201, json: { uuid: crypto.randomUUID(), at: '2026-11-23T10:00:00Z' } });
    });
  }
}

const phone = test.extend<{ stub: Stub }>({
  stub: async ({ page, complaints }, use) => {
    complaints.expectSome(/net::ERR_(INTERNET_DISCONNECTED|CONNECTION_RESET)/);
    const stub = new Stub();
    await stub.serve(page);
    await use(stub);
  },
});
phone.use({ viewport: { width: 390, height: 844 }, locale: 'ja-JP', hasTouch: true, isMobile: true });

/** Readable for everybody, by day and by night, and nothing to scroll sideways. */
async function inspect(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect([...(await violations(page)), ...(await overflow(page))]).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

async function fillFirstPage(page: Page): Promise<void> {
  await page.getByLabel('お名前').fill('高橋 純');
  await page.getByLabel('フリガナ').fill('タカハシ ジュン');
  await page.getByLabel('電話番号').fill('090-1234-5678');
  await page.getByLabel('郵便番号').fill('150-0001');
  await expect(page.getByLabel('町名・番地')).toHaveValue('神宮前');
  await page.getByRole('button', { name: '次へ' }).click();
}

async function fillSecondPage(page: Page): Promise<void> {
  await page.getByRole('radio', { name: '10:00' }).first().check();
  await page.getByLabel('人数').fill('２');
  await page.getByRole('radio', { name: 'カラー' }).check();
  await page.getByLabel('アレルギーについて').fill('特にありません');
  await page.getByRole('checkbox', { name: '同意する' }).check();
}

phone(
  'a form is filled in on a phone that loses its network, and arrives once',
  async ({ page, stub, context }) => {
    await page.goto(`/form/${SLUG}?utm=autumn`);
    await expect(page.getByRole('heading', { level: 1, name: '初回ご来店のご予約' })).toBeVisible();
    await expect(page).toHaveTitle('初回ご来店のご予約');

    await page.getByRole('button', { name: '次へ' }).click();
    const summary = page.getByRole('region', { name: '入力内容をご確認ください' });
    await expect(summary).toBeFocused();
    await inspect(page);
    await summary.getByRole('link', { name: '電話番号' }).click();
    await expect(page.getByLabel('電話番号')).toBeFocused();
    await expect(page.getByLabel('電話番号')).toHaveAccessibleDescription('こちらは必須項目です。');

    await fillFirstPage(page);
    await expect(page.getByText('2/2ページ')).toBeVisible();
    await expect(page.getByRole('radio', { name: /11:30/ })).toBeDisabled();
    await fillSecondPage(page);
    await page.setInputFiles('input[type=file]', {
      name: 'hair.png',
      mimeType: 'image/png',
      buffer: Buffer.from('a picture'),
    });
    await expect(page.getByRole('button', { name: 'hair.pngを削除' })).toBeVisible();
    await inspect(page);

    await page.reload();
    await expect(page.getByLabel('アレルギーについて')).toHaveValue('特にありません');
    await expect(page.getByLabel('人数')).toHaveValue('2');
    await expect(page.getByRole('button', { name: 'hair.pngを削除' })).toBeVisible();

    stub.isCut = true;
    await context.setOffline(true);
    await page.getByRole('button', { name: '送信する' }).click();
    await expect(page.getByRole('heading', { name: '接続を待っています' })).toBeFocused();
    await inspect(page);
    expect(stub.received).toEqual([]);

    // The network is back, and the answer of the server gets lost.
    stub.isCut = false;
    stub.losesAnswers = true;
    await context.setOffline(false);
    await expect.poll(() => stub.received.length).toBeGreaterThan(0);
    stub.isCut = true;
    await page.reload();
    await expect(page.getByRole('heading', { name: 'フォームを読み込めませんでした' })).toBeVisible();
    stub.isCut = false;
    stub.losesAnswers = false;
    await page.getByRole('button', { name: '再試行' }).click();
    await expect(page.getByRole('heading', { name: '回答を送信しました' })).toBeFocused();
    await expect(page.getByText('ご来店をお待ちしております。')).toBeVisible();
    await inspect(page);

    expect(new Set(stub.received.map(({ key }) => key)).size).toBe(1);
    expect(stub.received.at(-1)).toMatchObject({
      language: 'ja',
      answers: {
        name: '高橋 純',
        address: {
          country: 'JP',
          postalCode: '150-0001',
          region: '東京都',
          city: '渋谷区',
          line1: '神宮前',
          line2: '',
        },
        campaign: 'autumn',
        at: '2026-12-01T10:00',
        people: 2,
        menu: 'color',
        photo: ['0199f0a0-0000-7000-8000-000000000001'],
        terms: true,
      },
    });
    const count = stub.received.length;
    await page.reload();
    await expect(page.getByRole('heading', { name: '回答を送信しました' })).toBeVisible();
    expect(stub.received).toHaveLength(count);
  },
);

phone(
  'what is known of a person begins the form, until they say that it is somebody else',
  async ({ page, stub }) => {
    stub.form = { person: { name: '高橋 純', identity: 'link', answers: { name: '高橋 純' } } };
    await page.goto(`/form/${SLUG}?t=signed&lang=en`);
    await expect(page.getByLabel('Your name')).toHaveValue('高橋 純');
    await expect(page.getByText('Filled in with what you told us before.')).toBeVisible();
    await page.getByLabel('Phone').fill('03-1234-5678');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('ja');
    await expect(page.getByText('高橋 純様としてご回答いただけます')).toBeVisible();
    await inspect(page);
    await page.getByRole('button', { name: 'ご本人ではない場合' }).click();
    await expect(page.getByLabel('お名前')).toHaveValue('');
    await expect(page.getByLabel('電話番号')).toHaveValue('03-1234-5678');
    expect(new URL(page.url()).search).toBe('?lang=ja');
  },
);

phone('a form that takes no answers says why', async ({ page, stub }) => {
  const closed = FormDefinition.parse({
    ...FORM,
    pages: [{ fields: [] }],
    closed: both('See you.', 'またの機会に。'),
  });
  stub.form = { state: 'full', definition: closed };
  await page.goto(`/form/${SLUG}`);
  await expect(page.getByRole('heading', { name: '定員に達したため、受付を終了しました。' })).toBeVisible();
  await expect(page.getByText('またの機会に。')).toBeVisible();
  await inspect(page);
});

phone('an unknown form is not found, and no other site may show it', async ({ page, complaints }) => {
  complaints.expectSome(/status of 404/);
  const response = await page.goto('/form/nowhere');
  expect(response?.status()).toBe(404);
  expect(response?.headers()['content-security-policy']).toContain("frame-ancestors 'self'");
  expect(response?.headers()['content-security-policy']).toContain("default-src 'none'");
  await expect(page.getByRole('heading', { name: 'フォームが見つかりません' })).toBeVisible();
  await inspect(page);
});
