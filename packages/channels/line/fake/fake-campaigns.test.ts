import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CREDENTIALS, createCaller, type Stage, setStage } from '../testing.ts';
import { startFakeLine } from './fake-line.ts';
import { fakeUserId } from './state.ts';

const { channelId } = CREDENTIALS;
const GROUP = `C${'0'.repeat(32)}`;
const DAY = 24 * 60 * 60 * 1000;
const SETTLED = 3_000;
const KEY = '123e4567-e89b-12d3-a456-426614174000';
const messages = [{ type: 'text', text: 'Sale' }];

let stage: Stage;
let call: ReturnType<typeof createCaller>;
let minh: string;
beforeEach(async () => {
  stage = await setStage();
  call = createCaller(stage.fake);
  minh = stage.fake.addFriend(channelId, { displayName: 'Minh' });
});
afterEach(() => stage.close());

const send = (how: string, json: object, retryKey?: string) =>
  call('POST', `/v2/bot/message/${how}`, {
    json: { messages, ...json },
    ...(retryKey === undefined ? {} : { retryKey }),
  });
const texts = (id: string) => stage.fake.chat(channelId, id).map(({ text, via }) => [text, via]);
const refused = (status: number, message: string) => ({ status, body: { message } });
const detail = (message: string, property: string) => ({
  status: 400,
  body: { message: 'The request body has 1 error(s)', details: [{ message, property }] },
});
const noQuota = refused(429, 'You have reached your monthly limit.');
const limitTo = (monthlyQuota: number) =>
  stage.fake.addChannel({ ...CREDENTIALS, displayName: 'a', monthlyQuota });
const used = () => stage.fake.channel(channelId).quotaUsed;

describe('a multicast', () => {
  it('reaches those who are named, and counts whom it reaches', async () => {
    stage.fake.block(channelId, minh);
    expect(await send('multicast', { to: [stage.hanako, minh] })).toMatchObject({ status: 200, body: {} });
    expect(texts(stage.hanako)).toEqual([['Sale', 'multicast']]);
    expect(texts(minh)).toEqual([]);
    expect(used()).toBe(1);
  });
  it.each([
    ['somebody who never was here', fakeUserId('nobody')],
    ['a group', GROUP],
    ['nonsense', 'U1'],
  ])('reaches nobody when it names %s', async (_name, id) => {
    stage.fake.addGroup(channelId, GROUP, [stage.hanako]);
    expect(await send('multicast', { to: [stage.hanako, id] })).toMatchObject(
      refused(400, 'The property, to[1], in the request body is invalid (line: -, column: -)'),
    );
    expect(texts(stage.hanako)).toEqual([]);
  });
  it('is refused for nobody, too many, and words the vendor refuses', async () => {
    const size = detail('Size must be between 1 and 500', 'to');
    expect(await send('multicast', { to: [] })).toMatchObject(size);
    expect(await send('multicast', { to: Array(501).fill(stage.hanako) })).toMatchObject(size);
    expect(await send('multicast', { to: [stage.hanako], messages: [] })).toMatchObject(
      detail('Size must be between 1 and 5', 'messages'),
    );
    limitTo(1);
    expect(await send('multicast', { to: [stage.hanako, minh] })).toMatchObject(noQuota);
    expect(used()).toBe(0);
  });
  it('is sent once for one retry key', async () => {
    const first = await send('multicast', { to: [stage.hanako] }, KEY);
    expect(first.status).toBe(200);
    const { status, body } = await send('multicast', { to: [stage.hanako] }, KEY);
    expect([status, body]).toEqual([409, { message: 'The retry key is already accepted' }]);
    expect(texts(stage.hanako)).toHaveLength(1);
  });
});

describe('a broadcast', () => {
  it('reaches every friend, and nobody else', async () => {
    const stranger = stage.fake.addFriend(channelId, { displayName: 'New', relation: 'stranger' });
    expect(await send('broadcast', {}, KEY)).toMatchObject({ status: 200, body: {} });
    expect(await send('broadcast', {}, KEY)).toMatchObject({ status: 409 });
    expect(texts(stage.hanako)).toEqual([['Sale', 'broadcast']]);
    expect(texts(minh)).toEqual([['Sale', 'broadcast']]);
    expect(texts(stranger)).toEqual([]);
    expect(used()).toBe(2);
  });
  it('is refused with a unit, without quota, and after sixty in an hour', async () => {
    expect(await send('broadcast', { customAggregationUnits: ['a'] })).toMatchObject({ status: 400 });
    limitTo(1);
    expect(await send('broadcast', {})).toMatchObject(noQuota);
    for (let index = 2; index < 60; index += 1) await send('broadcast', { messages: [] });
    expect(await send('broadcast', {})).toMatchObject(
      refused(429, 'The API rate limit has been exceeded. Try again later.'),
    );
  });
});

describe('units', () => {
  const info = async () => (await call('GET', '/v2/bot/message/aggregation/info')).body;
  it('are listed for a month, by page', async () => {
    for (const name of ['b', 'a', 'a']) {
      await send('multicast', { to: [stage.hanako], customAggregationUnits: [name] });
    }
    await send('push', { to: stage.hanako, customAggregationUnits: ['c'] });
    expect(await info()).toEqual({ numOfCustomAggregationUnits: 3 });
    const list = '/v2/bot/message/aggregation/list';
    const { body } = await call('GET', `${list}?limit=2`);
    expect(body).toEqual({ customAggregationUnits: ['b', 'a'], next: expect.any(String) });
    const { body: rest } = await call('GET', `${list}?limit=2&start=${body.next}`);
    expect(rest).toEqual({ customAggregationUnits: ['c'] });
    expect(await call('GET', `${list}?start=x`)).toMatchObject(refused(400, 'Invalid start param'));
    expect(await call('GET', `${list}?limit=101`)).toMatchObject({ status: 400 });
    stage.clock.advance(31 * DAY);
    expect(await info()).toEqual({ numOfCustomAggregationUnits: 0 });
  });
  it('are added up from day to day, and say nothing of fewer than twenty people', async () => {
    const ids = Array.from({ length: 25 }, (_, index) =>
      stage.fake.addFriend(channelId, { displayName: `F${index}` }),
    );
    await send('multicast', { to: ids, customAggregationUnits: ['a'] });
    const day = (at: number) =>
      new Date(at + 9 * 60 * 60 * 1000).toISOString().slice(0, 10).replaceAll('-', '');
    const first = day(stage.clock.now());
    const look = (id: string | undefined, url?: string) =>
      stage.fake.lookAt(channelId, id ?? '', { unit: 'a', ...(url === undefined ? {} : { url }) });
    for (const id of ids.slice(0, 19)) expect(look(id)).toBe(true);
    expect(look(stage.hanako)).toBe(false);
    const read = (query: string) => call('GET', `/v2/bot/insight/message/event/aggregation?${query}`);
    const on = (from: string, to: string) => read(`customAggregationUnit=a&from=${from}&to=${to}`);
    const none = { uniqueMediaPlayed: null, uniqueMediaPlayed100Percent: null };
    expect((await on(first, first)).body).toEqual({
      overview: { uniqueImpression: null, uniqueClick: null, ...none },
      messages: [{ seq: 1, impression: null, uniqueImpression: null }],
      clicks: [],
    });
    stage.clock.advance(DAY);
    for (const id of ids.slice(15)) look(id, 'https://shop.example/');
    const second = day(stage.clock.now());
    expect((await on(first, second)).body).toEqual({
      overview: { uniqueImpression: 25, uniqueClick: null, ...none },
      messages: [{ seq: 1, impression: 29, uniqueImpression: 25 }],
      clicks: [
        { seq: 1, url: 'https://shop.example/', click: null, uniqueClick: null, uniqueClickOfRequest: null },
      ],
    });
    expect((await on(first, first)).body).toMatchObject({ overview: { uniqueImpression: null } });
    expect((await on(second, first)).status).toBe(400);
    expect((await on(first, day(stage.clock.now() + 31 * DAY))).status).toBe(400);
    expect((await read(`customAggregationUnit=a.b&from=${first}&to=${second}`)).status).toBe(400);
    expect((await read(`customAggregationUnit=a&from=${first}`)).status).toBe(400);
    expect((await read(`customAggregationUnit=unused&from=${first}&to=${second}`)).body).toMatchObject({
      overview: { uniqueImpression: null },
      messages: [],
    });
  });
  it.each([[[]], [['a', 'b']], [['a b']], [['x'.repeat(31)]], ['a']])('are refused as %j', async (units) => {
    for (const [how, to] of [
      ['push', stage.hanako],
      ['multicast', [stage.hanako]],
    ] as const) {
      expect(await send(how, { to, customAggregationUnits: units })).toMatchObject({ status: 400 });
    }
    expect(texts(stage.hanako)).toEqual([]);
  });
});

async function makeAudience(...userIds: string[]): Promise<number> {
  const json = { description: 'Regulars', audiences: userIds.map((id) => ({ id })) };
  const { body } = await call('POST', '/v2/bot/audienceGroup/upload', { json });
  stage.clock.advance(SETTLED);
  return body.audienceGroupId;
}

describe('a narrowcast', () => {
  const progress = async (id: string) =>
    (await call('GET', `/v2/bot/message/progress/narrowcast?requestId=${id}`)).body;
  it('is on its way for a while, with its quota set aside', async () => {
    limitTo(2);
    const { status, requestId } = await send('narrowcast', {}, KEY);
    expect(status).toBe(202);
    expect(await send('narrowcast', {}, KEY)).toMatchObject({ status: 409 });
    expect(await progress(requestId)).toEqual({ phase: 'waiting', acceptedTime: expect.any(String) });
    expect(texts(minh)).toEqual([]);
    // Nothing is used yet, and nothing is left for others.
    expect(used()).toBe(0);
    expect(await send('push', { to: minh })).toMatchObject(noQuota);
    stage.clock.advance(1_000);
    expect(await progress(requestId)).toMatchObject({ phase: 'sending', targetCount: 2 });
    stage.fake.block(channelId, minh);
    stage.clock.advance(2_000);
    expect(await progress(requestId)).toMatchObject({
      phase: 'succeeded',
      successCount: 1,
      failureCount: 1,
      targetCount: 2,
      completedTime: expect.any(String),
    });
    expect(texts(stage.hanako)).toEqual([['Sale', 'narrowcast']]);
    expect(used()).toBe(1);
    expect(await send('push', { to: stage.hanako })).toMatchObject({ status: 200 });
    stage.clock.advance(14 * DAY);
    expect(await progress(requestId)).toEqual({ message: 'Not found' });
  });
  it('keeps to its limits', async () => {
    limitTo(1);
    expect(await send('narrowcast', {})).toMatchObject(noQuota);
    expect(await send('narrowcast', { limit: { forbidPartialDelivery: true } })).toMatchObject(
      refused(400, 'The option forbidPartialDelivery must be used with upToRemainingQuota.'),
    );
    const limit = { upToRemainingQuota: true };
    const whole = await send('narrowcast', { limit: { ...limit, forbidPartialDelivery: true } });
    const part = await send('narrowcast', { limit });
    stage.clock.advance(SETTLED);
    expect(await progress(whole.requestId)).toMatchObject({ phase: 'failed', errorCode: 5 });
    expect(await progress(part.requestId)).toMatchObject({ phase: 'succeeded', successCount: 1 });
    expect(used()).toBe(1);
  });
  it('goes to audiences, to those it went to before, and to what is made of both', async () => {
    const audience = { type: 'audience', audienceGroupId: await makeAudience(minh) };
    const { requestId } = await send('narrowcast', { recipient: audience });
    const redelivery = { type: 'redelivery', requestId };
    expect(await send('narrowcast', { recipient: redelivery })).toMatchObject(
      refused(400, `Invalid request id: ${requestId}`),
    );
    stage.clock.advance(SETTLED);
    expect([texts(minh).length, texts(stage.hanako).length]).toEqual([1, 0]);
    await send('narrowcast', { recipient: { type: 'operator', and: [audience, redelivery] } });
    await send('narrowcast', { recipient: { type: 'operator', not: audience } });
    stage.clock.advance(SETTLED);
    expect([texts(minh).length, texts(stage.hanako).length]).toEqual([2, 1]);
  });
  it('is refused for recipients that are none', async () => {
    const to = (recipient: object) => send('narrowcast', { recipient });
    expect(await to({ type: 'audience', audienceGroupId: 7 })).toMatchObject(
      refused(400, 'Invalid audience group id: 7'),
    );
    const empty = await makeAudience();
    expect(await to({ type: 'audience', audienceGroupId: empty })).toMatchObject(
      refused(400, `Invalid audience group id: ${empty}`),
    );
    expect(await to({ type: 'friends' })).toMatchObject({
      status: 400,
      body: { details: [{ property: 'recipient.type' }] },
    });
    const audience = { type: 'audience', audienceGroupId: await makeAudience(minh) };
    const many = { type: 'operator', or: Array(11).fill(audience) };
    expect(await to(many)).toMatchObject({ status: 400 });
    const push = await send('push', { to: minh });
    expect(await to({ type: 'redelivery', requestId: push.requestId })).toMatchObject({ status: 400 });
  });
  it('asks for a hundred friends before it looks at what they are', async () => {
    const filter = { demographic: { type: 'gender', oneOf: ['female'] } };
    expect(await send('narrowcast', { filter })).toMatchObject(
      refused(403, 'Your account does not have enough friends'),
    );
    for (let index = 0; index < 98; index += 1) {
      stage.fake.addFriend(channelId, { displayName: `Friend ${index}` });
    }
    const { status, requestId } = await send('narrowcast', { filter });
    expect(status).toBe(202);
    stage.clock.advance(SETTLED);
    expect(await progress(requestId)).toMatchObject({ phase: 'failed', errorCode: 2 });
    const wrong = { demographic: { type: 'age', gte: 'age_16' } };
    expect(await send('narrowcast', { filter: wrong })).toMatchObject({
      status: 400,
      body: { details: [{ property: 'filter.demographic.gte' }] },
    });
  });
});

describe('what was sent', () => {
  const get = (path: string) => call('GET', `/v2/bot/${path}`);
  it('is counted by way and day, once the day is over in Tokyo', async () => {
    stage.clock.advance(Date.UTC(2026, 10, 20, 14, 59) - stage.clock.now());
    await send('push', { to: minh });
    await send('multicast', { to: [minh, stage.hanako] });
    await send('broadcast', {});
    const push = 'message/delivery/push?date=20261120';
    expect((await get(push)).body).toEqual({ status: 'unready' });
    stage.clock.advance(60_000);
    await send('push', { to: minh });
    expect((await get(push)).body).toEqual({ status: 'ready', success: 1 });
    expect((await get('message/delivery/reply?date=20261120')).body).toEqual({ status: 'ready', success: 0 });
    expect((await get('insight/message/delivery?date=20261120')).body).toEqual({
      status: 'ready',
      apiPush: 1,
      apiMulticast: 2,
      apiBroadcast: 2,
    });
    expect((await get('message/delivery/push?date=20180330')).body).toEqual({ status: 'out_of_service' });
  });
  it.each(['', '2026-11-20', '20260230'])('is refused for the day %j', async (date) => {
    const badDate = refused(400, "The value for the 'date' parameter is invalid");
    expect(await get(`message/delivery/multicast?date=${date}`)).toMatchObject(badDate);
    for (const of of ['message/delivery', 'followers']) {
      expect(await get(`insight/${of}?date=${date}`)).toMatchObject(refused(400, 'Bad Request'));
    }
  });
  it('could have reached those who follow', async () => {
    expect(await get('insight/followers')).toMatchObject(refused(400, 'date is required'));
    stage.fake.block(channelId, minh);
    const { body } = await get('insight/followers?date=20261119');
    expect(body).toEqual({ status: 'ready', followers: 2, targetedReaches: 1, blocks: 1 });
    expect((await get('insight/followers?date=20261120')).body.followers).toBeNull();
  });
});

describe('an audience', () => {
  const path = '/v2/bot/audienceGroup';
  const code = (message: string) => ({ status: 400, body: { details: [{ message }] } });
  const create = (json: object) => call('POST', `${path}/upload`, { json: { description: 'x', ...json } });
  it('is ready a moment after somebody is in it', async () => {
    const { status, body } = await create({});
    expect(status).toBe(202);
    const { audienceGroupId } = body;
    const one = async () => (await call('GET', `${path}/${audienceGroupId}`)).body;
    stage.clock.advance(DAY);
    expect((await one()).audienceGroup.status).toBe('IN_PROGRESS');
    const more = (...users: string[]) =>
      call('PUT', `${path}/upload`, { json: { audienceGroupId, audiences: users.map((id) => ({ id })) } });
    expect(await more(minh)).toMatchObject({ status: 202 });
    stage.clock.advance(SETTLED);
    await more(minh, stage.hanako);
    expect(await one()).toMatchObject({
      audienceGroup: { status: 'READY', audienceCount: 2, type: 'UPLOAD' },
      jobs: [{ jobStatus: 'FINISHED' }, { jobStatus: 'FINISHED' }, { jobStatus: 'WORKING' }],
    });
    expect(await more('U1')).toMatchObject(code('UPLOAD_AUDIENCE_GROUP_INVALID_AUDIENCE_ID_FORMAT'));
    expect(await more()).toMatchObject(code('UPLOAD_AUDIENCE_GROUP_NO_VALID_AUDIENCE_IDS'));
    stage.clock.advance(180 * DAY);
    expect((await one()).audienceGroup.status).toBe('EXPIRED');
    expect(await more(minh)).toMatchObject(code('AUDIENCE_GROUP_CAN_NOT_UPLOAD_STATUS_EXPIRED'));
  });
  it.each([
    ['a long name', { description: 'x'.repeat(121) }, 'AUDIENCE_GROUP_NAME_SIZE_OVER'],
    ['no name', { description: '' }, 'AUDIENCE_GROUP_NAME_EMPTY'],
    ['a name of two lines', { description: 'a\nb' }, 'AUDIENCE_GROUP_NAME_WRONG'],
    [
      'an id of another form',
      { audiences: [{ id: 'U1' }] },
      'UPLOAD_AUDIENCE_GROUP_INVALID_AUDIENCE_ID_FORMAT',
    ],
    [
      'too many ids',
      { audiences: Array(10_001).fill({ id: fakeUserId('a') }) },
      'UPLOAD_AUDIENCE_GROUP_TOO_MANY_AUDIENCE_IDS',
    ],
  ])('is refused with %s', async (_name, json, message) => {
    expect(await create(json)).toMatchObject(code(message));
  });
  it('is listed, renamed and deleted', async () => {
    const id = await makeAudience(minh);
    await create({ description: 'Others' });
    const { body } = await call('GET', `${path}/list?page=1&size=1&description=regular`);
    expect(body).toMatchObject({
      audienceGroups: [{ audienceGroupId: id }],
      totalCount: 1,
      hasNextPage: false,
    });
    expect((await call('GET', `${path}/list?page=1&size=1`)).body).toMatchObject({ hasNextPage: true });
    expect(await call('GET', `${path}/list?page=1&size=41`)).toMatchObject({
      body: { message: 'size: must be less than or equal to 40', details: [{ message: 'TOO_HIGH' }] },
      status: 400,
    });
    expect(await call('GET', `${path}/list`)).toMatchObject({ status: 400 });
    const rename = (to: string, json: object) => call('PUT', `${path}/${to}/updateDescription`, { json });
    expect(await rename(String(id), { description: 'VIP' })).toMatchObject({ status: 200 });
    expect(await rename(String(id), { description: 'x'.repeat(121) })).toMatchObject(
      code('AUDIENCE_GROUP_NAME_SIZE_OVER'),
    );
    expect(await rename('7', { description: 'VIP' })).toMatchObject(code('AUDIENCE_GROUP_NOT_FOUND'));
    expect((await call('GET', `${path}/${id}`)).body.audienceGroup.description).toBe('VIP');
    expect(await call('DELETE', `${path}/${id}`)).toMatchObject({ status: 202 });
    for (const method of ['GET', 'DELETE'] as const) {
      expect(await call(method, `${path}/${id}`)).toMatchObject(code('AUDIENCE_GROUP_NOT_FOUND'));
    }
  });
});

it('a narrowcast under way survives a restart', async () => {
  await send('narrowcast', { recipient: { type: 'audience', audienceGroupId: await makeAudience(minh) } });
  stage.clock.advance(SETTLED);
  const other = await startFakeLine({ now: stage.clock.now });
  other.restore(stage.fake.snapshot());
  expect(other.chat(channelId, minh)).toMatchObject([{ text: 'Sale', via: 'narrowcast' }]);
  await other.close();
});
