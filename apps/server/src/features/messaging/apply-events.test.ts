import { randomBytes } from 'node:crypto';
import type { FakeEvent } from '@hanasu/channels/line/fake/build-event';
import type { FriendAction } from '@hanasu/channels/line/fake/friend-action';
import { DEFAULT_CHANNEL_SETTINGS, updateChannelSettings } from '@hanasu/contract/channel-settings';
import { setHandling } from '@hanasu/contract/inbox';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../testing/test-server.ts';
import {
  echo,
  openShop,
  type Shop,
  type Stage,
  setStage,
  textsOf,
} from '../channels/testing/channel-stage.fixture.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await setStage();
});
afterEach(() => stage.models.reset());
afterAll(() => stage.close());

const act = (shop: Shop, action: FriendAction, options = {}) =>
  stage.fake.friendSays(shop.credentials.channelId, shop.friend, action, options);
const event = (shop: Shop, action: FriendAction, options = {}): FakeEvent =>
  stage.fake.friendEvent(shop.credentials.channelId, shop.friend, action, options);
const deliver = (shop: Shop, ...events: FakeEvent[]) =>
  stage.fake.deliver(shop.credentials.channelId, events);

const replies = (shop: Shop) =>
  stage.fake
    .chat(shop.credentials.channelId, shop.friend)
    .filter((entry) => entry.from === 'account')
    .map((entry) => [entry.via, entry.text]);

describe('what is shown', () => {
  test('each kind of message as what it is', async () => {
    const shop = await openShop(stage);
    await act(shop, { type: 'sticker', keywords: ['hello', 'smile'] });
    await act(shop, { type: 'image' });
    await act(shop, { type: 'video' });
    await act(shop, { type: 'audio' });
    await act(shop, { type: 'file', fileName: 'menu.pdf' });
    await act(shop, { type: 'location', title: 'Tower', address: 'Tokyo' });
    await act(shop, { type: 'postback', data: 'action=buy' });
    await act(shop, { type: 'custom', event: { type: 'beacon', beacon: { hwid: '1', type: 'enter' } } });
    await act(shop, { type: 'custom', event: { type: 'message', message: { id: '77', type: 'hologram' } } });
    const messages = (
      await shop.until('nine entries', (all) => all.filter(({ sender }) => sender !== 'bot').length >= 9)
    ).filter(({ sender }) => sender !== 'bot');
    expect(messages.map(({ sender, kind, text }) => [sender, kind, text])).toEqual([
      ['customer', 'sticker', 'hello, smile'],
      ['customer', 'image', ''],
      ['customer', 'video', ''],
      ['customer', 'audio', ''],
      ['customer', 'file', 'menu.pdf'],
      ['customer', 'location', 'Tower\nTokyo'],
      ['customer', 'postback', 'action=buy'],
      ['system', 'event', ''],
      ['customer', 'unsupported', ''],
    ]);
  });

  test('a friend with name, picture and language', async () => {
    const shop = await openShop(stage);
    await shop.says('hello');
    const conversation = await eventually('the profile is read', async () => {
      const found = await shop.conversation();
      return found.friend?.name === 'Hanako' && found;
    });
    expect(conversation.friend).toMatchObject({ name: 'Hanako', language: 'ja' });
  });

  test('a message that was taken back is gone, also from what was received', async () => {
    const shop = await openShop(stage);
    const said = event(shop, { type: 'text', text: 'my secret' });
    const id = String((said.message as { id: string }).id);
    await deliver(shop, said);
    await shop.until('it is there', (all) => textsOf(all, 'customer').includes('my secret'));
    await act(shop, { type: 'unsend', messageId: id });
    const messages = await shop.until('it is gone', (all) => all.some(({ data }) => data.unsent === true));
    expect(JSON.stringify(messages.filter(({ sender }) => sender === 'customer'))).not.toContain('my secret');
    const stored = await stage.server.sql<{ event: unknown }>('select event from inbound_events');
    expect(JSON.stringify(stored)).not.toContain('my secret');
  });

  test('a message that was taken back before it came is never shown nor answered', async () => {
    const shop = await openShop(stage);
    const said = event(shop, { type: 'text', text: 'too late' });
    await act(shop, { type: 'unsend', messageId: String((said.message as { id: string }).id) });
    await shop.until('the line is there', (all) => all.length === 1);
    await deliver(shop, said);
    await shop.untilIdle();
    expect(textsOf(await shop.messages(), 'customer')).toEqual(['']);
    expect(shop.received()).toEqual([]);
  });

  test('a message and its being taken back that come together: no rule reads the text, nothing is answered', async () => {
    const shop = await openShop(stage);
    const keyword = { id: crypto.randomUUID(), enabled: true, match: 'contains' as const, words: ['secret'] };
    const keywords = [{ ...keyword, reply: 'A keyword was found.', wantsPerson: false }];
    await stage.owner.call(updateChannelSettings, {
      params: { uuid: shop.channel.uuid },
      body: { ...DEFAULT_CHANNEL_SETTINGS, batchingDelay: 20, keywords },
    });
    const said = event(shop, { type: 'text', text: 'my secret' });
    const unsend = event(shop, {
      type: 'unsend',
      messageId: String((said.message as { id: string }).id),
    });
    for (const together of [
      [said, unsend],
      [unsend, said],
    ]) {
      await deliver(shop, ...together);
      await shop.until('the line is there', (all) => all.some(({ data }) => data.unsent === true));
      await shop.untilIdle();
      expect(textsOf(await shop.messages(), 'customer')).toEqual(['']);
      expect(shop.received()).toEqual([]);
    }
  });

  test('a message whose being taken back could not be applied is not shown either', async () => {
    const shop = await openShop(stage);
    await shop.says('first');
    await shop.until('the first is answered', (all) => textsOf(all, 'bot').length === 1);
    const said = event(shop, { type: 'text', text: 'too late' });
    const messageId = String((said.message as { id: string }).id);
    // An id that no index of the database holds.
    const friendId = randomBytes(8_000).toString('hex');
    await stage.server.sql(
      `insert into inbound_events (account_id, channel_id, vendor_event_id, thread, event, received_at, vendor_message_id)
       select account_id, channel_id, 'broken', thread, jsonb_build_object('occurredAt', 1, 'friendExternalId', $3::text,
         'what', jsonb_build_object('kind', 'unsend', 'vendorMessageId', $2::text)), now(), $2::text
       from inbound_events where channel_id = $1 limit 1`,
      [shop.channel.uuid, messageId, friendId],
    );
    await shop.says('second');
    await shop.until('the second is answered', (all) => textsOf(all, 'bot').length === 2);
    await deliver(shop, said);
    await shop.untilIdle();
    expect(JSON.stringify(await shop.messages())).not.toContain('too late');
  });

  test('an event that can’t be applied is set aside, shown as unreadable, and holds up nobody', async () => {
    const shop = await openShop(stage);
    await shop.says('first');
    await shop.until('the first is answered', (all) => textsOf(all, 'bot').length === 1);
    await stage.server.sql(
      `insert into inbound_events (account_id, channel_id, vendor_event_id, thread, event, received_at)
       select account_id, channel_id, 'poison', thread, '{"what": null, "occurredAt": 1}', now()
       from inbound_events where channel_id = '${shop.channel.uuid}' limit 1`,
    );
    await shop.says('second');
    await shop.until('the second is answered', (all) => textsOf(all, 'bot').length === 2);
    const messages = await shop.until('all are shown', (all) => all.length === 5);
    expect(messages.map(({ kind, text }) => [kind, text])).toContainEqual(['unsupported', '']);
    expect(textsOf(messages, 'bot')).toEqual([echo('first'), echo('second')]);
  });
});

describe('who is answered', () => {
  test('a new friend is greeted with the free reply of the event', async () => {
    const settings = { variables: [{ name: 'shop', value: 'Momiji' }] };
    const shop = await openShop(stage, { bot: { greeting: '{{shop}}へようこそ！', settings } });
    await act(shop, { type: 'follow' });
    await eventually('the greeting is there', async () => shop.received().length > 0);
    expect(replies(shop)).toEqual([['reply', 'Momijiへようこそ！']]);
    expect((await shop.conversation()).friend?.state).toBe('following');
  });

  test('greeting and answer of one call are both free, each by the token of its event', async () => {
    const shop = await openShop(stage, { bot: { greeting: 'Welcome!' } });
    await deliver(shop, event(shop, { type: 'follow' }), event(shop, { type: 'text', text: 'open?' }));
    await eventually('both are there', async () => shop.received().length === 2);
    expect(replies(shop)).toEqual([
      ['reply', 'Welcome!'],
      ['reply', echo('open?')],
    ]);
  });

  test('nobody who blocked the account right after writing', async () => {
    const shop = await openShop(stage);
    await shop.change({ batchingDelay: 300 });
    await deliver(shop, event(shop, { type: 'text', text: 'bye' }), event(shop, { type: 'unfollow' }));
    await shop.until('both are shown', (all) => all.length === 2);
    await shop.untilIdle();
    expect(textsOf(await shop.messages(), 'bot')).toEqual([]);
    expect((await shop.conversation()).friend?.state).toBe('blocked');
  });

  test('nobody while another module is in charge', async () => {
    const shop = await openShop(stage);
    await act(shop, { type: 'text', text: 'standing by' }, { mode: 'standby' });
    await shop.until('it is shown', (all) => all.length === 1);
    await shop.untilIdle();
    expect(shop.received()).toEqual([]);
  });

  test('a group only when it speaks to the account, and the answer goes to the group', async () => {
    const shop = await openShop(stage);
    const group = `C${'1'.repeat(32)}`;
    const { channelId } = shop.credentials;
    const other = stage.fake.addFriend(channelId, { displayName: 'Taro' });
    stage.fake.addGroup(channelId, group, [shop.friend, other]);
    await act(shop, { type: 'text', text: 'lunch?' }, { in: group });
    await shop.until('it is shown', (all) => all.length === 1);
    await shop.untilIdle();
    expect(shop.received(group)).toEqual([]);
    await stage.fake.friendSays(
      channelId,
      other,
      { type: 'text', text: '@Shop open?', mentionsAccount: true },
      { in: group },
    );
    await eventually('the group is answered', async () => shop.received(group).length > 0);
    expect(shop.received(group)[0]).toContain('@Shop open?');
    expect([shop.received(), shop.received(other)]).toEqual([[], []]);
  });

  test('talk in a group during an answer brings no second one', async () => {
    const shop = await openShop(stage);
    const group = `C${'2'.repeat(32)}`;
    stage.fake.addGroup(shop.credentials.channelId, group, [shop.friend]);
    stage.models.behave('gpt-4o-mini', 'held');
    await act(shop, { type: 'text', text: '@Shop hello there?', mentionsAccount: true }, { in: group });
    await eventually('the model writes', async () => stage.models.requests.length > 0);
    await act(shop, { type: 'text', text: 'by the way' }, { in: group });
    await shop.until('it is shown', (all) => all.length === 2);
    stage.models.reset();
    await eventually('the group is answered', async () => shop.received(group).length > 0);
    await shop.untilIdle();
    expect(shop.received(group)).toHaveLength(1);
  });

  test('nobody on a paused channel, whose messages are shown all the same', async () => {
    const shop = await openShop(stage, { bot: { greeting: 'Welcome!' } });
    await shop.change({ paused: true });
    await act(shop, { type: 'follow' });
    await shop.says('anybody?');
    await shop.until('both are shown', (all) => all.length === 2);
    await shop.untilIdle();
    expect(shop.received()).toEqual([]);
  });

  test('a closed conversation opens again when its customer writes', async () => {
    const shop = await openShop(stage);
    await shop.says('one');
    await shop.until('it is answered', (all) => textsOf(all, 'bot').length === 1);
    const { uuid } = await shop.conversation();
    await stage.owner.call(setHandling, { params: { uuid }, body: { handling: 'closed' } });
    expect((await shop.conversation()).handling).toBe('closed');
    await shop.says('two');
    await shop.until('it is answered', (all) => textsOf(all, 'bot').length === 2);
    expect((await shop.conversation()).handling).toBe('bot');
    await eventually('both answers arrive', async () => shop.received().length === 2);
    expect(shop.received()).toEqual([echo('one'), echo('two')]);
  });
});
