import { randomUUID } from 'node:crypto';
import { AccountId } from '@hanasu/contract/ids';
import { SegmentDefinition } from '@hanasu/contract/segments';
import { CONTACT_CONDITIONS } from '../../apps/server/src/features/contacts/segments/conditions.ts';
import { createSegmentLanguage } from '../../apps/server/src/features/contacts/segments/segment-language.ts';
import { conversationConditions } from '../../apps/server/src/features/conversations/segment-conditions.ts';
import type { BenchDatabase } from './bench-database.ts';

/** An account with many people: 100,000 customers, 120,000 friends, 2,000,000 messages and 400,000 tags at scale 1. */
export const accountId = AccountId.parse(randomUUID());
const uuids = (count: number): string[] => Array.from({ length: count }, () => randomUUID());
export const TAGS = uuids(20);
const FIELDS = uuids(10);
const CHANNELS = uuids(2);
export const language = createSegmentLanguage([
  ...CONTACT_CONDITIONS,
  ...conversationConditions(['zalo'], () => ({ freeMs: 86_400_000, openMs: 7 * 86_400_000 })),
]);

/** Rows of the size of real ones, spread as in a shop: a few write often, most seldom. */
export async function fillAccount(bench: BenchDatabase, scale: number): Promise<{ customers: number }> {
  const CUSTOMERS = Math.round(100_000 * scale);
  const FRIENDS = Math.round(120_000 * scale);
  const MESSAGES = Math.round(2_000_000 * scale);
  const TAGS_GIVEN = Math.round(400_000 * scale);
  const steps: [string, unknown[]][] = [
    ['insert into accounts (id, name) values ($1, $2)', [accountId, 'Shop']],
    [
      `insert into tags (account_id, id, name, color, position)
       select $1, t, t::text, 'gray', 0 from unnest($2::uuid[]) t`,
      [accountId, TAGS],
    ],
    [
      `insert into channels (account_id, id, kind, name, sandbox, external_id, credentials, batching_delay)
       select $1, c.id, (array['line', 'zalo'])[c.n], '', true, c.id::text, '\\x00', 0
       from unnest($2::uuid[]) with ordinality c(id, n)`,
      [accountId, CHANNELS],
    ],
    [
      `insert into customers (account_id, id, name, language, birthday, fields, source, last_wrote_at, created_at)
       select $1, ${idOf('1', 'n')}, 'Customer ' || n, (array['ja', 'vi', null])[1 + n % 3], date '1960-01-01' + (n * 7 % 18000),
         (select jsonb_object_agg(f.id, case f.i % 3 when 0 then to_jsonb(n * f.i % 100) when 1 then to_jsonb('Text ' || n % 50)
            else to_jsonb((date '2026-01-01' + (n % 400))::text) end) from unnest($3::uuid[]) with ordinality f(id, i)),
         (array['channel', 'import', 'staff'])[1 + n % 3], now() - (n % 500) * interval '1 day', now() - n * interval '5 minutes'
       from generate_series(0, $2::int - 1) n`,
      [accountId, CUSTOMERS, FIELDS],
    ],
    [
      `insert into friends (account_id, id, channel_id, customer_id, external_id, name, state, consent)
       select $1, ${idOf('2', 'n')}, ($4::uuid[])[1 + n % 2], ${idOf('1', '(n % $3::int)')}, 'u' || n, '',
         case when n % 12 = 0 then 'blocked' else 'following' end, (array['unknown', 'given'])[1 + n % 2]
       from generate_series(0, $2::int - 1) n`,
      [accountId, FRIENDS, CUSTOMERS, CHANNELS],
    ],
    [
      `insert into conversations (account_id, id, origin, channel_id, friend_id, thread_external_id, title, handling,
         last_message_at, last_customer_at)
       select $1, ${idOf('3', 'n')}, 'channel', ($3::uuid[])[1 + n % 2], ${idOf('2', 'n')}, 'u' || n, '',
         (array['bot', 'bot', 'bot', 'closed', 'waiting'])[1 + n % 5], now(), now() - (n % 90) * interval '1 day'
       from generate_series(0, $2::int - 1) n`,
      [accountId, FRIENDS, CHANNELS],
    ],
    [
      `insert into messages (account_id, id, conversation_id, sender, kind, text, data, citations, delivery_state, search_terms, created_at)
       select $1, ${idOf('4', 'n')}, ${idOf('3', '((n::bigint * n) % $3::int)::int')}, case when n % 2 = 0 then 'customer' else 'bot' end,
         'text', 'When do you open on Sunday?', '{}', '[]', 'none', '{1}', now() - (n::float / $2::int) * interval '365 days'
       from generate_series(0, $2::int - 1) n`,
      [accountId, MESSAGES, FRIENDS],
    ],
    [
      `update friends f set message_times = n.times from (
         select k.friend_id, (array_agg(m.created_at order by m.created_at))[greatest(1, count(*) - 99):] as times
         from messages m join conversations k on k.account_id = m.account_id and k.id = m.conversation_id
         where m.account_id = $1 and m.sender = 'customer' group by k.friend_id) n
       where f.account_id = $1 and f.id = n.friend_id`,
      [accountId],
    ],
    [
      `insert into customer_tags (account_id, customer_id, tag_id, by_kind)
       select $1, ${idOf('1', '(n % $3::int)')}, ($4::uuid[])[1 + (n / $3::int + n % $3::int % 5 * 4) % 20], 'import'
       from generate_series(0, $2::int - 1) n on conflict do nothing`,
      [accountId, TAGS_GIVEN, CUSTOMERS, TAGS],
    ],
  ];
  for (const [sql, given] of steps)
    await bench.database.system(async (transaction) => {
      await transaction.run('set local statement_timeout = 0');
      await transaction.run(sql, given);
    });
  await bench.database.system(async (transaction) => {
    await transaction.run('set local statement_timeout = 0');
    await transaction.run(`insert into customer_fields (account_id, id, label, kind, position)
      select '${accountId}', f.id, f.id::text, (array['text', 'date', 'number'])[1 + f.n % 3], f.n
      from unnest('{${FIELDS.join(',')}}'::uuid[]) with ordinality f(id, n)`);
  });
  const { Client } = (await import('pg')).default;
  const client = new Client({ connectionString: bench.url });
  await client.connect();
  await client.query('vacuum analyze');
  await client.end();
  return { customers: CUSTOMERS };
}

/** The id of the nth row of a table. */
function idOf(table: string, n: string): string {
  return `('0000000${table}-0000-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
}

/** Ten segments of three conditions, `not` and activity among them. */
export function segments(): SegmentDefinition[] {
  const tag = (index: number) => ({ kind: 'tag', match: 'any', tagUuids: [TAGS[index]] });
  const none = (...items: object[]) => ({ kind: 'not', items });
  const field = (index: number, test: object) => ({ kind: 'field', fieldUuid: FIELDS[index], test });
  const active = { kind: 'messages', days: 30, atLeast: 2 };
  const ja = { kind: 'language', languages: ['ja'] };
  const recent = { kind: 'lastWrote', when: 'within', days: 30 };
  const trees: [string, ...object[]][] = [
    ['and', tag(0), ja, none(tag(1))],
    ['and', active, tag(2), none(ja)],
    ['and', recent, field(0, { op: 'contains', text: 'text 7' }), tag(4)],
    ['or', tag(3), tag(5), { kind: 'birthday', test: { op: 'yearly', from: 3, to: 3 } }],
    ['and', { kind: 'friend', states: ['following'], consents: ['given'] }, recent, none(tag(0))],
    ['and', { kind: 'window' }, tag(6), none({ kind: 'handling', handlings: ['waiting'] })],
    ['and', none(active), tag(7), { kind: 'source', sources: ['import'] }],
    ['or', active, field(2, { op: 'between', from: 10, to: 12 }), none(recent)],
    ['and', field(1, { op: 'days', from: -7, to: 0 }), { kind: 'owner', ownerUuids: ['none'] }, none(tag(8))],
    ['and', { kind: 'created', test: { op: 'days', from: -30, to: null } }, active, none(tag(9))],
  ];
  return trees.map(([kind, ...items]) => SegmentDefinition.parse({ kind, items }));
}

/** The same questions without tree, checks and row-level security. */
export function byHand(): string[] {
  const tag = (index: number): string =>
    `exists (select 1 from customer_tags x where x.account_id = c.account_id and x.customer_id = c.id and x.tag_id = '${TAGS[index]}')`;
  const value = (index: number): string => `c.fields ->> '${FIELDS[index]}'`;
  const active = `c.id in (select f.customer_id from messages m join conversations k on k.account_id = m.account_id
    and k.id = m.conversation_id join friends f on f.account_id = k.account_id and f.id = k.friend_id
    where m.account_id = '${accountId}' and m.sender = 'customer' and m.created_at > now() - interval '30 days'
    group by 1 having count(*) >= 2)`;
  const recent = `c.last_wrote_at >= now() - interval '30 days'`;
  const friend = (rest: string): string =>
    `exists (select 1 from friends f left join conversations k on k.account_id = f.account_id and k.friend_id = f.id
      left join channels h on h.account_id = f.account_id and h.id = f.channel_id
      where f.account_id = c.account_id and f.customer_id = c.id and ${rest})`;
  const open = `f.state <> 'blocked' and (h.kind <> 'zalo' or k.last_customer_at > now() - interval '7 days')`;
  return [
    `${tag(0)} and c.language = 'ja' and not ${tag(1)}`,
    `${active} and ${tag(2)} and c.language is distinct from 'ja'`,
    `${recent} and ${value(0)} ilike '%text 7%' and ${tag(4)}`,
    `(${tag(3)} or ${tag(5)} or to_char(c.birthday, 'MM-DD') = to_char(now() + interval '3 days', 'MM-DD'))`,
    `${friend(`f.state = 'following' and f.consent = 'given'`)} and ${recent} and not ${tag(0)}`,
    `${friend(open)} and ${tag(6)} and not ${friend(`k.handling = 'waiting'`)}`,
    `not ${active} and ${tag(7)} and c.source = 'import'`,
    `(${active} or (${value(2)})::numeric between 10 and 12 or not ${recent})`,
    `${value(1)} between (now() - interval '7 days')::date::text and now()::date::text and c.owner_id is null and not ${tag(8)}`,
    `c.created_at >= now() - interval '30 days' and ${active} and not ${tag(9)}`,
  ];
}
