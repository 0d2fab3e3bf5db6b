import { tokenHistory } from '@hanasu/contract/billing';
import { chat } from '@hanasu/contract/chat';
import type { BotId, ConversationId } from '@hanasu/contract/ids';
import { CONVERSATION_OUTCOMES, type ConversationOutcome, listConversations } from '@hanasu/contract/inbox';
import { getInsights, PERIODS } from '@hanasu/contract/insights';
import { dayAfter, instantOf, localMoment } from '@hanasu/contract/open-hours';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { type SignedIn, shareTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addBotWithKnowledge, addSandbox } from '../../../testing/test-shop.ts';
import { lastDays } from '../routes.ts';
import { usualHours } from './hours.ts';

/** Half an hour to fourteen hours on each side of Greenwich, and one whose clocks change. */
const ZONES = ['Asia/Tokyo', 'America/Los_Angeles', 'Pacific/Kiritimati', 'Asia/Kolkata', 'Europe/Paris'];
const HOUR = 3_600_000;

let server: TestServer;
beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());

interface Said {
  readonly hoursAgo: number;
  readonly sender: 'customer' | 'bot' | 'operator' | 'system';
  readonly kind?: string;
  readonly outcome?: string;
}
interface Case {
  readonly name: string;
  readonly origin?: 'channel' | 'embed' | 'test' | 'chat' | 'public';
  readonly said: readonly Said[];
  readonly askedHoursAgo?: number;
  readonly isSnoozed?: boolean;
  readonly handling?: string;
}

const asked = (hoursAgo: number): Said => ({ hoursAgo, sender: 'customer' });
const replied = (hoursAgo: number, outcome: string): Said => ({ hoursAgo, sender: 'bot', outcome });

/** Every kind of conversation, over weeks, many of them close to a midnight somewhere. */
const CASES: readonly Case[] = [
  ...Array.from({ length: 60 }, (_, index) => ({
    name: `answered ${index}`,
    said: [asked(index * 7.3), replied(index * 7.3, 'answered')],
  })),
  { name: 'by a curated answer', said: [asked(2), replied(2, 'curated')] },
  { name: 'on a web site', origin: 'embed', said: [asked(3), replied(3, 'answered')] },
  { name: 'found none', said: [asked(5), replied(5, 'not_found')], askedHoursAgo: 5, handling: 'waiting' },
  {
    name: 'found none at first',
    said: [asked(30), replied(30, 'not_found'), asked(6), replied(6, 'answered')],
  },
  { name: 'asked for a person', said: [asked(9), replied(9, 'handed_over')], askedHoursAgo: 9 },
  { name: 'a person wrote', said: [asked(50), { hoursAgo: 49, sender: 'operator' }], handling: 'operator' },
  { name: 'a note is no answer', said: [asked(50), { hoursAgo: 49, sender: 'operator', kind: 'note' }] },
  {
    name: 'the bot first, then a person',
    said: [asked(20), replied(20, 'answered'), asked(19), { hoursAgo: 18, sender: 'operator' }],
    handling: 'operator',
  },
  { name: 'closed', said: [asked(70), replied(70, 'answered')], handling: 'closed' },
  {
    name: 'snoozed',
    said: [asked(80), replied(80, 'not_found')],
    askedHoursAgo: 80,
    isSnoozed: true,
    handling: 'waiting',
  },
  { name: 'nobody could', said: [asked(90), replied(90, 'paused')] },
  { name: 'only followed', said: [{ hoursAgo: 4, sender: 'customer', kind: 'event' }] },
  { name: 'only greeted', said: [replied(4, 'answered')] },
  { name: 'a month ago', said: [asked(24 * 40), replied(24 * 40, 'answered')] },
  {
    name: 'a month ago and now',
    said: [asked(24 * 40), replied(24 * 40, 'not_found'), asked(1), replied(1, 'answered')],
  },
  { name: 'months ago', said: [asked(24 * 200), replied(24 * 200, 'answered')] },
  { name: 'a try of the draft', origin: 'test', said: [asked(1), replied(1, 'answered')] },
  { name: 'by the API', origin: 'chat', said: [asked(1), replied(1, 'answered')] },
  { name: 'in the gallery', origin: 'public', said: [asked(1), replied(1, 'not_found')] },
];

async function put(
  person: SignedIn,
  channelId: string,
  { said, origin = 'channel', ...rest }: Case,
): Promise<void> {
  const id = newId<ConversationId>();
  const newest = Math.min(...said.map(({ hoursAgo }) => hoursAgo));
  const account = person.user.account.uuid;
  await server.sql(
    `insert into conversations (account_id, id, origin, channel_id, title, handling, last_message_at, first_asked_at,
       waiting_since, snoozed_until, first_response_at)
     values ($1, $2, $3, $4, $5, $6, now() - $7 * interval '1 hour', now() - $8 * interval '1 hour',
       case when $6 = 'waiting' then now() - $8 * interval '1 hour' end, case when $9 then now() + interval '1 day' end,
       now() - $8 * interval '1 hour' + interval '200 seconds')`,
    [
      account,
      id,
      origin,
      origin === 'channel' || origin === 'embed' ? channelId : null,
      rest.name,
      rest.handling ?? 'bot',
      newest,
      rest.askedHoursAgo ?? null,
      rest.isSnoozed ?? false,
    ],
  );
  for (const { hoursAgo, sender, kind = 'text', outcome } of said) {
    await server.sql(
      `insert into messages (account_id, id, conversation_id, sender, kind, text, data, citations, outcome,
         delivery_state, created_at)
       values ($1, $2, $3, $4, $5, 'x', '{}', '[]', $6, 'none', now() - $7 * interval '1 hour')`,
      [account, newId(), id, sender, kind, outcome ?? null, hoursAgo],
    );
  }
}

async function openShop(timeZone: string) {
  const person = await server.register();
  const { bot } = await addBotWithKnowledge(person);
  const channel = await addSandbox(person, bot.uuid);
  await server.sql('update accounts set time_zone = $2 where id = $1', [person.user.account.uuid, timeZone]);
  for (const one of CASES) await put(person, channel.uuid, one);
  return { person, bot };
}

interface Rows {
  readonly from: string;
  readonly to?: string;
  readonly outcome?: ConversationOutcome;
}

/** Walks through all pages of the list that a number leads to. */
async function rowsBehind(person: SignedIn, query: Rows) {
  const rows: { uuid: string; firstResponseSeconds: number | null }[] = [];
  for (let page = 1; ; page += 1) {
    const list = await person.call(listConversations, {
      query: { ...query, origin: 'channel', page, pageSize: 25 },
    });
    rows.push(...list.items);
    if (rows.length >= list.total) return rows;
  }
}

const NUMBERS = {
  answered: 'answered',
  not_found: 'notFound',
  handed_over: 'handedOver',
  bot_only: 'botOnly',
  bot_and_staff: 'botAndStaff',
  staff_only: 'staffOnly',
  unanswered: 'unanswered',
} as const satisfies Record<ConversationOutcome, string>;

/** Who answered: each conversation once. */
const sumOf = (counts: Record<'botOnly' | 'botAndStaff' | 'staffOnly' | 'unanswered', number>) =>
  counts.botOnly + counts.botAndStaff + counts.staffOnly + counts.unanswered;

describe.each(ZONES)('an account in %s', (timeZone) => {
  test.each(PERIODS)('each number of %s days is that of the rows behind it', async (days) => {
    const { person } = await openShop(timeZone);
    const { from, numbers, before, days: each } = await person.call(getInsights, { query: { days } });
    expect(await rowsBehind(person, { from })).toHaveLength(numbers.conversations);
    expect(numbers.conversations).toBeGreaterThan(5);
    for (const outcome of CONVERSATION_OUTCOMES) {
      const rows = await rowsBehind(person, { from, outcome });
      expect([outcome, rows.length]).toEqual([outcome, numbers[NUMBERS[outcome]]]);
      expect(rows.length).toBeGreaterThan(0);
    }
    expect(each).toHaveLength(Number(days));
    expect(sumOf(numbers)).toBe(numbers.conversations);
    for (const day of each.slice(-9)) {
      expect(await rowsBehind(person, { from: day.from, to: day.to })).toHaveLength(day.conversations);
      expect(sumOf(day)).toBe(day.conversations);
    }
    if (days === '30') expect(before.conversations).toBe(2);
  });
});

test('neither tries, nor the API, nor who only followed is counted', async () => {
  const { person } = await openShop('Asia/Tokyo');
  const { numbers } = await person.call(getInsights, { query: { days: '90' } });
  const counted = CASES.filter(
    ({ origin = 'channel', said }) =>
      ['channel', 'embed'].includes(origin) &&
      said.some(({ sender, kind, hoursAgo }) => sender === 'customer' && !kind && hoursAgo < 24 * 89),
  );
  expect(numbers.conversations).toBe(counted.length);
  expect(numbers.responseSeconds).toBe(200);
});

test('tokens are those of the calls that are listed, without tries of the draft', async () => {
  const person = await server.register();
  const { bot } = await addBotWithKnowledge(person);
  const ask = (draft: boolean) =>
    person.call(chat, {
      body: { botUuid: bot.uuid as BotId, message: 'Is parking free?', draft },
    });
  await ask(true);
  await ask(false);
  const { from, numbers, days } = await person.call(getInsights);
  const listed = await person.call(tokenHistory, { query: { from, tests: 'false' } });
  expect(listed.items).toHaveLength(1);
  expect(listed.spent.listed).toBe(numbers.tokens);
  expect(numbers.tokens).toBe(listed.items.reduce((sum, { tokens }) => sum - tokens, 0));
  expect(numbers.tokens).toBeGreaterThan(0);
  expect(days.at(-1)?.tokens).toBe(numbers.tokens);
  const all = await person.call(tokenHistory, { query: { from } });
  expect(all.items.filter(({ kind }) => kind === 'call')).toHaveLength(2);
});

test('questions that nobody could answer stand together, those asked most first', async () => {
  const person = await server.register();
  const { bot, knowledge } = await addBotWithKnowledge(person);
  const channel = await addSandbox(person, bot.uuid);
  const account = person.user.account.uuid;
  for (const text of ['Is there a sauna?', 'is there a sauna', 'Do you sell cars?']) {
    const id = newId();
    await server.sql(
      `insert into conversations (account_id, id, origin, channel_id, bot_id, title, handling, last_message_at)
       values ($1, $2, 'channel', $3, $4, '', 'bot', now())`,
      [account, id, channel.uuid, bot.uuid],
    );
    for (const [sender, words, outcome] of [
      ['customer', text, null],
      ['bot', 'Sorry', 'not_found'],
    ] as const) {
      await server.sql(
        `insert into messages (account_id, id, conversation_id, sender, kind, text, data, citations, outcome, delivery_state)
         values ($1, $2, $3, $4, 'text', $5, '{}', '[]', $6, 'none')`,
        [account, newId(), id, sender, words, outcome],
      );
    }
  }
  const { questions, lines, bots } = await person.call(getInsights);
  expect(questions).toEqual([
    { question: 'is there a sauna', times: 2, knowledgeUuid: knowledge.uuid },
    { question: 'Do you sell cars?', times: 1, knowledgeUuid: knowledge.uuid },
  ]);
  expect(lines).toEqual([
    {
      channel: { uuid: channel.uuid, name: 'Counter', kind: 'line' },
      conversations: 3,
      waiting: 0,
      marks: [],
    },
  ]);
  expect(bots).toEqual([{ uuid: bot.uuid, name: 'Clerk', state: 'live', channelKinds: ['line'], today: 3 }]);
});

describe('hours of the day', () => {
  const everyDay = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, from: '18:00', until: '02:00' }));

  async function openBar() {
    const person = await server.register();
    const { bot } = await addBotWithKnowledge(person);
    const channel = await addSandbox(person, bot.uuid);
    const account = person.user.account.uuid;
    await server.sql(`update accounts set time_zone = 'Asia/Kolkata' where id = $1`, [account]);
    await server.sql('update channels set settings = $2 where id = $1', [
      channel.uuid,
      JSON.stringify({ hours: everyDay, timeZone: 'Asia/Kolkata' }),
    ]);
    return { person, channel };
  }

  test('messages are counted by the clock of the account, inside and outside opening hours', async () => {
    const { person, channel } = await openBar();
    const yesterday = dayAfter(localMoment('Asia/Kolkata', new Date()).day, -1);
    // An evening's hours end on the next day, also those of the day before the period.
    for (const minute of [1 * 60, 2 * 60 + 10, 17 * 60 + 50, 18 * 60 + 5, 23 * 60])
      for (const day of [yesterday, dayAfter(yesterday, -5)]) {
        const hoursAgo = (Date.now() - instantOf('Asia/Kolkata', day, minute).getTime()) / HOUR;
        const said = [asked(hoursAgo), replied(hoursAgo, 'answered')];
        await put(person, channel.uuid, { name: `at ${minute}`, said });
      }
    const { hours } = await person.call(getInsights);
    const written = hours.asked.flatMap((each, hour) =>
      each.open + each.closed > 0 ? [{ hour, ...each }] : [],
    );
    expect(written).toEqual([
      { hour: 1, open: 2, closed: 0 },
      { hour: 2, open: 0, closed: 2 },
      { hour: 17, open: 0, closed: 2 },
      { hour: 18, open: 2, closed: 0 },
      { hour: 23, open: 2, closed: 0 },
    ]);
    expect(hours).toMatchObject({
      answered: 10,
      answeredClosed: 4,
      usual: [{ from: '18:00', until: '02:00' }],
    });
  });

  test('without opening hours staff are always there', async () => {
    const { person } = await openShop('Asia/Tokyo');
    const { hours } = await person.call(getInsights);
    expect(hours.usual).toEqual([]);
    expect(hours.asked).toHaveLength(24);
    expect(hours.asked.every(({ closed }) => closed === 0)).toBe(true);
    expect(hours.asked.some(({ open }) => open > 0)).toBe(true);
  });

  test('the usual hours are those of most days, with their break at noon; of two as common the longer', () => {
    const on = (days: readonly number[], ...spans: readonly [string, string][]) =>
      days.flatMap((day) => spans.map(([from, until]) => ({ day, from, until })));
    const clinic = [
      ...on([1, 2, 3, 5], ['15:00', '18:30'], ['09:00', '12:30']),
      ...on([6], ['09:00', '13:00']),
    ];
    expect(usualHours([clinic])).toEqual([
      { from: '09:00', until: '12:30' },
      { from: '15:00', until: '18:30' },
    ]);
    expect(usualHours([on([1, 2], ['10:00', '12:00']), on([3, 4], ['22:00', '03:00'])])).toEqual([
      { from: '22:00', until: '03:00' },
    ]);
    expect(usualHours([])).toEqual([]);
  });
});

test('a day lasts from midnight to midnight where the account is, also when clocks change', () => {
  const days = lastDays('Europe/Paris', new Date('2026-10-26T00:30:00Z'), 3);
  expect(days.map(({ day }) => day)).toEqual(['2026-10-24', '2026-10-25', '2026-10-26']);
  expect(days.map(({ from, to }) => (to.getTime() - from.getTime()) / HOUR)).toEqual([24, 25, 24]);
  expect(days[0]?.from.toISOString()).toBe('2026-10-23T22:00:00.000Z');
  expect(lastDays('Asia/Tokyo', new Date('2026-01-01T15:00:00Z'), 1)[0]?.day).toBe('2026-01-02');
});
