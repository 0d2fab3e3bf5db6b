import { actAsSimulatorFriend, createSandboxChannel } from '@hanasu/contract/channels';
import { listCustomers } from '@hanasu/contract/customers';
import { createRichMenu } from '@hanasu/contract/rich-menus';
import type { Page } from '@playwright/test';
import { eventually, newPerson, signIn } from './support/api.ts';
import { overflow, violations } from './support/inspect.ts';
import { counting, makeAndSend } from './support/rich-messages.ts';
import { addBot } from './support/shop.ts';
import { expect, test } from './support/test.ts';

const PHONE = { width: 390, height: 844 };

/** Its radio lies under the label that is seen. */
const segment = (page: Page, name: string) =>
  page.getByRole('radio', { name, exact: true }).locator('xpath=following-sibling::label');

async function inspect(page: Page, name: string): Promise<void> {
  expect([...(await violations(page)), ...(await overflow(page))]).toEqual([]);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/menus-${name}.png` });
}

test('a menu with two tabs and a rich message are made, brought to the sandbox, and tapped on a friend’s phone', {
  tag: '@smoke',
}, async ({ page, context, complaints }) => {
  // What is missing is said when it is to be published.
  complaints.expectSome(/409 \(Conflict\).*rich-menu-line/);
  const person = await newPerson();
  await signIn(context, person);
  const bot = await addBot(person);
  await person.call(createSandboxChannel, {
    body: { name: 'Bakery', kind: 'line', botUuid: bot.uuid },
  });
  const count = counting();
  const { click, fill, done } = count;
  await page.goto('/Channel/rich-menu');
  await expect(page.getByRole('heading', { name: 'No rich menus yet' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'New rich menu' })).toHaveCount(0);
  await inspect(page, 'empty');
  await click(page.getByRole('button', { name: 'Create a rich menu' }));
  const dialog = page.getByRole('dialog', { name: 'Create a rich menu' });
  await fill(dialog.getByLabel('Name'), 'Everyday');
  await click(dialog.getByRole('button', { name: 'Create rich menu' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Everyday' })).toBeVisible();

  // Two cells, and a tab with two more.
  const choose = async (field: string, option: string) => {
    await click(page.getByRole('combobox', { name: field, exact: true }));
    await click(page.getByRole('option', { name: option, exact: true }));
  };
  // It begins filled, so that only the telephone is left; here it gets two cells of its own.
  const areas = page.getByRole('group', { name: 'Tap areas' });
  await expect(areas.getByRole('button')).toHaveCount(6);
  await expect(page.getByText('1 place still needs your input.')).toBeVisible();
  await inspect(page, 'starter');
  await click(segment(page, '2 cells'));
  await click(page.getByRole('button', { name: 'Add tab' }));
  await expect(areas.getByRole('button')).toHaveCount(4);
  const write = async (number: number, words: string, message: string) => {
    await click(areas.getByRole('button', { name: new RegExp(`^${number}\\. `) }));
    await fill(page.getByLabel('Button text'), words);
    await choose('Action', 'Send a message as the customer');
    if (message !== words) await fill(page.getByLabel('Message', { exact: true }), message);
  };
  await write(3, 'Coupons', 'Coupons');
  await write(4, 'News', 'What is new?');
  await click(segment(page, 'Tab 1'));
  await expect(areas.getByRole('button', { name: /^3\. Book/ })).toBeVisible();
  // A link with nothing behind its scheme is not saved: the area lacks its action.
  await click(areas.getByRole('button', { name: /^4\. / }));
  await choose('Action', 'Open a link');

  // Publishing says how much is missing and leads to it.
  await click(page.getByRole('button', { name: 'Publish to LINE' }));
  const missing = page.getByRole('alert', { name: 'Still to fill in' });
  await click(missing.getByRole('button', { name: 'Next missing' }));
  await expect(missing).toContainText('Tab 1 · Tap area 4: Choose what a tap does.');
  await expect(page.getByRole('combobox', { name: 'Action', exact: true })).toBeFocused();
  await expect(page.getByRole('combobox', { name: 'Action', exact: true })).toBeInViewport();
  await inspect(page, 'missing');
  await choose('Action', 'Send a message as the customer');
  await fill(page.getByLabel('Message', { exact: true }), 'When are you open?');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await expect(missing).toBeHidden();
  await inspect(page, 'editor');

  const preview = page.getByRole('region', { name: 'Preview on a phone' });
  await preview.getByRole('button', { name: 'Book' }).click();
  await expect(preview.getByRole('log')).toContainText('I would like to book');
  await preview.getByRole('button', { name: 'Tab 2' }).click();
  await expect(preview.getByRole('button', { name: 'Coupons' })).toBeVisible();

  await click(page.getByRole('button', { name: 'Publish to LINE' }));
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await click(
    page.getByRole('navigation', { name: 'Pages above' }).getByRole('link', { name: 'Rich menus' }),
  );
  await expect(page.getByText('LINE is up to date.')).toBeVisible();
  await inspect(page, 'list');

  // On the friend's phone.
  await click(page.getByRole('link', { name: 'Try it on a friend’s phone' }));
  const phone = page.getByRole('region', { name: 'Alex’s phone' });
  await click(page.getByRole('button', { name: 'Add as friend' }).first());
  await click(phone.getByRole('button', { name: 'Tab 2' }));
  await expect(phone.getByRole('button', { name: 'News' })).toBeVisible();
  await click(phone.getByRole('button', { name: 'News' }));
  await expect(phone.getByRole('log')).toContainText('What is new?');
  await inspect(page, 'simulator');

  // And a rich message, from the same side bar.
  await click(page.getByRole('link', { name: 'Rich messages' }));
  await makeAndSend(page, count, ['Sale']);
  await click(phone.getByRole('button', { name: 'Sale' }));
  await expect(phone.getByRole('log')).toContainText('Sale, please');
  count.report('rich menu with two tabs and a rich message');
  expect(done.clicks).toBeLessThanOrEqual(40);
});

test('on a phone areas are placed by numbers, keys and finger, and it looks right in the dark', async ({
  page,
  context,
}) => {
  const person = await newPerson('ja');
  await signIn(context, person);
  const bot = await addBot(person);
  const channel = await person.call(createSandboxChannel, {
    body: { name: 'さくら歯科', kind: 'line', botUuid: bot.uuid },
  });
  const { uuid } = await person.call(createRichMenu, {
    body: { channelUuid: channel.uuid, name: '平日のメニュー' },
  });
  await person.call(createRichMenu, { body: { channelUuid: channel.uuid, name: '休診日のメニュー' } });
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.addInitScript("localStorage.setItem('user-locale', 'ja')");
  await page.goto('/Channel/rich-menu');
  const rows = page.getByRole('listitem').filter({ hasText: '平日のメニュー' });
  await page.getByRole('button', { name: '「平日のメニュー」を移動' }).press('ArrowUp');
  await expect(page.getByRole('button', { name: /を移動$/ }).first()).toHaveAccessibleName(
    '「平日のメニュー」を移動',
  );
  await expect(rows).toContainText('下書き');
  await inspect(page, 'list-phone');

  await page.goto(`/Channel/rich-menu/${uuid}`);
  await page.getByRole('button', { name: 'タップ領域を追加' }).click();
  const area = page.getByRole('group', { name: 'タップ領域', exact: true }).getByRole('button');
  await expect(area).toHaveCount(1);
  await page.getByLabel('幅', { exact: true }).fill('1000');
  await page.getByLabel('幅', { exact: true }).press('Tab');
  await area.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Alt+ArrowDown');
  await expect(page.getByLabel('左', { exact: true })).toHaveValue('10');
  await expect(page.getByLabel('上', { exact: true })).toHaveValue('50');
  await expect(page.getByLabel('幅', { exact: true })).toHaveValue('1,000');
  await expect(page.getByLabel('高さ', { exact: true })).toHaveValue('853');

  // Its right edge snaps to the middle of the picture.
  await area.focus();
  const box = await area.boundingBox();
  const stage = await page.getByRole('group', { name: 'タップ領域', exact: true }).boundingBox();
  if (!box || !stage) throw new Error('the picture is not there');
  await page.mouse.move(box.x + box.width, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(stage.x + stage.width / 2 + 3, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(page.getByLabel('幅', { exact: true })).toHaveValue('1,240');
  await area.focus();
  await page.keyboard.press('ControlOrMeta+d');
  await expect(area).toHaveCount(2);
  await expect(area.nth(1)).toBeFocused();
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(page.getByText('タップ領域1, 2が重なっています。')).toBeVisible();
  await inspect(page, 'areas-phone');
  await page.keyboard.press('Delete');
  await expect(area).toHaveCount(1);
  await expect(area).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(area).toHaveCount(2);

  await segment(page, '6マス').click();
  await expect(area).toHaveCount(6);
  await page.getByRole('tab', { name: '対象と期間' }).click();
  await page.getByRole('checkbox', { name: '月' }).check();
  await inspect(page, 'settings-phone');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('設定を保存しました')).toBeVisible();
  await page.getByRole('tab', { name: 'プレビュー' }).click();
  await expect(page.getByRole('region', { name: 'スマートフォンでのプレビュー' })).toBeVisible();
  await inspect(page, 'preview-phone');
});

test('a picture of one’s own is cropped and shown, and a menu goes out as a file and comes in again', async ({
  page,
  context,
}) => {
  const person = await newPerson();
  await signIn(context, person);
  const bot = await addBot(person);
  const body = { name: 'Bakery', kind: 'line', botUuid: bot.uuid };
  const channel = await person.call(createSandboxChannel, { body });
  const { uuid } = await person.call(createRichMenu, {
    body: { channelUuid: channel.uuid, name: 'Summer' },
  });
  await page.goto(`/Channel/rich-menu/${uuid}`);
  const stage = page.getByRole('group', { name: 'Tap areas', exact: true });
  await page.locator('input[type=file]').setInputFiles({
    name: 'summer.png',
    mimeType: 'image/png',
    buffer: await page.screenshot(),
  });
  const dialog = page.getByRole('dialog', { name: 'Choose the part to show' });
  await expect(dialog.getByRole('button', { name: 'Use picture' })).toBeEnabled();
  await inspect(page, 'crop');
  await dialog.getByRole('button', { name: 'Use picture' }).click();
  await expect(stage.locator('img')).toHaveAttribute('src', /^data:image/);
  await segment(page, '4 cells').click();
  await expect(stage.getByRole('button')).toHaveCount(4);
  await expect(page.getByText('Draft saved')).toBeVisible();
  await inspect(page, 'upload');

  await page.getByRole('button', { name: 'More actions: Summer' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export' }).click();
  const file = await (await saved).path();
  await page.goto('/Channel/rich-menu');
  await page.getByRole('button', { name: 'More actions: Summer' }).click();
  await page.getByRole('menuitem', { name: 'Delete rich menu' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete rich menu' }).click();
  await expect(page.getByRole('heading', { name: 'No rich menus yet' })).toBeVisible();
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByRole('heading', { level: 1, name: 'Summer' })).toBeVisible();
  await expect(stage.getByRole('button')).toHaveCount(4);
});

test('a photo fills a cell, and goes again', async ({ page, context }) => {
  const person = await newPerson();
  await signIn(context, person);
  const bot = await addBot(person);
  const body = { name: 'Bakery', kind: 'line', botUuid: bot.uuid };
  const channel = await person.call(createSandboxChannel, { body });
  const { uuid } = await person.call(createRichMenu, {
    body: { channelUuid: channel.uuid, name: 'Cakes' },
  });
  await page.goto(`/Channel/rich-menu/${uuid}`);
  await segment(page, '2 cells').click();
  const areas = page.getByRole('group', { name: 'Tap areas', exact: true });
  const drawn = areas.locator('img');
  await expect(drawn).toHaveAttribute('src', /^data:image/);
  const without = (await drawn.getAttribute('src')) ?? '';
  await areas.getByRole('button').first().click();
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add a photo' }).first().click();
  const buffer = await page.screenshot();
  await (await chosen).setFiles({ name: 'cake.png', mimeType: 'image/png', buffer });
  const remove = page.getByRole('button', { name: 'Remove photo' });
  await expect(remove).toBeVisible();
  await expect(drawn).not.toHaveAttribute('src', without);
  await expect(page.getByText('Draft saved')).toBeVisible();
  await inspect(page, 'photo');
  await remove.click();
  await expect(drawn).toHaveAttribute('src', without);
});

test('in Vietnamese, on a phone, a menu lacks only the telephone number, and a friend is given it by hand', async ({
  page,
  context,
}) => {
  const person = await newPerson('vi');
  await signIn(context, person);
  const bot = await addBot(person);
  const channel = await person.call(createSandboxChannel, {
    body: { name: 'Phở Hà', kind: 'line', botUuid: bot.uuid },
  });
  await person.call(actAsSimulatorFriend, {
    params: { uuid: channel.uuid, friend: 'alex' },
    body: { action: 'text', text: 'Xin chào' },
  });
  await page.setViewportSize(PHONE);
  await page.addInitScript("localStorage.setItem('user-locale', 'vi')");
  await page.goto('/Channel/rich-menu');
  await page.getByRole('button', { name: 'Tạo rich menu' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tạo rich menu' });
  await dialog.getByLabel('Tên').fill('Hằng ngày');
  await dialog.getByRole('button', { name: 'Tạo rich menu' }).click();
  await expect(page.getByText('Còn 1 chỗ cần điền.')).toBeVisible();
  await inspect(page, 'starter-vi');
  const areas = page.getByRole('group', { name: 'Vùng chạm', exact: true });
  const last = areas.getByRole('button', { name: /^6\. Gọi điện/ });
  await page.getByRole('button', { name: 'Mục còn thiếu tiếp theo' }).click();
  await expect(last).toHaveAttribute('aria-pressed', 'true');
  const action = page.getByRole('combobox', { name: 'Hành động', exact: true });
  await expect(action).toBeFocused();
  await expect(action).toBeInViewport();
  await action.click();
  await page.getByRole('option', { name: 'Gọi điện', exact: true }).click();
  await page.getByLabel('Số điện thoại', { exact: true }).fill('+84 90 123 4567');
  await expect(page.getByText('Còn 1 chỗ cần điền.')).toBeHidden();
  await page.getByRole('button', { name: 'Xuất bản lên LINE' }).click();
  await expect(page.getByText('Đang hoạt động', { exact: true })).toBeVisible();
  await inspect(page, 'published-vi');

  // The picture of a published version is drawn again, and the draft goes back to it.
  const chatBar = page.getByLabel('Chữ trên thanh menu');
  const before = await chatBar.inputValue();
  await chatBar.fill('Nghỉ lễ');
  await page.getByRole('button', { name: 'Thao tác khác: Hằng ngày' }).click();
  await page.getByRole('menuitem', { name: 'Các phiên bản đã xuất bản' }).click();
  const versions = page.getByRole('dialog', { name: 'Các phiên bản đã xuất bản' });
  await versions.getByRole('button', { name: 'Xem nội dung: Phiên bản 1' }).click();
  await expect(versions.getByRole('img', { name: 'Tab 1' })).toHaveAttribute('src', /^data:image/);
  await inspect(page, 'versions-vi');
  await versions.getByRole('button', { name: 'Khôi phục vào bản nháp: Phiên bản 1' }).click();
  await expect(chatBar).toHaveValue(before);

  const customer = await eventually('the friend is a customer', async () => {
    const { items } = await person.call(listCustomers, { query: { pageSize: 20 } as never });
    return items[0];
  });
  await page.goto(`/Customer/${customer.uuid}`);
  const own = page.getByRole('combobox', { name: 'Rich menu của bạn bè này' });
  await own.click();
  await page.getByRole('option', { name: 'Hằng ngày' }).click();
  await expect(page.getByText('Rich menu: Hằng ngày (gán thủ công)')).toBeVisible();
  await inspect(page, 'friend-vi');
  await own.click();
  await page.getByRole('option', { name: 'Tự động chọn' }).click();
  await expect(page.getByText('Rich menu: Hằng ngày (cho mọi người)')).toBeVisible();
});

test('with a finger the next area is drawn, and then the page scrolls again', async ({
  browser,
  baseURL,
}) => {
  const person = await newPerson('ja');
  const context = await browser.newContext({
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
    ...(baseURL ? { baseURL } : {}),
  });
  await signIn(context, person);
  const page = await context.newPage();
  const bot = await addBot(person);
  const channel = await person.call(createSandboxChannel, {
    body: { name: 'さくら', kind: 'line', botUuid: bot.uuid },
  });
  const { uuid } = await person.call(createRichMenu, { body: { channelUuid: channel.uuid, name: '平日' } });
  await page.addInitScript("localStorage.setItem('user-locale', 'ja')");
  await page.goto(`/Channel/rich-menu/${uuid}`);
  const areas = page.getByRole('group', { name: 'タップ領域', exact: true });
  await page.getByRole('button', { name: '指で描く' }).tap();
  const box = await areas.boundingBox();
  if (!box) throw new Error('the picture is not there');
  const touch = await context.newCDPSession(page);
  const at = (x: number, y: number) => [{ x: box.x + box.width * x, y: box.y + box.height * y }];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0.1, 0.1) });
  for (const step of [0.2, 0.3, 0.4])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step, step) });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(areas.getByRole('button')).toHaveCount(1);
  await expect(page.getByRole('button', { name: '指で描く' })).toHaveAttribute('aria-pressed', 'false');
  await context.close();
});
