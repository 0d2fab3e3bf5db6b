import { createDocument, createKnowledge } from '@hanasu/contract/knowledge';
import type { Page } from '@playwright/test';
import { newPerson, signIn } from './support/api.ts';
import { colleagueOf, openCounter } from './support/counter.ts';
import { addBot } from './support/shop.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const barOf = (page: Page) => page.getByRole('navigation', { name: 'Main pages' });
const wordsOf = (page: Page) => barOf(page).locator(':is(a, button)').allInnerTexts();

test('the pages of a day lie under the thumb: Home first for an owner, the inbox for an operator', {
  tag: '@smoke',
}, async ({ browser, page, context }) => {
  const { person, uuid } = await openCounter();
  await signIn(context, person);
  await page.goto('/');
  await expect(barOf(page).getByRole('link').first()).toHaveText('Home');
  expect(await wordsOf(page)).toEqual([
    'Home',
    expect.stringContaining('Inbox'),
    'Customers',
    'Notifications',
    'More',
  ]);
  await expect(barOf(page).getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
  await barOf(page).getByRole('button', { name: 'More' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Knowledge', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Knowledge');
  await barOf(page)
    .getByRole('link', { name: /^Inbox/ })
    .click();
  await page.getByRole('link', { name: /花子/ }).click();
  await expect(page.getByRole('log')).toBeVisible();
  await expect(barOf(page)).toHaveCount(0);
  await page.goBack();
  await expect(barOf(page)).toBeVisible();

  await page.goto(`/Channel/conversation/${uuid}`);
  await expect(page.getByRole('log')).toBeVisible();
  await expect(barOf(page)).toHaveCount(0);

  const theirs = await browser.newContext({ viewport: { width: 390, height: 844 } });
  await signIn(theirs, await colleagueOf(person));
  const other = await theirs.newPage();
  await other.goto('/Message');
  await expect(barOf(other)).toBeVisible();
  expect(await wordsOf(other)).toEqual([
    expect.stringContaining('Inbox'),
    'Customers',
    'Notifications',
    'More',
  ]);
  await theirs.close();
});

test('tabs stand in one row, and the chosen one is in view', async ({ page, context }) => {
  await signIn(context, await newPerson());
  await page.goto('/Account?tab=export');
  const tabs = page.getByRole('tab');
  await expect(tabs.last()).toBeVisible();
  const tops = await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  await expect(page.getByRole('tab', { selected: true })).toBeInViewport({ ratio: 0.95 });
});
/** What a finger can't hit: lower than 44 px, the words of a link within a text apart. */
const smallOnes = (page: Page) =>
  page.locator(':is(button, a, [role="tab"], input, select, textarea):visible').evaluateAll((all) =>
    all
      .filter(
        (each) =>
          !each.closest('p, .skip-link, [aria-hidden="true"]') && !each.matches('.skip-link, [type="file"]'),
      )
      .map((each) => {
        // A box is pressed with its words, a field with what is drawn around it.
        const { height } = (each.closest('label, .mantine-Input-wrapper') ?? each).getBoundingClientRect();
        return {
          name: (each.ariaLabel ?? each.textContent ?? '').trim().slice(0, 40),
          height: Math.round(height),
        };
      })
      .filter(({ height }) => height > 1 && height < 44),
  );

test('what is pressed is at least 44 px high on a touch screen', { tag: '@smoke' }, async ({
  page,
  context,
}) => {
  const { person, uuid } = await openCounter();
  await signIn(context, person);
  for (const path of ['/Message', `/Message?conversation=${uuid}`, '/Friend', '/Customer', '/Account']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.locator('main :is(a, button):visible').first()).toBeVisible();
    expect(await smallOnes(page), path).toEqual([]);
  }
});

test('the bot editor leaves a phone its tabs, its state in words and the bar at the bottom', async ({
  page,
  context,
}) => {
  const person = await newPerson();
  const bot = await addBot(person);
  await signIn(context, person);
  await page.goto(`/Bot/${bot.uuid}`);
  const tabs = page.getByRole('tablist', { name: 'Parts of the bot' });
  await expect(tabs).toBeVisible();
  await expect(barOf(page)).toBeVisible();
  // Below the head of two lines and the way to a first channel.
  expect((await tabs.boundingBox())?.y).toBeLessThanOrEqual(165);
  const state = page.getByText('Live', { exact: true }).first();
  await expect(state).toBeInViewport({ ratio: 1 });
  expect(await state.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});

test('documents are in sight on a phone, and nothing is to be dropped', async ({ page, context }) => {
  const person = await newPerson();
  const knowledge = await person.call(createKnowledge, { body: { name: 'House rules' } });
  await person.call(createDocument, {
    params: { uuid: knowledge.uuid },
    body: { title: 'Parking', text: 'Parking is free.' },
  });
  await signIn(context, person);
  await page.goto(`/Knowledge/${knowledge.uuid}/documents`);
  const row = page.getByRole('link', { name: 'Parking' });
  await expect(row).toBeVisible();
  expect((await row.boundingBox())?.y).toBeLessThan(640);
  await expect(page.getByText(/^Drop files here/)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Choose a folder' })).toHaveCount(0);
});

test('nothing that is reached lies under the bar at the bottom', async ({ page, context }) => {
  await signIn(context, await newPerson());
  await page.goto('/Account');
  const bar = await barOf(page).boundingBox();
  const last = page.getByRole('main').getByRole('button').last();
  await expect(last).toBeVisible();
  await last.focus();
  const box = await last.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  await expect(last).toBeInViewport({ ratio: 1 });
  // The document itself stays where it is, and so do the bars.
  expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBe(0);
});
