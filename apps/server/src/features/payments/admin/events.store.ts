import type { AccountId, PaymentId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import type { PageRange } from '../../../platform/database/page-range.ts';

export interface EventRow {
  readonly gateway: string;
  readonly id: string;
  readonly type: string;
  readonly gatewayId: string | null;
  readonly receivedAt: Date;
  readonly handledAt: Date | null;
  readonly problem: string | null;
  /** Null, as the two after it: no payment that is stored here. */
  readonly paymentId: PaymentId | null;
  readonly accountId: AccountId | null;
  readonly accountName: string | null;
}

export type EventKey = Pick<EventRow, 'gateway' | 'id'>;

const ROWS = `select e.gateway, e.id, e.type, e.gateway_id as "gatewayId", e.received_at as "receivedAt",
    e.handled_at as "handledAt", e.problem, p.id as "paymentId", p.account_id as "accountId", a.name as "accountName"
  from payment_events e
  left join payments p on p.gateway = e.gateway and p.gateway_id = e.gateway_id
  left join accounts a on a.id = p.account_id`;

const IS_FAILED = `(e.handled_at is null or (e.problem is not null and p.id is not null))`;

/**
 * Lists events that failed or are not processed yet, the newest first. `unmatched`: processed ones of payments that are not
 * stored here, as of another shop with the same account at the gateway.
 */
export async function listFailedEvents(
  transaction: SystemTransaction,
  { limit, offset }: Omit<PageRange, 'q'>,
): Promise<{ rows: EventRow[]; total: number; unmatched: number }> {
  const rows = await transaction.rows<EventRow>(
    `${ROWS} where ${IS_FAILED}
     order by e.received_at desc, e.gateway, e.id limit $1 offset $2`,
    [limit, offset],
  );
  const counted = await transaction.one<{ total: number; unmatched: number }>(
    `select count(*) filter (where ${IS_FAILED})::int as total, count(*) filter (where not ${IS_FAILED})::int as unmatched
     from payment_events e left join payments p on p.gateway = e.gateway and p.gateway_id = e.gateway_id
     where e.handled_at is null or e.problem is not null`,
  );
  return { rows, total: counted?.total ?? 0, unmatched: counted?.unmatched ?? 0 };
}

export const findEvent = (transaction: SystemTransaction, { gateway, id }: EventKey) =>
  transaction.one<EventRow>(`${ROWS} where e.gateway = $1 and e.id = $2`, [gateway, id]);

/** Locks the event until the transaction ends. */
export const lockEvent = (transaction: SystemTransaction, { gateway, id }: EventKey) =>
  transaction.one<EventRow>(`${ROWS} where e.gateway = $1 and e.id = $2 for update of e`, [gateway, id]);

/** Gives the event back to the worker. */
export const reopenEvent = (transaction: SystemTransaction, { gateway, id }: EventKey) =>
  transaction.run(
    'update payment_events set handled_at = null, problem = null, next_try_at = null, tries = 0 where gateway = $1 and id = $2',
    [gateway, id],
  );
