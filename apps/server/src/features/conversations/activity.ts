/**
 * What counts as a conversation of some days, and what became of it: said once, for the lists of the inbox and for the
 * numbers that lead to them. In SQL `c` is a conversation, `m` a message of it.
 */

/** Conversations with customers that the inbox holds: on channels and web sites; neither tests nor the API. */
export const OF_INBOX = `c.origin in ('channel', 'embed')`;

/** What a message is evidence of. */
export const EVIDENCE = {
  wrote: `m.sender = 'customer' and m.kind <> 'event'`,
  answered: `m.sender = 'bot' and m.outcome in ('answered', 'curated')`,
  notFound: `m.sender = 'bot' and m.outcome = 'not_found'`,
  /** A person wrote, or the customer asked for one. */
  person: `(m.sender = 'operator' and m.kind <> 'note') or (m.sender = 'bot' and m.outcome = 'handed_over')`,
} as const;
/** When a person was asked for, whatever the reason. */
export const ASKED_AT = 'unnest(array[c.first_asked_at, c.waiting_since])';

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
  const asked = `exists (select from ${ASKED_AT} as asked(at) where ${within('asked.at')})`;
  return `((${from}::timestamptz is null and ${to}::timestamptz is null and ${outcome}::text is null)
    or (${said(EVIDENCE.wrote)} and case ${outcome}::text when 'answered' then ${said(EVIDENCE.answered)}
      when 'not_found' then ${said(EVIDENCE.notFound)} when 'handed_over' then ${asked} or ${said(EVIDENCE.person)} else true end))
    and (${delivery}::text is null or c.id in (select m.conversation_id from messages m
      where m.account_id = $1 and m.delivery_state = ${delivery}))`;
}
