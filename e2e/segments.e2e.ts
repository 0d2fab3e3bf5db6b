import { changeCustomer, createCustomer, listCustomers } from '@hanasu/contract/customers';
import { createSegment } from '@hanasu/contract/segments';
import { createTag, deleteTag } from '@hanasu/contract/tags';
import { newPerson, signIn } from './support/api.ts';
import { colleagueOf, openCounter, pageOf } from './support/counter.ts';
import { violations } from './support/inspect.ts';
import { expect, test } from './support/test.ts';

test('a segment of three conditions is built with a live count, saved, and says why somebody is in it', async ({
  page,
  context,
}) => {
  const { person } = await openCounter();
  const vip = await person.call(createTag, { body: { name: 'VIP', color: 'green' } });
  const { items } = await person.call(listCustomers, {});
  const hanako = items[0];
  if (!hanako) throw new Error('Hanako is a customer');
  await person.call(changeCustomer, { params: { uuid: hanako.uuid }, body: { addTags: [vip.uuid] } });
  const other = await person.call(createCustomer, { body: { displayName: '山田 太郎' } });
  await signIn(context, person);

  await page.goto('/Customer');
  await page.getByRole('button', { name: 'New segment' }).click();
  const builder = page.getByRole('dialog', { name: 'New segment' });
  const count = builder.getByRole('status');
  await expect(count).toHaveText('Add a condition to see who belongs here.');

  await builder.getByRole('button', { name: 'Add condition' }).press('Enter');
  await page.getByPlaceholder('Find a condition').fill('tag');
  await page.getByPlaceholder('Find a condition').press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(count).toHaveText('Fill in every row to see who belongs here.');
  await page.keyboard.type('VI');
  await page.getByRole('option', { name: 'VIP' }).click();
  await expect(count).toHaveText('1 customer');
  await expect(builder.getByRole('link', { name: '花子' })).toBeVisible();

  const add = async (name: string) => {
    await builder.getByRole('button', { name: 'Add condition' }).last().click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  await add('Last message');
  await expect(builder.getByRole('group', { name: 'Condition: Wrote in the last 30 days' })).toBeVisible();
  await add('Phone or email');
  await expect(count).toHaveText('0 customers');
  await builder.getByRole('button', { name: 'Change wording: Has a phone number' }).click();
  await page.getByRole('menuitem', { name: 'Has no phone number' }).click();
  await expect(count).toHaveText('1 customer');
  expect(await violations(page)).toEqual([]);

  await builder.getByRole('button', { name: 'Save as segment' }).click();
  const naming = page.getByRole('dialog', { name: 'Save as segment' });
  await naming.getByLabel('Name of the segment').fill('Talkative VIPs');
  await naming.getByRole('button', { name: 'Save' }).click();
  await expect(builder).toBeHidden();
  const table = page.getByRole('table', { name: 'Customers' });
  await expect(page.getByText('1 customer', { exact: true })).toBeVisible();
  await expect(table.getByRole('link')).toHaveText(['花子']);
  const bar = page.getByRole('region', { name: 'Segment' });
  await expect(bar).toContainText('Talkative VIPs');
  await expect(bar).toContainText(`Version 1 · changed by ${person.username}`);
  expect(await violations(page)).toEqual([]);

  await table.getByRole('link', { name: '花子' }).click();
  const why = page.getByRole('region', { name: 'Talkative VIPs' });
  await expect(why.getByRole('heading')).toHaveText('In this segment, because');
  await expect(why.getByRole('img', { name: 'True:', exact: true })).toHaveCount(3);
  await expect(why).toContainText('Has the tag VIP');
  await expect(why).toContainText('Has no phone number');
  expect(await violations(page)).toEqual([]);
  const address = new URL(page.url());
  const saved = address.searchParams.get('segmentUuid');
  address.searchParams.set('customer', other.uuid);
  await page.goto(address.href);
  await expect(why.getByRole('heading')).toHaveText('Not in this segment, because');
  await expect(why.getByRole('img', { name: 'Not true:', exact: true })).toHaveCount(2);
  await page.keyboard.press('Escape');

  await bar.getByRole('button', { name: 'Edit conditions' }).click();
  const edited = page.getByRole('dialog', { name: 'Talkative VIPs' });
  await edited.getByRole('button', { name: 'Remove: Has the tag VIP' }).click();
  await edited.getByRole('button', { name: 'Remove: Wrote in the last 30 days' }).click();
  await expect(edited.getByRole('status')).toHaveText('2 customers');
  await edited.getByRole('button', { name: 'Show these customers' }).click();
  await expect(bar).toContainText('Unsaved conditions');
  await expect(table.getByRole('link')).toHaveCount(2);
  await page.reload();
  await expect(bar).toContainText('Unsaved conditions');
  await expect(table.getByRole('link')).toHaveCount(2);
  await bar.getByRole('button', { name: 'Save as segment' }).click();
  await page.getByRole('dialog').getByLabel('Name of the segment').fill('No phone');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(bar).toContainText('No phone');
  await expect(page).toHaveURL(/segmentUuid=/);

  await page.goto(`/Customer/${hanako.uuid}`);
  await page.getByRole('combobox', { name: 'Segment' }).click();
  await page.getByRole('option', { name: 'Talkative VIPs' }).click();
  await expect(why.getByRole('heading')).toHaveText('In this segment, because');
  expect(await violations(page)).toEqual([]);
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/profile-why.png`, fullPage: true });

  await page.goto('/Message');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const filters = page.getByRole('dialog', { name: 'Filter' });
  await filters.getByRole('combobox', { name: 'Segment' }).fill('Talk');
  await page.getByRole('option', { name: 'Talkative VIPs' }).click();
  await expect(page.getByRole('button', { name: 'Remove filter: Talkative VIPs' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`segment=${saved}`));
  await expect(page.getByRole('link', { name: /花子/ }).first()).toBeVisible();
  await person.call(changeCustomer, { params: { uuid: hanako.uuid }, body: { removeTags: [vip.uuid] } });
  await page.reload();
  await expect(page.getByText('No conversations match these filters.')).toBeVisible();
});

test('friends are found by a segment, tagged together, and that is undone', async ({ page, context }) => {
  const { person } = await openCounter();
  await person.call(createTag, { body: { name: '常連' } });
  const everybody = await person.call(createSegment, {
    body: { name: 'Everybody', definition: { kind: 'and', items: [{ kind: 'everybody' }] } },
  });
  const nobody = await person.call(createSegment, {
    body: { name: 'Nobody', definition: { kind: 'not', items: [{ kind: 'everybody' }] } },
  });
  await signIn(context, person);
  await page.goto(`/Friend?segment=${nobody.uuid}`);
  await expect(page.getByText('No matches')).toBeVisible();
  await page.getByRole('combobox', { name: 'Segment' }).click();
  await page.getByRole('option', { name: 'Everybody' }).click();
  await expect(page).toHaveURL(new RegExp(everybody.uuid));
  const table = page.getByRole('table', { name: 'Friends & followers' });
  await table.getByRole('checkbox', { name: 'Select 花子' }).check();
  const bulk = page.getByRole('region', { name: 'Selected customers' });
  await bulk.getByRole('button', { name: 'Add tag' }).click();
  await page.getByRole('menuitem', { name: '常連' }).click();
  await expect(table.getByText('常連')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(table.getByText('常連')).toBeHidden();
});

test('a segment is built on a phone, with what it lacks said beside each row', async ({ page, context }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { person } = await openCounter();
  await signIn(context, person);
  const segment = {
    kind: 'and',
    items: [
      { kind: 'birthday', test: { op: 'yearly', from: 0, to: 3 } },
      { kind: 'not', items: [{ kind: 'messages', days: 30, atLeast: 3 }] },
      { kind: 'or', items: [{ kind: 'window', channelUuids: [], channelKinds: [] }, { kind: 'everybody' }] },
      { kind: 'tag', match: 'any', tagUuids: [crypto.randomUUID()] },
    ],
  };
  await page.goto(`/Customer?segment=${encodeURIComponent(JSON.stringify(segment))}`);
  const bar = page.getByRole('region', { name: 'Segment' });
  await expect(bar).toContainText('A tag in this row was deleted');
  await bar.getByRole('button', { name: 'Fix conditions' }).click();
  const builder = page.getByRole('dialog', { name: 'Edit conditions' });
  await expect(builder.getByText('No one, until the marked rows are fixed.')).toBeVisible();
  await expect(builder.getByText('A tag in this row was deleted.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await builder.getByRole('button', { name: 'Remove: Has the tag Deleted' }).click();
  await expect(builder.getByRole('status')).toHaveText('0 customers');
  await builder.getByRole('button', { name: /^Remove: Birthday/ }).click();
  await expect(builder.getByRole('status')).toHaveText('1 customer');
  await expect(
    builder.getByRole('group', { name: 'Condition: Wrote fewer than 3 messages in the last 30 days' }),
  ).toBeVisible();
  await builder.getByRole('button', { name: 'Show these customers' }).click();
  await expect(page.getByText('1 customer', { exact: true })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('a segment is renamed, kept as a snapshot, archived and deleted; an operator only uses it', async ({
  page,
  context,
  browser,
}) => {
  const { person } = await openCounter();
  await signIn(context, person);
  await page.goto('/Customer');
  await page.getByRole('button', { name: 'New segment' }).click();
  const builder = page.getByRole('dialog', { name: 'New segment' });
  await builder.getByRole('button', { name: 'Add condition' }).click();
  await page.getByRole('menuitem', { name: 'Every customer' }).click();
  await builder.getByRole('button', { name: 'Save as segment' }).click();
  await page.getByLabel('Name of the segment').fill('All');
  await page.getByRole('button', { name: 'Save', exact: true }).click();

  const bar = page.getByRole('region', { name: 'Segment' });
  const choose = async (item: string) => {
    await bar.getByRole('button', { name: 'Segment actions' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Rename');
  await page.getByLabel('Name of the segment').fill('Everybody');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(bar).toContainText('Everybody');
  await expect(bar).toContainText('Version 2');

  const operator = await colleagueOf(person);
  const theirs = await pageOf(browser, operator, new URL(page.url()).pathname + new URL(page.url()).search);
  const theirBar = theirs.getByRole('region', { name: 'Segment' });
  await expect(theirBar).toContainText('Everybody');
  await expect(theirBar.getByRole('button', { name: 'Segment actions' })).toBeHidden();
  await theirs.getByRole('button', { name: 'New segment' }).click();
  await expect(theirs.getByRole('button', { name: 'Show these customers' })).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Save as segment' })).toBeHidden();

  await choose('Make a snapshot');
  const dialog = page.getByRole('dialog', { name: 'Make a snapshot' });
  await dialog.getByLabel('Name of the segment').fill('Everybody of today');
  await dialog.getByRole('button', { name: 'Make snapshot' }).click();
  // A dialog that closes gives the focus back, which closes a menu that was opened meanwhile.
  await expect(dialog).toBeHidden();
  await expect(bar).toContainText('Snapshot: 1 customer');
  await choose('Archive');
  await expect(bar).toContainText('This segment is archived');
  await expect(page.getByText('No matches')).toBeVisible();
  await choose('Restore');
  await expect(page.getByText('1 customer', { exact: true })).toBeVisible();
  await choose('Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(bar).toBeHidden();
  await page
    .getByRole('combobox', { name: 'Segment' })
    .or(page.getByRole('textbox', { name: 'Segment' }))
    .click();
  await expect(page.getByRole('option')).toHaveText(['Everybody']);
});

test('notifications are narrowed to a segment, which says so when it is broken or to be deleted', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expectSome(/Failed to load resource.*409/);
  const person = await newPerson();
  const vip = await person.call(createTag, { body: { name: 'VIP' } });
  const segment = await person.call(createSegment, {
    body: {
      name: 'VIPs',
      definition: { kind: 'and', items: [{ kind: 'tag', match: 'any', tagUuids: [vip.uuid] }] },
    },
  });
  await signIn(context, person);
  await page.goto('/Channel/notify');
  const choice = page.getByRole('combobox', {
    name: 'Only customers in a segment: A customer is waiting',
  });
  await choice.click();
  await page.getByRole('option', { name: 'VIPs' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden();
  await page.reload();
  await expect(choice).toHaveValue('VIPs');
  expect(await violations(page)).toEqual([]);

  await page.goto(`/Customer?segmentUuid=${segment.uuid}`);
  await page.getByRole('button', { name: 'Segment actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete the segment “VIPs”?' });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByRole('alert')).toContainText(`Notification settings of ${person.username}`);

  await person.call(deleteTag, { params: { uuid: vip.uuid } });
  await page.goto('/Channel/notify');
  await expect(page.getByText('A condition of this segment no longer works.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
