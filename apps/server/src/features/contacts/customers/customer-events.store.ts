import type { CustomerId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';

/** Who or what did something to a customer; `customer`: they did it themselves. */
export interface By {
  readonly kind: 'customer' | 'staff' | 'api' | 'import' | 'rule' | 'bot' | 'form';
  readonly id: string | null;
}

export interface NewCustomerEvent {
  readonly customerId: CustomerId;
  readonly kind:
    | 'followed'
    | 'blocked'
    | 'tagged'
    | 'untagged'
    | 'changed'
    | 'consent'
    | 'owner'
    | 'created'
    | 'merged'
    | 'unmerged';
  /** Ids and names of facts, never what they hold: it stays when a fact is taken away. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Writes down what happened, in the transaction in which it did. */
export async function recordEvents(
  transaction: AccountTransaction,
  by: By,
  events: readonly NewCustomerEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await transaction.run(
    `insert into customer_events (account_id, id, customer_id, kind, by_kind, by_id, data)
     select $1, n.id, n.customer_id, n.kind, $2, $3, n.data
     from unnest($4::uuid[], $5::uuid[], $6::text[], $7::jsonb[]) as n(id, customer_id, kind, data)`,
    [
      transaction.accountId,
      by.kind,
      by.id,
      events.map(() => newId()),
      events.map(({ customerId }) => customerId),
      events.map(({ kind }) => kind),
      events.map(({ data }) => JSON.stringify(data)),
    ],
  );
}
