import { createSandboxChannel } from '@hanasu/contract/channels';
import type { ConversationId } from '@hanasu/contract/ids';
import { getConversation } from '@hanasu/contract/inbox';
import type { Locator, Page } from '@playwright/test';
import { eventually, newPerson, type Person, signIn } from './support/api.ts';
import { addBot, answered, say } from './support/shop.ts';
import { expect, test } from './support/test.ts';

const FRIENDS = { hanako: '花子', minh: 'Minh', alex: 'Alex' } as const;
const PHONE = { width: 390, height: 844 };

/** Three customers have asked what the bot does not know; each waits for a person. */
async function openBusyCounter() {
  const person = await newPerson();
  const bot = await addBot(person);
  const channel = await person.call(createSandboxChannel, {
    body: { name: 'Counter', kind: 'line', botUuid: bot.uuid },
  });
  const waiting: Awaited<ReturnType<typeof waitsFor>>[] = [];
  for (const friend of ['hanako', 'minh', 'alex'] as const) {
    await say(person, channel.uuid, friend, `Question of ${friend}`);
    const { uuid } = await answered(person, channel.uuid, FRIENDS[friend], 1);
    waiting.push(await waitsFor(person, uuid));
  }
  return { person, channel: channel.uuid, waiting };
}

const waitsFor = (person: Person, uuid: ConversationId) =>
  eventually('somebody waits', async () => {
    const view = await person.call(getConversation, { params: { uuid } });
    // Until the clock runs, the customer waits since the last message.
    return view.handling === 'waiting' && view.waitingSince !== view.lastMessageAt && view;
  });

const list = (page: Page) => page.getByRole('region', { name: 'Conversations' });
const rowsOf = (page: Page) => list(page).getByRole('listitem');
const namesIn = async (page: Page) =>
  (await rowsOf(page).allInnerTexts()).map((text) =>
    Object.values(FRIENDS).find((name) => text.includes(name)),
  );
/** Whether the words of a part are cut. */
const isCut = (part: Locator) => part.evaluate((element) => element.scrollWidth > element.clientWidth);
const edgesOf = async (part: Locator) => {
  const { x, y, width, height } = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { left: x, right: x + width, top: y, bottom: y + height };
};
const heightOf = async (part: Locator) => (await part.boundingBox())?.height ?? 0;

test('what customers have asked stands in the rows of those who wait, and what is done can be taken back', async ({
  page,
  context,
}) => {
  const { person, waiting } = await openBusyCounter();
  await signIn(context, person);
  await page.goto('/Message?tab=waiting');
  await expect(rowsOf(page)).toHaveCount(3);
  for (const friend of ['hanako', 'minh', 'alex'] as const) {
    await expect(list(page).getByText(`Question of ${friend}`)).toBeVisible();
  }
  await expect(page.getByRole('button', { name: 'You are: Available' })).toBeVisible();

  const [first, second] = waiting;
  if (!first || !second) throw new Error('nobody waits');
  await page.goto(`/Message?conversation=${first.uuid}`);
  await expect(page.getByRole('heading', { level: 1, name: '花子' })).toBeVisible();
  await test.step('the head names the channel, and the number of the rail stands beside its icon', async () => {
    expect(await isCut(page.getByTitle('Counter', { exact: true }).getByText('Counter'))).toBe(false);
    const rail = await edgesOf(page.getByRole('complementary').first());
    const count = page
      .getByRole('navigation', { name: 'Main menu' })
      .getByRole('link', { name: /^Inbox/ })
      .getByText('3', { exact: true });
    const { left, right } = await edgesOf(count);
    expect(left).toBeGreaterThan((rail.left + rail.right) / 2);
    expect(right).toBeLessThanOrEqual(rail.right);
  });
  await page.getByRole('button', { name: 'Resolve', exact: true }).click();
  // What is pointed at stays.
  await page.getByRole('button', { name: 'Undo' }).hover();
  // Who waits longest is next.
  await expect(page).toHaveURL(new RegExp(second.uuid));
  await expect(rowsOf(page)).toHaveCount(2);
  // The toast with its undo stands over the list: the buttons of who is next are free.
  const toast = await edgesOf(page.locator('.Toastify__toast').filter({ hasText: 'Undo' }));
  const button = await edgesOf(page.getByRole('button', { name: 'Take over' }));
  expect(toast.right).toBeLessThanOrEqual(button.left);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page).toHaveURL(new RegExp(first.uuid));
  await expect(rowsOf(page)).toHaveCount(3);
  const back = await person.call(getConversation, { params: { uuid: first.uuid } });
  for (const key of ['handling', 'operator', 'waitingReason', 'waitingSince', 'respondBy'] as const) {
    expect(back[key]).toEqual(first[key]);
  }
});

test('the key w leads to who waits longest', async ({ page, context }) => {
  const { person, waiting } = await openBusyCounter();
  await signIn(context, person);
  await page.goto('/Message');
  await expect(rowsOf(page)).toHaveCount(3);
  await page.keyboard.press('w');
  await expect(page).toHaveURL(new RegExp(waiting[0]?.uuid ?? 'none'));
  await page.keyboard.press('w');
  await expect(page).toHaveURL(new RegExp(waiting[1]?.uuid ?? 'none'));
});

test('rows keep their places while somebody opens them, resolves them or points at the list', async ({
  page,
  context,
}) => {
  const { person, channel, waiting } = await openBusyCounter();
  await signIn(context, person);
  await page.goto('/Message');
  await expect(rowsOf(page)).toHaveCount(3);
  const before = await namesIn(page);
  expect(before).toEqual(['Alex', 'Minh', '花子']);
  for (const name of before) {
    await list(page)
      .getByRole('link', { name: new RegExp(String(name)) })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: String(name) })).toBeVisible();
    expect(await namesIn(page)).toEqual(before);
  }
  // The pointer rests on the list: who writes stays where they are, and so does who is done.
  await say(person, channel, 'minh', 'One more thing');
  await expect(list(page).getByRole('link', { name: /Minh/ })).toContainText('and 1 more');
  expect(await namesIn(page)).toEqual(before);
  await page.keyboard.press('e');
  await expect(page).not.toHaveURL(new RegExp(waiting[0]?.uuid ?? 'none'));
  expect(await namesIn(page)).toEqual(before);
  // It goes elsewhere: the order is the server's again.
  await page.mouse.move(900, 500);
  await expect.poll(() => namesIn(page)).toEqual(['Minh', 'Alex']);
});

test('a conversation leaves room to read', async ({ browser }) => {
  const { person, waiting } = await openBusyCounter();
  const path = `/Message?conversation=${waiting[0]?.uuid}`;
  for (const { name, viewport, isMobile, atLeast } of [
    { name: 'phone', viewport: PHONE, isMobile: true, atLeast: 0.6 },
    { name: 'phone, keyboard open', viewport: { width: 390, height: 500 }, isMobile: true, atLeast: 0.4 },
    { name: 'laptop at 200 %', viewport: { width: 720, height: 450 }, isMobile: false, atLeast: 0.4 },
    { name: 'laptop', viewport: { width: 1440, height: 900 }, isMobile: false, atLeast: 0.6 },
  ]) {
    const context = await browser.newContext({ viewport, isMobile, hasTouch: isMobile });
    await signIn(context, person);
    const page = await context.newPage();
    await page.goto(path);
    await expect(page.getByRole('log').getByRole('article').first()).toBeVisible();
    await expect(page.getByLabel('Write to 花子')).toBeVisible();
    const share = (await heightOf(page.getByRole('log'))) / viewport.height;
    process.stdout.write(
      `room to read, ${name} (${viewport.width}×${viewport.height}): ${Math.round(share * 100)} %\n`,
    );
    expect(share, name).toBeGreaterThanOrEqual(atLeast);
    await context.close();
  }
});
