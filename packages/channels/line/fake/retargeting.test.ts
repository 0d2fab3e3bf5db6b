import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CREDENTIALS, createCaller, type Stage, setStage } from '../testing.ts';
import { fakeUserId } from './state.ts';

const { channelId, channelAccessToken } = CREDENTIALS;
const DAY = 24 * 60 * 60 * 1000;
const SETTLED = 3_000;
const SHOP = 'https://shop.example/';
const messages = [{ type: 'text', text: `Sale ${SHOP}` }];

let stage: Stage;
let call: ReturnType<typeof createCaller>;
let friends: string[];
beforeEach(async () => {
  stage = await setStage();
  call = createCaller(stage.fake);
  friends = Array.from({ length: 60 }, (_, index) =>
    stage.fake.addFriend(channelId, { displayName: `Friend ${index}` }),
  );
});
afterEach(() => stage.close());

const get = (path: string) => call('GET', `/v2/bot/${path}`);
const post = (path: string, json: object) => call('POST', `/v2/bot/${path}`, { json });
const code = (message: string) => ({ status: 400, body: { details: [{ message }] } });
const broadcast = async (): Promise<string> => (await post('message/broadcast', { messages })).requestId;
function look(requestId: string, count: number, url?: string): void {
  for (const id of friends.slice(0, count))
    expect(stage.fake.lookAt(channelId, id, { requestId, ...(url === undefined ? {} : { url }) })).toBe(true);
}

describe('statistics of a broadcast', () => {
  it('give how many got it, and of fewer than twenty people nothing else', async () => {
    const requestId = await broadcast();
    look(requestId, 19, SHOP);
    const { body } = await get(`insight/message/event?requestId=${requestId}`);
    const timestamp = Math.floor(stage.clock.now() / 1000);
    expect(body).toMatchObject({
      overview: { requestId, timestamp, delivered: 61, uniqueImpression: null, uniqueClick: null },
      messages: [],
      clicks: [],
    });
  });

  it('count views and clicks of the first fourteen days', async () => {
    const requestId = await broadcast();
    look(requestId, 30);
    look(requestId, 20, SHOP);
    stage.clock.advance(15 * DAY);
    look(requestId, 60, SHOP);
    const { body } = await get(`insight/message/event?requestId=${requestId}`);
    expect(body).toMatchObject({
      overview: { uniqueImpression: 30, uniqueClick: 20 },
      messages: [{ seq: 1, impression: 50, mediaPlayed: null }],
      clicks: [{ url: SHOP, click: 20, uniqueClick: 20 }],
    });
  });

  it('are refused for a push, and without the id of a request', async () => {
    const pushed = await post('message/push', { to: stage.hanako, messages });
    expect(await get(`insight/message/event?requestId=${pushed.requestId}`)).toMatchObject({ status: 404 });
    expect(await get('insight/message/event')).toMatchObject({
      status: 400,
      body: { message: 'Bad Request' },
    });
    const look = { requestId: pushed.requestId };
    expect(stage.fake.lookAt(channelId, stage.hanako, look)).toBe(false);
  });

  it('of a narrowcast have no number of recipients before it is settled', async () => {
    const { requestId } = await post('message/narrowcast', { messages });
    const delivered = async () =>
      (await get(`insight/message/event?requestId=${requestId}`)).body.overview.delivered;
    expect(await delivered()).toBeNull();
    stage.clock.advance(SETTLED);
    expect(await delivered()).toBe(61);
  });
});

describe('demographics', () => {
  it('are unavailable below twenty friends', async () => {
    expect((await get('insight/demographic')).body).toMatchObject({
      available: true,
      genders: [{ gender: 'unknown', percentage: 100 }],
    });
    for (const id of friends) stage.fake.block(channelId, id);
    expect((await get('insight/demographic')).body).toEqual({
      available: false,
      genders: [],
      ages: [],
      areas: [],
      appTypes: [],
      subscriptionPeriods: [],
    });
  });
});

describe('an audience of those who saw or clicked a message', () => {
  const create = (kind: 'click' | 'imp', json: object) =>
    post(`audienceGroup/${kind}`, { description: 'x', ...json });
  const read = async (id: number) => (await get(`audienceGroup/${id}`)).body.audienceGroup;

  it('is ready with fifty people, and stays in progress with fewer', async () => {
    const requestId = await broadcast();
    look(requestId, 55);
    look(requestId, 10, SHOP);
    const seen = await create('imp', { requestId });
    expect(seen).toMatchObject({ status: 202, body: { type: 'IMP', requestId, isIfaAudience: false } });
    const clicked = await create('click', { requestId, clickUrl: SHOP });
    expect(clicked).toMatchObject({ status: 202, body: { type: 'CLICK', clickUrl: SHOP } });
    stage.clock.advance(DAY);
    expect(await read(seen.body.audienceGroupId)).toMatchObject({ status: 'READY', audienceCount: 55 });
    const few = await read(clicked.body.audienceGroupId);
    // Fewer than twenty people are none.
    expect(few).toMatchObject({ status: 'IN_PROGRESS', audienceCount: 0, requestId, clickUrl: SHOP });
    const recipient = { type: 'audience', audienceGroupId: few.audienceGroupId };
    expect(await post('message/narrowcast', { messages, recipient })).toMatchObject({
      status: 400,
      body: { message: `Invalid audience group id: ${few.audienceGroupId}` },
    });
    const added = { audienceGroupId: seen.body.audienceGroupId, audiences: [{ id: stage.hanako }] };
    expect(await call('PUT', '/v2/bot/audienceGroup/upload', { json: added })).toMatchObject(
      code('AUDIENCE_GROUP_NOT_FOUND'),
    );
  });

  it('is refused for a push, for a message of sixty days ago, and twice for one address', async () => {
    const requestId = await broadcast();
    const pushed = await post('message/push', { to: stage.hanako, messages });
    expect(await create('imp', { requestId: pushed.requestId })).toMatchObject(code('REQUEST_NOT_FOUND'));
    await create('click', { requestId });
    expect(await create('click', { requestId })).toMatchObject(code('AUDIENCE_GROUP_REQUESTID_DUPLICATE'));
    expect(await create('click', { requestId, clickUrl: SHOP })).toMatchObject({ status: 202 });
    expect(await create('imp', { requestId, description: 'x'.repeat(121) })).toMatchObject(
      code('AUDIENCE_GROUP_NAME_SIZE_OVER'),
    );
    stage.clock.advance(61 * DAY);
    expect(await create('imp', { requestId })).toMatchObject(code('TOO_OLD_MESSAGES'));
  });
});

describe('an audience of a file', () => {
  async function upload(
    method: 'POST' | 'PUT',
    lines: readonly string[],
    more: Readonly<Record<string, string>>,
  ) {
    const body = new FormData();
    for (const [name, value] of Object.entries(more)) body.append(name, value);
    const type = more.type ?? 'text/plain';
    body.append('file', new Blob([lines.join('\n')], { type }), 'ids.txt');
    const response = await fetch(`${stage.fake.hosts.data}/v2/bot/audienceGroup/upload/byFile`, {
      method,
      body,
      headers: { authorization: `Bearer ${channelAccessToken}` },
    });
    return { status: response.status, body: Object(await response.json()) };
  }

  it('has its lines, and takes more of them', async () => {
    const made = await upload('POST', friends.slice(0, 3), { description: 'List' });
    expect(made).toMatchObject({ status: 202, body: { type: 'UPLOAD', description: 'List' } });
    const audienceGroupId = String(made.body.audienceGroupId);
    expect(await upload('PUT', friends.slice(2, 5), { audienceGroupId })).toEqual({ status: 202, body: {} });
    stage.clock.advance(DAY);
    const { body } = await get(`audienceGroup/${audienceGroupId}`);
    expect(body.audienceGroup).toMatchObject({ status: 'READY', audienceCount: 5 });
    expect(body.jobs).toHaveLength(2);
  });

  it('is refused with a line that is no id, with none, and as another kind of file', async () => {
    const wrong = await upload('POST', [stage.hanako, 'U1'], { description: 'List' });
    expect(wrong.body).toEqual({
      message: 'UPLOAD_AUDIENCE_GROUP_INVALID_AUDIENCE_ID_FORMAT',
      details: [{ message: 'UPLOAD_AUDIENCE_GROUP_INVALID_AUDIENCE_ID_FORMAT', property: 'file' }],
    });
    expect(await upload('POST', [], { description: 'List' })).toMatchObject(
      code('UPLOAD_AUDIENCE_GROUP_NO_VALID_AUDIENCE_IDS'),
    );
    const pdf = await upload('POST', [stage.hanako], { description: 'List', type: 'application/pdf' });
    expect(pdf.status).toBe(415);
    const unknown = await upload('PUT', [stage.hanako], { audienceGroupId: '7' });
    expect(unknown).toMatchObject(code('AUDIENCE_GROUP_NOT_FOUND'));
  });
});

describe('memberships', () => {
  it('list their plans and members, and say what a member pays for', async () => {
    expect(await get('membership/list')).toMatchObject({
      status: 404,
      body: { message: 'Membership plan not found' },
    });
    const members = [stage.hanako, friends[0] ?? ''].map((userId) => ({
      userId,
      joinedAt: stage.clock.now(),
    }));
    stage.fake.setMembership(channelId, { membershipId: 3189, title: 'Basic', price: 500, members });
    stage.clock.advance(40 * DAY);
    expect((await get('membership/list')).body).toMatchObject({
      memberships: [{ membershipId: 3189, memberCount: 2 }],
    });
    const first = (await get('membership/3189/users/ids?limit=1')).body;
    expect(first.userIds).toEqual([stage.hanako]);
    const rest = await get(`membership/3189/users/ids?limit=1&start=${first.next}`);
    expect(rest.body).toEqual({ userIds: [friends[0]] });
    expect((await get(`membership/subscription/${stage.hanako}`)).body).toMatchObject({
      subscriptions: [
        { membership: { title: 'Basic' }, user: { membershipNo: 1, totalSubscriptionMonths: 2 } },
      ],
    });
  });

  it('are refused for a plan that is not sold and for a friend who has joined none', async () => {
    expect(await get('membership/7/users/ids')).toMatchObject({
      status: 404,
      body: { message: 'Membership ID is not found' },
    });
    expect(await get('membership/subscription/U1')).toMatchObject({ status: 400 });
    expect(await get(`membership/subscription/${stage.hanako}`)).toMatchObject({
      status: 404,
      body: { message: 'Not found' },
    });
  });
});

describe('a link token', () => {
  it('is issued for a person whom the account knows', async () => {
    const issue = (id: string) => call('POST', `/v2/bot/user/${id}/linkToken`);
    const { body } = await issue(stage.hanako);
    expect(body.linkToken).toMatch(/^[\w-]{20,}$/);
    expect((await issue(stage.hanako)).body.linkToken).not.toBe(body.linkToken);
    expect(await issue('U1')).toMatchObject({
      status: 400,
      body: { message: "The value for the 'userId' parameter is invalid" },
    });
    expect(await issue(fakeUserId('stranger'))).toMatchObject({ status: 404 });
  });
});

describe('the read mark of a person', () => {
  it('stands at their last message, and is refused for a group', async () => {
    await stage.fake.friendSays(channelId, stage.hanako, { type: 'text', text: 'Hello' });
    const at = stage.clock.now();
    stage.clock.advance(DAY);
    const mark = (userId: string) => post('message/markAsRead', { chat: { userId } });
    expect(await mark(stage.hanako)).toMatchObject({ status: 200 });
    expect(stage.fake.readUntil(channelId, stage.hanako)).toBe(at);
    expect(await mark(`C${'0'.repeat(32)}`)).toMatchObject({ status: 400 });
    expect(await post('message/markAsRead', {})).toMatchObject({ status: 400 });
  });
});
