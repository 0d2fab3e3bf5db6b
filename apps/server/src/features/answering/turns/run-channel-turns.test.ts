import { pauseBot } from '@hanasu/contract/bot-versions';
import { deleteBot } from '@hanasu/contract/bots';
import { sendOperatorMessage, setHandling } from '@hanasu/contract/inbox';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../testing/test-server.ts';
import {
  echo,
  openShop,
  type Shop,
  type Stage,
  setStage,
  textsOf,
} from '../../channels/testing/channel-stage.fixture.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await setStage();
});
afterEach(() => stage.models.reset());
afterAll(() => stage.close());

/** Answers are begun, and are neither ended nor broken off before the test says so. */
const holdAnswers = () => stage.models.behave('gpt-4o-mini', 'held');
const releaseAnswers = () => stage.models.release();
const modelIsWriting = (calls = 1) =>
  eventually('the model writes', async () => stage.models.requests.length >= calls);

/** The ledger's entries of the conversation, once there are so many: what is thrown away is paid for, too. */
const paidCalls = async (shop: Shop, count: number) => {
  const { uuid } = await shop.conversation();
  return eventually(`${count} calls of the model are charged`, async () => {
    const calls = await stage.server.sql(
      `select 1 from ledger_entries where conversation_id = '${uuid}' and kind = 'call'`,
    );
    return calls.length >= count && calls;
  });
};

/** The messages have been gathered for long enough. */
const endGathering = (shop: Shop) =>
  stage.server.sql('update conversations set turn_due_at = now() where channel_id = $1', [shop.channel.uuid]);

const handle = async (shop: Shop, handling: 'bot' | 'operator' | 'closed') => {
  const { uuid } = await shop.conversation();
  await stage.owner.call(setHandling, { params: { uuid }, body: { handling } });
};

describe('one turn at a time', () => {
  test('a burst of messages is one question and one answer', async () => {
    const shop = await openShop(stage);
    await shop.change({ batchingDelay: 30_000 });
    for (const text of ['hello', 'are you open', 'on Sunday?']) await shop.says(text);
    await shop.until('all is shown', (all) => all.length === 3);
    expect(stage.models.requests).toEqual([]);
    await endGathering(shop);
    await eventually('it is answered', async () => shop.received().length > 0);
    await shop.untilIdle();
    expect(shop.received()).toEqual([echo('hello\nare you open\non Sunday?')]);
    expect(stage.models.requests).toHaveLength(1);
  });

  test('what is said during an answer is answered together with the question, once', async () => {
    const shop = await openShop(stage);
    holdAnswers();
    await shop.says('first?');
    await modelIsWriting();
    stage.models.behave('gpt-4o-mini', 'ok');
    await shop.says('second?');
    await eventually('it is answered', async () => shop.received().length > 0);
    await shop.untilIdle();
    expect(shop.received()).toEqual([echo('first?\nsecond?')]);
    expect(textsOf(await shop.messages(), 'bot')).toHaveLength(1);
    expect(await paidCalls(shop, 2)).toHaveLength(2);
  });

  test('who goes on writing is answered all the same', async () => {
    const shop = await openShop(stage);
    holdAnswers();
    for (const [index, text] of ['one', 'two', 'three'].entries()) {
      await shop.says(text);
      await modelIsWriting(index + 1);
      // An answer to what was asked half a minute ago is no longer thrown away: it was asked just now.
      await stage.server.sql(
        `update messages set created_at = now()
         where conversation_id in (select id from conversations where channel_id = $1)`,
        [shop.channel.uuid],
      );
    }
    await shop.says('four');
    await modelIsWriting(4);
    await shop.says('five');
    await shop.until('all is shown', (all) => textsOf(all, 'customer').length === 5);
    releaseAnswers();
    await eventually('both answers are there', async () => shop.received().length === 2);
    await shop.untilIdle();
    expect(shop.received()).toEqual([echo('one\ntwo\nthree\nfour'), echo('five')]);
    expect(stage.models.requests).toHaveLength(5);
  });

  test('another process sees that more was said when it says that it is still there', async () => {
    const shop = await openShop(stage);
    holdAnswers();
    await shop.says('first?');
    await modelIsWriting();
    const { uuid } = await shop.conversation();
    // As if a process without this turn had applied the message.
    await stage.server.sql(`update conversations set turn_due_at = now() where id = '${uuid}'`);
    await modelIsWriting(2);
    releaseAnswers();
    await eventually('it is answered', async () => shop.received().length === 1);
    await shop.untilIdle();
    expect(shop.received()).toEqual([echo('first?')]);
  });

  test('a turn that a crash cut off, with more said meanwhile, is answered once', async () => {
    const shop = await openShop(stage);
    holdAnswers();
    await shop.says('first?');
    await modelIsWriting();
    const { uuid } = await shop.conversation();
    // The lease of a process that is gone: what it still finishes counts for nothing.
    await stage.server.sql(
      `update conversations set lease_owner = gen_random_uuid(), lease_until = now() where id = '${uuid}'`,
    );
    await shop.says('second?');
    await eventually('the model is asked both', async () =>
      stage.models.requests.some(({ body }) => JSON.stringify(body).includes('second?')),
    );
    releaseAnswers();
    await eventually('it is answered', async () => shop.received().length > 0);
    // Each call of the model has ended.
    await paidCalls(shop, stage.models.requests.length);
    await shop.untilIdle();
    expect(shop.received()).toEqual([echo('first?\nsecond?')]);
  });

  test('friends do not wait for each other', async () => {
    const shop = await openShop(stage);
    holdAnswers();
    const friends = ['A', 'B', 'C', 'D'].map((displayName) =>
      stage.fake.addFriend(shop.credentials.channelId, { displayName }),
    );
    await Promise.all(friends.map((friend) => shop.says('at once?', friend)));
    await modelIsWriting(4);
    expect(friends.flatMap((friend) => shop.received(friend))).toEqual([]);
    releaseAnswers();
    for (const friend of friends) {
      await eventually('each is answered', async () => shop.received(friend).length === 1);
    }
  });

  test('the conversation so far goes with the question', async () => {
    const shop = await openShop(stage);
    await shop.says('do you sell tea?');
    await eventually('it is answered', async () => shop.received().length === 1);
    await shop.untilIdle();
    await shop.says('and coffee?');
    await eventually('it is answered', async () => shop.received().length === 2);
    const body = JSON.stringify(stage.models.requests.at(-1)?.body);
    expect(body).toContain('do you sell tea?');
    expect(body).toContain('You asked');
  });

  test('the friend sees that an answer is being written', async () => {
    const shop = await openShop(stage);
    holdAnswers();
    await shop.says('typing?');
    await modelIsWriting();
    await eventually('the animation', async () =>
      stage.fake.isTyping(shop.credentials.channelId, shop.friend),
    );
    releaseAnswers();
    await eventually('it is answered', async () => shop.received().length === 1);
    expect(stage.fake.isTyping(shop.credentials.channelId, shop.friend)).toBe(false);
  });

  test('nobody who waits for a person is shown that an answer is being written', async () => {
    const shop = await openShop(stage);
    const { channelId } = shop.credentials;
    const seesTyping = (friend: string) =>
      eventually('the animation', async () => stage.fake.isTyping(channelId, friend));
    holdAnswers();
    await shop.says('hello?');
    await seesTyping(shop.friend);
    releaseAnswers();
    await eventually('it is answered', async () => shop.received().length === 1);
    await shop.untilIdle();
    const { uuid } = await shop.conversation();
    await stage.server.sql("update conversations set handling = 'waiting' where id = $1", [uuid]);
    holdAnswers();
    await shop.says('is anybody there?');
    await modelIsWriting(2);
    // Who writes later sees it, so it would have been shown by now.
    const later = stage.fake.addFriend(channelId, { displayName: 'Taro' });
    await shop.says('hello?', later);
    await seesTyping(later);
    expect(stage.fake.isTyping(channelId, shop.friend)).toBe(false);
    releaseAnswers();
    await shop.untilIdle();
  });

  test('a paused bot shows no customer that an answer is being written', async () => {
    const shop = await openShop(stage);
    await stage.owner.call(pauseBot, { params: { uuid: shop.bot.uuid }, body: { paused: true } });
    await shop.says('hello?');
    await eventually('it waits for staff', async () => (await shop.handovers()).length > 0);
    await shop.untilIdle();
    const shown = stage.fake.calls.filter(
      ({ path, channelId }) => path.includes('/loading/') && channelId === shop.credentials.channelId,
    );
    expect(shown).toEqual([]);
  });
});

describe('when people take over', () => {
  test('the answer that was being written is dropped, and what the model cost is charged', async () => {
    const shop = await openShop(stage);
    holdAnswers();
    await shop.says('bot?');
    await modelIsWriting();
    const { uuid } = await shop.conversation();
    await stage.owner.call(sendOperatorMessage, { params: { uuid }, body: { text: 'I am here' } });
    releaseAnswers();
    await paidCalls(shop, 1);
    await shop.untilIdle();
    expect(shop.received()).toEqual(['I am here']);
    expect(textsOf(await shop.messages(), 'bot')).toEqual([]);
    expect(await paidCalls(shop, 1)).toHaveLength(1);
  });

  test.each(['operator', 'closed'] as const)('nothing is said once it is %s', async (handling) => {
    const shop = await openShop(stage);
    holdAnswers();
    await shop.says('bot?');
    await modelIsWriting();
    await handle(shop, handling);
    releaseAnswers();
    await paidCalls(shop, 1);
    await shop.untilIdle();
    expect(shop.received()).toEqual([]);
  });

  test('messages to a person are not answered by the bot', async () => {
    const shop = await openShop(stage);
    await shop.says('hello');
    await eventually('it is answered', async () => shop.received().length === 1);
    await handle(shop, 'operator');
    await shop.says('to a person');
    await shop.until('it is shown', (all) => textsOf(all, 'customer').length === 2);
    await shop.untilIdle();
    expect(shop.received()).toEqual([echo('hello')]);
  });

  test('given back, the bot answers what nobody has answered, at once', async () => {
    const shop = await openShop(stage);
    holdAnswers();
    await shop.says('bot?');
    await modelIsWriting();
    await handle(shop, 'operator');
    await shop.says('still there?');
    await shop.until('it is shown', (all) => textsOf(all, 'customer').length === 2);
    releaseAnswers();
    await shop.untilIdle();
    await handle(shop, 'bot');
    await eventually('it is answered', async () => shop.received().length === 1);
    expect(shop.received()[0]).toContain('still there?');
  });
});

describe('when there is no answer', () => {
  test('without a bot the conversation waits for a person', async () => {
    const shop = await openShop(stage);
    await shop.says('hello');
    await eventually('it is answered', async () => shop.received().length === 1);
    await stage.owner.call(deleteBot, { params: { uuid: shop.bot.uuid } });
    await shop.says('anybody?');
    await eventually('it waits', async () => (await shop.conversation()).handling === 'waiting');
    expect(shop.received()).toEqual([echo('hello')]);
  });

  test('a bot that is deleted while messages are gathered leaves them to a person', async () => {
    const shop = await openShop(stage);
    await shop.change({ batchingDelay: 30_000 });
    await shop.says('hello');
    await shop.until('it is shown', (all) => all.length === 1);
    await stage.owner.call(deleteBot, { params: { uuid: shop.bot.uuid } });
    await endGathering(shop);
    await eventually('it waits', async () => (await shop.conversation()).handling === 'waiting');
    expect(shop.received()).toEqual([]);
  });

  test('a model that fails leaves the customer with words and the conversation with a person', async () => {
    const shop = await openShop(stage);
    stage.models.behave('gpt-4o-mini', 'err500');
    await shop.says('営業時間は？');
    await eventually('it is told', async () => shop.received().length === 1);
    expect(shop.received()[0]).toContain('担当者');
    expect(await shop.conversation()).toMatchObject({ handling: 'waiting', waitingReason: 'model_failed' });
  });

  test('a turn that can’t be stored is tried again, then ends with an apology', {
    tags: ['long'],
  }, async () => {
    const shop = await openShop(stage);
    // The database refuses every answer of the model, and nothing else.
    await stage.server.sql(
      `alter table messages add constraint no_echo check (sender <> 'bot' or text not like 'You asked: "spoilt%')`,
    );
    await shop.says('spoilt question');
    await eventually('it is told', async () => shop.received().length === 1);
    expect(shop.received()[0]).toContain('staff');
    expect((await shop.conversation()).handling).toBe('waiting');
    await shop.untilIdle();
    expect(stage.models.requests).toHaveLength(3);
  });
});
