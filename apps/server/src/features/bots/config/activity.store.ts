import { ACTIVITY_DAYS, type BotActivity } from '@hanasu/contract/bots';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { EVIDENCE, OF_INBOX } from '../../conversations/public.ts';

/**
 * The inbox's conversations of the last days by the bot that answers them. On each day one counts in which the customer
 * wrote.
 */
export const readActivity = (transaction: AccountTransaction): Promise<BotActivity[]> =>
  transaction.rows<BotActivity>(
    `with period as (
       select a.time_zone as zone, first, first::timestamp at time zone a.time_zone as begins
       from accounts a, lateral (select (now() at time zone a.time_zone)::date - ($2::int - 1)) as f(first)
       where a.id = $1),
     happened as (
       select c.bot_id, c.id, ((m.created_at at time zone p.zone)::date - p.first) as day,
         bool_or(coalesce(${EVIDENCE.wrote}, false)) as wrote,
         bool_or(coalesce(${EVIDENCE.answered}, false)) as answered,
         bool_or(coalesce(${EVIDENCE.person}, false) or coalesce(c.first_asked_at >= p.begins, false)
           or coalesce(c.waiting_since >= p.begins, false)) as person
       from period p
         join conversations c on c.account_id = $1 and ${OF_INBOX} and c.bot_id is not null
           and c.last_message_at >= p.begins
         join messages m on m.account_id = c.account_id and m.conversation_id = c.id and m.created_at >= p.begins
       group by 1, 2, 3),
     each_day as (
       select bot_id, day, count(*) filter (where wrote)::int as conversations from happened group by 1, 2),
     each_one as (
       select bot_id, id, bool_or(wrote) as wrote, bool_or(answered) and not bool_or(person) as alone
       from happened group by 1, 2)
     select b.bot_id as "botUuid", count(*) filter (where wrote)::int as conversations,
       count(*) filter (where wrote and alone)::int as alone,
       array(select coalesce(d.conversations, 0) from generate_series(0, $2::int - 1) as s(day)
         left join each_day d on d.bot_id = b.bot_id and d.day = s.day order by s.day)::int[] as days
     from each_one b group by b.bot_id`,
    [transaction.accountId, ACTIVITY_DAYS],
  );
