import type { Role } from '@hanasu/contract/accounts';
import type {
  CustomerFieldKind,
  CustomerFieldValue,
  CustomerFieldView,
} from '@hanasu/contract/customer-fields';
import type { FieldTest, SegmentReason } from '@hanasu/contract/segments';
import { foldForSearch } from '@hanasu/contract/text';
import {
  type ConditionKind,
  type ConditionScope,
  defineCondition,
  type SqlScope,
} from '../../../platform/feature.ts';
import { listFields } from '../fields/fields.store.ts';
import { daySql, testDay, testTime, timeSql } from './day-tests.ts';
import { findChannelIds, findMemberIds, findTagStates } from './segments.store.ts';

const DAY_MS = 86_400_000;
/** SQL of a time as whole milliseconds since 1970; times of programs have no more. */
const millis = (column: string): string => `floor(extract(epoch from ${column}) * 1000)`;

const everybody = defineCondition<'everybody', unknown>({
  kind: 'everybody',
  sql: () => 'true',
  facts: `'null'::json`,
  test: () => true,
});

const tag = defineCondition<'tag', readonly string[]>({
  kind: 'tag',
  sql({ match, tagUuids }, { bind }) {
    const has = (tags: string): string =>
      `exists (select 1 from customer_tags x where x.account_id = $1 and x.customer_id = c.id and ${tags})`;
    if (match === 'any') return has(`x.tag_id = any(${bind(tagUuids, 'uuid[]')})`);
    return `(${tagUuids.map((uuid) => has(`x.tag_id = ${bind(uuid, 'uuid')}`)).join(' and ')})`;
  },
  facts: `(select coalesce(json_agg(x.tag_id), '[]') from customer_tags x
    where x.account_id = $1 and x.customer_id = c.id)`,
  test: ({ match, tagUuids }, tags) =>
    match === 'any'
      ? tagUuids.some((uuid) => tags.includes(uuid))
      : tagUuids.every((uuid) => tags.includes(uuid)),
  async findProblems(transaction, conditions) {
    const wanted = conditions.flatMap(({ tagUuids }) => tagUuids);
    const isArchived = new Map(
      (await findTagStates(transaction, wanted)).map((found) => [found.id, found.isArchived]),
    );
    return conditions.map(({ tagUuids }) => {
      if (!tagUuids.every((uuid) => isArchived.has(uuid))) return 'tag_missing';
      return tagUuids.some((uuid) => isArchived.get(uuid)) ? 'tag_archived' : null;
    });
  },
});

/** As the list of customers shows it: what is known, or else what the channel they last wrote on tells. */
const LANGUAGE = `lower(nullif(coalesce(c.language, (select f.language from friends f
  where f.account_id = $1 and f.customer_id = c.id and f.language <> ''
  order by f.last_wrote_at desc nulls last, f.id limit 1)), ''))`;

const language = defineCondition<'language', string | null>({
  kind: 'language',
  sql({ languages }, { bind }) {
    const known = languages.filter((one) => one !== 'none').map((one) => one.toLowerCase());
    const parts = [
      ...(known.length < languages.length ? [`${LANGUAGE} is null`] : []),
      ...(known.length === 0
        ? []
        : [
            `coalesce(${LANGUAGE} || '-' like any(${bind(
              known.map((one) => `${one}-%`),
              'text[]',
            )}), false)`,
          ]),
    ];
    return `(${parts.join(' or ')})`;
  },
  facts: `to_json(${LANGUAGE})`,
  test: ({ languages }, spoken) =>
    languages.some((one) => {
      if (one === 'none' || spoken === null) return one === 'none' && spoken === null;
      const wanted = one.toLowerCase();
      return spoken === wanted || spoken.startsWith(`${wanted}-`);
    }),
});

const contact = defineCondition<'contact', readonly string[]>({
  kind: 'contact',
  sql: (condition, { bind }) => `exists (select 1 from customer_contacts x
    where x.account_id = $1 and x.customer_id = c.id and x.kind = ${bind(condition.contact, 'text')})`,
  facts: `(select coalesce(json_agg(x.kind), '[]') from customer_contacts x
    where x.account_id = $1 and x.customer_id = c.id)`,
  test: (condition, kinds) => kinds.includes(condition.contact),
});

const source = defineCondition<'source', string>({
  kind: 'source',
  sql: ({ sources }, { bind }) => `c.source = any(${bind(sources, 'text[]')})`,
  facts: 'to_json(c.source)',
  test: ({ sources }, from) => sources.some((one) => one === from),
});

const owner = defineCondition<'owner', string | null>({
  kind: 'owner',
  sql({ ownerUuids }, { bind }) {
    const people = ownerUuids.filter((one) => one !== 'none');
    const parts = [
      ...(people.length < ownerUuids.length ? ['c.owner_id is null'] : []),
      ...(people.length === 0 ? [] : [`coalesce(c.owner_id = any(${bind(people, 'uuid[]')}), false)`]),
    ];
    return `(${parts.join(' or ')})`;
  },
  facts: 'to_json(c.owner_id)',
  test: ({ ownerUuids }, ownerId) => ownerUuids.some((one) => one === (ownerId ?? 'none')),
  async findProblems(transaction, conditions) {
    const members = new Set<string>(['none', ...(await findMemberIds(transaction))]);
    return conditions.map(({ ownerUuids }) =>
      ownerUuids.every((one) => members.has(one)) ? null : 'owner_missing',
    );
  },
});

const created = defineCondition<'created', number>({
  kind: 'created',
  sql: ({ test }, scope) => timeSql(test, 'c.created_at', scope),
  facts: `to_json(${millis('c.created_at')})`,
  test: ({ test }, at, scope) => testTime(test, at, scope),
});

const birthday = defineCondition<'birthday', string | null>({
  kind: 'birthday',
  sql: ({ test }, scope) => daySql(test, 'c.birthday::text', scope),
  facts: 'to_json(c.birthday::text)',
  test: ({ test }, day, scope) => testDay(test, day, scope),
});

interface FriendFact {
  readonly channel: string;
  readonly kind: string;
  readonly state: string;
  readonly consent: string;
}
/** An empty list is no limit. */
const isAmong = (list: readonly string[], value: string): boolean =>
  list.length === 0 || list.includes(value);

const friend = defineCondition<'friend', readonly FriendFact[]>({
  kind: 'friend',
  sql({ channelUuids, channelKinds, states, consents }, { bind }) {
    const parts = [
      ...(channelUuids.length === 0 ? [] : [`f.channel_id = any(${bind(channelUuids, 'uuid[]')})`]),
      ...(channelKinds.length === 0
        ? []
        : [
            `f.channel_id in (select h.id from channels h
              where h.account_id = $1 and h.kind = any(${bind(channelKinds, 'text[]')}))`,
          ]),
      ...(states.length === 0 ? [] : [`f.state = any(${bind(states, 'text[]')})`]),
      ...(consents.length === 0 ? [] : [`f.consent = any(${bind(consents, 'text[]')})`]),
    ];
    const all = ['f.account_id = $1', 'f.customer_id = c.id', ...parts];
    return `exists (select 1 from friends f where ${all.join(' and ')})`;
  },
  facts: `(select coalesce(json_agg(json_build_object('channel', f.channel_id, 'kind', h.kind,
      'state', f.state, 'consent', f.consent)), '[]')
    from friends f join channels h on h.account_id = f.account_id and h.id = f.channel_id
    where f.account_id = $1 and f.customer_id = c.id)`,
  test: ({ channelUuids, channelKinds, states, consents }, friends) =>
    friends.some(
      ({ channel, kind, state, consent }) =>
        isAmong(channelUuids, channel) &&
        isAmong(channelKinds, kind) &&
        isAmong(states, state) &&
        isAmong(consents, consent),
    ),
  findProblems: async (transaction, conditions) => {
    const channels = new Set(await findChannelIds(transaction));
    return conditions.map(({ channelUuids }) =>
      channelUuids.every((uuid) => channels.has(uuid)) ? null : 'channel_missing',
    );
  },
});

const lastWrote = defineCondition<'lastWrote', number | null>({
  kind: 'lastWrote',
  sql({ when, days }, { now, bind }) {
    if (when === 'never') return 'c.last_wrote_at is null';
    const since = bind(new Date(now - days * DAY_MS).toISOString(), 'timestamptz');
    return `coalesce(c.last_wrote_at ${when === 'within' ? '>=' : '<'} ${since}, false)`;
  },
  facts: `to_json(${millis('c.last_wrote_at')})`,
  test({ when, days }, at, { now }) {
    if (at === null) return when === 'never';
    const since = now - days * DAY_MS;
    return when === 'within' ? at >= since : when === 'before' && at < since;
  },
});

/** How many of a friend's messages, the oldest first, came at `since` or later. */
const since = (at: string): string =>
  `cardinality(f.message_times) - width_bucket(${at} - interval '1 microsecond', f.message_times)`;

const messages = defineCondition<'messages', readonly number[]>({
  kind: 'messages',
  // Not a join with the customers: all who wrote are found once, however many there are.
  sql: ({ days, atLeast }, { now, bind }) => `coalesce(c.id in (select f.customer_id from friends f
    where f.account_id = $1 and cardinality(f.message_times) > 0 group by f.customer_id
    having sum(${since(bind(new Date(now - days * DAY_MS).toISOString(), 'timestamptz'))}) >= ${bind(atLeast, 'int')}), false)`,
  facts: `(select coalesce(json_agg(${millis('t.at')}), '[]') from friends f, unnest(f.message_times) t(at)
    where f.account_id = $1 and f.customer_id = c.id)`,
  test: ({ days, atLeast }, times, { now }) =>
    times.filter((at) => at >= now - days * DAY_MS).length >= atLeast,
});

const DAYS = ['days', 'dates', 'yearly', 'months'] as const;
/** What can be asked of each kind of field, beside whether it is empty. */
const TESTS: Readonly<Record<CustomerFieldKind, readonly FieldTest['op'][]>> = {
  text: ['is', 'contains'],
  link: ['is', 'contains'],
  number: ['between'],
  date: DAYS,
  choice: ['any'],
  multi: ['any', 'all'],
  yesno: ['yes', 'no'],
};

/** What an account keeps of its customers in fields of its own. */
const fieldCondition = defineCondition<'field', Readonly<Record<string, CustomerFieldValue>>>({
  kind: 'field',
  sql({ fieldUuid, test }, scope) {
    return fieldSql(test, `c.fields -> ${scope.bind(fieldUuid, 'text')}`, scope);
  },
  facts: 'c.fields',
  test: ({ fieldUuid, test }, fields, scope) => testField(test, fields[fieldUuid] ?? null, scope),
  async findProblems(transaction, conditions, role) {
    const fields = new Map((await listFields(transaction)).map((field) => [field.uuid, field]));
    return conditions.map(({ fieldUuid, test }) => {
      const field = fields.get(fieldUuid);
      return field ? problemWith(field, test, role) : 'field_missing';
    });
  },
});

function problemWith(field: CustomerFieldView, test: FieldTest, role: Role): SegmentReason | null {
  if (field.hiddenFrom.some((hidden) => hidden === role)) return 'field_hidden';
  if (field.archivedAt !== null) return 'field_archived';
  if (test.op !== 'empty' && !TESTS[field.kind].includes(test.op)) return 'field_test';
  const wanted = 'options' in test ? test.options : [];
  return wanted.every((id) => field.options.some((option) => option.id === id)) ? null : 'option_missing';
}

/** `value` is SQL of the stored JSON, null without one. A value of another kind than the test is for is no match. */
export function fieldSql(test: FieldTest, value: string, scope: SqlScope): string {
  const text = `(${value}) #>> '{}'`;
  const only = (type: string, sql: string): string =>
    `(case when jsonb_typeof(${value}) = '${type}' then ${sql} else false end)`;
  switch (test.op) {
    case 'empty':
      return `(${value}) is null`;
    case 'is':
      return only('string', `fold_name(${text}) = ${scope.bind(foldForSearch(test.text), 'text')}`);
    case 'contains':
      return only(
        'string',
        `position(${scope.bind(foldForSearch(test.text), 'text')} in fold_name(${text})) > 0`,
      );
    case 'between': {
      const parts = [
        ...(test.from === null ? [] : [`(${text})::numeric >= ${scope.bind(test.from, 'numeric')}`]),
        ...(test.to === null ? [] : [`(${text})::numeric <= ${scope.bind(test.to, 'numeric')}`]),
      ];
      return only('number', parts.join(' and '));
    }
    case 'yes':
    case 'no':
      return `coalesce((${value}) = ${scope.bind(String(test.op === 'yes'), 'jsonb')}, false)`;
    case 'any': {
      const options = scope.bind(test.options, 'text[]');
      return `(case jsonb_typeof(${value}) when 'string' then ${text} = any(${options})
        when 'array' then (${value}) ?| ${options} else false end)`;
    }
    case 'all':
      return only('array', `(${value}) ?& ${scope.bind(test.options, 'text[]')}`);
    default:
      return daySql(test, `case when jsonb_typeof(${value}) = 'string' then ${text} end`, scope);
  }
}

export function testField(test: FieldTest, value: CustomerFieldValue | null, scope: ConditionScope): boolean {
  const folded = typeof value === 'string' ? foldForSearch(value) : null;
  switch (test.op) {
    case 'empty':
      return value === null;
    case 'is':
      return folded !== null && folded === foldForSearch(test.text);
    case 'contains':
      return folded?.includes(foldForSearch(test.text)) ?? false;
    case 'between':
      return (
        typeof value === 'number' &&
        (test.from === null || value >= test.from) &&
        (test.to === null || value <= test.to)
      );
    case 'yes':
    case 'no':
      return value === (test.op === 'yes');
    case 'any':
      return test.options.some((id) => (Array.isArray(value) ? value.includes(id) : value === id));
    case 'all':
      return Array.isArray(value) && test.options.every((id) => value.includes(id));
    default:
      return testDay(test, typeof value === 'string' ? value : null, scope);
  }
}

/** What the tables of customers, tags and friends answer. */
export const CONTACT_CONDITIONS: readonly ConditionKind[] = [
  everybody,
  tag,
  fieldCondition,
  language,
  contact,
  source,
  owner,
  created,
  birthday,
  friend,
  lastWrote,
  messages,
];
