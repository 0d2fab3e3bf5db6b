import type { VendorMessage } from '@hanasu/channels/spec/channel';
import type { ConversationId, MessageId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';

/** SQL for telling what the account's vendor echoes: our own calls, or what a person typed in the vendor's app. */

export interface RecentCall {
  readonly id: string;
  readonly messageId: MessageId;
  readonly messages: readonly VendorMessage[];
  /** It is not known whether it arrived, and nobody is making it now. */
  readonly isInDoubt: boolean;
}

/** How far the vendor's clock may be from ours, and an echo behind its call. */
const AROUND = "interval '2 minutes'";
const LATEST = 50;

/** Calls of a conversation that were made around a moment and may have arrived, the newest first. */
export const findRecentCalls = (transaction: AccountTransaction, conversationId: ConversationId, at: Date) =>
  transaction.rows<RecentCall>(
    `select o.id, o.message_id as "messageId", o.messages,
       o.state = 'unconfirmed' or (o.state = 'sending' and coalesce(o.lease_until < now(), true)) as "isInDoubt"
     from (select id from messages where account_id = $1 and conversation_id = $2 and sender in ('bot', 'operator')
         order by id desc limit ${LATEST}) m
       join outbox o on o.account_id = $1 and o.message_id = m.id
     where o.state in ('sending', 'sent', 'unconfirmed')
       and o.first_attempt_at between $3::timestamptz - ${AROUND} and $3::timestamptz + ${AROUND}
     order by o.id desc`,
    [transaction.accountId, conversationId, at],
  );

/** The calls of a message that were in doubt have arrived: the vendor says so. False: none was. */
export async function confirmCalls(
  transaction: AccountTransaction,
  messageId: MessageId,
  callId: string | null,
): Promise<boolean> {
  const confirmed = await transaction.run(
    `update outbox set state = 'sent', sent_at = coalesce(first_attempt_at, now()), reason = null, detail = null,
       lease_until = null
     where account_id = $1 and message_id = $2 and ($3::uuid is null or id = $3)
       and (state = 'unconfirmed' or (state = 'sending' and coalesce(lease_until < now(), true)))`,
    [transaction.accountId, messageId, callId],
  );
  return confirmed > 0;
}
