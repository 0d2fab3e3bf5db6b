import type { CustomerEventKind, RunReason, StoredAction } from '@hanasu/contract/actions';
import type { ActionRuleId, CustomerId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';

export interface PlannedRun {
  readonly ruleId: ActionRuleId;
  readonly position: number;
  readonly action: StoredAction;
}

/** What is to be done because of an event. */
export async function insertRuns(
  transaction: AccountTransaction,
  { eventId, customerId }: { readonly eventId: string; readonly customerId: CustomerId },
  planned: readonly PlannedRun[],
): Promise<void> {
  if (planned.length === 0) return;
  await transaction.run(
    `insert into action_runs (account_id, id, event_id, customer_id, rule_id, position, action, state)
     select $1, n.id, $2, $3, n.rule_id, n.position, n.action, 'waiting'
     from unnest($4::uuid[], $5::uuid[], $6::int[], $7::jsonb[]) as n(id, rule_id, position, action)`,
    [
      transaction.accountId,
      eventId,
      customerId,
      planned.map(() => newId()),
      planned.map(({ ruleId }) => ruleId),
      planned.map(({ position }) => position),
      planned.map(({ action }) => JSON.stringify(action)),
    ],
  );
}

export interface WaitingRun {
  readonly id: string;
  readonly ruleId: ActionRuleId;
  readonly ruleName: string;
  readonly position: number;
  readonly action: unknown;
  readonly attempts: number;
}

/** What is still to be done because of an event, in its order. */
export const findWaiting = (transaction: AccountTransaction, eventId: string): Promise<WaitingRun[]> =>
  transaction.rows<WaitingRun>(
    `select n.id, n.rule_id as "ruleId", coalesce(o.name, r.name) as "ruleName", n.position, n.action, n.attempts
     from action_runs n join action_rules r on r.account_id = n.account_id and r.id = n.rule_id
       left join forms o on o.account_id = n.account_id and o.id = n.rule_id
     where n.account_id = $1 and n.event_id = $2 and n.state = 'waiting' order by r.created_at, r.id, n.position`,
    [transaction.accountId, eventId],
  );

/** Nobody erases them until the transaction ends; it comes first, as erasing locks them first. False: they are gone. */
export const keepCustomer = async (transaction: AccountTransaction, id: CustomerId): Promise<boolean> =>
  (await transaction.one(`select 1 from customers where account_id = $1 and id = $2 for key share`, [
    transaction.accountId,
    id,
  ])) !== null;

/** Holds what is still to be done. False: somebody has done it, or it is gone. */
export const lockRun = async (transaction: AccountTransaction, id: string): Promise<boolean> =>
  (await transaction.one(
    `select 1 from action_runs where account_id = $1 and id = $2 and state = 'waiting' for update`,
    [transaction.accountId, id],
  )) !== null;

export const endRun = (
  transaction: AccountTransaction,
  id: string,
  { state, reason }: { readonly state: 'done' | 'failed' | 'cut'; readonly reason: RunReason | null },
): Promise<number> =>
  transaction.run(
    `update action_runs set state = $3, reason = $4, attempts = attempts + 1, at = now()
     where account_id = $1 and id = $2 and state = 'waiting'`,
    [transaction.accountId, id, state, reason],
  );

/** It failed, and is tried again. */
export const noteTry = (transaction: AccountTransaction, id: string): Promise<number> =>
  transaction.run(
    `update action_runs set attempts = attempts + 1 where account_id = $1 and id = $2 and state = 'waiting'`,
    [transaction.accountId, id],
  );

/** How often the same action was done for the same customer within the last minute. */
export async function countLastMinute(
  transaction: AccountTransaction,
  { ruleId, position }: WaitingRun,
  customerId: CustomerId,
): Promise<number> {
  const row = await transaction.one<{ count: number }>(
    `select count(*)::int as count from action_runs where account_id = $1 and customer_id = $2 and rule_id = $3
       and position = $4 and state = 'done' and at > now() - interval '1 minute'`,
    [transaction.accountId, customerId, ruleId, position],
  );
  return row?.count ?? 0;
}

/** What is done from now on in the transaction is because of this event. */
export const setCause = (
  transaction: AccountTransaction,
  { id, depth }: { readonly id: string; readonly depth: number },
): Promise<number> =>
  transaction.run(`select set_config('app.cause_id', $1, true), set_config('app.cause_depth', $2, true)`, [
    id,
    String(depth + 1),
  ]);

export interface LoggedRun {
  readonly id: string;
  readonly customerId: CustomerId;
  readonly customerName: string;
  readonly eventKind: CustomerEventKind;
  readonly eventAt: Date;
  readonly action: unknown;
  readonly state: 'waiting' | 'done' | 'failed' | 'cut';
  readonly reason: RunReason | null;
  readonly at: Date;
  /** Microseconds since 1970: where the next page begins. */
  readonly place: string;
}

/** Newest first, after a place of `place` and `id`. */
export const listRuns = (
  transaction: AccountTransaction,
  ruleId: ActionRuleId,
  { at, id, limit }: { readonly at: string | null; readonly id: string | null; readonly limit: number },
): Promise<LoggedRun[]> =>
  transaction.rows<LoggedRun>(
    `select n.id, n.customer_id as "customerId", c.shown_name as "customerName", e.kind as "eventKind",
       e.at as "eventAt", n.action, n.state, n.reason, n.at,
       (extract(epoch from n.at) * 1000000)::bigint::text as place
     from action_runs n join customers c on c.account_id = n.account_id and c.id = n.customer_id
       join customer_events e on e.account_id = n.account_id and e.id = n.event_id
     where n.account_id = $1 and n.rule_id = $2
       and ($3::bigint is null or (n.at, n.id) < ('epoch'::timestamptz + $3::bigint * interval '1 microsecond', $4::uuid))
     order by n.at desc, n.id desc limit $5`,
    [transaction.accountId, ruleId, at, id, limit],
  );

/** The log is kept for 90 days. */
export const deleteOldRuns = (transaction: SystemTransaction): Promise<number> =>
  transaction.run(
    `delete from action_runs where ctid = any(array(select ctid from action_runs
       where state <> 'waiting' and at < now() - interval '90 days' limit 5000))`,
  );
