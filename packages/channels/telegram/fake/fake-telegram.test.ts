import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Stage, setStage, TOKEN } from '../testing.ts';
import type { FriendAction } from './build-update.ts';
import { startFakeTelegram } from './fake-telegram.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage({ retries: { delaysMs: [1, 1] } });
});
afterAll(() => stage.close());

async function call(
  method: string,
  params: object,
  { token = TOKEN, api = stage.fake.hosts.api }: { token?: string; api?: string } = {},
) {
  const response = await fetch(`${api}/bot${token}/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(params),
  });
  return (await response.json()) as { ok: boolean; error_code?: number; description?: string };
}
const say = (params: object) => call('sendMessage', { chat_id: stage.minh, text: 'x', ...params });
const button = (callback_data: string) => ({
  reply_markup: { inline_keyboard: [[{ text: 'b', callback_data }]] },
});
const entity = (type: string, offset: number, length: number) => ({ type, offset, length });

describe('the fake refuses what the vendor refuses', () => {
  it.each([
    ['nothing to say', { text: ' \n' }, 'message text is empty'],
    ['too much', { text: 'x'.repeat(4097) }, 'message is too long'],
    ['a tag nobody knows', { text: '<x>', parse_mode: 'HTML' }, 'Unsupported start tag'],
    ['a tag that is not closed', { text: '<b>x', parse_mode: 'HTML' }, "Can't find end tag"],
    ['tags that cross', { text: '<b><i>x</b></i>', parse_mode: 'HTML' }, 'Unmatched end tag'],
    ['a mark beyond the text', { entities: [entity('bold', 0, 2)] }, 'ENTITY_BOUNDS_INVALID'],
    ['a mark that cuts an emoji', { text: '😀', entities: [entity('bold', 0, 1)] }, 'ENTITY_BOUNDS_INVALID'],
    ['marks within code', { text: 'abc', entities: [entity('code', 0, 3), entity('bold', 1, 1)] }, 'cross'],
    ['a button with too much', button('x'.repeat(65)), 'BUTTON_DATA_INVALID'],
    ['a button with too much in bytes', button('花'.repeat(22)), 'BUTTON_DATA_INVALID'],
    ['nobody', { chat_id: 1 }, 'chat not found'],
    ['a reply to nothing', { reply_parameters: { message_id: 1 } }, 'message to be replied not found'],
  ])('%s', async (_name, params, sentence) => {
    const answer = await say(params);
    expect(answer).toMatchObject({ ok: false, error_code: 400 });
    expect(answer.description).toContain(sentence);
  });
  it('and takes what is just within', async () => {
    for (const params of [
      { text: 'x'.repeat(4096) },
      button('花'.repeat(21)),
      { text: '<b>&amp;</b>', parse_mode: 'HTML' },
    ]) {
      expect(await say(params)).toMatchObject({ ok: true });
    }
  });
  it('tokens that are wrong, or none at all', async () => {
    expect(await call('getMe', {}, { token: `${TOKEN}X` })).toMatchObject({ error_code: 401 });
    expect(await call('getMe', {}, { token: 'nonsense' })).toMatchObject({ error_code: 404 });
    expect(await call('getMine', {})).toMatchObject({ error_code: 404 });
  });
  it('more messages in a second than it carries', async () => {
    const fake = await startFakeTelegram({ ratePerSecond: 1, now: () => 0 });
    fake.addBot({ token: TOKEN, name: 'B', username: 'b_bot' });
    const params = { chat_id: fake.addFriend(TOKEN, { firstName: 'A' }), text: 'x' };
    expect(await call('sendMessage', params, fake.hosts)).toMatchObject({ ok: true });
    expect(await call('sendMessage', params, fake.hosts)).toMatchObject({
      error_code: 429,
      parameters: { retry_after: 1 },
    });
    await fake.close();
  });
  it('more to one chat than one a second, and others meanwhile', async () => {
    const fake = await startFakeTelegram({ chatBurst: 1, now: () => 0 });
    fake.addBot({ token: TOKEN, name: 'B', username: 'b_bot' });
    const to = (firstName: string) => ({ chat_id: fake.addFriend(TOKEN, { firstName }), text: 'x' });
    const codes: (number | undefined)[] = [];
    for (const name of ['A', 'A', 'B'])
      codes.push((await call('sendMessage', to(name), fake.hosts)).error_code);
    expect(codes).toEqual([undefined, 429, undefined]);
    await fake.close();
  });
});

describe('its updates lack nothing that the vendor always sends:', () => {
  const tell = async (action: FriendAction, place: { in?: string } = {}) =>
    (await stage.fake.friendSays(TOKEN, stage.minh, action, place)).update;
  it.each<[FriendAction, object]>([
    [
      { type: 'image' },
      {
        photo: [
          { width: 90, height: 90 },
          { width: 1280, height: 1280 },
        ],
      },
    ],
    [{ type: 'video' }, { video: { width: 64, height: 48, duration: 2 } }],
    [{ type: 'sticker' }, { sticker: { width: 512, height: 512, is_animated: false, is_video: false } }],
    [{ type: 'poll' }, { poll: { total_voter_count: 0, is_closed: false, members_only: false } }],
    [{ type: 'text', text: 'x' }, { chat: { type: 'private', first_name: 'Minh', last_name: 'Trần' } }],
  ])('%j', async (action, message) => {
    expect(await tell(action)).toMatchObject({ message });
  });
  it('a reply, with the message that it is to', async () => {
    const sent = await say({ text: 'Xin chào' });
    const replyTo = Number(Object(sent).result.message_id);
    const chat = { id: Number(stage.minh), type: 'private' };
    expect(await tell({ type: 'text', text: 'x', replyTo })).toMatchObject({
      message: { reply_to_message: { chat, date: expect.any(Number), text: 'Xin chào' } },
    });
  });
  it('a bot that is blocked, and until when', async () => {
    const kicked = { status: 'kicked', until_date: 0 };
    expect(await tell({ type: 'block' })).toMatchObject({ my_chat_member: { new_chat_member: kicked } });
    expect(await tell({ type: 'unblock' })).toMatchObject({ my_chat_member: { old_chat_member: kicked } });
  });
  it('a group that has become a larger one', async () => {
    const group = stage.fake.addGroup(TOKEN, 'Phở', [stage.minh]);
    const supergroup = stage.fake.migrate(TOKEN, group);
    expect(await tell({ type: 'text', text: 'x' }, { in: supergroup })).toMatchObject({
      message: { chat: { id: Number(supergroup), type: 'supergroup', title: 'Phở' } },
    });
  });
});

describe('its webhook', () => {
  it('is called again until it answers 2xx', async () => {
    const { fake, receiver, minh } = stage;
    const before = receiver.received.length;
    receiver.answerWith(500, 404, 204);
    const { status } = await fake.friendSays(TOKEN, minh, { type: 'text', text: 'Hi' });
    await fake.idle();
    expect(status).toBe(500);
    const bodies = receiver.received.slice(before).map(({ rawBody }) => rawBody.toString());
    expect(bodies).toHaveLength(3);
    expect(new Set(bodies).size).toBe(1);
  });
  it('hears only what was asked for', async () => {
    const { fake, receiver, minh } = stage;
    const before = receiver.received.length;
    const { url } = receiver;
    const local = await startFakeTelegram({ isLocal: true });
    local.addBot({ token: TOKEN, name: 'B', username: 'b_bot' });
    const friend = local.addFriend(TOKEN, { firstName: 'A' });
    await call('setWebhook', { url, allowed_updates: ['message'] }, local.hosts);
    await local.friendSays(TOKEN, friend, { type: 'react', messageId: 1, emoji: '👍' });
    expect(receiver.received).toHaveLength(before);
    await local.friendSays(TOKEN, friend, { type: 'text', text: 'Hi' });
    expect(receiver.received).toHaveLength(before + 1);
    await local.close();
    expect(fake.friend(TOKEN, minh)?.status).toBe('started');
  });
  it('survives a restart with everything', async () => {
    const other = await startFakeTelegram();
    other.restore(stage.fake.snapshot());
    expect(other.chat(TOKEN, stage.minh)).toEqual(stage.fake.chat(TOKEN, stage.minh));
    await other.close();
  });
});
