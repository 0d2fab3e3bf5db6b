import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { UserId } from '@hanasu/contract/ids';
import type { getInboxReport } from '@hanasu/contract/inbox-work';
import type { AccountTransaction } from '../../platform/database/database.ts';

export type InboxReport = EndpointOutput<typeof getInboxReport>;

/** A report is about the newest so many conversations at most. */
const MOST_CONVERSATIONS = 20_000;

const RECENT = `recent as (
    select * from conversations where account_id = $1 and origin <> 'test'
      and last_message_at > now() - make_interval(days => $2)
    order by last_message_at desc limit ${MOST_CONVERSATIONS})`;

const SINCE = 'now() - make_interval(days => $2)';
/** Null where a person wrote before anybody asked for one. */
const SECONDS = `case when first_response_at >= first_asked_at
  then extract(epoch from first_response_at - first_asked_at) end`;
const percentile = (share: number): string =>
  `(percentile_cont(${share}) within group (order by ${SECONDS}) filter (where first_response_at >= ${SINCE}))::int`;

interface Totals {
  readonly conversations: number;
  readonly answeredByPerson: number;
  readonly firstResponseMedian: number | null;
  readonly firstResponseP90: number | null;
  readonly late: number;
  readonly waitingNow: number;
  readonly asked: number;
  readonly answered: number;
  readonly average: number | null;
}

/** How fast people answered in the last days, and how content customers were. */
export async function readReport(transaction: AccountTransaction, days: number): Promise<InboxReport> {
  const totals = await transaction.one<Totals>(
    `with ${RECENT}
     select count(*)::int as conversations,
       count(*) filter (where first_response_at >= ${SINCE})::int as "answeredByPerson",
       ${percentile(0.5)} as "firstResponseMedian", ${percentile(0.9)} as "firstResponseP90",
       count(*) filter (where late_at >= ${SINCE})::int as late,
       count(*) filter (where waiting_since is not null and handling in ('waiting', 'operator'))::int as "waitingNow",
       count(*) filter (where satisfaction_asked_at >= ${SINCE})::int as asked,
       count(*) filter (where satisfaction_asked_at >= ${SINCE} and satisfaction_score is not null)::int as answered,
       (avg(satisfaction_score) filter (where satisfaction_asked_at >= ${SINCE}))::float8 as average
     from recent`,
    [transaction.accountId, days],
  );
  if (!totals) throw new Error('a count has no row');
  const { asked, answered, average, ...rest } = totals;
  return {
    ...rest,
    satisfaction: { asked, answered, average },
    byOperator: await byOperator(transaction, days),
  };
}

/** Through the conversations that a person has answered: only their messages are read. */
const byOperator = (transaction: AccountTransaction, days: number) =>
  transaction.rows<{
    uuid: UserId;
    name: string;
    messages: number;
    conversations: number;
    firstResponseMedian: number | null;
  }>(
    `with ${RECENT},
     said as (
       select m.operator_id, r.id as conversation_id, m.id, m.created_at, r.first_asked_at, r.first_response_at
       from recent r join messages m on m.account_id = r.account_id and m.conversation_id = r.id
         and m.sender = 'operator' and m.kind <> 'note' and m.created_at >= ${SINCE} and m.operator_id is not null
       where r.first_response_at is not null),
     firsts as (
       select distinct on (conversation_id) operator_id, first_asked_at, first_response_at from said
       where first_response_at >= ${SINCE} and created_at >= first_response_at - interval '1 second'
       order by conversation_id, id),
     medians as (
       select operator_id, (percentile_cont(0.5) within group (order by ${SECONDS}))::int as median
       from firsts group by operator_id)
     select s.operator_id as uuid, coalesce(u.display_name, '') as name, s.messages, s.conversations,
       f.median as "firstResponseMedian"
     from (select operator_id, count(*)::int as messages, count(distinct conversation_id)::int as conversations
           from said group by operator_id) s
       left join users u on u.id = s.operator_id left join medians f on f.operator_id = s.operator_id
     order by s.messages desc, s.operator_id limit 200`,
    [transaction.accountId, days],
  );
