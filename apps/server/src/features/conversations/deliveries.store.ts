import type { AccountId, ConversationId, MessageId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../platform/database/database.ts';

/** SQL of how messages of ours reach whom they are for, as far as the inbox shows it. */

export interface Delivery {
  readonly accountId: AccountId;
  readonly messageId: MessageId;
  readonly state: 'pending' | 'sent' | 'failed' | 'unconfirmed';
  readonly reason: string | null;
  readonly detail: string | null;
  readonly method: 'reply' | 'push' | null;
  /** What the vendor calls it now, beside what it was called before: it may have gone out as several of its own. */
  readonly vendorMessageIds: readonly string[];
}

export async function update(
  transaction: AccountTransaction | SystemTransaction,
  deliveries: readonly Delivery[],
): Promise<void> {
  if (deliveries.length === 0) return;
  await transaction.run(
    `update messages m set delivery_state = n.state, delivery_reason = n.reason, delivery_detail = n.detail,
       delivery_method = n.method, vendor_message_id = coalesce(m.vendor_message_id, n.names ->> 0),
       data = case when jsonb_array_length(n.names) > case when m.vendor_message_id is null then 1 else 0 end
         then m.data || jsonb_build_object('vendorIds', coalesce(m.data -> 'vendorIds', '[]') || n.names) else m.data end
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::jsonb[])
       as n(account, id, state, reason, detail, method, names)
     where m.account_id = n.account and m.id = n.id`,
    [
      deliveries.map(({ accountId }) => accountId),
      deliveries.map(({ messageId }) => messageId),
      deliveries.map(({ state }) => state),
      deliveries.map(({ reason }) => reason),
      deliveries.map(({ detail }) => detail),
      deliveries.map(({ method }) => method),
      deliveries.map(({ vendorMessageIds }) => JSON.stringify(vendorMessageIds)),
    ],
  );
}

/** It is on its way once more. */
export const redeliver = (transaction: AccountTransaction, messageId: MessageId): Promise<void> => {
  const pending = {
    state: 'pending',
    reason: null,
    detail: null,
    method: null,
    vendorMessageIds: [],
  } as const;
  return update(transaction, [{ accountId: transaction.accountId, messageId, ...pending }]);
};

/** Shown as under way again, in the inbox too: what failed is sent once more. */
export const markPending = (transaction: SystemTransaction, accountId: AccountId, messageId: MessageId) =>
  transaction.run(
    `update messages set delivery_state = 'pending' where account_id = $1 and id = $2 and delivery_state = 'failed'`,
    [accountId, messageId],
  );

/** As how many messages a push to this group is counted. */
export async function saveGroupSize(
  transaction: AccountTransaction,
  id: ConversationId,
  people: number,
): Promise<void> {
  await transaction.run(
    'update conversations set group_size = $3, group_size_at = now() where account_id = $1 and id = $2',
    [transaction.accountId, id, people],
  );
}

/** People came or went: they are counted again before the next push. */
export async function forgetGroupSize(transaction: AccountTransaction, id: ConversationId): Promise<void> {
  await transaction.run(
    'update conversations set group_size_at = null where account_id = $1 and id = $2 and group_size_at is not null',
    [transaction.accountId, id],
  );
}

/** A message all of whose calls have arrived has arrived. */
export async function confirmMessage(transaction: AccountTransaction, messageId: MessageId): Promise<void> {
  await transaction.run(
    `update messages set delivery_state = 'sent', delivery_reason = null, delivery_detail = null
     where account_id = $1 and id = $2 and delivery_state in ('pending', 'unconfirmed')
       and not exists (select from outbox o where o.account_id = $1 and o.message_id = $2 and o.state <> 'sent')`,
    [transaction.accountId, messageId],
  );
}
