import { createBot } from '@hanasu/contract/bots';
import { createCustomer } from '@hanasu/contract/customers';
import { createGroup } from '@hanasu/contract/groups';
import { createSegment } from '@hanasu/contract/segments';
import { newPerson, signIn } from './support/api.ts';
import { violations } from './support/inspect.ts';
import { expect, test } from './support/test.ts';

test('a group is made, tried, ordered by keyboard and put on a channel', async ({ page, context }) => {
  const person = await newPerson();
  for (const name of ['Rooms', 'Returns', 'Front desk'])
    await person.call(createBot, { body: { name, serviceUuid: 'builtin-extractive' } });
  await signIn(context, person);

  await test.step('a new owner is taught what a group is, and makes one', async () => {
    await page.goto('/Bot-Group');
    await expect(page.getByRole('heading', { name: 'No bot groups yet' })).toBeVisible();
    await page.getByRole('button', { name: 'New bot group' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Create a bot group' });
    await dialog.getByLabel('Name').fill('Entrance');
    // The list closes with each choice.
    for (const name of ['Rooms', 'Returns']) {
      await dialog.getByLabel('Bots in this group').click();
      await page.getByRole('option', { name }).click();
    }
    await dialog.getByRole('heading').click();
    await dialog.getByRole('button', { name: 'Create group' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Entrance' })).toBeVisible();
  });

  const members = page.getByRole('region', { name: 'Bots in this group' });
  await test.step('says when each is used, and moves one up with the keyboard', async () => {
    const texts = members.getByLabel('When to use');
    await texts.nth(0).fill('booking a room, breakfast');
    await texts.nth(1).fill('refunds, broken goods, 返品');
    await members.getByRole('button', { name: 'Move Returns up' }).focus();
    await page.keyboard.press('Enter');
    await expect(members.getByRole('heading', { level: 3 })).toHaveText(['Returns', 'Rooms']);
    await expect(members.getByRole('button', { name: 'Move Returns down' })).toBeFocused();
    await expect(texts.nth(0)).toHaveValue('refunds, broken goods, 返品');
    await page.getByRole('combobox', { name: 'Default bot' }).click();
    await page.getByRole('option', { name: 'Front desk' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden();
  });

  const pane = page.getByRole('region', { name: 'Try it' });
  const ask = async (question: string): Promise<void> => {
    await pane.getByLabel('A customer’s question').fill(question);
    await pane.getByRole('button', { name: 'Which bot answers?' }).click();
  };
  await test.step('sees who would answer, and why', async () => {
    await ask('The cup is broken, refund please');
    await expect(pane.getByRole('heading', { name: 'Returns would answer' })).toBeVisible();
    await expect(pane.getByText(/Same words: .*broken/)).toBeVisible();
    await ask('割れていたので返品したい');
    await expect(pane.getByText(/Same words: .*返品/)).toBeVisible();
    await ask('Hello!');
    await expect(pane.getByRole('heading', { name: 'Front desk would answer' })).toBeVisible();
    await expect(pane.getByText('so the default bot answers')).toBeVisible();
  });

  await test.step('sends by rule what a rule names', async () => {
    await page.getByRole('radio', { name: /By rules/ }).click();
    await members.getByRole('button', { name: 'Add a rule' }).nth(1).click();
    await members.getByLabel('Words').fill('breakfast');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden();
    await ask('When is BREAKFAST?');
    await expect(pane.getByRole('heading', { name: 'Rooms would answer' })).toBeVisible();
    await expect(pane.getByText('Rule 1 of this bot matches')).toBeVisible();
  });

  await test.step('talks with the group', async () => {
    await pane.getByRole('tab', { name: 'Chat' }).click();
    await pane.getByLabel('Your message').fill('When is breakfast?');
    await pane.getByLabel('Your message').press('Enter');
    const log = pane.getByRole('log');
    await expect(log).toContainText("I can't tell you that here");
    await expect(log.getByRole('listitem').filter({ hasText: /^Rooms$/ })).toBeVisible();
  });

  await test.step('a channel is answered by the group', async () => {
    await page.goto('/Channel');
    await page.getByRole('button', { name: 'Try in the sandbox' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a sandbox channel' });
    await dialog.getByRole('combobox', { name: 'Bot that answers' }).click();
    await page.getByRole('option', { name: 'Entrance' }).click();
    await dialog.getByRole('button', { name: 'Add and open simulator' }).click();
    await page.waitForURL(/simulator/);
    await page.goto('/Channel');
    await expect(page.getByRole('article').getByText('Entrance')).toBeVisible();
    await page.goto('/Bot-Group');
    await expect(page.getByRole('article').getByText('Sandbox')).toBeVisible();
  });
});

test('a rule sends customers of a segment to a bot, the test says so, and the segment cannot be deleted', async ({
  page,
  context,
  complaints,
}) => {
  const person = await newPerson();
  const [rooms, desk] = await Promise.all(
    ['Rooms', 'Front desk'].map((name) =>
      person.call(createBot, { body: { name, serviceUuid: 'builtin-extractive' } }),
    ),
  );
  if (!rooms || !desk) throw new Error('two bots');
  const group = await person.call(createGroup, {
    body: {
      name: 'Entrance',
      router: 'rules',
      fallbackBotUuid: desk.uuid,
      members: [{ botUuid: rooms.uuid }, { botUuid: desk.uuid }],
    },
  });
  await person.call(createCustomer, { body: { displayName: '山田 太郎' } });
  const segment = await person.call(createSegment, {
    body: { name: 'Everybody', definition: { kind: 'and', items: [{ kind: 'everybody' }] } },
  });
  await signIn(context, person);
  await page.goto(`/Bot-Group/${group.uuid}`);
  const members = page.getByRole('region', { name: 'Bots in this group' });
  await members.getByRole('button', { name: 'Add a rule' }).first().click();
  await members.getByRole('combobox', { name: 'Kind of rule 1' }).click();
  await page.getByRole('option', { name: 'comes from a customer in the segment' }).click();
  await members.getByRole('combobox', { name: 'Segment' }).click();
  await page.getByRole('option', { name: 'Everybody' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden();

  const pane = page.getByRole('region', { name: 'Try it' });
  await pane.getByLabel('A customer’s question').fill('Hello');
  await pane.getByRole('button', { name: 'Which bot answers?' }).click();
  await expect(pane.getByRole('heading', { name: 'Front desk would answer' })).toBeVisible();
  await pane.getByRole('combobox', { name: 'Customer' }).click();
  await page.getByRole('option', { name: '山田 太郎' }).click();
  await pane.getByRole('button', { name: 'Which bot answers?' }).click();
  await expect(pane.getByRole('heading', { name: 'Rooms would answer' })).toBeVisible();
  await expect(pane.getByText('the customer is in the segment “Everybody”')).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await page.goto(`/Customer?segmentUuid=${segment.uuid}`);
  await page.getByRole('button', { name: 'Segment actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Bot group Entrance');
  complaints.take();
});
