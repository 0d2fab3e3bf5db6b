import type { GroupInput, GroupRouter, GroupRule, GroupView } from '@hanasu/contract/groups';
import type { BotId, GroupId, SegmentId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { GroupPlan } from './group-plan.ts';

export interface GroupRow {
  readonly id: GroupId;
  readonly name: string;
  readonly description: string;
  readonly router: GroupRouter;
  readonly serviceUuid: string | null;
  readonly fallbackBotId: BotId | null;
  readonly members: {
    readonly botUuid: BotId;
    readonly name: string;
    readonly ready: boolean;
    readonly whenToUse: string;
    readonly rules: GroupRule[];
  }[];
  readonly channels: { readonly uuid: string; readonly kind: string; readonly name: string }[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const READY = 'not b.paused and b.version > 0';
const COLUMNS = `g.id, g.name, g.description, g.router, g.service_uuid as "serviceUuid",
  (select b.id from bots b where b.account_id = g.account_id and b.id = g.fallback_bot_id) as "fallbackBotId",
  g.created_at as "createdAt", g.updated_at as "updatedAt",
  coalesce((select jsonb_agg(jsonb_build_object('botUuid', b.id, 'name', b.name, 'ready', ${READY},
      'whenToUse', m.when_to_use, 'rules', m.rules) order by m.position)
    from bot_group_members m join bots b on b.account_id = m.account_id and b.id = m.bot_id
    where m.account_id = g.account_id and m.group_id = g.id), '[]'::jsonb) as members,
  coalesce((select jsonb_agg(jsonb_build_object('uuid', c.id, 'kind', c.kind, 'name', c.name) order by c.created_at)
    from channels c where c.account_id = g.account_id and c.group_id = g.id), '[]'::jsonb) as channels`;

export const findGroup = (transaction: AccountTransaction, id: GroupId) =>
  transaction.one<GroupRow>(`select ${COLUMNS} from bot_groups g where g.account_id = $1 and g.id = $2`, [
    transaction.accountId,
    id,
  ]);

/** One page, newest first. `%` and `_` in the search are letters like any other. */
export async function listPage(
  transaction: AccountTransaction,
  filter: { readonly q: string | undefined; readonly limit: number; readonly offset: number },
): Promise<{ rows: GroupRow[]; total: number }> {
  const where = `g.account_id = $1 and ($2::text is null or g.name ilike '%' || $2 || '%')`;
  const values = [transaction.accountId, filter.q?.replaceAll(/[\\%_]/g, '\\$&')];
  const rows = await transaction.rows<GroupRow>(
    `select ${COLUMNS} from bot_groups g where ${where} order by g.created_at desc, g.id desc limit $3 offset $4`,
    [...values, filter.limit, filter.offset],
  );
  const count = await transaction.one<{ total: number }>(
    `select count(*)::int as total from bot_groups g where ${where}`,
    values,
  );
  return { rows, total: count?.total ?? 0 };
}

type GroupValues = Pick<GroupInput, 'name' | 'description' | 'router' | 'serviceUuid' | 'fallbackBotUuid'>;

const values = (group: GroupValues): unknown[] => [
  group.name,
  group.description,
  group.router,
  group.serviceUuid,
  group.fallbackBotUuid,
];

export async function insertGroup(
  transaction: AccountTransaction,
  id: GroupId,
  group: GroupValues,
): Promise<void> {
  await transaction.run(
    `insert into bot_groups (account_id, id, name, description, router, service_uuid, fallback_bot_id)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [transaction.accountId, id, ...values(group)],
  );
}

export async function updateGroup(
  transaction: AccountTransaction,
  id: GroupId,
  group: GroupValues,
): Promise<void> {
  await transaction.run(
    `update bot_groups set name = $3, description = $4, router = $5, service_uuid = $6, fallback_bot_id = $7,
       updated_at = now()
     where account_id = $1 and id = $2`,
    [transaction.accountId, id, ...values(group)],
  );
}

/** Two people who save at once do it one after the other. False: there is no such group. */
export async function lockGroup(transaction: AccountTransaction, id: GroupId): Promise<boolean> {
  const row = await transaction.one('select 1 from bot_groups where account_id = $1 and id = $2 for update', [
    transaction.accountId,
    id,
  ]);
  return row !== null;
}

export async function replaceMembers(
  transaction: AccountTransaction,
  id: GroupId,
  members: GroupInput['members'],
): Promise<void> {
  await transaction.run('delete from bot_group_members where account_id = $1 and group_id = $2', [
    transaction.accountId,
    id,
  ]);
  await transaction.run(
    `insert into bot_group_members (account_id, group_id, bot_id, position, when_to_use, rules)
     select $1, $2, b, p, w, r
     from unnest($3::uuid[], $4::text[], $5::jsonb[]) with ordinality as t(b, w, r, p)`,
    [
      transaction.accountId,
      id,
      members.map(({ botUuid }) => botUuid),
      members.map(({ whenToUse }) => whenToUse),
      members.map(({ rules }) => JSON.stringify(rules)),
    ],
  );
}

/** Locks the bots, so that none is deleted before the group that names it is stored. */
export async function existingBots(
  transaction: AccountTransaction,
  ids: readonly BotId[],
): Promise<ReadonlySet<string>> {
  const rows = await transaction.rows<{ id: string }>(
    'select id from bots where account_id = $1 and id = any($2::uuid[]) order by id for key share',
    [transaction.accountId, ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Locks the segments, so that none is deleted before the rule that names it is stored. */
export async function existingSegments(
  transaction: AccountTransaction,
  ids: readonly SegmentId[],
): Promise<ReadonlySet<string>> {
  const rows = await transaction.rows<{ id: string }>(
    'select id from segments where account_id = $1 and id = any($2::uuid[]) order by id for key share',
    [transaction.accountId, ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Names of the groups that have a rule about a segment. */
export async function groupsWithSegment(
  transaction: AccountTransaction,
  id: SegmentId,
): Promise<{ name: string }[]> {
  return transaction.rows<{ name: string }>(
    `select g.name from bot_groups g where g.account_id = $1 and exists (
       select 1 from bot_group_members m where m.account_id = g.account_id and m.group_id = g.id
         and m.rules @> jsonb_build_array(jsonb_build_object('kind', 'segment', 'segmentUuid', $2::text)))
     order by g.name, g.id`,
    [transaction.accountId, id],
  );
}

/** Its channels are released first. */
export async function deleteGroup(transaction: AccountTransaction, id: GroupId): Promise<boolean> {
  const deleted = await transaction.run('delete from bot_groups where account_id = $1 and id = $2', [
    transaction.accountId,
    id,
  ]);
  return deleted > 0;
}

/** What routers need of a group, without the bots that can't answer now; null when there is no such group. */
export async function findPlan(transaction: AccountTransaction, id: GroupId): Promise<GroupPlan | null> {
  return transaction.one<GroupPlan>(
    `select g.router, g.service_uuid as "serviceUuid",
       (select b.id from bots b where b.account_id = g.account_id and b.id = g.fallback_bot_id and ${READY})
         as "fallbackBotId",
       coalesce((select jsonb_agg(jsonb_build_object('botId', b.id, 'name', b.name, 'whenToUse', m.when_to_use,
           'rules', m.rules, 'knowledgeIds', array(select k.knowledge_id from bot_knowledges k
             where k.account_id = b.account_id and k.bot_id = b.id order by k.position)) order by m.position)
         from bot_group_members m join bots b on b.account_id = m.account_id and b.id = m.bot_id
         where m.account_id = g.account_id and m.group_id = g.id and ${READY}), '[]'::jsonb) as members
     from bot_groups g where g.account_id = $1 and g.id = $2`,
    [transaction.accountId, id],
  );
}

export const groupView = (row: GroupRow): GroupView => ({
  uuid: row.id,
  name: row.name,
  description: row.description,
  router: row.router,
  serviceUuid: row.serviceUuid,
  fallbackBotUuid: row.fallbackBotId,
  members: row.members,
  channels: row.channels,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
