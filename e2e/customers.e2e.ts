import { changeCustomer, createCustomer, listCustomers } from '@hanasu/contract/customers';
import { createTag } from '@hanasu/contract/tags';
import { changeMember, listMembers } from '@hanasu/contract/team';
import { signIn } from './support/api.ts';
import { colleagueOf, openCounter, pageOf } from './support/counter.ts';
import { violations } from './support/inspect.ts';
import { expect, test } from './support/test.ts';

test('a customer is added, found, tagged with others, edited, and tagged by keyboard in the inbox', {
  tag: '@smoke',
}, async ({ page, context }) => {
  const { person, uuid } = await openCounter();
  await person.call(createTag, { body: { name: '常連', color: 'green' } });
  await signIn(context, person);

  await page.goto('/Customer');
  const table = page.getByRole('table', { name: 'Customers' });
  await expect(table.getByRole('link', { name: '花子' })).toBeVisible();
  await page.getByRole('button', { name: 'New customer' }).click();
  const form = page.getByRole('dialog', { name: 'New customer' });
  await form.getByLabel('Name').fill('山田 太郎');
  await form.getByLabel('Furigana').fill('ヤマダ タロウ');
  await form.getByLabel('Phone').fill('090-1234-5678');
  await form.getByRole('button', { name: 'Add customer' }).click();
  const panel = page.getByRole('dialog', { name: 'Customer' });
  await expect(panel.getByLabel('Display name')).toHaveValue('山田 太郎');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();

  const search = page.getByRole('searchbox');
  await search.fill('やまだ');
  await expect(page.getByText('1 customer', { exact: true })).toBeVisible();
  await expect(table.getByRole('link')).toHaveText(['山田 太郎']);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByText('2 customers', { exact: true })).toBeVisible();

  await page.getByRole('checkbox', { name: 'Select everyone shown' }).check();
  const bulk = page.getByRole('region', { name: 'Selected customers' });
  await bulk.getByRole('button', { name: 'Add tag' }).click();
  await page.getByRole('menuitem', { name: '常連' }).click();
  await expect(table.getByText('常連')).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(table.getByText('常連')).toHaveCount(0);

  await table.getByRole('link', { name: '山田 太郎' }).click();
  await panel.getByRole('link', { name: 'Open profile' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '山田 太郎' })).toBeVisible();
  const note = page.getByLabel('Note');
  await note.fill('窓側の席が好き');
  await note.blur();
  await expect(page.getByRole('img', { name: 'Saved' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await expect(page.getByLabel('Note')).toHaveValue('窓側の席が好き');

  await page.goto(`/Message?conversation=${uuid}`);
  const facts = page.getByRole('region', { name: 'Customer facts' });
  const tags = facts.getByRole('textbox', { name: 'Tags' }).or(facts.getByRole('combobox', { name: 'Tags' }));
  await tags.fill('常');
  await tags.press('Enter');
  await expect(facts.getByRole('button', { name: 'Remove tag 常連' })).toBeVisible();
  await tags.fill('VIP');
  await expect(page.getByRole('option', { name: 'Create “VIP”' })).toBeVisible();
  await tags.press('Enter');
  await expect(facts.getByRole('button', { name: 'Remove tag VIP' })).toBeVisible();
  await tags.press('Backspace');
  await expect(facts.getByRole('button', { name: 'Remove tag VIP' })).toBeHidden();

  await facts.getByRole('link', { name: 'Open profile' }).click();
  const tagged = page.getByRole('listitem').filter({ hasText: 'Tag added' }).first();
  await expect(tagged).toContainText(person.username);

  await page.goto('/Channel/tag');
  await page.getByRole('listitem').filter({ hasText: '常連' }).getByRole('link').click();
  await expect(page.getByText('1 customer', { exact: true })).toBeVisible();
  await expect(table.getByRole('link', { name: '花子' })).toBeVisible();
});

test('a group of tags that allows one each is refused in words while a customer has two', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expectSome(/status of 409 /);
  const { person, uuid } = await openCounter();
  await signIn(context, person);
  await page.goto('/Channel/tag');
  await page.getByRole('button', { name: 'New group' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Rank');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  const rank = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Rank' }) });
  for (const name of ['Gold', 'Silver']) {
    await rank.getByRole('button', { name: 'New tag' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill(name);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(rank.getByRole('listitem').filter({ hasText: name })).toBeVisible();
  }
  await page.goto(`/Message?conversation=${uuid}`);
  const facts = page.getByRole('region', { name: 'Customer facts' });
  for (const name of ['Gold', 'Silver']) {
    await facts.getByPlaceholder('Add tag').fill(name);
    await facts.getByPlaceholder('Add tag').press('Enter');
    await expect(facts.getByRole('button', { name: `Remove tag ${name}` })).toBeVisible();
  }
  await page.goto('/Channel/tag');
  await page.getByRole('button', { name: 'Actions for Rank' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByRole('switch', { name: 'One tag per customer' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('several tags of this group');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Actions for Gold' }).click();
  await page.getByRole('menuitem', { name: 'Merge into another tag' }).click();
  await page.getByRole('combobox', { name: 'Into' }).click();
  await page.getByRole('option', { name: 'Silver' }).click();
  await expect(page.getByText('1 customer gets the tag you choose')).toBeVisible();
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(rank.getByRole('listitem')).toHaveCount(1);
});

test('who only looks on reads what is known of a customer, and has nothing to change it with', async ({
  browser,
}) => {
  const { person } = await openCounter();
  const tag = await person.call(createTag, { body: { name: '常連' } });
  const [hanako] = (await person.call(listCustomers)).items;
  if (!hanako) throw new Error('nobody has written');
  const params = { uuid: hanako.uuid };
  await person.call(changeCustomer, { params, body: { note: '窓側の席が好き', addTags: [tag.uuid] } });
  const colleague = await colleagueOf(person);
  const { items } = await person.call(listMembers);
  const member = items.find(({ username }) => username === colleague.username);
  if (!member) throw new Error('nobody has joined');
  await person.call(changeMember, { params: { uuid: member.uuid }, body: { role: 'viewer' } });

  const page = await pageOf(browser, colleague, '/Customer');
  await page.getByRole('table').getByRole('link', { name: '花子' }).click();
  const panel = page.getByRole('dialog', { name: 'Customer' });
  await expect(panel.getByText('窓側の席が好き')).toBeVisible();
  await expect(panel.getByText('常連')).toBeVisible();
  await expect(panel.getByRole('textbox')).toHaveCount(0);
  await expect(panel.getByRole('combobox')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'New customer' })).toHaveCount(0);
  await page.goto('/Channel/tag');
  await expect(page.getByRole('listitem').filter({ hasText: '常連' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^(New|Actions)/ })).toHaveCount(0);
  await page.context().close();
});

test('what a colleague changes is shown at once, and what is being typed stays; who is erased is gone', async ({
  browser,
  complaints,
}) => {
  complaints.expectSome(/Failed to load resource.*404/);
  const { person, uuid: conversation } = await openCounter();
  const colleague = await colleagueOf(person);
  const [hanako] = (await person.call(listCustomers, {})).items;
  if (!hanako) throw new Error('Hanako is a customer');
  const table = await pageOf(browser, colleague, '/Customer');
  const inbox = await pageOf(browser, colleague, `/Message?conversation=${conversation}`);
  const profile = await pageOf(browser, colleague, `/Customer/${hanako.uuid}`);
  const own = await pageOf(browser, person, `/Customer/${hanako.uuid}`);
  const facts = inbox.getByRole('region', { name: 'Customer facts' });
  await expect(facts.getByLabel('Display name')).toBeVisible();
  await expect(table.getByRole('link', { name: '花子' })).toBeVisible();
  const note = profile.getByLabel('Note');
  await note.fill('Likes the window s');

  await test.step('a name and a tag', async () => {
    await own.getByLabel('Display name').fill('Hanako Yamada');
    await own.getByLabel('Display name').press('Enter');
    await expect(profile.getByRole('heading', { level: 1, name: 'Hanako Yamada' })).toBeVisible();
    await expect(table.getByRole('link', { name: 'Hanako Yamada' })).toBeVisible();
    await expect(facts.getByLabel('Display name')).toHaveValue('Hanako Yamada');
    await own.getByPlaceholder('Add tag').fill('VIP');
    await own.getByPlaceholder('Add tag').press('Enter');
    await expect(table.getByText('VIP')).toBeVisible();
    await expect(facts.getByRole('button', { name: 'Remove tag VIP' })).toBeVisible();
    await expect(profile.getByRole('button', { name: 'Remove tag VIP' })).toBeVisible();
    await expect(note).toBeFocused();
    await expect(note).toHaveValue('Likes the window s');
    await note.press('End');
    await note.pressSequentially('eat');
    await note.blur();
    await expect(own.getByLabel('Note')).toHaveValue('Likes the window seat');
  });

  await test.step('their data are erased, after their name was typed', async () => {
    await own.getByRole('button', { name: 'Erase customer data' }).click();
    const dialog = own.getByRole('dialog', { name: 'Erase the data of Hanako Yamada?' });
    const confirm = dialog.getByRole('button', { name: 'Erase customer data' });
    await expect(confirm).toBeDisabled();
    await dialog.getByRole('textbox').fill('Hanako Yamada');
    expect(await violations(own)).toEqual([]);
    await confirm.click();
    await own.waitForURL(/\/Customer$/);
    await expect(own.getByRole('heading', { name: 'No customers yet' })).toBeVisible();
    await expect(table.getByRole('heading', { name: 'No customers yet' })).toBeVisible();
    await expect(profile.getByText('Hanako Yamada')).toHaveCount(0);
    await expect(inbox.getByText('Hanako Yamada')).toHaveCount(0);
    expect((await person.call(listCustomers, {})).total).toBe(0);
  });
});

test('everybody in a list is erased after their number was typed, which says that there is no way back', async ({
  page,
  context,
}) => {
  const { person } = await openCounter();
  for (const displayName of ['Trial one', 'Trial two', 'Trial three'])
    await person.call(createCustomer, { body: { displayName } });
  await signIn(context, person);
  await page.goto('/Customer?q=trial');
  await expect(page.getByText('3 customers', { exact: true })).toBeVisible();
  const bulk = page.getByRole('region', { name: 'Selected customers' });
  await page.getByRole('checkbox', { name: 'Select Trial one' }).check();
  await expect(bulk.getByRole('button', { name: 'Erase customer data' })).toHaveCount(0);
  await bulk.getByRole('button', { name: 'Select all 3 in the list' }).click();
  await bulk.getByRole('button', { name: 'Erase customer data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase the data of 3 customers?' });
  await expect(dialog).toContainText('This cannot be undone');
  const confirm = dialog.getByRole('button', { name: 'Erase customer data' });
  await dialog.getByRole('textbox').fill('2');
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('textbox').fill('3');
  expect(await violations(page)).toEqual([]);
  await confirm.click();
  const progress = page.getByRole('region', { name: 'Erasing of all customers in the list' });
  await expect(progress.getByRole('status')).toHaveText('3 customers erased');
  await expect(progress.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByRole('table', { name: 'Customers' }).getByRole('link')).toHaveText(['花子']);
});
