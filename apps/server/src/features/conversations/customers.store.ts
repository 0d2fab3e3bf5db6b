import type { customerTimeline, TimelineEntry } from '@hanasu/contract/customers';
import type { ChannelId, ConversationId, CustomerId } from '@hanasu/contract/ids';
import { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { AccountTransaction } from '../../platform/database/database.ts';
import type { ErasedCustomer } from '../../platform/feature.ts';

/** Of a message; the thread has the rest. */
const PREVIEW_LENGTH = 500;

interface EntryRow {
  readonly id: string;
  readonly at: Date;
  /** Microseconds since 1970: where the next page begins. */
  readonly place: string;
  readonly kind: TimelineEntry['kind'];
  readonly byKind: TimelineEntry['by']['kind'];
  readonly byName: string | null;
  readonly tag: TimelineEntry['tag'];
  readonly facts: string[];
  readonly channelId: ChannelId | null;
  readonly channelKind: string | null;
  readonly channelName: string | null;
  readonly conversationId: ConversationId | null;
  readonly text: string | null;
  readonly submission: TimelineEntry['submission'];
  readonly causeKind: NonNullable<TimelineEntry['cause']>['kind'] | null;
  readonly action: TimelineEntry['action'];
}

/** Actions of rules that leave no entry of their own. */
const SHOWN_BY_RUNS = `'handling', 'assign', 'notify', 'webHook', 'sendForm', 'switchMenu'`;

/** `$2` the customer, `$3` and `$4` the place after which the page begins, `$5` its length. */
const ENTRIES = `
  with place as (select coalesce('epoch'::timestamptz + $3::bigint * interval '1 microsecond', 'infinity') as at, coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff') as id),
  entries as (
    (select e.id, e.at, e.kind, e.by_kind, e.by_id, (e.data ->> 'tagId')::uuid as tag_id,
       e.data -> 'facts' as facts, (e.data ->> 'friendId')::uuid as friend_id,
       null::uuid as conversation_id, case when e.kind = 'tapped' then (select m.name from rich_menus m
         where m.account_id = $1 and m.id::text = e.data ->> 'menuId') end as text, e.cause_id, null::json as action,
       case when e.kind = 'submitted' then json_build_object('uuid', e.data ->> 'submissionId',
         'formUuid', e.data ->> 'formId') end as submission
     from customer_events e, place
     where e.account_id = $1 and e.customer_id = $2 and (e.at, e.id) < (place.at, place.id)
       and e.kind not in ('message', 'handover', 'closed')
     order by e.at desc, e.id desc limit $5)
    union all
    (select n.id, n.at, 'action', 'rule', n.rule_id, null, null, null, null, null, n.event_id,
       json_build_object('kind', n.action ->> 'kind', 'state', n.state, 'reason', n.reason), null
     from action_runs n, place
     where n.account_id = $1 and n.customer_id = $2 and (n.at, n.id) < (place.at, place.id)
       and (n.state in ('failed', 'cut') or n.state = 'done' and n.action ->> 'kind' in (${SHOWN_BY_RUNS}))
     order by n.at desc, n.id desc limit $5)
    union all
    (select m.id, m.created_at, case m.sender when 'customer' then 'wrote' else 'answered' end,
       case m.sender when 'customer' then 'customer' when 'operator' then 'staff' else 'bot' end,
       coalesce(m.operator_id, k.bot_id), null, null, k.friend_id, k.id, left(m.text, ${PREVIEW_LENGTH}),
       null, null, null
     from conversations k join messages m on m.account_id = k.account_id and m.conversation_id = k.id, place
     where k.account_id = $1 and not k.is_group
       and k.friend_id in (select f.id from friends f where f.account_id = $1 and f.customer_id = $2)
       and m.sender in ('customer', 'bot', 'operator') and m.kind not in ('event', 'note')
       and (m.created_at, m.id) < (place.at, place.id)
     order by m.created_at desc, m.id desc limit $5)
    union all
    -- Who has no conversation sees nothing of it in a thread.
    (select r.id, r.ended_at, 'broadcast', 'staff', b.started_by, null, null, r.friend_id, null, b.name, null, null, null
     from broadcast_deliveries r join broadcasts b on b.account_id = r.account_id and b.id = r.broadcast_id, place
     where r.account_id = $1 and r.state = 'accepted' and r.message_id is null
       and r.friend_id in (select f.id from friends f where f.account_id = $1 and f.customer_id = $2)
       and (r.ended_at, r.id) < (place.at, place.id)
     order by r.ended_at desc, r.id desc limit $5))
  select e.id, e.at, (extract(epoch from e.at) * 1000000)::bigint::text as place, e.kind, e.by_kind as "byKind",
    coalesce(u.display_name, a.name, b.name, o.name, g.name, r.name) as "byName",
    case when t.id is not null
      then json_build_object('uuid', t.id, 'name', t.name, 'color', t.color, 'groupUuid', t.group_id) end as tag,
    coalesce(e.facts, '[]') as facts,
    ch.id as "channelId", ch.kind as "channelKind", ch.name as "channelName",
    e.conversation_id as "conversationId", e.text,
    case when o.id is not null then e.submission end as submission, w.kind as "causeKind", e.action
  from entries e
    left join users u on e.by_kind = 'staff' and u.id = e.by_id
    left join api_keys a on e.by_kind = 'api' and a.account_id = $1 and a.id = e.by_id
    left join bots b on e.by_kind = 'bot' and b.account_id = $1 and b.id = e.by_id
    left join action_rules r on e.by_kind = 'rule' and r.account_id = $1 and r.id = e.by_id
    -- What an area of a menu did itself has no name of its own.
    left join rich_menus g on r.tap is not null and g.account_id = $1 and g.id = r.menu_id
    -- What a form did itself stands under its own id.
    left join forms o on e.by_kind in ('form', 'rule') and o.account_id = $1 and o.id = e.by_id
    left join customer_events w on w.account_id = $1 and w.id = e.cause_id
    left join tags t on t.account_id = $1 and t.id = e.tag_id
    left join friends f on f.account_id = $1 and f.id = e.friend_id
    left join channels ch on ch.account_id = $1 and ch.id = f.channel_id
  order by e.at desc, e.id desc limit $5`;

const view = (row: EntryRow): TimelineEntry => ({
  uuid: row.id,
  at: row.at.toISOString(),
  kind: row.kind,
  by: { kind: row.byKind, name: row.byName },
  tag: row.tag,
  facts: row.facts,
  channel: row.channelId && {
    uuid: row.channelId,
    kind: row.channelKind ?? '',
    name: row.channelName ?? '',
  },
  conversationUuid: row.conversationId,
  text: row.text,
  submission: row.submission,
  cause: row.causeKind && { kind: row.causeKind },
  action: row.action,
});

const Place = z.tuple([z.string().regex(/^\d{1,17}$/), z.uuid()]);

/** What happened with a customer and what was said, on all channels, newest first. Throws `not_found`. */
export async function showTimeline(
  transaction: AccountTransaction,
  id: CustomerId,
  { before, pageSize, hasTexts }: z.output<typeof customerTimeline.query> & { readonly hasTexts: boolean },
): Promise<z.output<typeof customerTimeline.output>> {
  const [at = null, after = null] = before === undefined ? [] : readPlace(before);
  const known = await transaction.one(`select 1 from customers where account_id = $1 and id = $2`, [
    transaction.accountId,
    id,
  ]);
  if (!known) throw new AppError('not_found', 'There is no such customer');
  const rows = await transaction.rows<EntryRow>(ENTRIES, [
    transaction.accountId,
    id,
    at,
    after,
    pageSize + 1,
  ]);
  const last = rows.length > pageSize ? rows[pageSize - 1] : undefined;
  const items = rows.slice(0, pageSize).map(view);
  const isSaid = ({ kind }: TimelineEntry): boolean => kind === 'wrote' || kind === 'answered';
  return {
    items: hasTexts ? items : items.map((item) => (isSaid(item) ? { ...item, text: null } : item)),
    next: last ? `${last.place}_${last.id}` : null,
  };
}

function readPlace(text: string): z.output<typeof Place> {
  const { data } = Place.safeParse(text.split('_'));
  if (!data) throw AppError.field('validation_failed', 'query.before', 'Not the `next` of a page');
  return data;
}

/**
 * Their conversations with all that hangs on them, and what they said in groups. Recordings and pictures are removed
 * by the fetcher, which keeps their rows until the files are gone.
 */
export async function eraseCustomer(
  transaction: AccountTransaction,
  { friends, conversationIds }: ErasedCustomer,
): Promise<readonly string[]> {
  const { accountId } = transaction;
  const friendIds = friends.map(({ id }) => id);
  await transaction.run(
    `update media m set state = 'gone', reference = null, name = '', detail = null, next_attempt_at = now()
     where m.account_id = $1 and (m.conversation_id = any($2::uuid[]) or m.message_id in (
       select g.id from messages g where g.account_id = $1 and g.friend_id = any($3::uuid[])))`,
    [accountId, conversationIds, friendIds],
  );
  await transaction.run(
    `update messages set text = '', data = '{"erased": true}', kind = 'event', translations = '{}', original = null,
       attachments = '[]', quote_token = null, quotes_vendor_id = null, search_terms = '{}', friend_id = null
     where account_id = $1 and friend_id = any($2::uuid[]) and conversation_id <> all($3::uuid[])`,
    [accountId, friendIds, conversationIds],
  );
  const files = await transaction.rows<{ key: string }>(
    `select file_key as key from attachments where account_id = $1 and conversation_id = any($2::uuid[])`,
    [accountId, conversationIds],
  );
  await transaction.run(
    `update conversations set friend_id = null where account_id = $1 and is_group and friend_id = any($2::uuid[])`,
    [accountId, friendIds],
  );
  await transaction.run(`delete from conversations where account_id = $1 and id = any($2::uuid[])`, [
    accountId,
    conversationIds,
  ]);
  return files.map(({ key }) => key);
}
