import type { FriendAction } from '@hanasu/channels/line/fake/friend-action';
import {
  type ChannelSettings,
  DEFAULT_CHANNEL_SETTINGS,
  updateChannelSettings,
} from '@hanasu/contract/channel-settings';
import { getChannel } from '@hanasu/contract/channels';
import { sendOperatorMessage } from '@hanasu/contract/inbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../testing/test-server.ts';
import { openShop, type Shop, type Stage, setStage } from '../channels/testing/channel-stage.fixture.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close());

async function shopThat(change: Partial<ChannelSettings>, options = {}): Promise<Shop> {
  const shop = await openShop(stage, options);
  const body = { ...DEFAULT_CHANNEL_SETTINGS, batchingDelay: 20, ...change };
  await stage.owner.call(updateChannelSettings, { params: { uuid: shop.channel.uuid }, body });
  return shop;
}
const act = (shop: Shop, action: FriendAction, options = {}) =>
  stage.fake.friendSays(shop.credentials.channelId, shop.friend, action, options);
const received = (shop: Shop, count: number, chat?: string) =>
  eventually(`${count} are received`, async () => {
    const all = shop.received(chat);
    return all.length >= count && all;
  });

describe('the quota of a group', () => {
  const PEOPLE = 30;
  const group = (shop: Shop, digit: string, people = PEOPLE): string => {
    const id = `C${digit.repeat(32)}`;
    const others = Array.from({ length: people - 1 }, (_, index) =>
      stage.fake.addFriend(shop.credentials.channelId, { displayName: `Member ${index}` }),
    );
    stage.fake.addGroup(shop.credentials.channelId, id, [shop.friend, ...others]);
    return id;
  };
  /** Asks when the reply token is too old to be used, so that the answer is pushed. */
  const asksLate = (shop: Shop, id: string, text: string) =>
    act(
      shop,
      { type: 'text', text, mentionsAccount: true },
      { in: id, timestamp: Date.now() - 20 * 60 * 1000 },
    );
  const usedOf = (shop: Shop) => stage.fake.channel(shop.credentials.channelId).quotaUsed;

  test('a push counts once per member, and the reserved share stays for staff', async () => {
    const shop = await shopThat({ keepQuota: 50 }, { monthlyQuota: 100 });
    const id = group(shop, '5');
    await asksLate(shop, id, '@Shop one?');
    await received(shop, 1, id);
    expect(usedOf(shop)).toBe(PEOPLE);
    await asksLate(shop, id, '@Shop two?');
    await eventually('a person is wanted instead', async () => {
      const conversation = await shop.conversation();
      return conversation.handling === 'waiting' && conversation.waitingReason === 'quota_short';
    });
    expect(usedOf(shop)).toBe(PEOPLE);
    // Staff may use what is kept.
    const { uuid } = await shop.conversation();
    await stage.owner.call(sendOperatorMessage, { params: { uuid }, body: { text: 'Yes.' } });
    await eventually('it is counted', async () => usedOf(shop) === 2 * PEOPLE);
    await eventually('the page says so', async () => {
      const channel = await stage.owner.call(getChannel, { params: { uuid: shop.channel.uuid } });
      return channel.paidThisMonth === 2 * PEOPLE;
    });
  });

  test('the members are counted again when somebody has joined', async () => {
    const shop = await shopThat({ keepQuota: 50 }, { monthlyQuota: 140 });
    const id = group(shop, '6');
    await asksLate(shop, id, '@Shop one?');
    await received(shop, 1, id);
    const newcomers = Array.from({ length: 40 }, (_, index) => `newcomer ${index}`);
    const long = { in: id, timestamp: Date.now() - 20 * 60 * 1000 };
    await act(shop, { type: 'memberJoined', members: newcomers }, long);
    await shop.until('they are there', (all) => all.some(({ data }) => data.event === 'memberJoined'));
    await asksLate(shop, id, '@Shop two?');
    await eventually('a person is wanted instead', async () => {
      return (await shop.conversation()).waitingReason === 'quota_short';
    });
    expect(usedOf(shop)).toBe(PEOPLE);
  });

  test('the largest possible group is assumed while the number of members is unknown', async () => {
    const shop = await shopThat({ keepQuota: 50 }, { monthlyQuota: 500 });
    const id = group(shop, '7');
    stage.fake.fault({ path: `/v2/bot/group/${id}/members/count`, status: 500, times: 9 });
    await asksLate(shop, id, '@Shop one?');
    await eventually('a person is wanted instead', async () => {
      return (await shop.conversation()).waitingReason === 'quota_short';
    });
    expect(usedOf(shop)).toBe(0);
  });
});

describe('one person', () => {
  const customersOf = (shops: readonly Shop[]) =>
    stage.server.sql<{ customer: string }>(
      `select distinct customer_id as customer from friends where external_id = '${shops[0]?.friend}'
         and channel_id in (${shops.map(({ channel }) => `'${channel.uuid}'`).join(', ')})`,
    );

  test('a person on two channels of one provider is one customer', async () => {
    const [first, second] = [await shopThat({}), await shopThat({})];
    const shops = [first, second];
    stage.fake.addFriend(second.credentials.channelId, { id: first.friend, displayName: 'Hanako' });
    for (const shop of shops) {
      await shop.says('hello', first.friend);
      await received(shop, 1, first.friend);
    }
    expect(await customersOf(shops)).toHaveLength(1);
    const friends = await stage.server.sql(
      `select 1 from friends where external_id = '${shops[0]?.friend}' and channel_id in
         (${shops.map(({ channel }) => `'${channel.uuid}'`).join(', ')})`,
    );
    expect(friends).toHaveLength(2);
  });

  test('a person is never merged across accounts', async () => {
    const mine = await shopThat({});
    await mine.says('hello');
    await received(mine, 1);
    const stranger: Stage = { ...stage, owner: await stage.server.register() };
    const theirs = await openShop(stranger);
    stage.fake.addFriend(theirs.credentials.channelId, { id: mine.friend, displayName: 'Hanako' });
    await theirs.says('hello', mine.friend);
    await received(theirs, 1, mine.friend);
    expect(await customersOf([mine, theirs])).toHaveLength(2);
  });
});

describe('a message that is changed', () => {
  const inGroup = async (digit: string) => {
    const shop = await shopThat({});
    const id = `C${digit.repeat(32)}`;
    stage.fake.addGroup(shop.credentials.channelId, id, [shop.friend]);
    await act(shop, { type: 'text', text: '@Shop open on Monday?', mentionsAccount: true }, { in: id });
    await received(shop, 1, id);
    const [said] = stage.fake.chat(shop.credentials.channelId, id).filter(({ from }) => from === 'friend');
    const edit = (text: string) =>
      act(shop, { type: 'edit', messageId: said?.id ?? '', text, mentionsAccount: true }, { in: id });
    return { shop, id, edit };
  };

  test('a message edited after its answer gets another answer when it asks something else', async () => {
    const { shop, id, edit } = await inGroup('8');
    await edit('@Shop open on Sunday?');
    expect((await received(shop, 2, id))[1]).toContain('open on Sunday?');
    await edit('@Shop open on SUNDAY ?!');
    await shop.until('it is changed', (all) => all.some(({ text }) => text.endsWith('SUNDAY ?!')));
    await shop.untilIdle();
    expect(shop.received(id)).toHaveLength(2);
  });

  test('an edit is not answered once the customer has written something else', async () => {
    const { shop, id, edit } = await inGroup('9');
    await act(shop, { type: 'text', text: '@Shop parking?', mentionsAccount: true }, { in: id });
    await received(shop, 2, id);
    await edit('@Shop open on Sunday?');
    await shop.until('it is changed', (all) => all.some(({ text }) => text.endsWith('Sunday?')));
    await shop.untilIdle();
    expect(shop.received(id)).toHaveLength(2);
  });
});

test('an account that the vendor suspends asks for attention until it is let back', async () => {
  const shop = await shopThat({});
  const told = (type: string) =>
    stage.fake.deliver(shop.credentials.channelId, [
      {
        type,
        mode: 'active',
        timestamp: Date.now(),
        webhookEventId: `01${type.toUpperCase()}`,
        deliveryContext: { isRedelivery: false },
      },
    ]);
  const state = async () => stage.owner.call(getChannel, { params: { uuid: shop.channel.uuid } });
  await told('botSuspended');
  await eventually('it asks for attention', async () => (await state()).status === 'attention');
  expect((await state()).attentionCode).toBe('account_suspended');
  await eventually('somebody is told', async () => {
    const rows = await stage.server.sql(
      `select 1 from notifications where key like 'channel_failed:${shop.channel.uuid}:suspended%'`,
    );
    return rows.length > 0;
  });
  await told('botResumed');
  await eventually('it does no longer', async () => (await state()).status === 'connected');
});
