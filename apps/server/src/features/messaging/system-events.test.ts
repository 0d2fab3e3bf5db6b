import { randomUUID } from 'node:crypto';
import type { MessageView } from '@hanasu/contract/inbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../testing/test-server.ts';
import {
  echo,
  openShop,
  type Shop,
  type Stage,
  setStage,
  textsOf,
} from '../channels/testing/channel-stage.fixture.ts';
import { receives, textContent } from '../channels/testing/receives.fixture.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close());

/** Asks the database for what no page shows yet. */
async function row<Row extends object>(sql: string, ...values: unknown[]): Promise<Row> {
  const [found] = await stage.server.sql<Row>(sql, values);
  if (!found) throw new Error('there is no such row');
  return found;
}

/** Waits until everything that was received is applied. */
const applied = (shop: Shop) =>
  eventually('all is applied', async () => {
    const { open } = await row<{ open: number }>(
      'select count(*)::int as open from inbound_events where channel_id = $1 and done_at is null',
      shop.channel.uuid,
    );
    return open === 0;
  });

async function talked(text = 'open?'): Promise<Shop> {
  const shop = await openShop(stage);
  await shop.says(text);
  await shop.until('the answer is there', (all) =>
    all.some(({ sender, delivery }) => sender === 'bot' && delivery.state === 'sent'),
  );
  return shop;
}

const answerOf = (messages: readonly MessageView[]): MessageView => {
  const answer = messages.findLast(({ sender }) => sender === 'bot');
  if (!answer) throw new Error('nobody answered');
  return answer;
};

/** What the vendor calls the bot's last answer. */
const vendorIdOf = async (shop: Shop): Promise<string> =>
  (
    await row<{ id: string }>(
      'select vendor_message_id as id from messages where id = $1',
      answerOf(await shop.messages()).uuid,
    )
  ).id;

describe('groups', () => {
  test('have a name, and each message its author', async () => {
    const shop = await openShop(stage);
    const { channelId } = shop.credentials;
    const group = `C${'3'.repeat(32)}`;
    const taro = stage.fake.addFriend(channelId, { displayName: 'Taro' });
    stage.fake.addGroup(channelId, group, [shop.friend, taro]);
    const written = (friend: string, text: string, timestamp: number) =>
      stage.fake.friendEvent(channelId, friend, { type: 'text', text }, { in: group, timestamp });
    // One call, so that they are applied together.
    const now = Date.now();
    await stage.fake.deliver(channelId, [
      written(shop.friend, 'lunch?', now),
      written(taro, 'noon', now + 1),
    ]);
    await shop.until('both are there', (all) => all.length === 2);
    const found = await stage.server.sql<{ text: string; author: string; isGroup: boolean; friend: null }>(
      `select m.text, f.external_id as author, c.is_group as "isGroup", c.friend_id as friend from messages m
         join conversations c on c.id = m.conversation_id join friends f on f.id = m.friend_id
       where c.channel_id = $1 order by m.id`,
      [shop.channel.uuid],
    );
    expect(found).toEqual([
      { text: 'lunch?', author: shop.friend, isGroup: true, friend: null },
      { text: 'noon', author: taro, isGroup: true, friend: null },
    ]);
    await eventually('the members have names', async () => {
      const names = await stage.server.sql<{ name: string }>(
        'select name from friends where channel_id = $1 order by name',
        [shop.channel.uuid],
      );
      return names.map(({ name }) => name).join() === 'Hanako,Taro';
    });
    await eventually('the group has a name', async () => {
      const { name } = await row<{ name: string | null }>(
        'select group_name as name from conversations where channel_id = $1',
        shop.channel.uuid,
      );
      return name;
    });
  });
});

describe('changes of what was said', () => {
  test('an edit replaces the words; an earlier one that comes late does not', async () => {
    const shop = await openShop(stage);
    const vendorMessageId = randomUUID();
    const now = Date.now();
    await receives(shop, { kind: 'message', vendorMessageId, content: textContent('opne?') });
    const edited = (text: string, occurredAt: number) =>
      receives(shop, { kind: 'edited', vendorMessageId, content: textContent(text) }, { occurredAt });
    await edited('open?', now + 2_000);
    await shop.until('it reads anew', (all) => textsOf(all, 'customer').includes('open?'));
    await edited('openn?', now + 1_000);
    await applied(shop);
    expect(textsOf(await shop.messages(), 'customer')).toEqual(['open?']);
  });

  test('an edit that overtakes its message is the message', async () => {
    const shop = await openShop(stage);
    const vendorMessageId = randomUUID();
    await receives(
      shop,
      { kind: 'edited', vendorMessageId, content: textContent('second') },
      { mayAnswer: true },
    );
    await shop.until('it is there', (all) => textsOf(all, 'customer').length === 1);
    await receives(shop, { kind: 'message', vendorMessageId, content: textContent('first') });
    await applied(shop);
    expect(textsOf(await shop.messages(), 'customer')).toEqual(['second']);
  });

  test('what is taken back is gone with all that was made of it, and from what was received', async () => {
    const shop = await openShop(stage);
    const vendorMessageId = randomUUID();
    await receives(
      shop,
      { kind: 'message', vendorMessageId, content: textContent('my secret') },
      { quoteToken: 'q' },
    );
    await receives(shop, { kind: 'edited', vendorMessageId, content: textContent('my other secret') });
    await shop.until('it is there', (all) => textsOf(all, 'customer').includes('my other secret'));
    await stage.server.sql(
      `update messages set translations = '{"ja": "secret"}', original = '{"text": "secret", "language": null}', search_terms = '{7}'
       where vendor_message_id = $1`,
      [vendorMessageId],
    );
    await receives(shop, { kind: 'unsend', vendorMessageId });
    await shop.until('it is gone', (all) => all.some(({ data }) => data.unsent === true));
    const left = await row<Record<string, unknown>>(
      `select text, data, translations, original, quote_token, search_terms from messages where vendor_message_id = $1`,
      vendorMessageId,
    );
    expect(left).toEqual({
      text: '',
      data: { unsent: true },
      translations: {},
      original: null,
      quote_token: null,
      search_terms: [],
    });
    const stored = await stage.server.sql('select event from inbound_events where channel_id = $1', [
      shop.channel.uuid,
    ]);
    expect(stored).toHaveLength(3);
    expect(JSON.stringify(stored)).not.toContain('secret');
  });
});

describe('what the account said itself', () => {
  const said = (text: string, vendorMessageId: string = randomUUID()) => ({
    kind: 'echo' as const,
    vendorMessageId,
    content: textContent(text),
    byPerson: true,
  });

  test('by a person in the vendor’s app: shown as theirs, and the bot keeps quiet', async () => {
    const shop = await talked();
    await receives(shop, said('I am Yuki, I will help you'));
    const messages = await shop.until('it is shown', (all) => textsOf(all, 'operator').length === 1);
    expect(messages.at(-1)).toMatchObject({ sender: 'operator', operator: null, data: { via: 'vendor' } });
    expect(await shop.conversation()).toMatchObject({ handling: 'operator', operator: null });
    await shop.says('thank you, and on Sunday?');
    await shop.until('it is shown', (all) => textsOf(all, 'customer').length === 2);
    await applied(shop);
    const { due } = await row<{ due: Date | null }>(
      'select turn_due_at as due from conversations where channel_id = $1',
      shop.channel.uuid,
    );
    expect(due).toBeNull();
    expect(textsOf(await shop.messages(), 'bot')).toEqual([echo('open?')]);
  });

  test('by us, known by its id or its words: nothing happens', async () => {
    const shop = await talked();
    await receives(shop, said('whatever', await vendorIdOf(shop)));
    await receives(shop, said(`  ${echo('open?')} `));
    await applied(shop);
    expect(textsOf(await shop.messages(), 'operator')).toEqual([]);
    expect((await shop.conversation()).handling).toBe('bot');
  });

  test('by us, when it was not known whether it had arrived: it has', async () => {
    const shop = await talked();
    const { uuid } = answerOf(await shop.messages());
    await stage.server.sql("update messages set delivery_state = 'unconfirmed' where id = $1", [uuid]);
    await stage.server.sql("update outbox set state = 'unconfirmed' where message_id = $1", [uuid]);
    await receives(shop, said(echo('open?')));
    await shop.until('it is sent', (all) => answerOf(all).delivery.state === 'sent');
  });
});

describe('signs', () => {
  test('seen tells of all that was said before, received of one', async () => {
    const shop = await talked();
    await shop.says('and on Sunday?');
    await shop.until(
      'both are answered',
      (all) =>
        all.filter(({ sender, delivery }) => sender === 'bot' && delivery.state === 'sent').length === 2,
    );
    await receives(shop, { kind: 'receipt', state: 'received', vendorMessageIds: [await vendorIdOf(shop)] });
    await applied(shop);
    const times = () =>
      stage.server.sql<{ isReceived: boolean; isSeen: boolean }>(
        `select received_at is not null as "isReceived", seen_at is not null as "isSeen" from messages
         where conversation_id = $1 and sender = 'bot' order by id`,
        [conversation],
      );
    const { uuid: conversation } = await shop.conversation();
    expect(await times()).toEqual([
      { isReceived: false, isSeen: false },
      { isReceived: true, isSeen: false },
    ]);
    await receives(shop, { kind: 'receipt', state: 'seen', vendorMessageIds: [await vendorIdOf(shop)] });
    await applied(shop);
    expect(await times()).toEqual([
      { isReceived: true, isSeen: true },
      { isReceived: true, isSeen: true },
    ]);
  });

  test('a bad reaction to an answer says that it was no good, and asks for a person', async () => {
    const shop = await talked();
    const vendorMessageId = await vendorIdOf(shop);
    const answer = answerOf(await shop.messages()).uuid;
    const reacts = (reaction: string | null, mood: 'bad' | 'neutral') =>
      receives(shop, { kind: 'reaction', vendorMessageId, reaction, mood });
    await reacts(':-((', 'bad');
    await shop.until(
      'it is noted',
      (all) => all.find(({ uuid }) => uuid === answer)?.feedback?.rating === 'down',
    );
    expect(await shop.conversation()).toMatchObject({ handling: 'waiting', waitingReason: 'bad_feedback' });
    const reactions = () => row('select reactions from messages where id = $1', answer);
    expect(await reactions()).toEqual({ reactions: [':-(('] });
    await reacts(null, 'neutral');
    await applied(shop);
    expect(await reactions()).toEqual({ reactions: [] });
  });
});

describe('who they are', () => {
  test('details are kept and give a customer without a name theirs', async () => {
    const shop = await openShop(stage);
    await receives(shop, { kind: 'details', details: { name: 'Lê Thị Hoa', phone: '0900000001' } });
    await receives(shop, { kind: 'details', details: { phone: '0900000002' } });
    await shop.until('both lines are there', (all) => all.length === 2);
    const person = await row(
      `select f.details, c.name from friends f join customers c on c.id = f.customer_id where f.channel_id = $1`,
      shop.channel.uuid,
    );
    expect(person).toEqual({ details: { name: 'Lê Thị Hoa', phone: '0900000002' }, name: 'Lê Thị Hoa' });
  });

  test('a wish to be forgotten is fulfilled, and written down', async () => {
    const shop = await talked('my name is Hanako Secret');
    await receives(shop, { kind: 'details', details: { phone: '0901 SECRET' } });
    await shop.until('the line is there', (all) => all.some(({ data }) => data.event === 'details'));
    await receives(shop, { kind: 'erase' });
    const messages = await shop.until('it is done', (all) => all.some(({ data }) => data.event === 'erase'));
    expect(JSON.stringify(messages.filter(({ sender }) => sender !== 'bot')).toLowerCase()).not.toContain(
      'secret',
    );
    const friend = await row(
      'select name, picture_url, details from friends where channel_id = $1',
      shop.channel.uuid,
    );
    expect(friend).toEqual({ name: '', picture_url: null, details: {} });
    const stored = await stage.server.sql('select event from inbound_events where channel_id = $1', [
      shop.channel.uuid,
    ]);
    expect(JSON.stringify(stored).toLowerCase()).not.toContain('secret');
    const { audited } = await row<{ audited: number }>(
      `select count(*)::int as audited from audit_events where action = 'friend.erased' and target = $1`,
      shop.channel.uuid,
    );
    expect(audited).toBe(1);
  });

  test('an old unfollow that comes after a newer follow blocks nobody', async () => {
    const shop = await openShop(stage);
    const now = Date.now();
    await receives(shop, { kind: 'follow', returning: false }, { occurredAt: now });
    await shop.until('it is shown', (all) => all.length === 1);
    await receives(shop, { kind: 'unfollow' }, { occurredAt: now - 60_000 });
    await shop.until('both are shown', (all) => all.length === 2);
    expect((await shop.conversation()).friend?.state).toBe('following');
  });

  test('a hundred events of one call, some twice, are each applied once and in order', async () => {
    const shop = await openShop(stage);
    await shop.change({ paused: true });
    const start = Date.now() - 1_000;
    const events = Array.from({ length: 100 }, (_, index) =>
      stage.fake.friendEvent(
        shop.credentials.channelId,
        shop.friend,
        { type: 'text', text: `m${index}` },
        { timestamp: start + index },
      ),
    );
    await stage.fake.deliver(shop.credentials.channelId, [...events, ...events.slice(0, 20)], {
      reversed: true,
    });
    const messages = await shop.until('all are there', (all) => all.length === 100);
    expect(textsOf(messages, 'customer')).toEqual(Array.from({ length: 100 }, (_, index) => `m${index}`));
  });
});

test('what was answered is shown to its sender as read, once', async () => {
  const since = stage.fake.calls.length;
  const shop = await talked();
  const marks = () => stage.fake.calls.slice(since).filter(({ path }) => path === '/v2/bot/chat/markAsRead');
  await eventually('it is marked', async () => marks().length > 0);
  expect(marks().map(({ result }) => result)).toEqual([200]);
  const { token } = await row<{ token: string | null }>(
    'select read_token as token from conversations where channel_id = $1',
    shop.channel.uuid,
  );
  expect(token).toBeNull();
});
