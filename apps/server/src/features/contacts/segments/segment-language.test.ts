import type { AccountId, CustomerId } from '@hanasu/contract/ids';
import { localMoment } from '@hanasu/contract/open-hours';
import {
  CONDITION_KINDS,
  type Condition,
  Condition as ConditionSchema,
  type SegmentDefinition,
  SegmentDefinition as SegmentSchema,
} from '@hanasu/contract/segments';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AccountTransaction, type Database, openDatabase } from '../../../platform/database/database.ts';
import type { ConditionScope } from '../../../platform/feature.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { conversationConditions } from '../../conversations/segment-conditions.ts';
import { submitted } from '../../forms/submissions/answers.ts';
import { tapped } from '../../rich-menus/menus/customer-rules.ts';
import { CONTACT_CONDITIONS } from './conditions.ts';
import { createSegmentLanguage } from './segment-language.ts';

const DAY = 86_400_000;
const WINDOW_MS = 2 * DAY;
const language = createSegmentLanguage([
  ...CONTACT_CONDITIONS,
  submitted,
  tapped,
  ...conversationConditions(['line', 'zalo'], (kind) =>
    kind === 'zalo' ? { freeMs: DAY, openMs: WINDOW_MS } : null,
  ),
]);

const accountId = crypto.randomUUID() as AccountId;
const ids = (count: number): string[] => Array.from({ length: count }, () => crypto.randomUUID());
const [LINE = '', ZALO = '', LINE_2 = ''] = ids(3);
const CHANNELS = [
  { id: LINE, kind: 'line' },
  { id: ZALO, kind: 'zalo' },
  { id: LINE_2, kind: 'line' },
];
const TAGS = ids(3);
const OWNERS = ids(2);
const FORMS = ids(2);
const MENUS = ids(2);
const AREAS = [
  { pageId: 'p1', areaId: 'a' },
  { pageId: 'p1', areaId: 'b' },
  { pageId: 'p2', areaId: 'a' },
];
const [TEXT = '', NUMBER = '', DATE = '', CHOICE = '', MULTI = '', YES = '', LINK = ''] = ids(7);

/** Around the ends of February, and what comes after it in other time zones. */
const NOWS = [
  '2026-02-28T14:59:59.999Z',
  '2026-02-28T15:00:00.000Z',
  '2027-02-27T23:30:00.000Z',
  '2028-02-28T12:00:00.000Z',
  '2028-02-29T04:30:00.000Z',
  '2026-03-08T06:59:00.000Z',
  '2026-12-31T20:00:00.000Z',
];
const ZONES = ['UTC', 'Asia/Tokyo', 'Asia/Ho_Chi_Minh', 'America/New_York', 'Pacific/Kiritimati'];
const DAYS = [
  '1990-02-28',
  '1988-02-29',
  '1990-03-01',
  '2001-12-31',
  '2002-01-01',
  '2026-02-28',
  '2028-02-29',
];
const TEXTS = [
  'Tokyo',
  'ＴＯＫＹＯ 2',
  'ハナコ',
  'はなこ',
  'Điện Biên',
  'dien bien',
  '50% _x_',
  `O'Brien"`,
  'が',
  'か',
];
const MOMENTS = NOWS.flatMap((now) =>
  [0, -1, 1, -DAY, -DAY + 1, -2 * DAY, -7 * DAY, -30 * DAY].map((by) =>
    new Date(Date.parse(now) + by).toISOString(),
  ),
);

const day = fc.constantFrom(...DAYS);
const text = fc.constantFrom(...TEXTS, 'o', ' ', 'x');
const moment = fc.constantFrom(...MOMENTS);
const perhaps = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const some = <T>(values: readonly T[], minLength = 0) => fc.subarray([...values], { minLength });

/** Also those that fit no test, and more than an option's id. */
const answers = fc.record(
  {
    choice: fc.constantFrom('a', 'b', 'other:b', 'b'.repeat(60)),
    choices: some(['a', 'b', 'c']),
    number: fc.oneof(fc.constantFrom(0, 1, 1.5, -3), fc.constant('1')),
    consent: fc.boolean(),
    address: fc.constant({ country: 'JP', city: 'a' }),
  },
  { requiredKeys: [] },
);
const person = fc.record({
  language: perhaps(fc.constantFrom('ja', 'ja-JP', 'jav', 'vi', 'VI-vn', '')),
  birthday: perhaps(day),
  source: fc.constantFrom('channel', 'staff', 'import', 'api'),
  owner: perhaps(fc.constantFrom(...OWNERS)),
  lastWroteAt: perhaps(moment),
  createdAt: moment,
  tags: some(TAGS),
  contacts: some(['phone', 'email']),
  submissions: fc.array(fc.tuple(fc.constantFrom(...FORMS), moment, fc.boolean(), answers), { maxLength: 3 }),
  fields: fc.record(
    {
      [TEXT]: fc.oneof(text, fc.constant(5)),
      [NUMBER]: fc.oneof(fc.constantFrom(0, 1, 1.5, -3, 1e21, 0.1), fc.constant('1')),
      [DATE]: fc.oneof(day, fc.constant('someday'), fc.constant(false)),
      [CHOICE]: fc.constantFrom('a', 'b', 'c'),
      [MULTI]: some(['a', 'b', 'c'], 1),
      [YES]: fc.oneof(fc.boolean(), fc.constant('true')),
      [LINK]: fc.constantFrom('https://example.com/Tokyo', 'https://hana.example'),
    },
    { requiredKeys: [] },
  ),
  friends: fc.array(
    fc.record({
      channel: fc.constantFrom(...CHANNELS),
      state: fc.constantFrom('following', 'blocked', 'unknown'),
      consent: fc.constantFrom('unknown', 'given', 'withdrawn'),
      language: perhaps(fc.constantFrom('ja', 'vi', '')),
      lastWroteAt: perhaps(moment),
      conversation: perhaps(
        fc.record({
          handling: fc.constantFrom('bot', 'waiting', 'operator', 'closed'),
          lastCustomerAt: perhaps(moment),
        }),
      ),
      messageTimes: fc.array(moment, { maxLength: 8 }),
      taps: fc.array(fc.tuple(fc.constantFrom(...MENUS), fc.constantFrom(...AREAS), moment), {
        maxLength: 4,
      }),
    }),
    { maxLength: 3 },
  ),
});
type Person = typeof person extends fc.Arbitrary<infer P> ? P : never;

const offset = fc.constantFrom(-400, -31, -7, -1, 0, 1, 3, 30);
const range = <T extends number | string>(value: fc.Arbitrary<T>) =>
  fc
    .tuple(perhaps(value), perhaps(value))
    .filter(([from, to]) => (from !== null || to !== null) && (from === null || to === null || from <= to))
    .map(([from, to]) => ({ from, to }));
const days = range(offset).map((span) => ({ op: 'days' as const, ...span }));
const dates = range(day).map((span) => ({ op: 'dates' as const, ...span }));
const yearly = fc
  .tuple(offset, fc.constantFrom(0, 1, 7, 364))
  .map(([from, length]) => ({ op: 'yearly' as const, from, to: from + length }));
const months = some([1, 2, 3, 12], 1).map((chosen) => ({ op: 'months' as const, months: chosen }));
const empty = fc.constant({ op: 'empty' as const });
const words = text.filter((value) => value.trim() !== '');
const options = some(['a', 'b', 'c'], 1);
const fieldTests = {
  [TEXT]: fc.oneof(
    words.map((value) => ({ op: 'is', text: value })),
    words.map((value) => ({ op: 'contains', text: value })),
  ),
  [LINK]: words.map((value) => ({ op: 'contains', text: value })),
  [NUMBER]: range(fc.constantFrom(0, 1, 1.5, -3, 1e21, 0.1)).map((span) => ({ op: 'between', ...span })),
  [DATE]: fc.oneof(days, dates, yearly, months),
  [CHOICE]: options.map((chosen) => ({ op: 'any', options: chosen })),
  [MULTI]: fc.oneof(
    options.map((chosen) => ({ op: 'any', options: chosen })),
    options.map((chosen) => ({ op: 'all', options: chosen })),
  ),
  [YES]: fc.constantFrom({ op: 'yes' }, { op: 'no' }),
};
const field = fc
  .constantFrom(TEXT, NUMBER, DATE, CHOICE, MULTI, YES, LINK)
  .chain((fieldUuid) =>
    fc.oneof(fieldTests[fieldUuid] ?? empty, empty).map((asked) => ({ fieldUuid, test: asked })),
  );
const channel = {
  channelUuids: some(CHANNELS.map(({ id }) => id)),
  channelKinds: some(['line', 'zalo', 'web']),
};

/** One for each kind of the contract: a kind without one does not compile. */
const CONDITIONS: Readonly<Record<Condition['kind'], fc.Arbitrary<object>>> = {
  everybody: fc.constant({}),
  tag: fc.record({ match: fc.constantFrom('any', 'all'), tagUuids: some(TAGS, 1) }),
  field,
  language: fc.record({ languages: some(['ja', 'ja-JP', 'vi', 'none'], 1) }),
  contact: fc.record({ contact: fc.constantFrom('phone', 'email') }),
  source: fc.record({ sources: some(['channel', 'staff', 'import', 'api'], 1) }),
  owner: fc.record({ ownerUuids: some([...OWNERS, 'none'], 1) }),
  created: fc.record({ test: fc.oneof(days, dates) }),
  birthday: fc.record({ test: fc.oneof(days, dates, yearly, months, empty) }),
  friend: fc.record({
    ...channel,
    states: some(['following', 'blocked']),
    consents: some(['given', 'withdrawn']),
  }),
  window: fc.record(channel),
  lastWrote: fc.record({
    when: fc.constantFrom('within', 'before', 'never'),
    days: fc.constantFrom(1, 7, 30),
  }),
  messages: fc.record({ days: fc.constantFrom(1, 7, 30, 365), atLeast: fc.integer({ min: 1, max: 4 }) }),
  submitted: fc.record({
    formUuid: fc.constantFrom(...FORMS),
    days: fc.constantFrom(null, 1, 7, 30),
    answer: perhaps(
      fc.record({
        field: fc.constantFrom('choice', 'choices', 'number', 'consent', 'address', 'nothing'),
        test: fc.oneof(
          fc.record({ op: fc.constantFrom('any', 'all'), options: some(['a', 'b', 'c', 'city'], 1) }),
          fc.record({
            op: fc.constant('between'),
            from: fc.constantFrom(-3, 0, 1),
            to: fc.constantFrom(1, 1.5),
          }),
          fc.record({ op: fc.constantFrom('yes', 'no') }),
        ),
      }),
    ),
  }),
  tapped: fc.record({
    menuUuid: fc.constantFrom(...MENUS),
    area: perhaps(fc.constantFrom(...AREAS)),
    atLeast: fc.integer({ min: 1, max: 3 }),
    days: fc.constantFrom(null, 1, 7, 30),
  }),
  handling: fc.record({ handlings: some(['bot', 'waiting', 'operator', 'closed'], 1) }),
};
const conditionOf = (kind: Condition['kind']): fc.Arbitrary<Condition> =>
  CONDITIONS[kind].map((rest) => ConditionSchema.parse({ kind, ...rest }));
const condition = fc.constantFrom(...CONDITION_KINDS).chain(conditionOf);
const group = <Item>(item: fc.Arbitrary<Item>) =>
  fc.record({
    kind: fc.constantFrom('and', 'or', 'not'),
    items: fc.array(item, { minLength: 1, maxLength: 3 }),
  });
const definition: fc.Arbitrary<SegmentDefinition> = group(
  fc.oneof(condition, group(fc.oneof(condition, group(condition)))),
).map((tree) => SegmentSchema.parse(tree));

const scope = fc.record({ now: fc.constantFrom(...NOWS), timeZone: fc.constantFrom(...ZONES) }).map(
  ({ now, timeZone }): ConditionScope => ({
    now: Date.parse(now),
    timeZone,
    today: localMoment(timeZone, new Date(now)).day,
  }),
);

let testDatabase: TestDatabase;
let database: Database;
const population: { id: CustomerId; person: Person }[] = fc
  .sample(person, 80)
  .map((one) => ({ id: crypto.randomUUID() as CustomerId, person: one }));

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const onError = (error: Error) => expect.fail(error.message);
  database = openDatabase({ url: testDatabase.url, poolSize: 2, onError });
  await database.system(async (transaction) => {
    await transaction.run(`insert into accounts (id, name) values ($1, 'Shop')`, [accountId]);
    for (const id of OWNERS)
      await transaction.run(
        `insert into users (id, username, username_key, display_name, locale) values ($1::uuid, $2, $2, '', 'en')`,
        [id, id.slice(0, 20)],
      );
  });
  await database.account(accountId, async (transaction) => {
    await fillAccount(transaction);
    for (const { id, person: one } of population) await insertPerson(transaction, id, one);
  });
  // As the database does by itself a minute later.
  await database.system((transaction) => transaction.run('analyze'));
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

async function fillAccount(transaction: AccountTransaction): Promise<void> {
  for (const { id, kind } of CHANNELS) {
    await transaction.run(
      `insert into channels (account_id, id, kind, name, sandbox, external_id, credentials, batching_delay)
       values ($1, $2::uuid, $3, '', true, $2::uuid::text, '\\x00', 0)`,
      [accountId, id, kind],
    );
    await transaction.run(
      `insert into conversations (account_id, id, origin, channel_id, thread_external_id, title, handling,
         last_message_at, is_group) values ($1, $2::uuid, 'channel', $2::uuid, 'group', '', 'bot', now(), true)`,
      [accountId, id],
    );
  }
  for (const id of FORMS)
    await transaction.run(
      `insert into forms (account_id, id, name, slug, draft, settings)
       values ($1, $2::uuid, $2::uuid::text, $2::uuid::text, '{}', '{}')`,
      [accountId, id],
    );
  for (const id of MENUS)
    await transaction.run(
      `insert into rich_menus (account_id, id, channel_id, name, position, draft, settings)
       values ($1, $2::uuid, $3, $2::uuid::text, 0, '{}', '{}')`,
      [accountId, id, LINE],
    );
  for (const id of TAGS)
    await transaction.run(
      `insert into tags (account_id, id, name, color, position) values ($1, $2::uuid, $2::uuid::text, 'gray', 0)`,
      [accountId, id],
    );
}

async function insertPerson(transaction: AccountTransaction, id: CustomerId, one: Person): Promise<void> {
  await transaction.run(
    `insert into customers (account_id, id, name, language, birthday, source, owner_id, last_wrote_at, created_at, fields)
     values ($1, $2, '', $3, $4, $5, $6, $7, $8, $9)`,
    [
      accountId,
      id,
      one.language,
      one.birthday,
      one.source,
      one.owner,
      one.lastWroteAt,
      one.createdAt,
      JSON.stringify(one.fields),
    ],
  );
  for (const tag of one.tags)
    await transaction.run(
      `insert into customer_tags (account_id, customer_id, tag_id, by_kind) values ($1, $2, $3, 'staff')`,
      [accountId, id, tag],
    );
  for (const kind of one.contacts)
    await transaction.run(
      `insert into customer_contacts (account_id, customer_id, kind, position, value) values ($1, $2, $3, 1, 'x')`,
      [accountId, id, kind],
    );
  for (const [form, at, isMerged, given] of one.submissions) {
    const by = isMerged ? crypto.randomUUID() : id;
    if (isMerged)
      await transaction.run(
        `insert into customer_merges (account_id, id, kept_id, merged_id) values ($1, gen_random_uuid(), $2, $3)`,
        [accountId, id, by],
      );
    await transaction.run(
      `insert into form_submissions (account_id, id, form_id, version, key, answers, language, source, identity,
         customer_id, fingerprint, created_at)
       values ($1, gen_random_uuid(), $2, 1, gen_random_uuid(), $5, 'en', 'page', 'none', $3, '', $4)`,
      [accountId, form, by, at, JSON.stringify(given)],
    );
  }
  for (const friend of one.friends) await insertFriend(transaction, id, friend);
}

async function insertFriend(
  transaction: AccountTransaction,
  customerId: CustomerId,
  {
    channel: on,
    state,
    consent,
    language: spoken,
    lastWroteAt,
    conversation,
    messageTimes,
    taps,
  }: Person['friends'][number],
): Promise<void> {
  const id = crypto.randomUUID();
  await transaction.run(
    `insert into friends (account_id, id, channel_id, customer_id, external_id, name, state, consent, language, last_wrote_at,
       message_times) values ($1, $2::uuid, $3, $4, $2::uuid::text, '', $5, $6, $7, $8, $9::timestamptz[])`,
    [accountId, id, on.id, customerId, state, consent, spoken, lastWroteAt, messageTimes.toSorted()],
  );
  for (const [menu, { pageId, areaId }, at] of taps)
    await transaction.run(
      `insert into menu_taps (account_id, id, menu_id, page_id, area_id, friend_id, event_id, created_at)
       values ($1, gen_random_uuid(), $2, $3, $4, $5, gen_random_uuid()::text, $6)`,
      [accountId, menu, pageId, areaId, id, at],
    );
  if (!conversation) return;
  const conversationId = crypto.randomUUID();
  await transaction.run(
    `insert into conversations (account_id, id, origin, channel_id, friend_id, thread_external_id, title, handling,
       last_message_at, last_customer_at) values ($1, $2, 'channel', $3, $4::uuid, $4::uuid::text, '', $5, now(), $6)`,
    [accountId, conversationId, on.id, id, conversation.handling, conversation.lastCustomerAt],
  );
}

async function foundBySql(node: SegmentDefinition, at: ConditionScope): Promise<string[]> {
  const { sql, values } = language.compile(node, at, []).where(2);
  const rows = await database.account(accountId, (transaction) =>
    transaction.rows<{ id: string; isIn: boolean | null }>(
      `select c.id, ${sql} as "isIn" from customers c where c.account_id = $1`,
      [accountId, ...values],
    ),
  );
  expect(rows.filter(({ isIn }) => isIn === null)).toEqual([]);
  const filtered = await database.account(accountId, (transaction) =>
    transaction.rows<{ id: string }>(`select c.id from customers c where c.account_id = $1 and ${sql}`, [
      accountId,
      ...values,
    ]),
  );
  const found = filtered.map(({ id }) => id).toSorted();
  expect(
    rows
      .filter(({ isIn }) => isIn)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(found);
  return found;
}

/** Rows by statement and values: the people do not change, so each fact about each of them is read once. */
const cachedRows = new Map<string, Promise<unknown>>();
const withCachedRows = (transaction: AccountTransaction): AccountTransaction => ({
  ...transaction,
  one: <Row>(text: string, values: readonly unknown[] = []) => {
    const key = JSON.stringify([text, values]);
    const row = cachedRows.get(key) ?? transaction.one(text, values);
    cachedRows.set(key, row);
    return row as Promise<Row | null>;
  },
});

async function foundInMemory(node: SegmentDefinition, at: ConditionScope): Promise<string[]> {
  const found = await database.account(accountId, (transaction) => {
    const reading = withCachedRows(transaction);
    return Promise.all(
      population.map(async ({ id }) => {
        const rows = await language.explain(reading, node, { customerId: id, scope: at, problems: [] });
        return rows?.get('') ? [id] : [];
      }),
    );
  });
  return found.flat().toSorted();
}

test('the database and the memory find the same people in any segment, at any time, in any time zone', async () => {
  await fc.assert(
    fc.asyncProperty(definition, scope, async (node, at) => {
      expect(await foundInMemory(node, at)).toEqual(await foundBySql(node, at));
    }),
    { numRuns: 100 },
  );
}, 120_000);

test.each(CONDITION_KINDS.map((kind) => ({ kind })))(
  'both agree on $kind, alone and turned round, and it is true of some',
  async ({ kind }) => {
    let hits = 0;
    await fc.assert(
      fc.asyncProperty(conditionOf(kind), scope, async (one, at) => {
        const found = await foundBySql({ kind: 'and', items: [one] }, at);
        expect(await foundInMemory({ kind: 'and', items: [one] }, at)).toEqual(found);
        const others = await foundBySql({ kind: 'not', items: [one] }, at);
        expect([...found, ...others].toSorted()).toEqual(population.map(({ id }) => id).toSorted());
        hits += found.length;
      }),
      { numRuns: 30 },
    );
    expect(hits).toBeGreaterThan(0);
  },
  60_000,
);

test('a broken segment has nobody, under not too', () => {
  const everybody = { kind: 'everybody' } as const;
  const at = { now: 0, timeZone: 'UTC', today: '1970-01-01' };
  const node = { kind: 'not', items: [everybody] } as const;
  const { where } = language.compile(node, at, [{ path: 'items.0', reason: 'unknown' }]);
  expect(where(2)).toEqual({ sql: 'false', values: [] });
});
