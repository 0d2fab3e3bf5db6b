import type { Locale } from '@hanasu/contract/accounts';
import { reportBroadcast } from '@hanasu/contract/broadcast-report';
import { listBroadcasts } from '@hanasu/contract/broadcasts';
import { actAsSimulatorFriend, createSandboxChannel, SIMULATOR_FRIENDS } from '@hanasu/contract/channels';
import { listFriends } from '@hanasu/contract/friends';
import { createSegment } from '@hanasu/contract/segments';
import type { Page } from '@playwright/test';
import { eventually, newPerson, type Person, signIn } from './support/api.ts';
import { overflow, violations } from './support/inspect.ts';
import { counting } from './support/rich-messages.ts';
import { addBot } from './support/shop.ts';
import { expect, test } from './support/test.ts';
import { fill as fillIn, WORDS } from './support/words.ts';

const MOST_CLICKS = 25;
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const LOOKS = [
  { locale: 'en', viewport: DESK, colorScheme: 'light', said: 'The new menu is here' },
  { locale: 'ja', viewport: PHONE, colorScheme: 'dark', said: '新しいメニューができました' },
  { locale: 'vi', viewport: DESK, colorScheme: 'dark', said: 'Quán vừa có thực đơn mới' },
] as const satisfies readonly {
  locale: Locale;
  viewport: object;
  colorScheme: 'light' | 'dark';
  said: string;
}[];

/** Three friends on a sandbox channel, all of them in a saved segment. */
async function openShop(locale: Locale): Promise<Person> {
  const owner = await newPerson(locale);
  const bot = await addBot(owner);
  const { uuid } = await owner.call(createSandboxChannel, {
    body: { name: 'LINE', kind: 'line', botUuid: bot.uuid },
  });
  for (const friend of SIMULATOR_FRIENDS)
    await owner.call(actAsSimulatorFriend, { params: { uuid, friend }, body: { action: 'follow' } });
  await eventually('three friends', async () => (await owner.call(listFriends)).total === 3);
  await owner.call(createSegment, {
    body: {
      name: 'VIP',
      definition: {
        kind: 'and',
        items: [
          { kind: 'friend', channelUuids: [], channelKinds: ['line'], states: ['following'], consents: [] },
        ],
      },
    },
  });
  return owner;
}

for (const { locale, viewport, colorScheme, said } of LOOKS) {
  test.describe(`${locale}, ${viewport.width} wide, ${colorScheme}`, () => {
    test.use({ locale, viewport, colorScheme });
    const words = WORDS[locale].broadcasts;
    const composing = WORDS[locale].messageComposer;

    async function inspect(page: Page, step: string): Promise<void> {
      if (process.env.SHOTS)
        await page.screenshot({
          path: `${process.env.SHOTS}/broadcast-journey-${locale}-${step}.png`,
          fullPage: true,
        });
      expect([...(await violations(page)), ...(await overflow(page))]).toEqual([]);
    }

    test('a personalised broadcast goes to a segment, another is stopped in the middle, and the report is read on a phone', async ({
      page,
      context,
    }) => {
      const owner = await openShop(locale);
      await signIn(context, owner);
      const count = counting();
      const { click, fill, done } = count;
      await page.goto('/Channel/message');

      const compose = async (name: string) => {
        await click(page.getByRole('button', { name: words.create }).first());
        await fill(page.getByLabel(words.name, { exact: true }), name);
        await click(page.getByRole('button', { name: words.createAction, exact: true }));
        await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
        await click(page.getByRole('button', { name: composing.compose }));
        const composer = page.getByRole('dialog', { name: words.message });
        await click(
          composer
            .getByRole('group', { name: composing.add, exact: true })
            .getByRole('button', { name: composing.kinds.text, exact: true }),
        );
        const text = composer.getByLabel(composing.text, { exact: true });
        await fill(text, `${said} `);
        await click(
          composer.getByRole('button', {
            name: fillIn(composing.insertVariable, { field: composing.text }),
          }),
        );
        await click(page.getByRole('menuitem', { name: new RegExp(composing.variables.customerName) }));
        await expect(text).toHaveValue(/\{\{customer\.name/);
        await inspect(page, 'composer');
        await page.keyboard.press('Escape');
        await expect(composer).toBeHidden();
      };

      await test.step('to a segment', async () => {
        await inspect(page, 'empty');
        await compose('One');
        await click(page.getByRole('radio', { name: words.audiences.segment }));
        await click(page.getByRole('combobox', { name: words.segment }));
        await click(page.getByRole('option', { name: /VIP/ }));
        await click(page.getByRole('button', { name: words.checkAction, exact: true }));
        await expect(page.getByText(fillIn(words.ready_other, { number: '3' }))).toBeVisible();
        await inspect(page, 'checked');
        await click(page.getByRole('button', { name: words.sendNow, exact: true }));
        await inspect(page, 'confirm');
        await click(page.getByRole('dialog').getByRole('button', { name: words.sendNow, exact: true }));
        await expect(page.getByText(words.states.sent, { exact: true })).toBeVisible();
        count.report(`personalised broadcast to a segment, ${locale}`);
        expect(done.clicks).toBeLessThanOrEqual(MOST_CLICKS);
      });

      await test.step('stopped in the middle', async () => {
        await page.goto('/Channel/message');
        await compose('Two');
        await fill(page.getByLabel(words.perHour), '60');
        await click(page.getByRole('button', { name: words.sendNow, exact: true }));
        await click(page.getByRole('dialog').getByRole('button', { name: words.sendNow, exact: true }));
        await expect(page.getByText(words.states.sending, { exact: true }).first()).toBeVisible();
        await expect(page.getByRole('table', { name: words.recipients })).toContainText(
          words.recipientStates.accepted,
        );
        await inspect(page, 'sending');
        await click(page.getByRole('button', { name: words.stop, exact: true }));
        await inspect(page, 'stop');
        await click(page.getByRole('dialog').getByRole('button', { name: words.stop, exact: true }));
        await expect(page.getByText(words.states.stopped, { exact: true }).first()).toBeVisible();
        const [stopped] = (await owner.call(listBroadcasts, { query: {} })).items.filter(
          ({ name }) => name === 'Two',
        );
        if (!stopped) throw new Error('the broadcast is not listed');
        const params = { uuid: stopped.uuid };
        await eventually('the rest is left out', async () => {
          const { accepted, skipped } = await owner.call(reportBroadcast, { params });
          return accepted === 1 && skipped === 2;
        });
      });

      await test.step('read on a phone', async () => {
        await page.setViewportSize(PHONE);
        await expect(page.getByText(words.otherReasons.stopped).first()).toBeVisible();
        await inspect(page, 'report');
        await page.goto('/Channel/message');
        await expect(page.getByRole('link', { name: 'Two' })).toBeVisible();
        await inspect(page, 'list');
      });
    });
  });
}
