import { actAsSimulatorFriend } from '@hanasu/contract/channels';
import { listCustomers } from '@hanasu/contract/customers';
import { createForm, publishForm } from '@hanasu/contract/forms';
import { listConversations, listMessages } from '@hanasu/contract/inbox';
import { createTag } from '@hanasu/contract/tags';
import { signIn } from './support/api.ts';
import { openCounter } from './support/counter.ts';
import { violations } from './support/inspect.ts';
import { serverUrl } from './support/server-url.ts';
import { expect, test } from './support/test.ts';

test('a rule is made, tried, and tags somebody who follows; the timeline and the log say why', async ({
  page,
  context,
}) => {
  const { person, channel } = await openCounter();
  await person.call(createTag, { body: { name: 'New friend', color: 'green' } });
  await signIn(context, person);
  await page.goto('/Channel/tag');
  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.getByRole('button', { name: 'New rule' }).click();
  const editor = page.getByRole('dialog', { name: 'New rule' });
  const name = editor.getByLabel('Name', { exact: true });
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(editor.getByText('Enter a name.')).toBeVisible();
  await expect(name).toBeFocused();
  await name.fill('Welcome');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(editor.getByText('Choose one.')).toBeVisible();
  await expect(editor.getByRole('combobox', { name: 'Tag' })).toBeFocused();
  await expect(editor.getByRole('combobox', { name: 'When this happens' })).toHaveValue(
    'A customer follows you',
  );
  await editor.getByRole('combobox', { name: 'Tag' }).click();
  await page.getByRole('option', { name: 'New friend' }).click();
  await editor.getByRole('button', { name: 'Try with the past 30 days' }).click();
  await expect(editor.getByRole('status')).toContainText('would not have acted');
  expect(await violations(page)).toEqual([]);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/rule-editor.png` });
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(editor).toBeHidden();
  const rule = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Welcome' }) });
  await expect(rule).toContainText('Add tag: New friend');
  await expect(rule).toContainText('Not used in the past 30 days');

  const params = { uuid: channel, friend: 'minh' as const };
  await person.call(actAsSimulatorFriend, { params, body: { action: 'follow' } });
  await expect
    .poll(
      async () => (await person.call(listCustomers, {})).items.filter(({ tags }) => tags.length > 0).length,
    )
    .toBe(1);

  await page.reload();
  await expect(rule).toContainText('1 action done');
  await rule.getByRole('button', { name: '1 action done' }).click();
  const log = page.getByRole('dialog', { name: 'Log of “Welcome”' });
  await expect(log.getByRole('listitem')).toHaveCount(1);
  await expect(log).toContainText('because they followed');
  expect(await violations(page)).toEqual([]);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/rule-log.png` });
  await log.getByRole('listitem').getByRole('link').click();
  const tagged = page.getByRole('listitem').filter({ hasText: 'Tag added' });
  await expect(tagged).toContainText('Automatic rule: Welcome');
  await expect(tagged).toContainText('because they followed');

  await page.goto('/Channel/tag?tab=rules');
  const toggle = rule.getByRole('switch', { name: 'Welcome: on or off' });
  await toggle.press('Space');
  await expect(toggle).not.toBeChecked();
  await rule.getByRole('button', { name: 'Actions for Welcome' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const edited = page.getByRole('dialog', { name: 'Edit rule' });
  await edited.getByText('meets conditions').click();
  await edited.getByRole('button', { name: 'Save' }).click();
  await expect(edited.getByText('Add at least one condition.')).toBeVisible();
  await expect(edited.getByRole('button', { name: 'Add condition' })).toBeFocused();
  await edited.getByRole('button', { name: 'Add condition' }).click();
  await page.getByRole('menuitem', { name: 'Every customer' }).click();
  await expect(edited.getByRole('region', { name: 'Customers in this segment' })).toContainText(
    /\d customer/,
  );
  await edited.getByRole('button', { name: 'Add condition' }).click();
  await page.getByRole('menuitem', { name: 'Tag', exact: true }).click();
  await page.keyboard.press('Escape');
  await edited.getByRole('button', { name: 'Save' }).click();
  await expect(edited.getByText('Fill in the blanks.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/rule-missing.png` });
  await edited.getByRole('button', { name: 'Cancel' }).click();
  await rule.getByRole('button', { name: 'Actions for Welcome' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No rules yet')).toBeVisible();
});

test('on a phone, in Japanese and Vietnamese, rules are read and made', async ({ browser }) => {
  const { person } = await openCounter();
  for (const [locale, words] of [
    ['ja', { tab: '自動ルール', add: 'ルールを作成', save: '保存', missing: '名前を入力してください。' }],
    ['vi', { tab: 'Quy tắc tự động', add: 'Tạo quy tắc', save: 'Lưu', missing: 'Hãy nhập tên.' }],
  ] as const) {
    const context = await browser.newContext({
      baseURL: serverUrl(),
      locale,
      viewport: { width: 390, height: 844 },
      colorScheme: locale === 'ja' ? 'light' : 'dark',
    });
    await signIn(context, person);
    const page = await context.newPage();
    await page.addInitScript(`localStorage.setItem('user-locale', '${locale}')`);
    await page.goto('/Channel/tag?tab=rules');
    await expect(page.getByRole('tab', { name: words.tab })).toHaveAttribute('aria-selected', 'true');
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/rules-${locale}.png` });
    await page.getByRole('button', { name: words.add }).click();
    const editor = page.getByRole('dialog', { name: words.add });
    await editor.getByRole('button', { name: words.save, exact: true }).click();
    await expect(editor.getByText(words.missing)).toBeVisible();
    await expect(editor.getByRole('textbox').first()).toBeFocused();
    expect(await violations(page)).toEqual([]);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/rule-editor-${locale}.png` });
    await context.close();
  }
});

test('a rule asks whoever writes a form in the chat', async ({ page, context }) => {
  const { person, channel } = await openCounter();
  const form = await person.call(createForm, { body: { name: 'Visit', template: 'contact' } });
  await person.call(publishForm, { params: { uuid: form.uuid } });
  await signIn(context, person);
  await page.goto('/Channel/tag?tab=rules');
  await page.getByRole('button', { name: 'New rule' }).click();
  const editor = page.getByRole('dialog', { name: 'New rule' });
  await editor.getByLabel('Name', { exact: true }).fill('Ask');
  const choose = async (box: string, option: string) => {
    await editor.getByRole('combobox', { name: box }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await choose('When this happens', 'A customer writes');
  await choose('Action 1', 'Send a form');
  await expect(editor.getByRole('combobox', { name: 'How it is sent' })).toHaveValue('As a link');
  await choose('Form', 'Visit');
  await choose('How it is sent', 'In the chat');
  expect(await violations(page)).toEqual([]);
  const shots = process.env.SHOTS;
  if (shots) await page.screenshot({ path: `${shots}/rule-form.png` });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violations(page)).toEqual([]);
  if (shots) await page.screenshot({ path: `${shots}/rule-form-phone.png` });
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Send a form: Visit' })).toBeVisible();

  const params = { uuid: channel, friend: 'alex' as const };
  await person.call(actAsSimulatorFriend, { params, body: { action: 'text', text: 'Hello there' } });
  await expect
    .poll(async () => {
      const [conversation] = (await person.call(listConversations, { query: { channelUuid: channel } }))
        .items;
      if (!conversation) return [];
      const { items } = await person.call(listMessages, { params: { uuid: conversation.uuid } });
      return items.map(({ text }) => text).filter((text) => text.includes('1/'));
    })
    .toHaveLength(1);
});
