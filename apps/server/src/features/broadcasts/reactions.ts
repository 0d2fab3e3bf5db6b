import { BROADCAST_REACTIONS, type BroadcastReaction } from '@hanasu/contract/broadcast-audience';
import type { BroadcastId, TrackedLinkId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../platform/database/database.ts';

/** Time after it came in which a message or form of the recipient counts as an answer to it. */
const ANSWER_TIME = `interval '72 hours'`;

/**
 * Whether a recipient did something after it had reached them, as SQL of the row `r` of `broadcast_deliveries`. By the friend,
 * who stays when customers are merged. A vendor that never answered (`unknown`) may have taken it, so those count as reached.
 */
export function reactionSql(kind: BroadcastReaction, r = 'r'): string {
  return `(${r}.state in ('accepted', 'unknown') and exists (${DONE[kind](r)}))`;
}

/** SQL of the others whom it has reached. */
export const noReactionSql = (kind: BroadcastReaction): string =>
  `(r.state in ('accepted', 'unknown') and not exists (${DONE[kind]('r')}))`;

/** Counts from the call on: a reply may arrive before it is stored that the vendor took it. */
const isAnswer = (r: string, time: string) =>
  `${time} >= coalesce(${r}.first_call_at, ${r}.ended_at) and ${time} < ${r}.ended_at + ${ANSWER_TIME}`;

const messagesOf = (r: string) =>
  `select from conversations v join messages m on m.account_id = v.account_id and m.conversation_id = v.id
   where v.account_id = ${r}.account_id and v.channel_id = ${r}.channel_id and v.friend_id = ${r}.friend_id
     and m.sender = 'customer'`;

const DONE: Readonly<Record<BroadcastReaction, (r: string) => string>> = {
  clicked: (r) =>
    `select from tracked_clicks k join tracked_links l on l.account_id = k.account_id and l.id = k.link_id
     where k.account_id = ${r}.account_id and k.friend_id = ${r}.friend_id
       and l.owner_kind = 'broadcast' and l.owner_id = ${r}.broadcast_id`,
  tapped: (r) => `${messagesOf(r)} and m.data ->> 'broadcastUuid' = ${r}.broadcast_id::text`,
  // Words of their own, a picture or the like: taps on menus and buttons are none, nor is what was taken back.
  replied: (r) =>
    `${messagesOf(r)} and m.kind not in ('event', 'postback') and not m.data ? 'tapped' and ${isAnswer(r, 'm.created_at')}`,
  // One of the forms that it shows; it is not known from where they opened it.
  filled: (r) =>
    `select from form_submissions s join broadcasts w on w.account_id = s.account_id and w.id = ${r}.broadcast_id
     where s.account_id = ${r}.account_id and s.friend_id = ${r}.friend_id and ${isAnswer(r, 's.created_at')}
       and jsonb_build_array(w.content, w.ab_test) @? ('$.**.formUuid ? (@ == "' || s.form_id || '")')::jsonpath`,
};

/** SQL of the reactions of a recipient, as an array. */
export const reactionsSql = `array_remove(array[${BROADCAST_REACTIONS.map(
  (kind) => `case when ${reactionSql(kind)} then '${kind}' end`,
).join(', ')}]::text[], null)`;

/** SQL for a change of their state as a friend after it had reached them. */
const becameSql = (kind: 'blocked' | 'followed') =>
  `(r.state in ('accepted', 'unknown') and exists (
     select from friends f join customer_events e on e.account_id = f.account_id and e.customer_id = f.customer_id
     where f.account_id = r.account_id and f.id = r.friend_id and e.kind = '${kind}'
       and e.data ->> 'friendId' = r.friend_id::text and ${isAnswer('r', 'e.at')}))`;

export interface ReactionCounts extends Readonly<Record<BroadcastReaction, number>> {
  readonly clicks: number;
  readonly blocked: number;
  readonly returned: number;
}

/** Counts people who did it, each once. */
export async function countReactions(
  transaction: AccountTransaction,
  id: BroadcastId,
): Promise<ReactionCounts> {
  const people = (condition: string) =>
    `(select count(*)::int from broadcast_deliveries r where r.account_id = $1 and r.broadcast_id = $2 and ${condition})`;
  const row = await transaction.one<ReactionCounts>(
    `select (select count(*)::int from tracked_links l join tracked_clicks k on k.account_id = l.account_id and k.link_id = l.id
         where l.account_id = $1 and l.owner_kind = 'broadcast' and l.owner_id = $2) as clicks,
       ${BROADCAST_REACTIONS.map((kind) => `${people(reactionSql(kind))} as ${kind}`).join(', ')},
       ${people(becameSql('blocked'))} as blocked, ${people(becameSql('followed'))} as returned`,
    [transaction.accountId, id],
  );
  if (!row) throw new Error('counts are one row');
  return row;
}

export interface ReportedLink {
  readonly id: TrackedLinkId;
  readonly url: string;
  readonly part: string;
  readonly clicks: number;
  readonly people: number;
  readonly lastClickAt: Date | null;
}

/** Lists them in the order in which they were made, which is that of the message. */
export const listReportedLinks = (transaction: AccountTransaction, id: BroadcastId) =>
  transaction.rows<ReportedLink>(
    `select l.id, l.url, l.owner_part as part, count(k.id)::int as clicks, count(distinct k.friend_id)::int as people,
       max(k.created_at) as "lastClickAt"
     from tracked_links l left join tracked_clicks k on k.account_id = l.account_id and k.link_id = l.id
     where l.account_id = $1 and l.owner_kind = 'broadcast' and l.owner_id = $2
     group by l.id, l.url, l.owner_part order by l.id`,
    [transaction.accountId, id],
  );
