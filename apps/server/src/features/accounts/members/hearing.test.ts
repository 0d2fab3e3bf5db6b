import { listChannels } from '@hanasu/contract/channels';
import { JOIN_EVENT, UPDATE_CONVERSATION, UpdateConversation } from '@hanasu/contract/realtime';
import { createAccount, removeMember } from '@hanasu/contract/team';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually, type SignedIn, shareTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addBot, addSandbox, say } from '../../../testing/test-shop.ts';
import { addMember } from '../../../testing/test-team.ts';

let server: TestServer;
const sockets: Socket[] = [];
beforeAll(async () => {
  server = await shareTestServer();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});
afterAll(() => server.stop());

/** A browser that has joined; `heard` says which of these texts came. */
async function listen(person: SignedIn) {
  const socket = io(server.address, { transports: ['websocket'], forceNew: true });
  sockets.push(socket);
  const texts: (string | undefined)[] = [];
  socket.on(UPDATE_CONVERSATION, (update: unknown) => {
    texts.push(...UpdateConversation.parse(update).data.map(({ message }) => message?.text));
  });
  const join = () => socket.timeout(5_000).emitWithAck(JOIN_EVENT, person.jwt);
  expect(await join()).toEqual({ ok: true });
  return {
    texts,
    join,
    hears: (text: string) => eventually(`hears ${text}`, async () => texts.includes(text)),
  };
}

async function shop() {
  const owner = await server.register();
  const channel = await addSandbox(owner, (await addBot(owner)).uuid);
  return { owner, customerSays: (text: string) => say(owner, channel.uuid, 'alex', text) };
}

test('who was taken out hears nothing any more', async () => {
  const { owner, customerSays } = await shop();
  const viewer = await addMember(server, owner, 'viewer');
  const [stays, leaves] = [await listen(owner), await listen(viewer)];
  await customerSays('Hello');
  await Promise.all([stays.hears('Hello'), leaves.hears('Hello')]);
  await owner.call(removeMember, { params: { uuid: viewer.user.uuid } });
  await customerSays('Between us');
  await stays.hears('Between us');
  expect(leaves.texts).not.toContain('Between us');
  expect(await leaves.join()).toEqual({ ok: false });
});

test('a session that went to another account hears the old one no more', async () => {
  const { owner, customerSays } = await shop();
  const elsewhere = await server.signIn(owner);
  const [stays, goes] = [await listen(elsewhere), await listen(owner)];
  await customerSays('Hello');
  await Promise.all([stays.hears('Hello'), goes.hears('Hello')]);
  // Asked by the session that stays from here on: the customer is of the old account.
  await owner.call(createAccount, { body: { name: 'Second' } });
  expect(await goes.join()).toEqual({ ok: true });
  const { uuid } = (await elsewhere.call(listChannels)).items[0] ?? {};
  if (!uuid) throw new Error('the channel is gone');
  await say(elsewhere, uuid, 'alex', 'Still here?');
  await stays.hears('Still here?');
  expect(goes.texts).not.toContain('Still here?');
});
