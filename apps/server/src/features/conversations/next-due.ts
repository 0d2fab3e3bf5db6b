/** A conversation with an operator or for one may become late, and has not since its time was set. */
export const MAY_BECOME_LATE = `(late_at is null or late_at < respond_by) and handling in ('waiting', 'operator')`;

/** SQL expressions for `nextDue` of workers. */
export const NEXT_DUE = {
  channelTurn:
    '(select turn_due_at from conversations where turn_due_at is not null order by turn_due_at limit 1)',
  chatTurn: '(select created_at from chat_turns where ended_at is null order by created_at limit 1)',
  /** A conversation becomes late or its snooze ends. */
  clock: `least(
    (select respond_by from conversations where respond_by is not null and ${MAY_BECOME_LATE} order by respond_by limit 1),
    (select min(snoozed_until) from conversations where snoozed_until is not null))`,
} as const;
