import { createSandboxChannel } from '@hanasu/contract/channels';
import type { Page } from '@playwright/test';
import { newPerson, signIn } from './support/api.ts';
import { addBot, answered, say } from './support/shop.ts';
import { expect, test } from './support/test.ts';

const WORDS = '予約を取りたい';

/** Enter as an input method passes it on: key code 229, with or without an open composition. */
async function enterOfInputMethod(page: Page) {
  const client = await page.context().newCDPSession(page);
  const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 } as const;
  return {
    compose: (text: string) =>
      client.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      }),
    confirm: (text: string) => client.send('Input.insertText', { text }),
    async enter() {
      await client.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
      await client.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
    },
  };
}

/** The Enter that confirms a conversion must not send; the next one does. Some browsers send it after the composition. */
async function writeInJapanese(page: Page, label: string | RegExp) {
  const field = page.getByLabel(label);
  const log = page.getByRole('log');
  const ime = await enterOfInputMethod(page);
  await field.click();
  await ime.compose('よやくをとりたい');
  await ime.enter();
  await ime.confirm(WORDS);
  await ime.enter();
  await expect(field).toHaveValue(WORDS);
  await expect(log).not.toContainText(WORDS);
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.insertText('二行目');
  await expect(field).toHaveValue(`${WORDS}\n二行目`);
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('');
  await expect(log).toContainText('二行目');
}

test('Japanese is written and confirmed without sending: test chat and chat page', async ({
  page,
  context,
}) => {
  const person = await newPerson();
  const bot = await addBot(person);
  await signIn(context, person);
  await page.goto(`/Bot/${bot.uuid}`);
  await writeInJapanese(page, 'Your message');
  await page.goto(`/Bot/${bot.uuid}/Chat`);
  await writeInJapanese(page, 'Your message');
});

test('Japanese is written and confirmed without sending: inbox and simulator', async ({ page, context }) => {
  const person = await newPerson();
  const bot = await addBot(person);
  const channel = await person.call(createSandboxChannel, {
    body: { name: 'Counter', kind: 'line', botUuid: bot.uuid },
  });
  await say(person, channel.uuid, 'hanako', 'もしもし');
  const { uuid } = await answered(person, channel.uuid, '花子', 1);
  await signIn(context, person);
  await page.goto(`/Message?conversation=${uuid}`);
  await writeInJapanese(page, 'Write to 花子');
  await page.goto(`/Channel/Instance/${channel.uuid}/simulator?friend=alex`);
  await writeInJapanese(page, 'Message as a customer');
});
