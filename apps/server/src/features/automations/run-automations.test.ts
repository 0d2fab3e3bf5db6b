import {
  type ChannelSettings,
  DEFAULT_CHANNEL_SETTINGS,
  updateChannelSettings,
} from '@hanasu/contract/channel-settings';
import type { ConversationView } from '@hanasu/contract/inbox';
import { sendOperatorMessage, setHandling } from '@hanasu/contract/inbox';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../testing/test-server.ts';
import {
  echo,
  openShop,
  type Shop,
  type Stage,
  setStage,
} from '../channels/testing/channel-stage.fixture.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await setStage();
});
afterEach(() => stage.models.reset());
afterAll(() => stage.close());

type Change = Partial<ChannelSettings>;
const behave = async (shop: Shop, change: Change) => {
  const body = { ...DEFAULT_CHANNEL_SETTINGS, batchingDelay: 20, ...change };
  await stage.owner.call(updateChannelSettings, { params: { uuid: shop.channel.uuid }, body });
  return shop;
};
const shopThat = async (change: Change, options = {}) => behave(await openShop(stage, options), change);
const answered = (shop: Shop, count: number) =>
  eventually(`${count} are received`, async () => shop.received().length >= count && shop.received());
const handled = (shop: Shop, handling: ConversationView['handling']) =>
  eventually(`it is ${handling}`, async () => {
    const conversation = await shop.conversation();
    return conversation.handling === handling && conversation;
  });
const handle = async (shop: Shop, handling: 'bot' | 'operator' | 'closed') => {
  const { uuid } = await shop.conversation();
  await stage.owner.call(setHandling, { params: { uuid }, body: { handling } });
};
const write = async (shop: Shop, text: string) => {
  const { uuid } = await shop.conversation();
  await stage.owner.call(sendOperatorMessage, { params: { uuid }, body: { text } });
};
const taps = (shop: Shop, data: string) =>
  stage.fake.friendSays(shop.credentials.channelId, shop.friend, { type: 'postback', data });
const keyword = (words: string[], reply: string, wantsPerson = false) => ({
  id: crypto.randomUUID(),
  enabled: true,
  match: 'contains' as const,
  words,
  reply,
  wantsPerson,
});
const CLOSED = { hours: [], nobodyThere: 'Nobody is in.' };

describe('a keyword', () => {
  test('replies at once, without the bot; what else is said is the bot’s', async () => {
    const shop = await shopThat({ keywords: [keyword(['hours'], 'Nine to six.')] });
    await shop.says('Your HOURS, please');
    expect(await answered(shop, 1)).toEqual(['Nine to six.']);
    expect(stage.models.requests).toHaveLength(0);
    await shop.says('and parking?');
    expect((await answered(shop, 2))[1]).toBe(echo('and parking?'));
    expect((await shop.conversation()).handling).toBe('bot');
  });

  test('that wants a person says so when nobody is there, once', async () => {
    const shop = await shopThat({ ...CLOSED, keywords: [keyword(['refund'], 'We look at it.', true)] });
    await shop.says('refund please');
    expect(await answered(shop, 1)).toEqual(['We look at it.\n\nNobody is in.']);
    expect(await handled(shop, 'waiting')).toMatchObject({ waitingReason: 'keyword' });
    await shop.says('refund!');
    expect((await answered(shop, 2))[1]).toBe('We look at it.');
    expect(await shop.handovers()).toEqual(['keyword']);
  });
});

describe('a person is wanted', () => {
  test('a keyword of the channel hands over, and the out-of-office notice is sent once', async () => {
    const handover = { ...DEFAULT_CHANNEL_SETTINGS.handover, words: ['担当者'] };
    const shop = await shopThat({ ...CLOSED, handover });
    await shop.says('担当者お願いします');
    expect(await answered(shop, 1)).toEqual(['Nobody is in.']);
    expect(await handled(shop, 'waiting')).toMatchObject({ waitingReason: 'handed_over' });
    await shop.says('担当者！');
    await shop.until('it is there', (all) => all.length === 3);
    await shop.says('駐車場は？');
    expect((await answered(shop, 2))[1]).toContain('駐車場は？');
  });

  test('a tap hands over, with a reply in the customer’s language while staff are there', async () => {
    const shop = await shopThat({ language: 'vi' });
    await shop.says('hello');
    await answered(shop, 1);
    await taps(shop, 'handover');
    expect((await answered(shop, 2))[1]).toContain('nhân viên');
    await handled(shop, 'waiting');
    expect(stage.models.requests).toHaveLength(1);
  });

  test('because of a bad answer, unless that is no reason', async () => {
    const shop = await shopThat({});
    await shop.says('hello');
    await answered(shop, 1);
    await taps(shop, 'feedback:down');
    expect(await handled(shop, 'waiting')).toMatchObject({ waitingReason: 'bad_feedback' });
    const calm = await shopThat({ handover: { ...DEFAULT_CHANNEL_SETTINGS.handover, onBadFeedback: false } });
    await calm.says('hello');
    await answered(calm, 1);
    await taps(calm, 'feedback:down');
    await calm.says('thanks');
    await answered(calm, 2);
    expect((await calm.conversation()).handling).toBe('bot');
  });

  test('failures in a row hand over, and the out-of-office notice is sent once', async () => {
    const shop = await shopThat({
      ...CLOSED,
      handover: { ...DEFAULT_CHANNEL_SETTINGS.handover, afterFailures: 2 },
    });
    stage.models.behave('gpt-4o-mini', 'err500');
    await shop.says('first');
    expect((await answered(shop, 1))[0]).toContain('Nobody is in.');
    expect(await handled(shop, 'waiting')).toMatchObject({ waitingReason: 'model_failed' });
    await shop.says('second');
    await eventually('the reason is the number', async () => {
      return (await shop.conversation()).waitingReason === 'failures';
    });
    stage.models.reset();
    await shop.says('third');
    // The customer knows already that staff will reply, and does not hear it again.
    expect((await answered(shop, 2))[1]).toContain('third');
    const rows = await stage.server.sql<{ failures: number }>(
      `select failures from conversations where channel_id = '${shop.channel.uuid}'`,
    );
    expect(rows).toEqual([{ failures: 0 }]);
  });
});

describe('given back', () => {
  const giveBack = DEFAULT_CHANNEL_SETTINGS.giveBack;
  test('a tap of the customer returns the conversation to the bot', async () => {
    const shop = await shopThat({ language: 'en', giveBack: { ...giveBack, offer: true } });
    await shop.says('hello');
    await answered(shop, 1);
    await write(shop, 'I am here');
    await taps(shop, 'give-back');
    expect((await answered(shop, 3))[2]).toContain('assistant');
    await handled(shop, 'bot');
    await shop.says('parking?');
    expect((await answered(shop, 4))[3]).toBe(echo('parking?'));
    // What a person said is part of what the bot knows.
    expect(JSON.stringify(stage.models.requests.at(-1)?.body)).toContain('I am here');
  });
});

describe('satisfaction', () => {
  const satisfaction = { ask: true, question: 'How was it?' };
  const scored = async (shop: Shop) => {
    const [row] = await stage.server.sql<{ score: number | null; comment: string }>(
      `select satisfaction_score as score, satisfaction_comment as comment from conversations
       where channel_id = '${shop.channel.uuid}'`,
    );
    return row;
  };

  test('satisfaction is asked for when a person had the conversation; score and comment don’t reopen it', async () => {
    const shop = await shopThat({ satisfaction, language: 'en' });
    await shop.says('hello');
    await answered(shop, 1);
    await write(shop, 'I am here');
    await handle(shop, 'closed');
    expect((await answered(shop, 3))[2]).toBe('How was it?');
    await taps(shop, 'satisfaction:4');
    expect((await answered(shop, 4))[3]).toContain('Thank you');
    await shop.says('quick and kind');
    expect((await answered(shop, 5))[4]).toContain('Thank you');
    expect(await scored(shop)).toEqual({ score: 4, comment: 'quick and kind' });
    expect((await shop.conversation()).handling).toBe('closed');
    await shop.says('one more question');
    expect((await answered(shop, 6))[5]).toBe(echo('one more question'));
    expect(stage.models.requests).toHaveLength(2);
  });

  test('stars of an earlier request rate nothing that came later', async () => {
    const shop = await shopThat({ satisfaction, language: 'en' });
    await shop.says('hello');
    await answered(shop, 1);
    await write(shop, 'I am here');
    await handle(shop, 'closed');
    await answered(shop, 3);
    const lastYear = Math.round(Date.now() / 1_000) - 365 * 86_400;
    await taps(shop, `satisfaction:1:${lastYear.toString(36)}`);
    expect((await answered(shop, 4))[3]).toBe('That question is no longer open.');
    expect(await scored(shop)).toEqual({ score: null, comment: '' });
    const now = Math.round(Date.now() / 1_000).toString(36);
    await taps(shop, `satisfaction:5:${now}`);
    expect((await answered(shop, 5))[4]).toContain('Thank you');
    await taps(shop, `satisfaction:2:${now}`);
    expect((await answered(shop, 6))[5]).toContain('better');
    expect(await scored(shop)).toEqual({ score: 2, comment: '' });
    expect((await shop.conversation()).handling).toBe('closed');
  });

  test('a score may be typed as a number; anything else is an ordinary message', async () => {
    const shop = await shopThat({ satisfaction });
    await shop.says('hello');
    await answered(shop, 1);
    await write(shop, 'I am here');
    await handle(shop, 'closed');
    await shop.says('５');
    await answered(shop, 4);
    expect(await scored(shop)).toEqual({ score: 5, comment: '' });
    await handle(shop, 'bot');
    await shop.says('3');
    expect((await answered(shop, 5))[4]).toBe(echo('3'));
  });

  test('customers who only talked to the bot are not asked', async () => {
    const shop = await shopThat({ satisfaction });
    await shop.says('hello');
    await answered(shop, 1);
    await handle(shop, 'closed');
    await shop.says('again');
    expect((await answered(shop, 2))[1]).toBe(echo('again'));
  });
});

test('answers and messages of staff look as the channel wants', async () => {
  const look = { quoteQuestion: true, showSender: true, suggestQuestions: true, markRead: false };
  const shop = await shopThat(
    {
      look,
      language: 'en',
      handover: { ...DEFAULT_CHANNEL_SETTINGS.handover, offer: true },
      giveBack: { ...DEFAULT_CHANNEL_SETTINGS.giveBack, offer: true },
    },
    { bot: { settings: { suggestedQuestions: ['Is parking free?', 'hello'] } } },
  );
  const sent = async (sender: string) => {
    const rows = await stage.server.sql<{ messages: unknown }>(
      `select o.messages from outbox o join messages m on m.account_id = o.account_id and m.id = o.message_id
       where o.channel_id = '${shop.channel.uuid}' and m.sender = '${sender}'`,
    );
    return JSON.stringify(rows);
  };
  await shop.says('hello');
  await answered(shop, 1);
  const answer = await sent('bot');
  for (const part of ['Is parking free?', 'Talk to our staff', 'handover', 'Clerk', 'quoteToken'])
    expect(answer).toContain(part);
  expect(answer.match(/"label"/g)).toHaveLength(2);
  await write(shop, 'I am here');
  const word = await sent('operator');
  for (const part of ['give-back', stage.owner.user.username]) expect(word).toContain(part);
});
