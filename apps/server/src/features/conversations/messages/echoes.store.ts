import type { MessageId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';

/** A message all of whose calls have arrived has arrived. */
export async function confirmMessage(transaction: AccountTransaction, messageId: MessageId): Promise<void> {
  await transaction.run(
    `update messages set delivery_state = 'sent', delivery_reason = null, delivery_detail = null
     where account_id = $1 and id = $2 and delivery_state in ('pending', 'unconfirmed')
       and not exists (select from outbox o where o.account_id = $1 and o.message_id = $2 and o.state <> 'sent')`,
    [transaction.accountId, messageId],
  );
}
