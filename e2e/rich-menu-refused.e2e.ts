import { createSandboxChannel } from '@hanasu/contract/channels';
import { createRichMenu, type RichMenuDefinition } from '@hanasu/contract/rich-menus';
import { newPerson, signIn } from './support/api.ts';
import { overflow, violations } from './support/inspect.ts';
import { addBot } from './support/shop.ts';
import { expect, test } from './support/test.ts';

const DEFINITION: RichMenuDefinition = {
  size: 'large',
  chatBarText: 'Menu',
  selected: true,
  pages: [
    {
      id: 'p1',
      name: '',
      picture: {
        kind: 'composed',
        background: '#0b512f',
        fileUuid: null,
        line: null,
        font: 'sans',
        cells: [],
      },
      areas: ['Hours', 'Prices'].map((label, index) => ({
        id: `a${index}`,
        x: index * 1250,
        y: 0,
        width: 1250,
        height: 1686,
        label,
        action: { kind: 'message', text: label },
      })),
    },
  ],
};

test('a refusal by LINE is shown at its area, in the words of LINE, until the draft changes', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expectSome(/status of 409/);
  const person = await newPerson();
  await signIn(context, person);
  const bot = await addBot(person);
  const channel = await person.call(createSandboxChannel, {
    body: { name: 'Bakery', kind: 'line', botUuid: bot.uuid },
  });
  const { uuid } = await person.call(createRichMenu, {
    body: { channelUuid: channel.uuid, name: 'Daily', definition: DEFINITION },
  });
  await page.route('**/api/user/line/rich-menu-line', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const errors = [{ path: 'draft.p1.a1', code: 'refused', message: 'must not be a shop' }];
    const body = { type: 'about:blank', title: 'x', status: 409, code: 'rich_menu_incomplete', errors };
    return route.fulfill({ status: 409, contentType: 'application/problem+json', json: body });
  });
  await page.goto(`/Channel/rich-menu/${uuid}`);
  await page.getByRole('button', { name: 'Publish to LINE' }).click();
  const said = page.getByRole('alert', { name: 'Still to fill in' });
  await expect(said).toHaveText(/Tap area 2: LINE does not accept this\. \(must not be a shop\)/);
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toEqual([]);
  await page.getByLabel('Text of the menu bar').fill('Our menu');
  await expect(said).toBeHidden();
});
