import type { FaultEffect as LineFault } from '@hanasu/channels/line/fake/faults';
import type { FaultEffect } from '@hanasu/channels/zalo/fake/faults';
import { getChannel } from '@hanasu/contract/channels';
import { resendMessage } from '@hanasu/contract/inbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { echo } from '../features/channels/testing/channel-stage.fixture.ts';
import { eventually } from '../testing/test-server.ts';
import {
  type FireShop,
  type FireStage,
  type LineShop,
  openLineShop,
  openZaloShop,
  type StoredMessage,
  setFireStage,
  settled,
  storedMessages,
} from './fire-stage.fixture.ts';

let stage: FireStage;
let shops: Record<'line' | 'zalo' | 'lineBeside' | 'zaloBeside', FireShop>;
let withoutToken: LineShop[];
beforeAll(async () => {
  stage = await setFireStage();
  const { owner, line, zalo, server } = stage;
  shops = {
    line: await openLineShop(owner, line),
    zalo: await openZaloShop(owner, zalo, server.publicUrl),
    lineBeside: await openLineShop(owner, line),
    zaloBeside: await openZaloShop(owner, zalo, server.publicUrl),
  };
  withoutToken = [];
  for (const _ of WAITS) withoutToken.push(await openLineShop(owner, line, { withToken: false }));
});
afterAll(() => stage.close());

/** Ways in which a token can be late. */
const WAITS: readonly FaultEffect[] = [429, 500, 'reset', 'hang', 'reset-after-accept', 'hang-after-accept'];

/** One friend lives through one fault of the call that answers them. */
interface Row<Effect = FaultEffect> {
  readonly name: string;
  readonly status: Effect;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** What becomes of the answer: it arrives by itself, or it waits for a person with this reason. */
  readonly fate: 'arrives' | (string & {});
}

const ANYWHERE: readonly Row[] = [
  { name: 'reset', status: 'reset', fate: 'arrives' },
  { name: 'hang', status: 'hang', fate: 'arrives' },
  { name: 'accepted-then-reset', status: 'reset-after-accept', fate: 'arrives' },
  { name: 'accepted-then-hang', status: 'hang-after-accept', fate: 'arrives' },
  { name: '500', status: 500, fate: 'arrives' },
];
const LINE_ROWS: readonly Row<LineFault>[] = [
  ...ANYWHERE,
  { name: '400', status: 400, fate: 'message_invalid' },
  // Tokens for id and secret take the place of the one that was typed.
  { name: '401', status: 401, fate: 'arrives' },
  { name: '403', status: 403, fate: 'credentials_rejected' },
  { name: '429', status: 429, fate: 'arrives' },
  { name: '429-later', status: 429, headers: { 'retry-after': '2' }, fate: 'arrives' },
  { name: 'half-an-answer', status: 'stall', fate: 'arrives' },
];
const ZALO_ROWS: readonly Row[] = [
  ...ANYWHERE,
  { name: '400', status: 400, fate: 'vendor_error' },
  { name: '401', status: 401, fate: 'arrives' },
  { name: '403', status: 403, fate: 'credentials_rejected' },
  { name: '429', status: 429, fate: 'arrives' },
  { name: 'haste', status: 200, body: { error: -32, message: 'reached limit call api' }, fate: 'arrives' },
  { name: 'system', status: 200, body: { error: -200, message: 'Failed to send' }, fate: 'arrives' },
  { name: 'token', status: 200, body: { error: -216, message: 'Access token is invalid' }, fate: 'arrives' },
  { name: 'window', status: 200, body: { error: -230, message: 'no interaction' }, fate: 'window_closed' },
  { name: 'quota', status: 200, body: { error: -211, message: 'Out of quota' }, fate: 'quota_exceeded' },
  { name: 'unknown', status: 200, body: { error: -99_999, message: 'what?' }, fate: 'vendor_error' },
];

interface Case<Effect = LineFault> extends Row<Effect> {
  readonly friend: string;
  readonly first: string;
  readonly second: string;
}

const makeCases = <Effect>(shop: FireShop, way: string, rows: readonly Row<Effect>[]): Case<Effect>[] =>
  rows.map((row) => {
    const name = `${way}-${row.name}`;
    return { ...row, friend: shop.addFriend(name), first: `${name}-1?`, second: `${name}-2?` };
  });

const answersOf = (stored: readonly StoredMessage[], { friend }: Case) =>
  stored.filter((message) => message.friend === friend && message.sender === 'bot');

/** A pause that a vendor asks for is kept; here nobody waits for its end. */
async function shortenPauses(): Promise<void> {
  await stage.server.sql(
    "update outbox set next_attempt_at = now() where next_attempt_at > now() + interval '6 seconds'",
  );
}

/** Each writes, lives through the fault, writes again, and is left with what the row says. */
async function live(shop: FireShop, cases: readonly Case[], writtenAt?: number): Promise<StoredMessage[]> {
  const options = writtenAt === undefined ? {} : { timestamp: writtenAt };
  const stored = () => storedMessages(stage.server.sql, shop.channel.uuid);
  await Promise.all(cases.map((each) => shop.says(each.friend, each.first, options)));
  await eventually('every answer was tried', async () => {
    const messages = await stored();
    return cases.every((each) => answersOf(messages, each).some(({ attempts }) => attempts > 0));
  });
  await Promise.all(cases.map((each) => shop.says(each.friend, each.second)));
  await eventually('every second answer is stored', async () => {
    const messages = await stored();
    return cases.every((each) => answersOf(messages, each).length === 2);
  });
  await shortenPauses();
  // Whoever has come to an end wakes the others.
  const poke = shop.addFriend(`poke ${String(writtenAt)}`);
  await shop.says(poke, 'wake up?');
  await settled(stage.server.sql, stage);
  return stored();
}

function expectFates(shop: FireShop, cases: readonly Case[], stored: readonly StoredMessage[]): void {
  for (const each of cases) {
    const isThere = each.fate === 'arrives';
    const [first, second] = answersOf(stored, each);
    expect(second, each.name).toMatchObject({ text: echo(each.second), state: 'sent' });
    expect(first, each.name).toMatchObject({
      text: echo(each.first),
      state: isThere ? 'sent' : 'failed',
      reason: isThere ? null : each.fate,
    });
    // Once, and in the order in which they were asked.
    const all = [echo(each.first), echo(each.second)];
    expect(shop.reads(each.friend), each.name).toEqual(isThere ? all : all.slice(1));
  }
}

/** What waited for a person is sent by one click, once. */
async function resendAll(shop: FireShop, cases: readonly Case[], stored: readonly StoredMessage[]) {
  const failed = cases.filter(({ fate }) => fate !== 'arrives');
  for (const each of failed) {
    const [message] = answersOf(stored, each);
    if (!message) throw new Error(`${each.name} has no answer`);
    const params = { uuid: message.conversation, message: message.id };
    await stage.owner.call(resendMessage, { params });
  }
  await settled(stage.server.sql, stage);
  for (const each of failed) {
    expect(shop.reads(each.friend), each.name).toEqual([echo(each.second), echo(each.first)]);
  }
}

const HALF_AN_HOUR = 30 * 60_000;

test.concurrent('the first vendor: every fault of a reply and of a push', async () => {
  const { line, owner } = stage;
  const shop = shops.line;
  const replied = makeCases(shop, 'reply', [
    ...LINE_ROWS,
    { name: 'used', status: 400, body: { message: 'Invalid reply token' }, fate: 'arrives' },
    // Of a reply the vendor never says this; whatever it means, it is shown.
    { name: '409', status: 409, fate: 'message_invalid' },
  ]);
  // What comes late has no reply token that works any more.
  const pushed = makeCases(shop, 'push', LINE_ROWS);
  for (const { first, fate: _, friend: _friend, second: _second, name: _name, ...fault } of [
    ...replied,
    ...pushed,
  ]) {
    const path = `/v2/bot/message/${first.startsWith('push') ? 'push' : 'reply'}`;
    line.fault({ ...fault, path, containing: first });
  }
  const since = line.calls.length;
  const [repliesStored, pushesStored] = await Promise.all([
    live(shop, replied),
    live(shop, pushed, Date.now() - HALF_AN_HOUR),
  ]);
  expectFates(shop, replied, repliesStored);
  expectFates(shop, pushed, pushesStored);
  // Every fault was played, and what was taken before was known by its key.
  const results = line.calls.slice(since).filter(({ path }) => path.startsWith('/v2/bot/message/'));
  const wanted = [...replied, ...pushed].map(({ status }) => status);
  for (const status of new Set(wanted)) {
    const played = results.filter(({ result }) => result === status).length;
    expect(played, String(status)).toBeGreaterThanOrEqual(wanted.filter((each) => each === status).length);
  }
  expect(results.filter(({ path, result }) => path.endsWith('push') && result === 409)).toHaveLength(3);
  const params = { uuid: shop.channel.uuid };
  expect((await owner.call(getChannel, { params })).failedDeliveries).toBe(5);
  await resendAll(shop, [...replied, ...pushed], await storedMessages(stage.server.sql, shop.channel.uuid));
});

test.concurrent('the second vendor: every fault of a message, told by status or by number', async () => {
  const { zalo } = stage;
  const shop = shops.zalo;
  const cases = makeCases(shop, 'message', ZALO_ROWS);
  for (const { first, fate: _, friend: _friend, second: _second, name: _name, ...fault } of cases) {
    zalo.fault({ ...fault, path: '/v3.0/oa/message/cs', containing: first });
  }
  const since = zalo.calls.length;
  const stored = await live(shop, cases);
  expectFates(shop, cases, stored);
  const sends = zalo.calls.slice(since).filter(({ path }) => path === '/v3.0/oa/message/cs');
  for (const { status } of cases) expect(sends.map(({ result }) => result)).toContain(status);
  // Each of the two who were refused for their token needs at most one renewal.
  const renewals = zalo.calls.slice(since).filter(({ path }) => path === '/v4/oa/access_token');
  expect([1, 2]).toContain(renewals.length);
  await resendAll(shop, cases, stored);
});

/** What is asked beside an answer. */
const EFFECTS: readonly FaultEffect[] = [
  400,
  401,
  403,
  409,
  429,
  500,
  'reset',
  'hang',
  'reset-after-accept',
  'hang-after-accept',
];
const BESIDE_LINE = ['/v2/bot/profile/*', '/v2/bot/chat/*', '/v2/bot/message/quota*'];
const BESIDE_ZALO = ['/v3.0/oa/user/*', '/v3.0/oa/quota/*'];

describe.concurrent('what is asked beside an answer', () => {
  test('stops none, however it fails', async () => {
    const { line, zalo, server } = stage;
    for (const status of EFFECTS) {
      for (const path of BESIDE_LINE) line.fault({ path, status, times: 3 });
      for (const path of BESIDE_ZALO) zalo.fault({ path, status, times: 3 });
    }
    await Promise.all(
      [shops.lineBeside, shops.zaloBeside].map(async (shop) => {
        const friends = Array.from({ length: 30 }, (_, index) => shop.addFriend(`beside ${index}`));
        await Promise.all(friends.map((friend, index) => shop.says(friend, `beside-${index}?`)));
        await eventually('everybody is answered', async () =>
          friends.every((friend) => shop.reads(friend).length > 0),
        );
        await settled(server.sql, stage);
        expect(friends.map(shop.reads)).toEqual(friends.map((_, index) => [echo(`beside-${index}?`)]));
      }),
    );
    const spoiled = line.calls.filter(
      ({ path, result }) => path.startsWith('/v2/bot/profile/') && result !== 200,
    );
    expect(new Set(spoiled.map(({ result }) => result))).toEqual(new Set(EFFECTS));
  });

  test('a token that can’t be had for a while holds answers up, and no more', async () => {
    const { line, server } = stage;
    await Promise.all(
      WAITS.map(async (status, index) => {
        const shop = withoutToken[index];
        if (!shop) throw new Error('a shop for each is wanted');
        const friend = shop.addFriend(`token ${status}`);
        // The vendor has forgotten the token it gave, and then gives none.
        line.fault({ path: '/v2/bot/message/reply', status: 401, containing: `token-${status}?` });
        line.fault({ path: '/oauth2/v3/token', status, containing: shop.credentials.channelId });
        await shop.says(friend, `token-${status}?`);
        await eventually('it is answered', async () => shop.reads(friend).length > 0);
        await settled(server.sql, stage);
        expect(shop.reads(friend)).toEqual([echo(`token-${status}?`)]);
      }),
    );
    const refused = line.calls.filter(({ path, result }) => path === '/oauth2/v3/token' && result !== 200);
    expect(new Set(refused.map(({ result }) => result))).toEqual(new Set(WAITS));
  });
});
