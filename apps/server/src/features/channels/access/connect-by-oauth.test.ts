import { startFakeZalo } from '@hanasu/channels/zalo/fake/fake-zalo';
import {
  actAsSimulatorFriend,
  connectZalo,
  createSandboxChannel,
  finishConnecting,
  getSimulator,
} from '@hanasu/contract/channels';
import { listConversations, listMessages } from '@hanasu/contract/inbox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../../testing/test-server.ts';
import { echo, makeBot, PATIENT_VENDOR, type Stage, setStage } from '../testing/channel-stage.fixture.ts';

const APP = { appId: '1234567890123456789', appSecret: 'secretOfTheApp1234' };
const OA_ID = '2388613280878808645';

let vendor: Awaited<ReturnType<typeof startFakeZalo>>;
let stage: Stage;
beforeAll(async () => {
  vendor = await startFakeZalo(PATIENT_VENDOR);
  stage = await setStage({ ZALO_OAUTH_BASE_URL: vendor.hosts.oauth, ZALO_API_BASE_URL: vendor.hosts.api });
});
afterAll(async () => {
  await stage.close();
  await vendor.close();
});

async function messagesOf(channelUuid: string) {
  const { items } = await stage.owner.call(listConversations, { query: { channelUuid } as never });
  const [conversation] = items;
  if (!conversation) return [];
  return (await stage.owner.call(listMessages, { params: { uuid: conversation.uuid }, query: {} as never }))
    .items;
}

it('answers on an account that has given its permission, and takes its own echo for what it is', async () => {
  const { owner } = stage;
  const bot = await makeBot(stage);
  vendor.addApp({ ...APP, redirectUri: `${stage.publicUrl}/Channel/connected` });
  vendor.addAccount({ oaId: OA_ID, name: 'Cửa hàng Hoa' });
  const { url } = await owner.call(connectZalo, { body: { name: 'Hoa', botUuid: bot.uuid, ...APP } });
  const query = vendor.grant(APP.appId, { url, oaId: OA_ID });
  const channel = await owner.call(finishConnecting, { body: { query } });
  expect(channel).toMatchObject({ kind: 'zalo', displayName: 'Cửa hàng Hoa', sandbox: false });

  expect(await vendor.saveWebhook(APP.appId, channel.webhookUrl)).toBe(true);
  const minh = vendor.addFriend(OA_ID, { displayName: 'Minh' });
  expect((await vendor.friendSays(OA_ID, minh, { type: 'text', text: 'Mấy giờ mở cửa?' })).status).toBe(200);
  await eventually('the friend has the answer', async () =>
    vendor.chat(OA_ID, minh).some(({ text }) => text === echo('Mấy giờ mở cửa?')),
  );
  await vendor.idle();
  const sent = await eventually('the answer is sent', async () => {
    const messages = await messagesOf(channel.uuid);
    return messages.some(({ sender, delivery }) => sender === 'bot' && delivery.state === 'sent')
      ? messages
      : null;
  });
  expect(sent.map(({ sender, text }) => [sender, text])).toEqual([
    ['customer', 'Mấy giờ mở cửa?'],
    ['bot', echo('Mấy giờ mở cửa?')],
  ]);
});

it('answers in the sandbox, whose webhook nobody has to set', async () => {
  const { owner } = stage;
  const bot = await makeBot(stage);
  const { uuid } = await owner.call(createSandboxChannel, {
    body: { name: 'Thử', kind: 'zalo', botUuid: bot.uuid },
  });
  const params = { uuid, friend: 'minh' as const };
  await owner.call(actAsSimulatorFriend, { params, body: { action: 'text', text: 'Chào' } });
  const shown = await eventually('the answer is on the phone', async () => {
    const { messages } = await owner.call(getSimulator, { params });
    return messages.length > 1 ? messages : null;
  });
  expect(shown.map(({ from, text }) => [from, text])).toEqual([
    ['friend', 'Chào'],
    ['account', echo('Chào')],
  ]);
});
