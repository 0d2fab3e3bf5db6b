import type { AccountId, WebHookDeliveryId, WebHookId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../platform/database/database.ts';
import type { ErasedCustomer } from '../../platform/feature.ts';
import type { AttemptResult, NextStep } from './next-step.ts';

/** What is sent: the envelope of Standard Webhooks. */
export interface HookPayload {
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface DeliveryRow {
  readonly id: WebHookDeliveryId;
  readonly event: string;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly nextAttemptAt: Date;
  readonly status: number | null;
  readonly detail: string | null;
  readonly payload: unknown;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

const COLUMNS = `id, event, state, attempts, next_attempt_at as "nextAttemptAt", status, detail, payload,
  created_at as "createdAt", finished_at as "finishedAt"`;

export async function insertDeliveries(
  transaction: AccountTransaction,
  deliveries: readonly {
    readonly id: WebHookDeliveryId;
    readonly hookId: WebHookId;
    readonly event: string;
    readonly payload: unknown;
  }[],
): Promise<void> {
  if (deliveries.length === 0) return;
  // A hook may have been removed since it was read.
  await transaction.run(
    `insert into web_hook_deliveries (account_id, id, hook_id, event, payload, state, next_attempt_at)
     select h.account_id, n.id, n.hook_id, n.event, n.payload, 'pending', now()
     from unnest($2::uuid[], $3::uuid[], $4::text[], $5::jsonb[]) as n(id, hook_id, event, payload)
       join web_hooks h on h.account_id = $1 and h.id = n.hook_id`,
    [
      transaction.accountId,
      deliveries.map(({ id }) => id),
      deliveries.map(({ hookId }) => hookId),
      deliveries.map(({ event }) => event),
      deliveries.map(({ payload }) => JSON.stringify(payload)),
    ],
  );
}

export interface DeliveryPage {
  readonly event: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

const PAGE = 'account_id = $1 and hook_id = $2 and ($3::text is null or event = $3)';

export async function listDeliveries(
  transaction: AccountTransaction,
  hookId: WebHookId,
  { event, limit, offset }: DeliveryPage,
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const values = [transaction.accountId, hookId, event];
  const rows = await transaction.rows<DeliveryRow>(
    `select ${COLUMNS} from web_hook_deliveries where ${PAGE} order by id desc limit $4 offset $5`,
    [...values, limit, offset],
  );
  const count = await transaction.one<{ total: number }>(
    `select count(*)::int as total from web_hook_deliveries where ${PAGE}`,
    values,
  );
  return { rows, total: count?.total ?? 0 };
}

export const findDelivery = (transaction: AccountTransaction, hookId: WebHookId, id: WebHookDeliveryId) =>
  transaction.one<DeliveryRow>(
    `select ${COLUMNS} from web_hook_deliveries where account_id = $1 and hook_id = $2 and id = $3`,
    [transaction.accountId, hookId, id],
  );

/** Due now, with all its tries before it; one that is being sent is left to end. False: there is no such one. */
export async function requeue(
  transaction: AccountTransaction,
  hookId: WebHookId,
  id: WebHookDeliveryId,
): Promise<boolean> {
  const written = await transaction.run(
    `update web_hook_deliveries set next_attempt_at = now(), finished_at = null, state = 'pending',
       attempts = case when state = 'pending' then attempts else 0 end,
       lease_until = case when state = 'pending' then lease_until end
     where account_id = $1 and hook_id = $2 and id = $3`,
    [transaction.accountId, hookId, id],
  );
  return written > 0;
}

export interface ClaimedDelivery {
  readonly accountId: AccountId;
  readonly id: WebHookDeliveryId;
  readonly hookId: WebHookId;
  readonly event: string;
  readonly payload: HookPayload;
  /** With the one that is about to be made. */
  readonly attempts: number;
  readonly url: string;
  readonly secret: Buffer;
  readonly isOn: boolean;
}

/** Of one hook at a time, so that an address that hangs holds up its own events and nobody else's. */
const AT_ONCE_PER_HOOK = 4;

/** Takes what is due, for `leaseSeconds`; what others hold is passed over. */
export const claimDeliveries = (
  transaction: SystemTransaction,
  { limit, leaseSeconds, busy }: { limit: number; leaseSeconds: number; busy: readonly WebHookId[] },
) =>
  transaction.rows<ClaimedDelivery>(
    `with waiting as (
       select distinct account_id, hook_id from web_hook_deliveries
       where state = 'pending' and next_attempt_at <= now() and (lease_until is null or lease_until < now())
         and hook_id <> all($3::uuid[])),
     due as (
       select d.account_id, d.id from waiting w cross join lateral (
         select account_id, id from web_hook_deliveries
         where account_id = w.account_id and hook_id = w.hook_id and state = 'pending'
           and next_attempt_at <= now() and (lease_until is null or lease_until < now())
         order by next_attempt_at limit ${AT_ONCE_PER_HOOK} for update skip locked) d
       limit $1)
     update web_hook_deliveries d
     set lease_until = now() + make_interval(secs => $2), attempts = d.attempts + 1
     from due, web_hooks h
     where d.account_id = due.account_id and d.id = due.id
       and h.account_id = d.account_id and h.id = d.hook_id
     returning d.account_id as "accountId", d.id, d.hook_id as "hookId", d.event, d.payload, d.attempts,
       h.url, h.secret, h.enabled as "isOn"`,
    [limit, leaseSeconds, busy],
  );

export const NEXT_HOOK_DELIVERY_DUE =
  "(select next_attempt_at from web_hook_deliveries where state = 'pending' order by next_attempt_at limit 1)";

/** Nothing is written when somebody else has taken it since: the number of the try is the claim's mark. */
export async function recordAttempt(
  transaction: SystemTransaction,
  { accountId, id, attempts }: Pick<ClaimedDelivery, 'accountId' | 'id' | 'attempts'>,
  { status, detail }: AttemptResult,
  step: NextStep,
): Promise<void> {
  await transaction.run(
    `update web_hook_deliveries set state = $4, status = $5, detail = $6, lease_until = null,
       next_attempt_at = now() + make_interval(secs => $7),
       finished_at = case when $4 = 'pending' then null else now() end
     where account_id = $1 and id = $2 and attempts = $3 and state = 'pending'`,
    [
      accountId,
      id,
      attempts,
      step.kind === 'again' ? 'pending' : step.kind,
      status,
      detail,
      step.kind === 'again' ? step.afterSeconds : 0,
    ],
  );
}

export async function switchOff(
  transaction: SystemTransaction,
  { accountId, hookId }: Pick<ClaimedDelivery, 'accountId' | 'hookId'>,
): Promise<void> {
  await transaction.run(
    'update web_hooks set enabled = false, updated_at = now() where account_id = $1 and id = $2',
    [accountId, hookId],
  );
}

/** The log is kept for 30 days. */
export const deleteOldDeliveries = (transaction: SystemTransaction): Promise<number> =>
  transaction.run(
    `delete from web_hook_deliveries where ctid = any(array(
       select ctid from web_hook_deliveries
       where state <> 'pending' and finished_at < now() - interval '30 days' limit 5000))`,
  );

/** What failed in the last days is sent again, at most `most`; how many. */
export const retryFailedDeliveries = (transaction: SystemTransaction, most: number): Promise<number> =>
  transaction.run(
    `update web_hook_deliveries set state = 'pending', attempts = 0, next_attempt_at = now(), finished_at = null
      where (account_id, id) in (select account_id, id from web_hook_deliveries
        where state = 'failed' and created_at > now() - interval '7 days' limit $1)`,
    [most],
  );

/** Deliveries that name them or one of their conversations, sent or not. */
export async function eraseCustomer(
  transaction: AccountTransaction,
  { id, conversationIds }: ErasedCustomer,
): Promise<readonly string[]> {
  await transaction.run(
    `delete from web_hook_deliveries where account_id = $1
       and ((payload #>> '{data,conversation,uuid}')::uuid = any($2::uuid[])
         or (payload #>> '{data,customer,uuid}')::uuid = $3::uuid)`,
    [transaction.accountId, conversationIds, id],
  );
  return [];
}
