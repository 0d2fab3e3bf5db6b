import { updateEmbedSetting } from '@hanasu/contract/embed';
import type { Locator, Page } from '@playwright/test';
import { newPerson, signIn } from './support/api.ts';
import { addPlayedBot, test } from './support/slow-model.ts';
import { expect } from './support/test.ts';

/** The played model says the first thirty again. */
const LONG = Array.from({ length: 30 }, (_, index) => `word${index}`).join(' ');
const WHOLE = new RegExp(`You asked: "${LONG}"`);
const BEGUN = /You asked: "word0 word1 word2/;
const AWAY = /ERR_|Failed to fetch|WebSocket|socket|status of 50\d|network/i;

interface ChatHere {
  readonly field: Locator;
  readonly log: Locator;
  readonly send: Locator;
}

/** Asks, does something to the page or the server in the middle of the answer, and expects one whole answer. */
async function askThrough(
  { field, log, send }: ChatHere,
  count: number,
  harm: () => Promise<unknown>,
): Promise<void> {
  await field.fill(LONG);
  await expect(send).toBeEnabled();
  await field.press('Enter');
  await expect(log.getByText(BEGUN)).toHaveCount(count);
  await harm();
  await expect(log.getByText(WHOLE)).toHaveCount(count);
  // As often as it was asked, and once more in each answer.
  await expect(log.getByText(LONG)).toHaveCount(2 * count);
}

const chatOf = (page: Page, label: string): ChatHere => ({
  field: page.getByLabel(label),
  log: page.getByRole('log', { name: 'Conversation' }),
  send: page.getByRole('button', { name: 'Send', exact: true }),
});

test('an answer comes whole and once, through a reload and through a crash of the server', async ({
  page,
  context,
  models,
  server,
  complaints,
}) => {
  complaints.expectSome(AWAY);
  const person = await newPerson();
  const bot = await addPlayedBot(person);
  await person.call(updateEmbedSetting, { body: { botUuid: bot.uuid, enabled: true } });
  models.reset();
  models.behave('*', 'slow-250');
  await test.step('in the chat of a web site', async () => {
    await page.goto(`/Bot/${bot.uuid}/chat_embed`);
    const chat = chatOf(page, 'Message');
    await askThrough(chat, 1, () => page.reload());
    await askThrough(chat, 2, () => server.crash());
    await page.reload();
    await expect(chat.log.getByText(WHOLE)).toHaveCount(2);
  });
  await test.step('on the chat page', async () => {
    await signIn(context, person);
    await page.goto(`/Bot/${bot.uuid}/Chat`);
    const chat = chatOf(page, 'Your message');
    await askThrough(chat, 1, () => page.reload());
    await askThrough(chat, 2, () => server.crash());
    await page.reload();
    await expect(chat.log.getByText(WHOLE)).toHaveCount(2);
  });
  models.reset();
});
