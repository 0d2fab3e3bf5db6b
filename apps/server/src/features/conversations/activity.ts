/**
 * What counts as a conversation of some days, and what became of it: said once, for the lists of the inbox and for the
 * numbers that lead to them. In SQL `c` is a conversation, `m` a message of it.
 */

/** Conversations with customers that the inbox holds: on channels and web sites; neither tests nor the API. */
export const OF_INBOX = `c.origin in ('channel', 'embed')`;

/** What a message is evidence of, and what follows for its conversation. */
export const EVIDENCE = {
  wrote: `m.sender = 'customer' and m.kind <> 'event'`,
  answered: `m.sender = 'bot' and m.outcome in ('answered', 'curated')`,
  notFound: `m.sender = 'bot' and m.outcome = 'not_found'`,
  /** A person wrote, or the customer asked for one. */
  person: `(m.sender = 'operator' and m.kind <> 'note') or (m.sender = 'bot' and m.outcome = 'handed_over')`,
  /** When a person was asked for, whatever the reason. */
  askedAt: 'unnest(array[c.first_asked_at, c.waiting_since])',
  /**
   * Who answered a conversation in which the customer wrote: exactly one of four, over rows with the columns `answered`
   * and `person`. `happenedIn` says the same of the list.
   */
  answeredBy: {
    botOnly: 'answered and not person',
    botAndStaff: 'answered and person',
    staffOnly: 'person and not answered',
    unanswered: 'not answered and not person',
  },
} as const;

export interface PeriodParameters {
  /** As `$13`; the values may be null. */
  readonly from: string;
  readonly to: string;
  readonly outcome: string;
  /** `failed` or `unconfirmed`: there is such a message to the customer, whenever it was. */
  readonly delivery: string;
}

/**
 * The customer wrote in the time asked for, and this became of it then. Without any value every conversation fits. `$1`
 * is the account.
 */
export function happenedIn({ from, to, outcome, delivery }: PeriodParameters): string {
  const within = (time: string): string =>
    `${time} >= coalesce(${from}::timestamptz, '-infinity') and ${time} < coalesce(${to}::timestamptz, 'infinity')`;
  const said = (what: string): string => `exists (select from messages m
    where m.account_id = c.account_id and m.conversation_id = c.id and ${within('m.created_at')} and (${what}))`;
  const asked = `exists (select from ${EVIDENCE.askedAt} as asked(at) where ${within('asked.at')})`;
  const answered = said(EVIDENCE.answered);
  const person = `(${asked} or ${said(EVIDENCE.person)})`;
  return `((${from}::timestamptz is null and ${to}::timestamptz is null and ${outcome}::text is null)
    or (${said(EVIDENCE.wrote)} and case ${outcome}::text when 'answered' then ${answered}
      when 'not_found' then ${said(EVIDENCE.notFound)} when 'handed_over' then ${person}
      when 'bot_only' then ${answered} and not ${person} when 'bot_and_staff' then ${answered} and ${person}
      when 'staff_only' then ${person} and not ${answered} when 'unanswered' then not ${answered} and not ${person}
      else true end))
    and (${delivery}::text is null or c.id in (select m.conversation_id from messages m
      where m.account_id = $1 and m.delivery_state = ${delivery}))`;
}

/** More messages of one wait are not read. */
const UNANSWERED_MAX = 100;

const isAnswer = (message: string): string =>
  `${message}.sender = 'bot' and ${message}.outcome in ('answered', 'curated') and ${message}.delivery_state <> 'failed'`;
const inSameConversation = (message: string): string =>
  `${message}.account_id = c.account_id and ${message}.conversation_id = c.id`;

/** The bot answers what came before its message, up to where the customer writes again. */
const ANSWERED_MEANWHILE = `exists (select from messages a
  where ${inSameConversation('a')} and a.id > w.id and ${isAnswer('a')}
    and a.id < coalesce((select n.id from messages n
      where ${inSameConversation('n')} and n.sender = 'customer' and n.kind <> 'event'
        and n.id > (select b.id from messages b where ${inSameConversation('b')} and b.sender = 'bot'
          and b.kind <> 'event' and b.id > w.id order by b.id limit 1)
      order by n.id limit 1), 'ffffffff-ffff-ffff-ffff-ffffffffffff'))`;

/**
 * One row, for `left join lateral`: the earliest message of the customer of `c` that is unanswered while they wait for a
 * person, how many more there are (`more`), and whether the bot has answered a later one (`"isPassed"`). No row: all
 * are answered. A message of a person settles everything before it, and so does an answer of the bot from before the
 * wait began; a later answer settles only what it answers.
 */
export const EARLIEST_UNANSWERED = `(select u.text, u.kind, count(*) over ()::int - 1 as more,
    exists (select from messages a where ${inSameConversation('a')} and a.id > u.id and ${isAnswer('a')}) as "isPassed"
  from (select w.id, w.text, w.kind from messages w
    where ${inSameConversation('w')} and w.sender = 'customer' and w.kind <> 'event'
      and w.created_at > coalesce(c.closed_at, '-infinity')
      and w.id > coalesce((select s.id from messages s
        where ${inSameConversation('s')} and ((s.sender = 'operator' and s.kind <> 'note')
          or (${isAnswer('s')} and s.created_at <= coalesce(c.waiting_since, c.last_message_at)))
        order by s.id desc limit 1), '00000000-0000-0000-0000-000000000000')
      and not ${ANSWERED_MEANWHILE}
    order by w.id limit ${UNANSWERED_MAX}) u
  where c.handling in ('waiting', 'operator') order by u.id limit 1)`;
