import { actAsSimulatorFriend, createSandboxChannel } from '@hanasu/contract/channels';
import { updateEmbedSetting } from '@hanasu/contract/embed';
import { listConversations, setHandling } from '@hanasu/contract/inbox';
import { createMessageTemplate } from '@hanasu/contract/message-templates';
import type { Page } from '@playwright/test';
import { eventually, newPerson, type Person, signIn } from './support/api.ts';
import { overflow, violations } from './support/inspect.ts';
import { addBot } from './support/shop.ts';
import { expect, test } from './support/test.ts';

/** A picture of one red pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);
const PHONE = { width: 390, height: 844 };

async function inspect(page: Page, name: string): Promise<void> {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/templates-${name}.png` });
  expect([...(await violations(page)), ...(await overflow(page))]).toEqual([]);
}

/** By keys and by buttons; a way back that is offered goes once the step is undone. */
async function undoAndRedo(page: Page): Promise<void> {
  const bubbles = page.getByRole('list', { name: 'Bubbles of the message' });
  const heading = bubbles.getByRole('heading', { name: '2. Picture' });
  await page.getByRole('button', { name: 'Delete “2. Picture”' }).click();
  await expect(heading).toBeHidden();
  await page.keyboard.press('Control+z');
  await expect(heading).toBeVisible();
  await expect(page.getByText('“2. Picture” deleted')).toBeHidden();
  const text = page.getByLabel('Text', { exact: true });
  const before = await text.inputValue();
  await text.press('End');
  await text.pressSequentially('. See you');
  await text.press('Control+z');
  await expect(text).toHaveValue(`${before}.`);
  await text.press('Control+z');
  await expect(text).toHaveValue(before);
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(text).toHaveValue(`${before}.`);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(text).toHaveValue(before);
}

/** What is in the message already is offered for its cards. */
async function pickAgain(page: Page): Promise<void> {
  const cards = page.getByRole('list', { name: 'Cards' });
  await cards.getByRole('button', { name: 'Choose from uploads' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose from uploads' });
  await expect(dialog.getByRole('button', { name: /cake\.png/ })).toBeVisible();
  await inspect(page, 'uploads');
  await dialog.getByRole('button', { name: /cake\.png/ }).click();
  await expect(dialog).toBeHidden();
  await expect(cards.getByText(/^cake\.png/)).toBeVisible();
}

async function openShop(person: Person) {
  const bot = await addBot(person);
  return person.call(createSandboxChannel, { body: { name: 'Bakery', kind: 'line', botUuid: bot.uuid } });
}

test('a template is composed, brought back and sent; its buttons and a keyword are answered', async ({
  page,
  context,
}) => {
  const person = await newPerson();
  await signIn(context, person);
  const channel = await openShop(person);
  await page.goto('/Channel/message-template');
  await expect(page.getByRole('heading', { name: 'No message templates yet' })).toBeVisible();
  await inspect(page, 'empty');
  await page.getByRole('button', { name: 'New template' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a message template' });
  await dialog.getByLabel('Name').fill('Spring news');
  await dialog.getByRole('radio', { name: 'Empty' }).check();
  await dialog.getByRole('button', { name: 'Create template' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Spring news' })).toBeVisible();

  // A text with the customer's name, a picture, and two cards.
  const add = page.getByRole('group', { name: 'Add' });
  await add.getByRole('button', { name: 'Text', exact: true }).click();
  await page.getByLabel('Text', { exact: true }).fill('Spring is here, ');
  await page.getByRole('button', { name: 'Insert a variable into “Text”' }).click();
  await page.getByRole('menuitem', { name: /^Customer’s name/ }).click();
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue(
    /\{\{customer\.name \| "valued customer"\}\}$/,
  );
  await add.getByRole('button', { name: 'Picture' }).click();
  const picture = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: '2. Picture' }) });
  await picture
    .locator('input[type="file"]')
    .setInputFiles({ name: 'cake.png', mimeType: 'image/png', buffer: PIXEL });
  await expect(picture.getByText('cake.png')).toBeVisible();
  await add.getByRole('button', { name: 'Cards' }).click();
  const cards = page.getByRole('list', { name: 'Cards' });
  const fillCard = async (title: string, price: string) => {
    await cards.getByLabel('Title', { exact: true }).fill(title);
    await cards.getByLabel('Price', { exact: true }).fill(price);
    await cards.getByRole('combobox', { name: 'What button 1 does' }).click();
    await page.getByRole('option', { name: 'Says something' }).click();
    await cards.getByLabel('What button 1 says').fill(`Tell me about ${title}`);
  };
  await fillCard('Cherry cake', '$4');
  await page.getByRole('button', { name: 'Add a card' }).click();
  await page.getByRole('menuitem', { name: 'Product' }).click();
  await fillCard('Matcha roll', '$5');
  await undoAndRedo(page);
  await pickAgain(page);
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await expect(preview).toContainText('Spring is here, Alex');
  await expect(preview).toContainText('Cherry cake');
  await inspect(page, 'editor');
  await preview.getByRole('tab', { name: 'Zalo' }).click();
  await expect(preview).toContainText('What Zalo cannot show');
  await inspect(page, 'zalo');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved as version 2')).toBeVisible();

  // Changed, left and resumed, saved, and an earlier version brought back.
  await page.getByLabel('Text', { exact: true }).fill('Summer is here');
  await page.goto('/Channel/message-template');
  await page.getByRole('link', { name: 'Spring news' }).click();
  await expect(page.getByText('Your unsaved changes from before are here.')).toBeVisible();
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('Summer is here');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved as version 3')).toBeVisible();
  await page.getByRole('button', { name: 'Versions' }).click();
  const versions = page.getByRole('dialog', { name: 'Versions' });
  const second = versions.getByRole('listitem').filter({ hasText: 'Version 2' });
  await second.getByRole('button', { name: 'View' }).click();
  await expect(second).toContainText('Cherry cake');
  await inspect(page, 'versions');
  await second.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Version 2 restored as version 4')).toBeVisible();
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue(/^Spring is here/);

  // A keyword is answered by a composed message.
  await page.goto(`/Channel/setting?channel=${channel.uuid}`);
  await page.getByRole('button', { name: 'Add a keyword' }).click();
  const keyword = page.getByRole('group', { name: 'Keyword 1' });
  await keyword.getByRole('combobox', { name: 'Words' }).fill('cherry cake');
  await keyword.getByRole('combobox', { name: 'Words' }).press('Enter');
  await keyword.getByText('With pictures and cards').click();
  await keyword.getByRole('button', { name: 'Compose' }).click();
  const composer = page.getByRole('dialog', { name: 'With pictures and cards' });
  await composer
    .getByRole('group', { name: 'Add' })
    .getByRole('button', { name: 'Text', exact: true })
    .click();
  await composer.getByLabel('Text', { exact: true }).fill('Freshly baked at ten.');
  await inspect(page, 'keyword');
  await composer.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Do you have cherry cake?');
  await page.getByRole('button', { name: 'Try', exact: true }).click();
  const tried = page.getByRole('region', { name: 'What the customer sees' });
  await expect(tried).toContainText(/cherry cake\?.*Freshly baked at ten\./s);
  await inspect(page, 'tried');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  // Sent from the inbox with the name filled in.
  const friend = { params: { uuid: channel.uuid, friend: 'alex' } } as const;
  await person.call(actAsSimulatorFriend, { ...friend, body: { action: 'follow' } });
  await person.call(actAsSimulatorFriend, { ...friend, body: { action: 'text', text: 'Any news?' } });
  const conversation = await eventually('Alex has written', async () => {
    const { items } = await person.call(listConversations, { query: { origin: 'channel' } });
    return items.find(({ lastMessage }) => lastMessage?.sender === 'bot');
  });
  await page.goto(`/Channel/conversation/${conversation.uuid}`);
  await page.getByRole('button', { name: 'Message with pictures and cards' }).click();
  const panel = page.getByRole('dialog', { name: 'Message with pictures and cards' });
  await panel.getByRole('combobox', { name: 'Use a template' }).click();
  await page.getByRole('option', { name: /^Spring news/ }).click();
  await expect(panel.getByRole('complementary', { name: 'Preview' })).toContainText('Spring is here, Alex');
  await inspect(page, 'inbox');
  await panel.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('region', { name: '2 cards' })).toContainText('Matcha roll');
  await inspect(page, 'thread');

  await person.call(setHandling, { params: { uuid: conversation.uuid }, body: { handling: 'bot' } });
  await page.goto(`/Channel/Instance/${channel.uuid}/simulator?friend=alex`);
  const log = page.getByRole('region', { name: 'Alex’s phone' }).getByRole('log');
  await expect(log).toContainText('Spring is here, Alex');
  await log.getByRole('button', { name: 'See details' }).first().click();
  await expect(log).toContainText('Tell me about Cherry cake');
  await expect(log).toContainText('Freshly baked at ten.');
  await inspect(page, 'phone');
});

test('on a phone a template is composed in Japanese, in the dark, by keys', async ({ page, context }) => {
  const person = await newPerson('ja');
  await signIn(context, person);
  await openShop(person);
  const { uuid } = await person.call(createMessageTemplate, {
    body: {
      name: '春のお知らせ',
      content: {
        bubbles: [
          { kind: 'text', id: 'a1', text: '{{customer.name | "お客様"}}、こんにちは！' },
          { kind: 'text', id: 'b1', text: '桜餅を始めました。' },
        ],
        quickReplies: [{ label: '予約する', text: '' }],
        sender: null,
        variants: {},
      },
    },
  });
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.addInitScript("localStorage.setItem('user-locale', 'ja')");
  await page.goto('/Channel/message-template');
  await expect(page.getByRole('row', { name: '春のお知らせ' })).toContainText('顧客の名前、こんにちは！');
  await inspect(page, 'list-phone');
  await page.goto(`/Channel/message-template/${uuid}`);
  await page.getByRole('button', { name: '「2. テキスト」を移動' }).press('ArrowUp');
  await expect(page.getByLabel('本文', { exact: true }).first()).toHaveValue('桜餅を始めました。');
  await page.getByRole('group', { name: '追加' }).getByRole('button', { name: 'その他' }).click();
  await page.getByRole('menuitem', { name: 'Flex Message（JSON）' }).click();
  await page.getByLabel('メッセージのJSON').fill('{\n  "type": "bubble",\n}');
  await expect(page.getByText('1文字目：ここに「}」は置けません。')).toBeVisible();
  await page.getByRole('button', { name: '3行目' }).click();
  await inspect(page, 'editor-phone');
});

test('visitors of a web site are greeted with a composed message', async ({ page, context }) => {
  const person = await newPerson('vi');
  await signIn(context, person);
  const bot = await addBot(person);
  await person.call(updateEmbedSetting, { body: { botUuid: bot.uuid, enabled: true } });
  await page.addInitScript("localStorage.setItem('user-locale', 'vi')");
  await page.goto(`/Channel/custom_chat?bot=${bot.uuid}`);
  await page.getByRole('link', { name: 'Chào bằng ảnh, carousel và biểu mẫu' }).click();
  await page.getByRole('combobox', { name: 'Lời chào' }).click();
  await page.getByRole('option', { name: 'Tự soạn' }).click();
  await page.getByText('Có ảnh và carousel').click();
  await page.getByRole('button', { name: 'Soạn tin' }).click();
  const composer = page.getByRole('dialog', { name: 'Có ảnh và carousel' });
  const add = composer.getByRole('group', { name: 'Thêm' });
  await add.getByRole('button', { name: 'Văn bản', exact: true }).click();
  await composer.getByLabel('Nội dung', { exact: true }).fill('Xin chào! Hôm nay có bánh mới.');
  await add.getByRole('button', { name: 'Carousel' }).click();
  await composer.getByLabel('Tiêu đề', { exact: true }).fill('Bánh dâu');
  await composer.getByRole('combobox', { name: 'Nút 1 làm gì' }).click();
  await page.getByRole('option', { name: 'Gửi câu trả lời' }).click();
  await composer.getByLabel('Câu mà nút 1 gửi').fill('Bánh dâu còn không?');
  await expect(composer.getByRole('complementary', { name: 'Xem trước' })).toContainText('Bánh dâu');
  await inspect(page, 'greeting-composer');
  await composer.getByRole('button', { name: 'Đóng' }).click();
  await page.getByRole('button', { name: 'Lưu', exact: true }).click();
  await expect(page.getByText('Đã lưu', { exact: true })).toBeVisible();
  await inspect(page, 'greeting-settings');
  await page.goto(`/Channel/custom_chat?bot=${bot.uuid}`);
  await expect(page.getByRole('link', { name: 'Đổi lời chào' })).toBeVisible();
  await expect(page.frameLocator('iframe').getByText('Bánh dâu')).toBeVisible();
  await inspect(page, 'greeting-look');
  await page.setViewportSize(PHONE);
  await page.goto(`/Bot/${bot.uuid}/chat_embed`);
  const log = page.getByRole('log');
  await expect(log).toContainText('Xin chào! Hôm nay có bánh mới.');
  await expect(log).toContainText('Bánh dâu');
  await inspect(page, 'greeting-chat');
});
