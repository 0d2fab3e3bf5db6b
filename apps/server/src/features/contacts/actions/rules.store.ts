import type { RuleTrigger, StoredAction } from '@hanasu/contract/actions';
import type {
  ActionRuleId,
  ChannelId,
  CustomerId,
  FormId,
  RichMenuId,
  SegmentId,
  TagId,
  UserId,
} from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { SegmentUse } from '../../../platform/feature.ts';
import type { CompiledSegment } from '../segments/segment-language.ts';

/** What a rule looks at and does. */
export interface StoredRule {
  readonly id: ActionRuleId;
  readonly name: string;
  readonly enabledAt: Date | null;
  readonly event: RuleTrigger['kind'];
  readonly tagId: TagId | null;
  readonly channelId: ChannelId | null;
  readonly formId: FormId | null;
  readonly menuId: RichMenuId | null;
  readonly segmentId: SegmentId | null;
  readonly definition: unknown;
  readonly actions: unknown;
  readonly brokenAt: Date | null;
}

export interface RuleRow extends StoredRule {
  readonly segmentName: string | null;
  readonly done: number;
  readonly failed: number;
  readonly lastRunAt: Date | null;
  readonly createdBy: UserId | null;
  readonly createdByName: string | null;
  readonly changedBy: UserId | null;
  readonly changedByName: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const COLUMNS = `r.id, r.name, r.enabled_at as "enabledAt", r.event, r.tag_id as "tagId",
    r.channel_id as "channelId", r.form_id as "formId", r.menu_id as "menuId", r.segment_id as "segmentId", r.definition, r.actions, r.broken_at as "brokenAt"`;
const SELECT = `select ${COLUMNS}, s.name as "segmentName", x.done, x.failed, x.at as "lastRunAt",
    r.created_by as "createdBy", m.display_name as "createdByName", r.changed_by as "changedBy",
    h.display_name as "changedByName", r.created_at as "createdAt", r.updated_at as "updatedAt"
  from action_rules r
    left join segments s on s.account_id = r.account_id and s.id = r.segment_id
    left join users m on m.id = r.created_by left join users h on h.id = r.changed_by
    cross join lateral (select count(*) filter (where n.state = 'done')::int as done,
        count(*) filter (where n.state = 'failed')::int as failed, max(n.at) filter (where n.state <> 'waiting') as at
      from action_runs n where n.account_id = r.account_id and n.rule_id = r.id
        and n.at > now() - interval '30 days') x`;

/** What a form does itself, under its id, is changed with the form. */
const IS_LISTED = 'r.form_id is distinct from r.id and r.tap is null';

/** Oldest first; `q` is folded as `foldForSearch` does. */
export async function listRules(
  transaction: AccountTransaction,
  q: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ rows: RuleRow[]; total: number }> {
  const where = `r.account_id = $1 and ${IS_LISTED} and position($2 in fold_name(r.name)) > 0`;
  const rows = await transaction.rows<RuleRow>(
    `${SELECT} where ${where} order by r.created_at, r.id limit $3 offset $4`,
    [transaction.accountId, q, limit, offset],
  );
  const counted = await transaction.one<{ total: number }>(
    `select count(*)::int as total from action_rules r where ${where}`,
    [transaction.accountId, q],
  );
  return { rows, total: counted?.total ?? 0 };
}

export const findRule = (transaction: AccountTransaction, id: ActionRuleId): Promise<RuleRow | null> =>
  transaction.one<RuleRow>(`${SELECT} where r.account_id = $1 and r.id = $2 and ${IS_LISTED}`, [
    transaction.accountId,
    id,
  ]);

/** Who changes a rule does so after the other. */
export const lockRule = (transaction: AccountTransaction, id: ActionRuleId): Promise<{ id: string } | null> =>
  transaction.one<{ id: string }>(
    `select id from action_rules where account_id = $1 and id = $2 for update`,
    [transaction.accountId, id],
  );

/** Those that an event sets off, if they were switched on when it happened, oldest first. */
export const findListening = (transaction: AccountTransaction, eventId: string): Promise<StoredRule[]> =>
  transaction.rows<StoredRule>(
    `select ${COLUMNS} from customer_events e
       join action_rules r on r.account_id = e.account_id and r.event = e.kind and r.enabled_at <= e.at
         and (r.tag_id is null or r.tag_id::text = e.data ->> 'tagId')
         and (r.channel_id is null or r.channel_id::text = e.data ->> 'channelId')
         and (r.form_id is null or r.form_id::text = e.data ->> 'formId')
         and (r.menu_id is null or r.menu_id::text = e.data ->> 'menuId')
         and (r.tap is null or r.tap = e.data ->> 'tap')
     where e.account_id = $1 and e.id = $2 order by r.created_at, r.id`,
    [transaction.accountId, eventId],
  );

/** One after the other, so that two at once cannot exceed the limit. */
export async function lockAndCount(transaction: AccountTransaction): Promise<number> {
  await transaction.run(`select pg_advisory_xact_lock(hashtextextended('action_rules' || $1::text, 0))`, [
    transaction.accountId,
  ]);
  const row = await transaction.one<{ count: number }>(
    `select count(*)::int as count from action_rules r where account_id = $1 and ${IS_LISTED}`,
    [transaction.accountId],
  );
  return row?.count ?? 0;
}

export interface RuleValues {
  readonly id: ActionRuleId;
  readonly name: string;
  readonly isEnabled: boolean;
  readonly trigger: RuleTrigger;
  readonly segmentId: SegmentId | null;
  readonly definition: unknown;
  readonly actions: readonly StoredAction[];
  readonly userId: UserId;
}

const valuesOf = ({ id, name, isEnabled, trigger, segmentId, definition, actions, userId }: RuleValues) => [
  id,
  name,
  isEnabled,
  trigger.kind,
  'tagUuid' in trigger ? trigger.tagUuid : null,
  'channelUuid' in trigger ? trigger.channelUuid : null,
  'formUuid' in trigger ? trigger.formUuid : null,
  'menuUuid' in trigger ? trigger.menuUuid : null,
  segmentId,
  definition === null ? null : JSON.stringify(definition),
  JSON.stringify(actions),
  userId,
];

/** False: another rule has this name. */
export const insertRule = async (transaction: AccountTransaction, rule: RuleValues): Promise<boolean> =>
  (await transaction.run(
    `insert into action_rules (account_id, id, name, enabled_at, event, tag_id, channel_id, form_id, menu_id,
       segment_id, definition, actions, created_by, changed_by)
     values ($1, $2, $3, case when $4::boolean then now() end, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)
     on conflict (account_id, lower(name)) do nothing`,
    [transaction.accountId, ...valuesOf(rule)],
  )) > 0;

/** False: another rule has this name. */
export const updateRule = async (transaction: AccountTransaction, rule: RuleValues): Promise<boolean> =>
  (await transaction.run(
    `update action_rules r set name = $3, enabled_at = case when $4::boolean then coalesce(r.enabled_at, now()) end,
       event = $5, tag_id = $6, channel_id = $7, form_id = $8, menu_id = $9, segment_id = $10, definition = $11,
       actions = $12, changed_by = $13, broken_at = null, updated_at = now()
     where r.account_id = $1 and r.id = $2 and not exists (select from action_rules o
       where o.account_id = $1 and lower(o.name) = lower($3) and o.id <> $2)`,
    [transaction.accountId, ...valuesOf(rule)],
  )) > 0;

export const deleteRule = (transaction: AccountTransaction, id: ActionRuleId): Promise<number> =>
  transaction.run(`delete from action_rules where account_id = $1 and id = $2`, [transaction.accountId, id]);

/** What a form itself does with who sends it: a rule with its id and none of its own name, which no list shows. */
export const saveRuleOfForm = (
  transaction: AccountTransaction,
  {
    id,
    actions,
    userId,
  }: { readonly id: FormId; readonly actions: readonly StoredAction[]; readonly userId: UserId },
): Promise<number> =>
  transaction.run(
    `insert into action_rules as r (account_id, id, form_id, name, enabled_at, event, actions, created_by, changed_by)
     values ($1, $2, $2, $2::uuid::text, case when $3::jsonb <> '[]' then now() end, 'submitted', $3, $4, $4)
     on conflict (account_id, id) do update set actions = excluded.actions, changed_by = excluded.changed_by,
       enabled_at = case when excluded.enabled_at is not null then coalesce(r.enabled_at, excluded.enabled_at) end,
       broken_at = null, updated_at = now()`,
    [transaction.accountId, id, JSON.stringify(actions), userId],
  );

/** With its log. */
export const removeRuleOfForm = (transaction: AccountTransaction, id: FormId): Promise<number> =>
  transaction.run(`delete from action_rules where account_id = $1 and id = $2 and form_id = $2`, [
    transaction.accountId,
    id,
  ]);

interface AreaActions {
  /** Page and area, as in the event. */
  readonly tap: string;
  readonly actions: readonly StoredAction[];
}

/** What taps on the areas of a rich menu do: a rule for each, which no list shows. Those of other areas go. */
export async function saveRulesOfMenu(
  transaction: AccountTransaction,
  menuId: RichMenuId,
  { areas, userId }: { readonly areas: readonly AreaActions[]; readonly userId: UserId | null },
): Promise<void> {
  const taps = areas.map(({ tap }) => tap);
  await transaction.run(
    `delete from action_rules where account_id = $1 and menu_id = $2 and tap is not null and tap <> all($3::text[])`,
    [transaction.accountId, menuId, taps],
  );
  await transaction.run(
    `insert into action_rules as r (account_id, id, menu_id, tap, name, enabled_at, event, actions, created_by, changed_by)
     select $1, gen_random_uuid(), $2::uuid, n.tap, $2::text || '/' || n.tap, now(), 'tapped', n.actions, $5::uuid, $5::uuid
     from unnest($3::text[], $4::jsonb[]) as n(tap, actions)
     on conflict (account_id, lower(name)) do update set actions = excluded.actions, changed_by = excluded.changed_by,
       broken_at = null, updated_at = now()`,
    [transaction.accountId, menuId, taps, areas.map(({ actions }) => JSON.stringify(actions)), userId],
  );
}

export const menuExists = async (transaction: AccountTransaction, id: RichMenuId): Promise<boolean> =>
  (await transaction.one(`select 1 from rich_menus where account_id = $1 and id = $2`, [
    transaction.accountId,
    id,
  ])) !== null;

export const findFormIds = async (
  transaction: AccountTransaction,
  ids: readonly FormId[],
): Promise<FormId[]> =>
  (
    await transaction.rows<{ id: FormId }>(
      `select id from forms where account_id = $1 and id = any($2::uuid[])`,
      [transaction.accountId, ids],
    )
  ).map(({ id }) => id);

/** Since when it does nothing stays as it is while that lasts. */
export const noteBroken = (
  transaction: AccountTransaction,
  id: ActionRuleId,
  isBroken: boolean,
): Promise<number> =>
  transaction.run(
    `update action_rules set broken_at = case when $3::boolean then now() end
     where account_id = $1 and id = $2 and (broken_at is not null) <> $3`,
    [transaction.accountId, id, isBroken],
  );

export const findSegmentUses = async (
  transaction: AccountTransaction,
  id: SegmentId,
): Promise<readonly SegmentUse[]> =>
  (
    await transaction.rows<{ name: string }>(
      `select name from action_rules where account_id = $1 and segment_id = $2 order by created_at, id limit 20`,
      [transaction.accountId, id],
    )
  ).map(({ name }) => ({ kind: 'rule', name }));

const DAYS = `now() - interval '30 days'`;
const OF_FRIEND = `join friends f on f.account_id = $1 and f.id = k.friend_id`;

/** When an event of such a trigger happened, and with whom: `$2` to `$5` narrow it. */
function seenBy(kind: RuleTrigger['kind']): string {
  if (kind === 'message')
    return `select f.customer_id as id, m.created_at as at from messages m
      join conversations k on k.account_id = $1 and k.id = m.conversation_id and not k.is_group ${OF_FRIEND}
      where m.account_id = $1 and m.sender = 'customer' and m.kind <> 'event' and m.created_at > ${DAYS}
        and $2::uuid is null and $4::uuid is null and $5::uuid is null and ($3::uuid is null or k.channel_id = $3)`;
  if (kind === 'handover' || kind === 'closed') {
    const at = kind === 'closed' ? 'k.closed_at' : 'greatest(k.first_asked_at, k.waiting_since)';
    return `select f.customer_id as id, ${at} as at from conversations k ${OF_FRIEND}
      where k.account_id = $1 and not k.is_group and ${at} > ${DAYS}
        and $2::uuid is null and $4::uuid is null and $5::uuid is null and ($3::uuid is null or k.channel_id = $3)`;
  }
  return `select e.customer_id as id, e.at from customer_events e
    where e.account_id = $1 and e.kind = '${kind}' and e.at > ${DAYS}
      and ($2::uuid is null or (e.data ->> 'tagId')::uuid = $2)
      and ($3::uuid is null or (e.data ->> 'channelId')::uuid = $3)
      and ($4::uuid is null or (e.data ->> 'formId')::uuid = $4)
      and ($5::uuid is null or (e.data ->> 'menuId')::uuid = $5)`;
}

interface Seen {
  readonly events: number;
  readonly customers: number;
}
interface SeenPerson {
  readonly id: CustomerId;
  readonly name: string;
  readonly at: Date;
}

/** What a rule would have seen in the past 30 days, and the last of whom. */
export async function lookBack(
  transaction: AccountTransaction,
  trigger: RuleTrigger,
  segment: CompiledSegment,
): Promise<Seen & { readonly examples: readonly SeenPerson[] }> {
  const within = segment.where(6);
  const values = [
    transaction.accountId,
    'tagUuid' in trigger ? trigger.tagUuid : null,
    'channelUuid' in trigger ? trigger.channelUuid : null,
    'formUuid' in trigger ? trigger.formUuid : null,
    'menuUuid' in trigger ? trigger.menuUuid : null,
    ...within.values,
  ];
  const people = `with seen as (${seenBy(trigger.kind)}),
    people as (select s.id, count(*)::int as times, max(s.at) as at from seen s
      join customers c on c.account_id = $1 and c.id = s.id where ${within.sql} group by s.id)`;
  const counted = await transaction.one<Seen>(
    `${people} select coalesce(sum(times), 0)::int as events, count(*)::int as customers from people`,
    values,
  );
  const examples = await transaction.rows<SeenPerson>(
    `${people} select p.id, c.shown_name as name, p.at from people p
       join customers c on c.account_id = $1 and c.id = p.id order by p.at desc, p.id limit 5`,
    values,
  );
  return { events: counted?.events ?? 0, customers: counted?.customers ?? 0, examples };
}
