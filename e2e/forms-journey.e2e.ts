import type { Locale } from '@hanasu/contract/accounts';
import { createBot } from '@hanasu/contract/bots';
import { actAsSimulatorFriend, createSandboxChannel } from '@hanasu/contract/channels';
import { listSubmissions } from '@hanasu/contract/form-submissions';
import { changeForm, getForm, linkForm, listForms } from '@hanasu/contract/forms';
import { listFriends } from '@hanasu/contract/friends';
import { countSegment, createSegment } from '@hanasu/contract/segments';
import { createTag } from '@hanasu/contract/tags';
import type { Page } from '@playwright/test';
import { newPerson, signIn } from './support/api.ts';
import { overflow, violations } from './support/inspect.ts';
import { serverUrl } from './support/server-url.ts';
import { expect, test } from './support/test.ts';
import { fill, WORDS } from './support/words.ts';

const PHONE = { width: 390, height: 844 };
const TALKS = {
  vi: {
    template: 'application',
    friend: 'hanako',
    hello: 'Chào shop, mình muốn hỏi về việc làm',
    // What each question asks, and what the friend says to it; the photo of the CV is last but one.
    answers: [
      'Nguyễn Thị Hoa',
      'hoa@example.com',
      '0912 345 678',
      '20/5/1998',
      '2',
      '1/12',
      'Thích nghề này',
    ],
    agree: 'Đồng ý',
    send: 'Gửi',
    fileAsked: 'gửi ảnh hoặc tệp PDF',
    done: 'Xong',
    thanks: 'Xin cảm ơn.',
    page: {
      name: 'Họ và tên',
      email: 'Email',
      phone: 'Số điện thoại',
      next: 'Tiếp theo',
      work: 'Bán thời gian',
    },
    tag: 'Ứng viên',
  },
  ja: {
    template: 'application',
    friend: 'hanako',
    hello: '求人について教えてください',
    answers: [
      '山田 花',
      'ヤマダ ハナ',
      'hana@example.com',
      '090-1234-5678',
      '1998/5/20',
      '2',
      '12/1',
      '接客が好きです',
    ],
    agree: '同意する',
    send: '送信する',
    fileAsked: '写真またはPDF',
    done: '完了',
    thanks: 'ご回答ありがとうございました。',
    page: {
      name: 'お名前',
      email: 'メールアドレス',
      phone: '電話番号',
      next: '次へ',
      work: 'パート・アルバイト',
    },
    tag: '応募者',
  },
} as const;

const LOOKS = [
  { locale: 'vi', viewport: PHONE, colorScheme: 'light' },
  { locale: 'ja', viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
] as const satisfies readonly { locale: Locale; viewport: object; colorScheme: 'light' | 'dark' }[];

for (const { locale, viewport, colorScheme } of LOOKS) {
  test.describe(`${locale}, ${viewport.width} wide`, () => {
    test.use({ locale, viewport, colorScheme });
    const words = WORDS[locale];
    const talk = TALKS[locale];
    const name = words.forms.templates[talk.template].name;

    async function inspect(page: Page, step: string): Promise<void> {
      expect([...(await violations(page)), ...(await overflow(page))]).toEqual([]);
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/journey-${locale}-${step}.png`, fullPage: true });
    }

    test('a form from a template is answered once in a chat and once on a phone', async ({
      page,
      context,
      browser,
    }) => {
      const person = await newPerson(locale);
      await signIn(context, person);
      const bot = await person.call(createBot, { body: { name: 'Bot', serviceUuid: 'builtin-extractive' } });
      const body = { name: 'LINE', kind: 'line', botUuid: bot.uuid };
      const channel = await person.call(createSandboxChannel, { body });
      const says = (
        friend: 'hanako' | 'minh',
        action: { action: 'text'; text: string } | { action: 'file' },
      ) => person.call(actAsSimulatorFriend, { params: { uuid: channel.uuid, friend }, body: action });

      await test.step('makes the form from a template and publishes it', async () => {
        await page.goto('/Channel/custom_form');
        await inspect(page, 'empty');
        await page.getByRole('button', { name: words.forms.create }).first().click();
        const dialog = page.getByRole('dialog', { name: words.forms.createTitle });
        await dialog.getByRole('radio', { name }).check();
        await inspect(page, 'create');
        await dialog.getByRole('button', { name: words.forms.createAction }).click();
        await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
        await inspect(page, 'questions');
        await page.getByRole('button', { name: words.formEditor.publish, exact: true }).click();
        await expect(
          page.getByText(fill(words.formEditor.published, { version: '1' })).first(),
        ).toBeVisible();
      });
      const form = (await person.call(listForms, {})).items[0];
      if (!form) throw new Error('it is not there');
      const params = { uuid: form.uuid };
      const tag = await person.call(createTag, { body: { name: talk.tag } });
      const { settings } = await person.call(getForm, { params });
      const actions = [{ kind: 'tag' as const, tagUuid: tag.uuid }];
      await person.call(changeForm, { params, body: { settings: { ...settings, actions } } });

      const staff = await context.newPage();
      // Records desktop notifications.
      await staff.addInitScript(`globalThis.notified = [];
        globalThis.Notification = class {
          static permission = 'granted';
          constructor(title) { globalThis.notified.push(title); }
          close() {}
        };`);
      const thread = staff.getByRole('log');
      await test.step('sends it to a friend, whom the bot asks', async () => {
        await says('hanako', { action: 'text', text: talk.hello });
        await staff.goto('/Message');
        await staff.getByRole('link', { name: new RegExp(talk.hello.slice(0, 8)) }).click();
        await expect(thread).toContainText(talk.hello);
        await staff.getByRole('button', { name: words.sendForm.title }).click();
        await staff.getByRole('combobox', { name: words.sendForm.form }).click();
        await staff.getByRole('option', { name }).click();
        await inspect(staff, 'send');
        await staff.getByRole('button', { name: words.sendForm.ask }).click();
        await expect(thread).toContainText(/1\/\d/);
      });

      await test.step('the friend answers in the chat, with a file', async () => {
        const total = talk.answers.length + 2;
        for (const [index, text] of talk.answers.entries()) {
          await says('hanako', { action: 'text', text });
          await expect(thread).toContainText(`${index + 2}/${total}`);
        }
        await expect(thread).toContainText(talk.fileAsked);
        await says('hanako', { action: 'file' });
        await expect(thread).toContainText(talk.done);
        await says('hanako', { action: 'text', text: talk.done });
        await expect(thread).toContainText(`${total}/${total}`);
        await says('hanako', { action: 'text', text: talk.agree });
        await expect(thread).toContainText(talk.answers[0]);
        await inspect(staff, 'thread');
        await says('hanako', { action: 'text', text: talk.send });
        await expect(thread).toContainText(talk.thanks);
        await expect
          .poll(() => staff.evaluate<string>(`globalThis.notified.join('\\n')`))
          .toContain(words.notifications.events.form_submitted);
      });

      await test.step('another one answers by the page on a phone', async () => {
        await says('minh', { action: 'text', text: talk.hello });
        const query = { channelUuid: channel.uuid };
        const findMinh = async () =>
          (await person.call(listFriends, { query })).items.find(({ name: one }) => /minh/i.test(one ?? ''));
        // The vendor sends the name a moment later.
        await expect.poll(findMinh).toBeDefined();
        const minh = await findMinh();
        if (!minh) throw new Error('Minh is not there');
        const { url } = await person.call(linkForm, { params, body: { friendUuid: minh.uuid } });
        const guest = await browser.newContext({ baseURL: serverUrl(), viewport: PHONE, locale });
        const phone = await guest.newPage();
        await phone.goto(new URL(url).pathname + new URL(url).search);
        await phone.getByLabel(talk.page.name, { exact: false }).first().fill('Minh Tran');
        await phone.getByLabel(talk.page.email).fill('minh@example.com');
        await phone.getByLabel(talk.page.phone).fill('0987 654 321');
        await inspect(phone, 'page-1');
        await phone.getByRole('button', { name: talk.page.next }).click();
        await phone.getByRole('radio', { name: talk.page.work }).check();
        const file = {
          name: 'cv.pdf',
          mimeType: 'application/pdf',
          buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
        };
        await phone.locator('input[type=file]').setInputFiles(file);
        await expect(phone.getByText('cv.pdf').first()).toBeVisible();
        await phone.getByRole('checkbox').check();
        await inspect(phone, 'page-2');
        await phone.getByRole('button', { name: talk.send, exact: true }).click();
        await expect(phone.getByText(talk.thanks)).toBeVisible();
        await inspect(phone, 'page-sent');
        await guest.close();
      });

      await test.step('both stand in the table, with their files and customers', async () => {
        await page.goto(`/Channel/custom_form/${form.uuid}/submissions`);
        await expect(page.getByText('Minh Tran').first()).toBeVisible();
        await expect(page.getByText(talk.answers[0]).first()).toBeVisible();
        await inspect(page, 'submissions');
        const [byPage, byChat] = (await person.call(listSubmissions, {})).items;
        expect(byPage).toMatchObject({
          source: 'page',
          identity: 'link',
          files: { resume: [{ name: 'cv.pdf' }] },
        });
        expect(byChat).toMatchObject({ source: 'chat', identity: 'signed' });
        await page.goto(`/Channel/custom_form/${form.uuid}/submissions?submission=${byChat?.uuid}`);
        await expect(page.getByRole('button', { name: /\.pdf/ }).first()).toBeVisible();
        await inspect(page, 'submission');
        await page.goto(`/Customer/${byChat?.customer?.uuid}`);
        await expect(page.getByText(talk.tag).first()).toBeVisible();
        await expect(page.getByText(/hoa@example\.com|hana@example\.com/).first()).toBeVisible();
        await inspect(page, 'customer');
        const definition = {
          kind: 'and' as const,
          items: [{ kind: 'submitted' as const, formUuid: form.uuid, days: null, answer: null }],
        };
        await person.call(createSegment, { body: { name: talk.tag, definition } });
        const counted = await person.call(countSegment, { body: { definition } });
        expect(counted.count).toBe(2);
      });
    });
  });
}
