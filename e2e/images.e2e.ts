import { createBot } from '@hanasu/contract/bots';
import { actAsSimulatorFriend, createSandboxChannel } from '@hanasu/contract/channels';
import { listMessages, sendOperatorMessage, setHandling } from '@hanasu/contract/inbox';
import { eventually, newPerson, signIn } from './support/api.ts';
import { addKnowledge, answered, say } from './support/shop.ts';
import { expect, test } from './support/test.ts';

/** Pictures of the guides. They change with every change of a pixel, so they are made on request only. */
test.skip(process.env.UPDATE_IMAGES !== '1', 'UPDATE_IMAGES=1 makes them');

test('docs/images/inbox.png', async ({ page, context }) => {
  const person = await newPerson('en', '田中さくら');
  const { knowledge } = await addKnowledge(person);
  const bot = await person.call(createBot, {
    body: {
      name: 'Front desk',
      serviceUuid: 'builtin-extractive',
      greeting: 'いらっしゃいませ。花見旅館です。ご質問をどうぞ。',
      knowledgeUuids: [knowledge.uuid],
    },
  });
  const { uuid } = await person.call(createSandboxChannel, {
    body: { name: '花見旅館', kind: 'line', botUuid: bot.uuid },
  });
  await say(person, uuid, 'minh', 'Hủy phòng trước mấy ngày thì được hoàn tiền?');
  await answered(person, uuid, 'Minh', 1);
  await say(person, uuid, 'alex', 'Can we bring our dog?');
  await answered(person, uuid, 'Alex', 1);
  await person.call(actAsSimulatorFriend, { params: { uuid, friend: 'hanako' }, body: { action: 'follow' } });
  await answered(person, uuid, '花子', 1);
  await say(person, uuid, 'hanako', 'チェックインは何時からですか？');
  const conversation = await answered(person, uuid, '花子', 2);
  const params = { uuid: conversation.uuid };
  await person.call(setHandling, { params, body: { handling: 'operator' } });
  await say(person, uuid, 'hanako', '貸切風呂を今夜20時に予約できますか？');
  await eventually('the question is in the thread', async () => {
    const { items } = await person.call(listMessages, { params });
    return items.at(-1)?.sender === 'customer';
  });
  const text = '担当の田中です。20時でお取りしました。お待ちしております。';
  await person.call(sendOperatorMessage, { params, body: { text } });

  await signIn(context, person);
  await page.goto(`/Message?conversation=${conversation.uuid}`);
  await expect(page.getByRole('article').last()).toContainText('Sent as a reply (free)');
  // Lists are drawn once the part of the program that draws them has been loaded.
  await expect(page.getByRole('article').getByRole('listitem').first()).toBeVisible();
  await page.screenshot({ path: 'docs/images/inbox.png' });
});
