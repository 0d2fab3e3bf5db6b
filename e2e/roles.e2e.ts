import { createRichMenu, type RichMenuDefinition } from '@hanasu/contract/rich-menus';
import { acceptInvitation, createInvitation, type GivenRole } from '@hanasu/contract/team';
import { eventually, newPerson, type Person, signIn } from './support/api.ts';
import { mailsTo } from './support/outbox.ts';
import { fillShop } from './support/shop.ts';
import { expect, test } from './support/test.ts';

const PICTURE = {
  kind: 'composed',
  background: '#0b512f',
  fileUuid: null,
  line: null,
  font: 'sans',
  cells: [],
} as const;
const MENU: RichMenuDefinition = {
  size: 'large',
  chatBarText: 'Menu',
  selected: true,
  pages: [{ id: 'p1', name: '', picture: { ...PICTURE, cells: [] }, areas: [] }],
};

/** Somebody who was invited to the owner's account by mail and has joined. */
async function newMember(owner: Person, role: GivenRole): Promise<Person> {
  const member = await newPerson();
  const email = `${member.username}@example.com`;
  await owner.call(createInvitation, { body: { email, role } });
  const code = await eventually('the invitation arrives', async () => {
    const mail = (await mailsTo(email)).find(({ text }) => text.includes('/Join'));
    return mail && /code=([\w-]+)/.exec(mail.text)?.[1];
  });
  await member.call(acceptInvitation, { body: { code } });
  return member;
}

test('a viewer sees everything and is offered nothing that would be refused', async ({ page, context }) => {
  const { person, knowledge, bot, channel, conversation } = await fillShop();
  await signIn(context, await newMember(person, 'viewer'));
  const main = page.getByRole('main');
  const note = main.getByText('Your role is view-only here.');

  await page.goto('/Bot');
  await expect(main.getByRole('link', { name: bot.name })).toBeVisible();
  await expect(main.getByRole('button', { name: 'New bot' })).toHaveCount(0);
  await page.goto(`/Bot/${bot.uuid}`);
  await expect(note.first()).toBeVisible();
  await expect(main.getByLabel('Name')).toBeDisabled();
  await page.goto(`/Knowledge/${knowledge.uuid}/documents`);
  await expect(main.getByRole('table')).toBeVisible();
  await expect(main.getByRole('button', { name: /Add files|More/ })).toHaveCount(0);
  await page.goto(`/Channel/Instance/${channel.uuid}`);
  await expect(main.getByLabel('Name')).toBeDisabled();
  await expect(main.getByRole('button', { name: /Disconnect|Pause|Test/ })).toHaveCount(0);
  const body = { channelUuid: channel.uuid, name: 'Daily', definition: MENU };
  const { uuid } = await person.call(createRichMenu, { body });
  await page.goto(`/Channel/rich-menu/${uuid}`);
  await expect(main.getByText('Only admins see the picture here.').first()).toBeVisible();
  await page.goto(`/Message?conversation=${conversation.uuid}`);
  await expect(note).toBeVisible();
  await expect(main.getByRole('button', { name: /Take over|Return to bot|^Resolve$/ })).toHaveCount(0);
});

test('an operator answers customers and builds nothing', async ({ page, context }) => {
  const { person, bot, conversation } = await fillShop();
  await signIn(context, await newMember(person, 'operator'));
  const main = page.getByRole('main');
  await page.goto('/Account?tab=models');
  await expect(main.getByRole('tab', { name: 'Team' })).toBeVisible();
  await expect(main.getByRole('tab', { name: 'Models' })).toHaveCount(0);
  await page.goto(`/Message?conversation=${conversation.uuid}`);
  await expect(main.getByRole('button', { name: 'Take over' })).toBeVisible();
  await expect(main.getByRole('textbox', { name: 'Write to 花子' })).toBeEnabled();
  await page.goto(`/Bot/${bot.uuid}`);
  await expect(main.getByLabel('Name')).toBeDisabled();
  await expect(main.getByPlaceholder('Ask a question…')).toBeEnabled();
});
