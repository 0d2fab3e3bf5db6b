import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { forgotPassword, login, me, resetPassword } from '@hanasu/contract/accounts';
import { DEFAULT_NOTIFY, updateNotify } from '@hanasu/contract/notify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../testing/free-port.ts';
import { createCaller, eventually } from '../testing/test-server.ts';
import { type ChaosStage, registerOwner, setChaosStage } from './chaos-stage.fixture.ts';
import { expectNothingWrong, openLineShop } from './fire-stage.fixture.ts';
import { createKillableServer, type KillableServer } from './killable-server.fixture.ts';

/** Where Debian keeps it, by architecture. */
function findLibrary(): string | null {
  if (process.platform !== 'linux' || spawnSync('faketime', ['--version']).status !== 0) return null;
  return (
    readdirSync('/usr/lib')
      .map((folder) => path.join('/usr/lib', folder, 'faketime', 'libfaketimeMT.so.1'))
      .find((file) => existsSync(file)) ?? null
  );
}

const LIBRARY = findLibrary();

let folder: string;
let stage: ChaosStage;
let servers: KillableServer[];
beforeEach(async (context) => {
  if (LIBRARY === null)
    context.skip('processes with other clocks need faketime, which is not installed here');
  folder = mkdtempSync(path.join(tmpdir(), 'hanasu-clocks-'));
  servers = [];
  stage = await setChaosStage();
});
afterEach(async () => {
  if (LIBRARY === null) return;
  for (const server of servers) await server.close();
  await stage.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A server whose clock, but not its timers, is off by so much; returns how to set the clock anew. */
async function startWithClock(offset: string) {
  const file = path.join(folder, `clock-${servers.length}`);
  const setClock = (to: string): void => writeFileSync(file, to);
  setClock(offset);
  const port = await freePort();
  const server = createKillableServer(stage.settingsFor(port), 'shared', {
    LD_PRELOAD: LIBRARY ?? '',
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    // Two names, of older and newer versions.
    DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  });
  servers.push(server);
  await server.start();
  return { address: `http://127.0.0.1:${port}`, setClock };
}

const pushes = (): number => stage.vendors.line.calls.filter((call) => call.path.endsWith('/push')).length;

/** Every question is answered once, and by its reply token: who takes it for expired pays for a push. */
async function expectAnswered(
  shop: Awaited<ReturnType<typeof openLineShop>>,
  asked: Map<string, string[]>,
  fault: string,
) {
  await stage.settle();
  await expectNothingWrong(stage.sql, new Map([[shop, asked]]), { fault, times: 1 });
  expect(pushes()).toBe(0);
}

test.each(['+600', '-600'])('a server whose clock is off by %s s answers as any other', async (offset) => {
  const { address } = await startWithClock(offset);
  const shop = await openLineShop(await registerOwner(address, 'lone'), stage.vendors.line);
  const asked = new Map<string, string[]>();
  for (const name of ['ann', 'ben', 'cem', 'dan']) {
    const friend = shop.addFriend(name);
    asked.set(friend, [`${name}1?`]);
    await shop.says(friend, `${name}1?`);
  }
  await expectAnswered(shop, asked, `a clock off by ${offset} s`);
});

test('a clock that is set while an answer is being made changes nothing', async () => {
  const { address, setClock } = await startWithClock('+0');
  const shop = await openLineShop(await registerOwner(address, 'jumping'), stage.vendors.line);
  stage.models.behave('*', 'slow-40');
  const asked = new Map<string, string[]>();
  for (const [name, jump] of [
    ['ann', '+600'],
    ['ben', '-600'],
    ['cem', '+86400'],
    ['dan', '+0'],
  ] as const) {
    const friend = shop.addFriend(name);
    asked.set(friend, [`${name}1?`]);
    await shop.says(friend, `${name}1?`);
    // The turn has its lease, and the reply window runs.
    await sleep(300);
    setClock(jump);
  }
  await expectAnswered(shop, asked, 'a clock that is set by up to a day');
});

test('two processes whose clocks are five minutes apart share the work', async () => {
  const one = await startWithClock('+0');
  const two = await startWithClock('+300');
  const { line } = stage.vendors;
  const shop = await openLineShop(await registerOwner(one.address, 'apart'), line);
  const { channelId } = shop.credentials;
  const webhookUrl = line.channel(channelId).webhookUrl ?? '';
  const asked = new Map<string, string[]>();
  for (let index = 0; index < 24; index += 1) {
    line.setWebhook(channelId, index % 2 === 0 ? webhookUrl : webhookUrl.replace(one.address, two.address));
    const friend = shop.addFriend(`friend ${index}`);
    asked.set(friend, [`apart${index}?`]);
    await shop.says(friend, `apart${index}?`);
  }
  await expectAnswered(shop, asked, 'clocks five minutes apart');
});

const rowOf = async <Row extends object>(query: string): Promise<Row> => {
  const [row] = await stage.sql<Row>(query);
  if (!row) throw new Error(`no row: ${query}`);
  return row;
};

test.each(['+259200', '-259200'])(
  'sessions and codes of a server whose clock is off by %s s last as long as any others',
  async (offset) => {
    const { address } = await startWithClock(offset);
    const { address: other } = await startWithClock('+0');
    const owner = await registerOwner(address, 'early');
    const user = await owner.call(me);
    // Neither process takes the other's session for expired.
    const { jwt } = await createCaller(other, null).call(login, {
      body: { identifier: 'early', password: 'correct horse' },
    });
    expect((await createCaller(address, jwt).call(me)).uuid).toBe(user.uuid);
    expect(
      await rowOf(`select bool_and(expires_at between now() and now() + interval '1 day') as "isInTime"
        from sessions where not remember`),
    ).toEqual({ isInTime: true });
    await createCaller(address, null).call(forgotPassword, { body: { email: 'early@example.com' } });
    expect(
      await rowOf(`select bool_and(expires_at between now() and now() + interval '1 day') as "isInTime"
        from one_time_codes where purpose = 'reset-password'`),
    ).toEqual({ isInTime: true });
    const { text } = await rowOf<{ text: string }>(
      "select text from mails where text like '%code=%' order by id desc limit 1",
    );
    const code = /code=([\w-]{43})/.exec(text)?.[1] ?? '';
    const password = 'another correct horse';
    const body = { code, password, passwordConfirmation: password };
    expect((await createCaller(other, null).call(resetPassword, { body })).user.uuid).toBe(user.uuid);
  },
);

test('quiet hours of the staff are those of the database’s clock', async () => {
  const { address } = await startWithClock('+43200');
  const owner = await registerOwner(address, 'sleeper');
  const user = await owner.call(me);
  const { hour } = await rowOf<{ hour: number }>(
    "select extract(hour from now() at time zone 'utc')::int as hour",
  );
  const clock = (ahead: number): string => `${String((hour + ahead) % 24).padStart(2, '0')}:00`;
  const quietFor = (from: number, until: number) =>
    owner.call(updateNotify, {
      body: {
        ...DEFAULT_NOTIFY,
        quiet: { from: clock(from), until: clock(until), timeZone: 'UTC', days: [0, 1, 2, 3, 4, 5, 6] },
      },
    });
  const told = async (key: string): Promise<string> => {
    await stage.sql(`insert into notifications (account_id, id, user_id, event, way, key, subject, body, path, state, due_at)
      values ('${user.account.uuid}', gen_random_uuid(), '${user.uuid}', 'waiting', 'web_hook', '${key}', 's', 'b', '/', 'waiting', now())`);
    return eventually(`${key} is told or held`, async () => {
      const { state, isHeld } = await rowOf<{ state: string; isHeld: boolean }>(
        `select state, due_at > now() + interval '1 minute' as "isHeld" from notifications where key = '${key}'`,
      );
      return state === 'waiting' ? isHeld && 'held' : state;
    });
  };
  // It is half a day later by the process's clock.
  await quietFor(10, 15);
  // There is no address to call, but it was tried.
  expect(await told('awake')).toBe('failed');
  await quietFor(22, 3);
  expect(await told('asleep')).toBe('held');
});
