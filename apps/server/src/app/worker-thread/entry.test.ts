import { setHandling } from '@hanasu/contract/inbox';
import { JOIN_EVENT, UPDATE_CONVERSATION, UpdateConversation } from '@hanasu/contract/realtime';
import { createWebHook, listWebHookDeliveries } from '@hanasu/contract/web-hooks';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOOPBACK_HOSTS } from '../../testing/private-hosts.ts';
import { eventually, type SignedIn, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { addBotWithKnowledge, addSandbox, conversationOf, messagesOf, say } from '../../testing/test-shop.ts';
import { launchWorkerThread } from './messages.ts';

/** The server as the program runs it: who calls is answered in one thread, what waits is worked on in another. */
let server: TestServer;
let owner: SignedIn;
const sockets: Socket[] = [];
beforeAll(async () => {
  server = await startTestServer({ ALLOW_PRIVATE_HOSTS: LOOPBACK_HOSTS }, (url) => url, {
    engine: launchWorkerThread(),
  });
  owner = await server.register();
});
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await server.stop();
});

async function openPage(person: SignedIn): Promise<string[]> {
  const socket = io(server.address, { transports: ['websocket'], forceNew: true });
  sockets.push(socket);
  const heard: string[] = [];
  socket.on(UPDATE_CONVERSATION, (update: unknown) => {
    const { action, data } = UpdateConversation.parse(update);
    heard.push(...data.map(({ conversation }) => `${action} ${conversation.handling}`));
  });
  expect(await socket.timeout(5_000).emitWithAck(JOIN_EVENT, person.jwt)).toEqual({ ok: true });
  return heard;
}

test('documents are read, friends answered, pages and web hooks told, each once', async () => {
  const { bot } = await addBotWithKnowledge(owner);
  const channel = await addSandbox(owner, bot.uuid);
  const hook = await owner.call(createWebHook, {
    body: {
      url: `${server.address}/nobody-there`,
      events: ['message.received', 'message.answered', 'conversation.closed'],
    },
  });
  const page = await openPage(owner);
  await say(owner, channel.uuid, 'alex', 'Is parking free?');
  const conversation = await conversationOf(owner, channel.uuid);
  await eventually('the answer has arrived', async () =>
    (await messagesOf(owner, conversation.uuid)).some(({ delivery }) => delivery.state === 'sent'),
  );
  await eventually('the page hears', async () =>
    ['user_chat bot', 'bot_chat bot'].every((one) => page.includes(one)),
  );
  expect(page.filter((one) => one === 'user_chat bot')).toHaveLength(1);

  // Said by the server's thread, written by the engine.
  const params = { uuid: conversation.uuid };
  await owner.call(setHandling, { params, body: { handling: 'closed' } });
  await eventually('the page hears of it', async () => page.includes('handling closed'));
  const told = await eventually('the hook is told', async () => {
    const { items } = await owner.call(listWebHookDeliveries, { params: { uuid: hook.uuid } });
    return items.length >= 3 && items.map(({ event }) => event).toSorted();
  });
  expect(told).toEqual(['conversation.closed', 'message.answered', 'message.received']);
});
