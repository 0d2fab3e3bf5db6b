import { deleteBot } from '@hanasu/contract/bots';
import { actAsSimulatorFriend, createSandboxChannel } from '@hanasu/contract/channels';
import { changeCustomer, createCustomer } from '@hanasu/contract/customers';
import {
  createGroup,
  deleteGroup,
  type GroupInput,
  getGroup,
  listGroups,
  testGroup,
  updateGroup,
} from '@hanasu/contract/groups';
import type { BotId, CustomerId, GroupId, SegmentId } from '@hanasu/contract/ids';
import { listConversations } from '@hanasu/contract/inbox';
import { createSegment, deleteSegment, snapshotSegment } from '@hanasu/contract/segments';
import { createTag, deleteTag } from '@hanasu/contract/tags';
import { type FakeProviders, startFakeProviders } from '@hanasu/models/fake/fake-provider-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { holdBalance, untilCallWaits } from '../../../testing/hold-balance.ts';
import { type SignedIn, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addBot, addKnowledge } from '../../../testing/test-shop.ts';

const MODEL = 'openai-gpt-4o-mini';
let providers: FakeProviders;
let server: TestServer;
beforeAll(async () => {
  providers = await startFakeProviders();
  server = await startTestServer({ OPENAI_API_KEY: 'key', OPENAI_BASE_URL: providers.baseUrls.openai });
});
afterAll(async () => {
  await server.stop();
  await providers.close();
});
beforeEach(() => providers.reset());

/** A returns bot, a room bot that knows about parking, and one for everything else. */
async function openHotel(person: SignedIn, changes: Partial<GroupInput> = {}) {
  const { knowledge } = await addKnowledge(person);
  const returns = await addBot(person, { name: 'Returns' });
  const rooms = await addBot(person, { name: 'Rooms', knowledgeUuids: [knowledge.uuid] });
  const desk = await addBot(person, { name: 'Desk' });
  const group = await person.call(createGroup, {
    body: {
      name: 'Entrance',
      fallbackBotUuid: desk.uuid,
      members: [
        {
          botUuid: returns.uuid,
          whenToUse: 'Refunds and broken goods. 返金、不良品。Hoàn tiền, hàng lỗi.',
          rules: [
            { kind: 'contains', words: ['refund', '返金', 'hoàn tiền'] },
            { kind: 'matches', pattern: '*order*late*' },
          ],
        },
        {
          botUuid: rooms.uuid,
          whenToUse: 'Booking a room. 客室の予約。Đặt phòng.',
          rules: [{ kind: 'language', language: 'vi' }],
        },
      ],
      ...changes,
    },
  });
  return { group, returns, rooms, desk };
}

const ask = (person: SignedIn, uuid: GroupId, message: string, previousBotUuid: BotId | null = null) =>
  person.call(testGroup, { params: { uuid }, body: { message, previousBotUuid } });

describe('keeping a group', () => {
  test('fields that a change leaves out stay, members keep their order, and the list is searched by name', async () => {
    const person = await server.register();
    const { group, returns, rooms } = await openHotel(person);
    const params = { uuid: group.uuid };
    expect(group).toMatchObject({ router: 'similarity', serviceUuid: null, description: '', channels: [] });
    expect(group.members.map(({ name, ready }) => [name, ready])).toEqual([
      ['Returns', true],
      ['Rooms', true],
    ]);
    const renamed = await person.call(updateGroup, { params, body: { name: '100% desk' } });
    expect(renamed).toEqual({ ...group, name: '100% desk', updatedAt: expect.any(String) });
    const turned = await person.call(updateGroup, {
      params,
      body: {
        members: [{ botUuid: rooms.uuid, whenToUse: 'all', rules: [] }, ...group.members.slice(0, 1)].map(
          strip,
        ),
      },
    });
    expect(turned.members.map(({ botUuid }) => botUuid)).toEqual([rooms.uuid, returns.uuid]);
    expect((await person.call(listGroups, { query: { q: '%' } as never })).total).toBe(1);
    expect((await person.call(listGroups, { query: { q: '_' } as never })).total).toBe(0);
  });

  test('limits: twenty members, ten rules, a bot once; a model that chooses has to be named and able', async () => {
    const person = await server.register();
    const bot = await addBot(person);
    const member = { botUuid: bot.uuid, whenToUse: '', rules: [] };
    const refused = async (body: object) =>
      (await person.refused(createGroup, { body: { name: 'G', ...body } as never })).errors?.[0]?.path;
    expect(
      await refused({
        members: Array.from({ length: 21 }, () => ({ ...member, botUuid: crypto.randomUUID() })),
      }),
    ).toBe('body.members');
    expect(await refused({ members: [member, member] })).toBe('body.members');
    expect(await refused({ members: [{ ...member, rules: Array(11).fill({ kind: 'otherwise' }) }] })).toBe(
      'body.members.0.rules',
    );
    expect(await refused({ router: 'model' })).toBe('body.serviceUuid');
    expect(await refused({ router: 'model', serviceUuid: 'builtin-extractive' })).toBe('body.serviceUuid');
    expect(await refused({ router: 'model', serviceUuid: 'no-such-model' })).toBe('body.serviceUuid');
  });

  test('bots and groups of another account are not there', async () => {
    const owner = await server.register();
    const { group, returns } = await openHotel(owner);
    const other = await server.register();
    const params = { uuid: group.uuid };
    for (const call of [
      () => other.refused(getGroup, { params }),
      () => other.refused(updateGroup, { params, body: { name: 'Mine' } }),
      () => other.refused(deleteGroup, { params }),
      () => other.refused(testGroup, { params, body: { message: 'refund' } as never }),
    ])
      expect((await call()).code).toBe('not_found');
    const members = [{ botUuid: returns.uuid, whenToUse: '', rules: [] }];
    const stolen = await other.refused(createGroup, { body: { name: 'G', members } as never });
    expect(stolen.errors?.[0]?.path).toBe('body.members.0.botUuid');
    const fallback = await other.refused(createGroup, {
      body: { name: 'G', fallbackBotUuid: returns.uuid } as never,
    });
    expect(fallback.errors?.[0]?.path).toBe('body.fallbackBotUuid');
  });

  test('a deleted bot leaves its groups, as member and as fallback; an empty group answers nothing', async () => {
    const person = await server.register();
    const { group, returns, rooms, desk } = await openHotel(person);
    await person.call(deleteBot, { params: { uuid: returns.uuid } });
    expect((await ask(person, group.uuid, 'refund please')).botUuid).not.toBe(returns.uuid);
    await person.call(deleteBot, { params: { uuid: desk.uuid } });
    const left = await person.call(getGroup, { params: { uuid: group.uuid } });
    expect(left).toMatchObject({ fallbackBotUuid: null, members: [{ botUuid: rooms.uuid }] });
    expect(await ask(person, group.uuid, 'hello')).toMatchObject({ botUuid: rooms.uuid, reason: 'only' });
    await person.call(deleteBot, { params: { uuid: rooms.uuid } });
    expect(await ask(person, group.uuid, 'hello')).toMatchObject({ botUuid: null, reason: 'nobody' });
  });

  test('two who save at once leave one of both lists, whole', async () => {
    const person = await server.register();
    const { group, returns, rooms } = await openHotel(person);
    const save = (botUuid: BotId) =>
      person.call(updateGroup, {
        params: { uuid: group.uuid },
        body: { members: [{ botUuid, whenToUse: 'x', rules: [] }] },
      });
    await Promise.all([returns.uuid, rooms.uuid, returns.uuid, rooms.uuid].map(save));
    const { members } = await person.call(getGroup, { params: { uuid: group.uuid } });
    expect(members).toHaveLength(1);
  });
});

const strip = ({ botUuid, whenToUse, rules }: GroupInput['members'][number]) => ({
  botUuid,
  whenToUse,
  rules,
});

describe('by similarity', () => {
  test('descriptions and knowledge choose a member, in three languages', async () => {
    const person = await server.register();
    const { group, returns, rooms, desk } = await openHotel(person);
    const chosen = async (message: string) => (await ask(person, group.uuid, message)).botUuid;
    for (const text of ['My cup is broken, refund?', '不良品でした', 'Hàng lỗi thì sao?'])
      expect([text, await chosen(text)]).toEqual([text, returns.uuid]);
    for (const text of ['I want a room', '客室を予約したい', 'Tôi muốn đặt phòng'])
      expect([text, await chosen(text)]).toEqual([text, rooms.uuid]);
    // Only its knowledge says so.
    const known = await ask(person, group.uuid, 'Is parking free?');
    expect(known).toMatchObject({ botUuid: rooms.uuid, reason: 'similar', tokens: 0 });
    expect(known.candidates[0]).toMatchObject({ botUuid: rooms.uuid, wording: 0 });
    expect(known.candidates[0]?.knowledge).toBeGreaterThan(0.2);
    expect(await ask(person, group.uuid, 'Hi!')).toMatchObject({ botUuid: desk.uuid, reason: 'fallback' });
  });

  test('the choice is the same every time, also for many requests at once', async () => {
    const person = await server.register();
    const { group } = await openHotel(person);
    const all = await Promise.all(Array.from({ length: 20 }, () => ask(person, group.uuid, 'a broken room')));
    const [first] = all;
    for (const { milliseconds: _, ...one } of all) expect(one).toEqual({ ...first, milliseconds: undefined });
  });

  test('the bot that answered keeps a follow-up question unless another one fits clearly better', async () => {
    const person = await server.register();
    const { group, returns, rooms } = await openHotel(person);
    expect(await ask(person, group.uuid, 'And tomorrow?', rooms.uuid)).toMatchObject({
      botUuid: rooms.uuid,
      reason: 'kept',
    });
    expect(await ask(person, group.uuid, 'Now I want a refund', rooms.uuid)).toMatchObject({
      botUuid: returns.uuid,
      reason: 'similar',
    });
    const foreign = crypto.randomUUID() as BotId;
    expect((await ask(person, group.uuid, 'And tomorrow?', foreign)).reason).toBe('fallback');
  });

  test('a paused bot is passed over', async () => {
    const person = await server.register();
    const { group, returns, desk } = await openHotel(person);
    await server.sql('update bots set paused = true where id = $1', [returns.uuid]);
    const why = await ask(person, group.uuid, 'refund');
    expect(why).toMatchObject({ botUuid: desk.uuid, reason: 'fallback' });
    await server.sql('update bots set paused = true where account_id = $1', [person.user.account.uuid]);
    expect(await ask(person, group.uuid, 'refund')).toMatchObject({ botUuid: null, reason: 'nobody' });
  });
});

describe('by rules', () => {
  test('the first rule that fits, then who answered, then the fallback', async () => {
    const person = await server.register();
    const { group, returns, rooms, desk } = await openHotel(person, { router: 'rules' });
    for (const text of ['REFUND!', '返金してください', 'toi muon hoan tien', 'My order 7 is late'])
      expect(await ask(person, group.uuid, text)).toMatchObject({ botUuid: returns.uuid, reason: 'rule' });
    expect(await ask(person, group.uuid, 'Cửa hàng mở cửa lúc mấy giờ?')).toMatchObject({
      botUuid: rooms.uuid,
      rule: { botUuid: rooms.uuid, position: 0, rule: { kind: 'language', language: 'vi' } },
    });
    expect(await ask(person, group.uuid, 'refunded')).toMatchObject({
      botUuid: desk.uuid,
      reason: 'fallback',
    });
    expect(await ask(person, group.uuid, 'thanks', returns.uuid)).toMatchObject({
      botUuid: returns.uuid,
      reason: 'kept',
    });
  });

  test('“otherwise” is asked last and doesn’t end a conversation that goes on', async () => {
    const person = await server.register();
    const { group, returns, rooms } = await openHotel(person, { router: 'rules' });
    const [first, second] = group.members;
    if (!first || !second) throw new Error('two members');
    await person.call(updateGroup, {
      params: { uuid: group.uuid },
      body: { members: [{ ...strip(second), rules: [{ kind: 'otherwise' }] }, strip(first)] },
    });
    expect((await ask(person, group.uuid, 'refund')).botUuid).toBe(returns.uuid);
    expect(await ask(person, group.uuid, 'hello')).toMatchObject({ botUuid: rooms.uuid, reason: 'rule' });
    expect((await ask(person, group.uuid, 'hello', returns.uuid)).reason).toBe('kept');
  });
});

describe('by segments of customers', () => {
  test('a customer in the segment goes to the bot of its rule; others, and who is not known, do not', async () => {
    const person = await server.register();
    const { group, returns, rooms, desk } = await openHotel(person, { router: 'rules' });
    const tag = await person.call(createTag, { body: { name: 'VIP' } });
    const vip = await person.call(createCustomer, { body: { displayName: 'An' } });
    const other = await person.call(createCustomer, { body: { displayName: 'Binh' } });
    await person.call(changeCustomer, { params: { uuid: vip.uuid }, body: { addTags: [tag.uuid] } });
    const segment = await person.call(createSegment, {
      body: {
        name: 'VIPs',
        definition: { kind: 'and', items: [{ kind: 'tag', match: 'any', tagUuids: [tag.uuid] }] },
      },
    });
    const snapshot = await person.call(snapshotSegment, {
      params: { uuid: segment.uuid },
      body: { name: 'VIPs then' },
    });
    const ruled = (segmentUuid: SegmentId) =>
      person.call(updateGroup, {
        params: { uuid: group.uuid },
        body: {
          members: [
            { botUuid: returns.uuid, whenToUse: '', rules: [] },
            { botUuid: rooms.uuid, whenToUse: '', rules: [{ kind: 'segment', segmentUuid }] },
          ],
        },
      });
    const asks = (customerUuid: CustomerId | null) =>
      person.call(testGroup, { params: { uuid: group.uuid }, body: { message: 'Hello', customerUuid } });
    await ruled(segment.uuid);
    expect(await asks(vip.uuid)).toMatchObject({
      botUuid: rooms.uuid,
      reason: 'rule',
      rule: { position: 0, rule: { kind: 'segment', segmentUuid: segment.uuid } },
    });
    for (const nobody of [other.uuid, null])
      expect(await asks(nobody)).toMatchObject({ botUuid: desk.uuid, reason: 'fallback' });

    const removal = person.call(deleteSegment, { params: { uuid: segment.uuid } });
    await expect(removal).rejects.toThrow('botGroup: Entrance');
    await ruled(snapshot.uuid);
    await person.call(deleteTag, { params: { uuid: tag.uuid } });
    expect(await asks(vip.uuid)).toMatchObject({ botUuid: rooms.uuid });
    await ruled(segment.uuid);
    expect(await asks(vip.uuid)).toMatchObject({ botUuid: desk.uuid, reason: 'fallback' });

    const stranger = await server.register();
    const foreign = await stranger.call(createSegment, {
      body: { name: 'Theirs', definition: { kind: 'and', items: [{ kind: 'everybody' }] } },
    });
    await expect(ruled(foreign.uuid)).rejects.toThrow('members.1.rules.0.segmentUuid');
  });

  test('on a channel the customer of the conversation counts', async () => {
    const person = await server.register();
    const { group, rooms } = await openHotel(person, { router: 'rules' });
    const segment = await person.call(createSegment, {
      body: { name: 'Everybody', definition: { kind: 'and', items: [{ kind: 'everybody' }] } },
    });
    await person.call(updateGroup, {
      params: { uuid: group.uuid },
      body: {
        members: [
          { botUuid: rooms.uuid, whenToUse: '', rules: [{ kind: 'segment', segmentUuid: segment.uuid }] },
        ],
      },
    });
    const channel = await person.call(createSandboxChannel, {
      body: { name: 'Counter', kind: 'line', groupUuid: group.uuid },
    });
    await person.call(actAsSimulatorFriend, {
      params: { uuid: channel.uuid, friend: 'hanako' },
      body: { action: 'text', text: 'Hello' },
    });
    await expect
      .poll(async () => (await person.call(listConversations, {})).items[0]?.bot?.uuid)
      .toBe(rooms.uuid);
  });
});

describe('by a model', () => {
  // The fake model repeats the end of what it is sent, so a number in the question is its answer.
  const balance = async (person: SignedIn) => {
    const [row] = await server.sql<{ balance: string }>(
      'select balance from token_balances where account_id = $1',
      [person.user.account.uuid],
    );
    return Number(row?.balance);
  };
  const byModel = { router: 'model', serviceUuid: MODEL } as const;

  test('one call decides and is charged once', async () => {
    const person = await server.register();
    const { group, rooms, desk } = await openHotel(person, byModel);
    const before = await balance(person);
    const why = await ask(person, group.uuid, 'take 2');
    expect(why).toMatchObject({ botUuid: rooms.uuid, reason: 'model', detour: null });
    expect(why.tokens).toBeGreaterThan(0);
    expect(await balance(person)).toBe(before - why.tokens);
    expect(providers.requests).toHaveLength(1);
    expect(await ask(person, group.uuid, 'take 0')).toMatchObject({ botUuid: desk.uuid, reason: 'fallback' });
    expect((await ask(person, group.uuid, 'take 2', rooms.uuid)).reason).toBe('kept');
    const open = await server.sql('select 1 from token_reservations where account_id = $1', [
      person.user.account.uuid,
    ]);
    expect(open).toEqual([]);
  });

  test.each([
    ['ok', 'unclear'],
    ['err401', 'failed'],
    ['empty', 'failed'],
    ['nofirst', 'timeout'],
    ['stall', 'timeout'],
  ])('%s: the words decide, and why is told (%s)', async (behaviour, detour) => {
    const person = await server.register();
    const { group, returns } = await openHotel(person, byModel);
    providers.behave('*', behaviour);
    expect(await ask(person, group.uuid, 'refund for a broken cup')).toMatchObject({
      botUuid: returns.uuid,
      reason: 'similar',
      detour,
    });
  });

  test('the choice waits while others hold the tokens; if they keep them, similarity decides', async () => {
    const person = await server.register();
    const { group, rooms, returns } = await openHotel(person, byModel);
    const account = person.user.account.uuid;
    const letGo = await holdBalance(server.sql, account);
    const asked = ask(person, group.uuid, 'take 2');
    await untilCallWaits({ hold: server.hold, ask: server.sql }, account);
    expect(providers.requests).toHaveLength(0);
    await letGo();
    expect(await asked).toMatchObject({ botUuid: rooms.uuid, detour: null });
    await holdBalance(server.sql, account);
    expect(await ask(person, group.uuid, 'refund')).toMatchObject({ botUuid: returns.uuid, detour: 'busy' });
  });

  test('without tokens no model is asked', async () => {
    const person = await server.register();
    const { group, returns } = await openHotel(person, byModel);
    await server.sql('update token_balances set balance = 5 where account_id = $1', [
      person.user.account.uuid,
    ]);
    expect(await ask(person, group.uuid, 'refund')).toMatchObject({
      botUuid: returns.uuid,
      detour: 'no_tokens',
      tokens: 0,
    });
    expect(providers.requests).toHaveLength(0);
    expect(await balance(person)).toBe(5);
  });
});

test('hostile words, patterns and questions are only words', async () => {
  const person = await server.register();
  const bots = [await addBot(person, { name: 'One' }), await addBot(person, { name: 'Two' })];
  const hostile = [
    '(a+)+$',
    '*'.repeat(200),
    `${'*a'.repeat(99)}b`,
    '\\',
    '[',
    '{{x}}',
    '%_',
    "'; drop table bots; --",
  ];
  const group = await person.call(createGroup, {
    body: {
      name: 'Hostile',
      router: 'rules',
      members: [
        {
          botUuid: bots[0]?.uuid as BotId,
          whenToUse: '',
          rules: hostile
            .filter((one) => !/^\*+$/.test(one))
            .map((pattern) => ({ kind: 'matches' as const, pattern })),
        },
        { botUuid: bots[1]?.uuid as BotId, whenToUse: '', rules: [{ kind: 'otherwise' }] },
      ],
    },
  });
  for (const text of ['a'.repeat(8_000), '\u0000\ud800', '*', '((((((', 'ａ'.repeat(4_000)])
    expect([text.slice(0, 9), (await ask(person, group.uuid, text)).botUuid]).toEqual([
      text.slice(0, 9),
      bots[1]?.uuid,
    ]);
});

test('a text that the database can’t hold is refused or kept without it, never a fault', async () => {
  const person = await server.register();
  const bot = await addBot(person);
  const members = [
    {
      botUuid: bot.uuid,
      whenToUse: 'a\u0000b\ud800',
      rules: [{ kind: 'contains', words: ['\u0000', '\udc00'] }],
    },
  ];
  const body = { name: 'G\u0000', description: '\ud800', router: 'rules', members };
  const answer = await person.raw('POST', '/api/user/botgroup', { body });
  expect(answer.status).not.toBe(500);
});
