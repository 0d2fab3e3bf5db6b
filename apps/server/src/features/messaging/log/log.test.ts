import {
  type ChannelLogEntry,
  getChannelLogEntry,
  listChannelLog,
  replayEvent,
  replayFailedEvents,
  resendCall,
} from '@hanasu/contract/channel-log';
import type { MessageView } from '@hanasu/contract/inbox';
import { sendOperatorMessage, setHandling } from '@hanasu/contract/inbox';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../testing/test-server.ts';
import { addSandbox, conversationOf, messagesOf, say } from '../../../testing/test-shop.ts';
import {
  echo,
  makeBot,
  openShop,
  type Shop,
  type Stage,
  setStage,
  textsOf,
} from '../../channels/testing/channel-stage.fixture.ts';
import { receives, textContent } from '../../channels/testing/receives.fixture.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await setStage();
});
afterEach(() => stage.fake.clearFaults());
afterAll(() => stage.close());

const PUSH = '/v2/bot/message/push';
/** A kind of channel whose customers can be written to for some days only. */
const WINDOWED = 'zalo';

type Filter = { direction?: 'in' | 'out'; result?: ChannelLogEntry['result']; q?: string };

const log = (shop: Shop, filter: Filter = {}) =>
  stage.owner.call(listChannelLog, {
    params: { uuid: shop.channel.uuid },
    query: { page: 1, pageSize: 50, ...filter },
  });

const entry = (shop: Shop, filter: Filter) =>
  eventually('the line is in the log', async () => (await log(shop, filter)).items[0]);

async function talked(options: Parameters<typeof openShop>[1] = {}): Promise<Shop> {
  const shop = await openShop(stage, options);
  await shop.says('open?');
  await shop.until('the answer is there', (all) =>
    all.some(({ sender, delivery }) => sender === 'bot' && delivery.state === 'sent'),
  );
  return shop;
}

async function operatorSays(shop: Shop, text: string): Promise<MessageView> {
  const { uuid } = await shop.conversation();
  return stage.owner.call(sendOperatorMessage, { params: { uuid }, body: { text } });
}

const settled = (shop: Shop, { uuid }: MessageView, state: MessageView['delivery']['state']) =>
  shop.until(
    `it is ${state}`,
    (all) => all.find((message) => message.uuid === uuid)?.delivery.state === state,
  );

const replay = (shop: Shop, { uuid }: ChannelLogEntry) =>
  stage.owner.call(replayEvent, { params: { uuid: shop.channel.uuid, entry: uuid } });

/** What came in is as if its content had been kept for as long as it is. */
const dropContent = (shop: Shop) =>
  stage.server.sql("update inbound_events set event = event - 'raw' where channel_id = $1", [
    shop.channel.uuid,
  ]);

describe('what is in the log', () => {
  test('each event and each call, newest first, with what it was about', async () => {
    const shop = await talked();
    await entry(shop, { q: 'send' });
    await entry(shop, { q: 'profile' });
    const { items } = await log(shop);
    expect(items.map(({ at }) => at)).toEqual(
      items
        .map(({ at }) => at)
        .toSorted()
        .reverse(),
    );
    const messages = await shop.messages();
    const [question, answer] = messages;
    expect(items.find(({ direction }) => direction === 'in')).toMatchObject({
      operation: 'message',
      result: 'ok',
      messageUuid: question?.uuid,
      canReplay: true,
      canResend: false,
    });
    expect(items.find(({ operation }) => operation === 'send')).toMatchObject({
      direction: 'out',
      result: 'ok',
      messageUuid: answer?.uuid,
      conversationUuid: answer?.conversationUuid,
      vendorId: expect.any(String),
      durationMs: expect.any(Number),
      canReplay: false,
      canResend: false,
    });
    expect(items.map(({ operation }) => operation)).toContain('profile');
    expect((await log(shop, { direction: 'in' })).total).toBe(1);
    expect((await log(shop, { q: 'profile' })).items.map(({ operation }) => operation)).toEqual(['profile']);
  });

  test('no words and no tokens', async () => {
    const shop = await talked();
    await entry(shop, { q: 'send' });
    const payloads = await Promise.all(
      (await log(shop)).items.map(({ uuid }) =>
        stage.owner.call(getChannelLogEntry, { params: { uuid: shop.channel.uuid, entry: uuid } }),
      ),
    );
    const shown = JSON.stringify(payloads);
    expect(shown).toContain('(5 characters)');
    expect(shown).toContain(shop.friend);
    const { channelSecret, channelAccessToken } = shop.credentials;
    for (const hidden of ['open?', echo('open?'), channelSecret, channelAccessToken]) {
      expect(shown).not.toContain(hidden);
    }
    const stored = await stage.server.sql('select payload from channel_calls where channel_id = $1', [
      shop.channel.uuid,
    ]);
    expect(JSON.stringify(stored)).not.toContain('open?');
    const [event] = await stage.server.sql<{ token: string }>(
      `select event ->> 'replyToken' as token from inbound_events where channel_id = $1`,
      [shop.channel.uuid],
    );
    expect(shown).not.toContain(event?.token);
  });
});

describe('applying an event again', () => {
  test('says nothing twice', async () => {
    const shop = await openShop(stage, { bot: { greeting: 'Welcome!' } });
    await stage.fake.friendSays(shop.credentials.channelId, shop.friend, { type: 'follow' });
    await shop.says('open?');
    await eventually('both are said', async () => shop.received().length === 2);
    for (const line of (await log(shop, { direction: 'in' })).items) await replay(shop, line);
    await replay(shop, await entry(shop, { direction: 'in' }));
    await eventually('all are applied', async () => (await log(shop, { result: 'waiting' })).total === 0);
    await shop.says('and now?');
    await eventually('the next is answered', async () => shop.received().length === 3);
    expect(shop.received()).toEqual(['Welcome!', echo('open?'), echo('and now?')]);
    expect(textsOf(await shop.messages(), 'customer')).toEqual(['open?', 'and now?']);
    expect((await shop.messages()).filter(({ kind }) => kind === 'event')).toHaveLength(1);
  });

  test('answers what nobody has answered', async () => {
    const shop = await openShop(stage);
    await shop.change({ paused: true });
    await shop.says('anybody?');
    await shop.until('it is shown', (all) => all.length === 1);
    await shop.change({ paused: false });
    await replay(shop, await entry(shop, { direction: 'in' }));
    await eventually('it is answered', async () => shop.received().length === 1);
    expect(textsOf(await shop.messages(), 'customer')).toEqual(['anybody?']);
  });

  test('brings in what could not be applied, in the place of what was shown for it', async () => {
    const shop = await talked();
    await receives(shop, { kind: 'message', vendorMessageId: 'm-1', content: textContent('lost words') });
    await shop.until('it is there', (all) => textsOf(all, 'customer').includes('lost words'));
    // As if it had been set aside.
    await stage.server.sql(
      `update messages set kind = 'unsupported', text = '', vendor_message_id = 'aside:' || e.vendor_event_id
       from inbound_events e where e.channel_id = $1 and e.vendor_message_id = 'm-1' and messages.text = 'lost words'`,
      [shop.channel.uuid],
    );
    await stage.server.sql(
      "update inbound_events set error = 'it broke' where channel_id = $1 and vendor_message_id = 'm-1'",
      [shop.channel.uuid],
    );
    expect(await entry(shop, { result: 'failed' })).toMatchObject({
      reason: 'not_applied',
      detail: 'it broke',
    });
    const replayed = await stage.owner.call(replayFailedEvents, { params: { uuid: shop.channel.uuid } });
    expect(replayed).toEqual({ replayed: 1 });
    const messages = await shop.until('it is there', (all) =>
      textsOf(all, 'customer').includes('lost words'),
    );
    expect(messages.filter(({ kind }) => kind === 'unsupported')).toEqual([]);
    expect((await log(shop, { result: 'failed' })).total).toBe(0);
  });

  test('is refused when its content is gone, and of calls', async () => {
    const shop = await talked();
    const call = await entry(shop, { q: 'send' });
    await expect(replay(shop, call)).rejects.toThrow('event_not_replayable');
    await dropContent(shop);
    const event = await entry(shop, { direction: 'in' });
    expect(event.canReplay).toBe(false);
    await expect(replay(shop, event)).rejects.toThrow('event_not_replayable');
  });
});

describe('sending a failed message again', () => {
  test('from the log, once', async () => {
    const shop = await talked();
    stage.fake.fault({
      path: PUSH,
      status: 400,
      body: { message: 'The request body has 1 error(s)' },
      times: 1,
    });
    const message = await operatorSays(shop, 'once more');
    await settled(shop, message, 'failed');
    const failed = await entry(shop, { direction: 'out', result: 'failed' });
    expect(failed).toMatchObject({ operation: 'send', canResend: true, messageUuid: message.uuid });
    const params = { uuid: shop.channel.uuid, entry: failed.uuid };
    await stage.owner.call(resendCall, { params });
    await settled(shop, message, 'sent');
    expect(shop.received().filter((text) => text === 'once more')).toHaveLength(1);
    await expect(stage.owner.call(resendCall, { params })).rejects.toThrow('message_not_failed');
  });
});

describe('what is not sent', () => {
  const keep = (shop: Shop, left: number, kept: number) =>
    stage.server.sql(
      `update channels set quota_limit = 100, quota_used = 100 - $2::int, quota_at = now(),
         settings = settings || jsonb_build_object('keepQuota', $3::int) where id = $1`,
      [shop.channel.uuid, left, kept],
    );

  /** The answer goes out again, as a push: as if its reply token had been too late. */
  const pushAnswer = (shop: Shop) =>
    stage.server.sql(
      `update outbox set state = 'pending', reply_token = null, next_attempt_at = now() where channel_id = $1`,
      [shop.channel.uuid],
    );
  const pushes = (since: number) => stage.fake.calls.slice(since).filter(({ path }) => path === PUSH);

  test('a push of the bot that would use up what is kept; a person is asked, and may', async () => {
    const shop = await talked();
    await keep(shop, 5, 5);
    // The directory remembers a channel's settings for a moment.
    await shop.change({ batchingDelay: 0 });
    const since = stage.fake.calls.length;
    await pushAnswer(shop);
    await shop.until('it failed', (all) => all.at(-1)?.delivery.reason === 'quota_short');
    expect(pushes(since)).toEqual([]);
    expect(await shop.conversation()).toMatchObject({ handling: 'waiting', waitingReason: 'quota_short' });
    const message = await operatorSays(shop, 'a person may');
    await settled(shop, message, 'sent');
    const [sent] = await stage.server.sql<{ paid: boolean; isAt: boolean }>(
      'select paid, sent_at is not null as "isAt" from outbox where message_id = $1',
      [message.uuid],
    );
    expect(sent).toEqual({ paid: true, isAt: true });
  });

  test('nothing to somebody who wrote too long ago, where the vendor has such a rule', async () => {
    const { owner, server } = stage;
    const bot = await makeBot(stage);
    const { uuid: channelUuid } = await addSandbox(owner, bot.uuid, WINDOWED);
    await say(owner, channelUuid, 'minh', 'Xin chào');
    const { uuid } = await conversationOf(owner, channelUuid);
    await eventually('the answer is there', async () =>
      (await messagesOf(owner, uuid)).some(({ delivery }) => delivery.state === 'sent'),
    );
    const wroteAgo = (days: number) =>
      server.sql(
        'update conversations set last_customer_at = now() - make_interval(days => $2) where id = $1',
        [uuid, days],
      );
    const answer = async (text: string) => {
      const message = await owner.call(sendOperatorMessage, { params: { uuid }, body: { text } });
      return eventually('it is decided', async () => {
        const found = (await messagesOf(owner, uuid)).find((one) => one.uuid === message.uuid);
        return found && found.delivery.state !== 'pending' && found.delivery;
      });
    };
    const paid = async () =>
      (
        await server.sql<{ paid: boolean }>(
          `select paid from outbox where conversation_id = $1 and state = 'sent' order by id`,
          [uuid],
        )
      ).map((row) => row.paid);
    await wroteAgo(3);
    expect(await answer('counted')).toMatchObject({ state: 'sent' });
    expect(await paid()).toEqual([false, true]);
    await owner.call(setHandling, { params: { uuid }, body: { handling: 'bot' } });
    await wroteAgo(8);
    // Staff take a conversation over by writing, so it is the bot's word that asks for them.
    await server.sql(
      `update outbox set state = 'pending', next_attempt_at = now() where conversation_id = $1 and not paid`,
      [uuid],
    );
    const closed = await eventually('it is decided', async () =>
      (await messagesOf(owner, uuid)).find(({ delivery }) => delivery.reason === 'window_closed'),
    );
    expect(closed).toMatchObject({ sender: 'bot', delivery: { state: 'failed' } });
    expect(await conversationOf(owner, channelUuid)).toMatchObject({
      handling: 'waiting',
      waitingReason: 'window_closed',
    });
  });

  test('what the vendor refuses for want of quota; a person is asked', async () => {
    const shop = await talked({ monthlyQuota: 0 });
    // Nobody has asked what is left.
    await stage.server.sql('update channels set quota_at = null where id = $1', [shop.channel.uuid]);
    const since = stage.fake.calls.length;
    await pushAnswer(shop);
    await shop.until('it failed', (all) => all.at(-1)?.delivery.reason === 'quota_exceeded');
    expect(pushes(since).map(({ result }) => result)).toEqual([429]);
    expect(await shop.conversation()).toMatchObject({ handling: 'waiting', waitingReason: 'quota_short' });
  });
});
