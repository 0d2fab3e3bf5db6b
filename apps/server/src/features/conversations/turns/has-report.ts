/** Staff have decided on a call of a tool within the hour, and the customer of this conversation has not heard of it. */
export const HAS_REPORT = (account: string, conversation: string): string =>
  `exists (select from tool_confirmations w where w.account_id = ${account} and w.conversation_id = ${conversation}
     and w.confirmer = 'staff' and w.state in ('done', 'failed', 'unknown', 'declined', 'expired')
     and w.reported_at is null and coalesce(w.ended_at, w.decided_at, w.expires_at) > now() - interval '1 hour')`;
