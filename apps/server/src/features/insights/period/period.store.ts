import type { AccountTransaction } from '../../../platform/database/database.ts';
import { IS_NO_TEST } from '../../billing/public.ts';
import { activity } from '../../conversations/public.ts';

export interface CountsRow {
  readonly conversations: number;
  readonly answered: number;
  readonly handedOver: number;
  readonly notFound: number;
}

/** `$2`: when each day begins, and when the last one ends. A day is numbered from 1. */
const DAY_OF = (time: string): string => `width_bucket(${time}, $2::timestamptz[])`;
const WITHIN = (time: string): string =>
  `${time} >= ($2::timestamptz[])[1] and ${time} < ($2::timestamptz[])[cardinality($2::timestamptz[])]`;

/** What happened in each conversation on each day; the same conditions as those of the lists. */
const HAPPENED = `happened as (
  select id, day, bool_or(wrote) as wrote, bool_or(answered) as answered, bool_or(person) as person,
    bool_or(not_found) as not_found
  from (
    select c.id, ${DAY_OF('m.created_at')} as day, coalesce(${activity.WROTE}, false) as wrote,
      coalesce(${activity.FOUND}, false) as answered, coalesce(${activity.PERSON}, false) as person,
      coalesce(${activity.FOUND_NONE}, false) as not_found
    from conversations c join messages m on m.account_id = c.account_id and m.conversation_id = c.id
    where c.account_id = $1 and ${activity.OF_INBOX} and c.last_message_at >= ($2::timestamptz[])[1]
      and ${WITHIN('m.created_at')}
    union all
    select c.id, ${DAY_OF('asked.at')}, false, false, true, false
    from conversations c, ${activity.ASKED_AT} as asked(at)
    where c.account_id = $1 and ${activity.OF_INBOX} and c.last_message_at >= ($2::timestamptz[])[1]
      and ${WITHIN('asked.at')}) as each_one
  group by id, day)`;

const COUNTS = `count(*) filter (where wrote)::int as conversations,
  count(*) filter (where wrote and answered)::int as answered,
  count(*) filter (where wrote and person)::int as "handedOver",
  count(*) filter (where wrote and not_found)::int as "notFound"`;

/** Each conversation once: of the last `count` days, and of as many before. */
export const countByPeriod = (transaction: AccountTransaction, starts: readonly Date[], count: number) =>
  transaction.rows<CountsRow & { isNow: boolean; responseSeconds: number | null }>(
    `with ${HAPPENED},
     together as (
       select id, day > $3 as is_now, bool_or(wrote) as wrote, bool_or(answered) as answered,
         bool_or(person) as person, bool_or(not_found) as not_found
       from happened group by id, day > $3)
     select t.is_now as "isNow", ${COUNTS},
       (percentile_cont(0.5) within group (order by extract(epoch from c.first_response_at - c.first_asked_at))
         filter (where wrote and person and c.first_response_at >= c.first_asked_at))::int as "responseSeconds"
     from together t join conversations c on c.account_id = $1 and c.id = t.id
     group by t.is_now`,
    [transaction.accountId, starts, count],
  );

/** A conversation of several days counts on each; `bot`, `person` and `nobody` divide those of a day. */
export const countByDay = (transaction: AccountTransaction, starts: readonly Date[]) =>
  transaction.rows<CountsRow & { day: number; bot: number; person: number; nobody: number }>(
    `with ${HAPPENED}
     select day, ${COUNTS},
       count(*) filter (where wrote and answered and not person)::int as bot,
       count(*) filter (where wrote and person)::int as person,
       count(*) filter (where wrote and not answered and not person)::int as nobody
     from happened group by day`,
    [transaction.accountId, starts],
  );

/** As the list of the token page sums them up. */
export const tokensByDay = (transaction: AccountTransaction, starts: readonly Date[]) =>
  transaction.rows<{ day: number; tokens: number }>(
    `select ${DAY_OF('e.created_at')} as day, (-sum(e.tokens))::bigint as tokens from ledger_entries e
     where e.account_id = $1 and ${WITHIN('e.created_at')} and ${IS_NO_TEST} group by 1`,
    [transaction.accountId, starts],
  );
