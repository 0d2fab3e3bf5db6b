import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AccountId, SessionId, UserId } from '@hanasu/contract/ids';
import { JOIN_EVENT } from '@hanasu/contract/realtime';
import { io, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hasRedis, startTestRedis, type TestRedis } from '../../testing/test-redis.ts';
import type { Session } from '../http/context.ts';
import { type Realtime, startRealtime } from './realtime.ts';
import { startRelay } from './relay.ts';

/** A last resort, far above what a busy machine takes. */
const ACKNOWLEDGED_MS = 100_000;

const ACCOUNT = AccountId.parse(crypto.randomUUID());
const ANN = UserId.parse(crypto.randomUUID());

let redis: TestRedis;
const stored = new Map<string, Session>();
const failures: unknown[] = [];
const sockets: Socket[] = [];
const processes: Realtime[] = [];

beforeEach(async () => {
  if (hasRedis) redis = await startTestRedis();
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.disconnect();
  redis?.thaw();
  for (const each of processes.splice(0)) await each.close();
  await redis?.stop();
  stored.clear();
  failures.length = 0;
});

async function startProcess() {
  const server = createServer();
  const realtime = startRealtime({
    server,
    corsOrigins: [],
    onError: (error) => failures.push(error),
    relay: await startRelay({ url: redis.url, onError: (error) => failures.push(error) }),
    sessions: {
      authenticate: async (token) => stored.get(token) ?? null,
      stillAlive: async (ids) => [...stored.values()].filter(({ sessionId }) => ids.includes(sessionId)),
    },
  });
  processes.push(realtime);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    realtime,
    async page(token: string) {
      const socket = io(address, { transports: ['websocket'], forceNew: true });
      sockets.push(socket);
      const heard: unknown[] = [];
      socket.on('news', (what: unknown) => heard.push(what));
      expect(await socket.timeout(ACKNOWLEDGED_MS).emitWithAck(JOIN_EVENT, token)).toEqual({ ok: true });
      return heard;
    },
  };
}

const signIn = (token: string): Session => {
  const session: Session = {
    sessionId: SessionId.parse(crypto.randomUUID()),
    userId: ANN,
    accountId: ACCOUNT,
    role: 'operator',
  };
  stored.set(token, session);
  return session;
};
/** A page is known on the other process a moment after it has joined. */
async function acquainted(from: Realtime, heard: unknown[][]): Promise<void> {
  await until(() => {
    from.emit(ACCOUNT, 'news', 'hello');
    return heard.every((one) => one.length > 0);
  });
  from.emit(ACCOUNT, 'news', 'now');
  await until(() => heard.every((one) => one.at(-1) === 'now'));
  for (const one of heard) one.length = 0;
}
const until = (look: () => boolean) => expect.poll(look).toBe(true);

describe.skipIf(!hasRedis)('two processes over Redis', () => {
  test('a page hears what happens on the other one, once and in order', async () => {
    const [one, two] = [await startProcess(), await startProcess()];
    signIn('desk');
    const here = await one.page('desk');
    const there = await two.page('desk');
    await acquainted(one.realtime, [here, there]);
    await acquainted(two.realtime, [here, there]);
    for (let number = 0; number < 200; number += 1) one.realtime.emit(ACCOUNT, 'news', number);
    two.realtime.emitToUser(ANN, 'news', 'to Ann');
    await until(() => there.length === 201 && here.length === 201);
    const numbers = Array.from({ length: 200 }, (_, number) => number);
    for (const heard of [here, there]) expect(heard.filter((one) => one !== 'to Ann')).toEqual(numbers);
  });

  test('one with nobody on its pages knows who listens on the other, and when they left', async () => {
    const [one, two] = [await startProcess(), await startProcess()];
    signIn('desk');
    expect(one.realtime.hasListeners(ACCOUNT)).toBe(false);
    await two.page('desk');
    await until(() => one.realtime.hasListeners(ACCOUNT));
    // One that starts later asks.
    const three = await startProcess();
    await until(() => three.realtime.hasListeners(ACCOUNT));
    for (const socket of sockets) socket.disconnect();
    await until(() => !one.realtime.hasListeners(ACCOUNT) && !three.realtime.hasListeners(ACCOUNT));
  });

  test('a session that ends on one is deaf on the other', async () => {
    const [one, two] = [await startProcess(), await startProcess()];
    const { sessionId } = signIn('phone');
    signIn('desk');
    const phone = await two.page('phone');
    const desk = await two.page('desk');
    await until(() => one.realtime.hasListeners(ACCOUNT));
    one.realtime.dropSession(sessionId);
    one.realtime.emit(ACCOUNT, 'news', 'after');
    await until(() => desk.length === 1);
    expect(phone).toEqual([]);
  });

  test('while Redis is away one hears oneself at once, and the others everything when it is back', async () => {
    const [one, two] = [await startProcess(), await startProcess()];
    signIn('desk');
    const here = await one.page('desk');
    const there = await two.page('desk');
    await acquainted(one.realtime, [here, there]);
    redis.freeze();
    for (let number = 0; number < 50; number += 1) one.realtime.emit(ACCOUNT, 'news', number);
    await until(() => here.length === 50);
    expect(there).toEqual([]);
    redis.thaw();
    await until(() => there.length === 50);
    expect(there).toEqual(here);
  });
});

test.skipIf(!hasRedis)('an address where no Redis is stops the start', async () => {
  await expect(startRelay({ url: 'redis://127.0.0.1:1', onError: () => undefined })).rejects.toThrow();
});
