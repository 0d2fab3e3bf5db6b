import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AccountId, SessionId, UserId } from '@hanasu/contract/ids';
import { JOIN_EVENT } from '@hanasu/contract/realtime';
import { io, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Session } from '../http/context.ts';
import { type Realtime, startRealtime } from './realtime.ts';

/** A last resort, far above what a busy machine takes. */
const ACKNOWLEDGED_MS = 100_000;

const [here, there] = [AccountId.parse(crypto.randomUUID()), AccountId.parse(crypto.randomUUID())];
const [ann, ben] = [UserId.parse(crypto.randomUUID()), UserId.parse(crypto.randomUUID())];

/** Sessions by token, as the database would know them. */
const stored = new Map<string, Session>();
const failures: unknown[] = [];
const sockets: Socket[] = [];
let isDatabaseAway = false;
let realtime: Realtime;
let address: string;

async function start(recheckMs?: number): Promise<void> {
  const server = createServer();
  realtime = startRealtime({
    server,
    corsOrigins: [],
    onError: (error) => failures.push(error),
    ...(recheckMs ? { recheckMs } : {}),
    sessions: {
      authenticate: async (token) => stored.get(token) ?? null,
      stillAlive: async (ids) => {
        if (isDatabaseAway) throw new Error('the database is away');
        return [...stored.values()].filter(({ sessionId }) => ids.includes(sessionId));
      },
    },
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeEach(() => {
  stored.clear();
  failures.length = 0;
  isDatabaseAway = false;
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.disconnect();
  await realtime.close();
});

const signIn = (token: string, userId: UserId, accountId: AccountId = here): Session => {
  const session: Session = {
    sessionId: SessionId.parse(crypto.randomUUID()),
    userId,
    accountId,
    role: 'operator',
  };
  stored.set(token, session);
  return session;
};

async function page(token: string) {
  const socket = io(address, { transports: ['websocket'], forceNew: true });
  sockets.push(socket);
  const heard: unknown[] = [];
  socket.on('news', (what: unknown) => heard.push(what));
  const join = (): Promise<unknown> => socket.timeout(ACKNOWLEDGED_MS).emitWithAck(JOIN_EVENT, token);
  expect(await join()).toEqual({ ok: true });
  /** An answer comes after whatever was sent before it: nothing is still under way then. */
  const settled = () => socket.timeout(ACKNOWLEDGED_MS).emitWithAck(JOIN_EVENT, 'nobody');
  return { heard, join, settled };
}
const until = (look: () => boolean | Promise<boolean>) => expect.poll(look).toBe(true);
const tell = (what: string) => {
  for (const account of [here, there]) realtime.emit(account, 'news', what);
};

describe('a socket hears nothing any more', () => {
  test('when its session ends, while others of the same person go on', async () => {
    await start();
    const session = signIn('phone', ann);
    signIn('desk', ann);
    const [phone, otherTab, desk] = [await page('phone'), await page('phone'), await page('desk')];
    realtime.dropSession(session.sessionId);
    tell('after');
    for (const { settled } of [phone, otherTab, desk]) await settled();
    expect([phone.heard, otherTab.heard, desk.heard]).toEqual([[], [], ['after']]);
  });

  test('when its session went to another account, until it joins again', async () => {
    await start();
    const session = signIn('desk', ann, here);
    const desk = await page('desk');
    stored.set('desk', { ...session, accountId: there });
    realtime.dropSession(session.sessionId);
    realtime.emit(here, 'news', 'of the old account');
    realtime.emit(there, 'news', 'not joined yet');
    await desk.join();
    realtime.emit(here, 'news', 'of the old account');
    realtime.emit(there, 'news', 'of the new account');
    await desk.settled();
    expect(desk.heard).toEqual(['of the new account']);
  });

  test('when its person was taken out of the account; in other accounts they go on', async () => {
    await start();
    signIn('ann here', ann, here);
    signIn('ann there', ann, there);
    signIn('ben', ben, here);
    const [annHere, annThere, other] = [await page('ann here'), await page('ann there'), await page('ben')];
    stored.delete('ann here');
    realtime.recheckUser(ann);
    await annThere.settled();
    tell('after');
    for (const { settled } of [annHere, annThere, other]) await settled();
    expect([annHere.heard, annThere.heard, other.heard]).toEqual([[], ['after'], ['after']]);
  });

  test('when nobody can say whether it may', async () => {
    await start();
    signIn('desk', ann);
    const desk = await page('desk');
    isDatabaseAway = true;
    realtime.recheckUser(ann);
    await until(() => failures.length > 0);
    expect(realtime.hasListeners(here)).toBe(false);
    tell('after');
    await desk.settled();
    expect(desk.heard).toEqual([]);
  });

  test('soon after its session ended on another process', async () => {
    await start(20);
    signIn('ended', ann);
    signIn('moved', ann, here);
    signIn('alive', ben);
    const [ended, moved, alive] = [await page('ended'), await page('moved'), await page('alive')];
    stored.delete('ended');
    stored.set('moved', { ...(stored.get('moved') ?? signIn('moved', ann)), accountId: there });
    await until(async () => {
      const before = [ended, moved].map(({ heard }) => heard.length);
      tell('news');
      for (const { settled } of [ended, moved]) await settled();
      return [ended, moved].every(({ heard }, index) => heard.length === before[index]);
    });
    tell('last');
    for (const { settled } of [ended, moved, alive]) await settled();
    expect([ended, moved].some(({ heard }) => heard.includes('last'))).toBe(false);
    expect(alive.heard).toContain('last');
  });
});

test('a database that is away for a moment silences nobody in the regular check', async () => {
  await start(20);
  signIn('desk', ann);
  const desk = await page('desk');
  isDatabaseAway = true;
  await until(() => failures.length > 1);
  tell('news');
  await desk.settled();
  expect(desk.heard).toEqual(['news']);
});

test('a page that is closed is not looked after', async () => {
  await start();
  signIn('desk', ann);
  await page('desk');
  sockets[0]?.disconnect();
  await until(() => !realtime.hasListeners(here));
  realtime.recheckUser(ann);
  expect(failures).toEqual([]);
});
