import type { CustomerEventKind } from '@hanasu/contract/actions';
import type { AccountId, CustomerId } from '@hanasu/contract/ids';
import { CUSTOMER_HOOK_EVENTS } from '@hanasu/contract/web-hooks';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';
import type { CustomerEvent } from '../../../platform/feature.ts';
import { newId } from '../../../platform/ids.ts';

/** Who or what did something to a customer; `customer`: they did it themselves. */
export interface By {
  readonly kind: 'customer' | 'staff' | 'api' | 'import' | 'rule' | 'bot' | 'form';
  readonly id: string | null;
}

export interface NewCustomerEvent {
  readonly customerId: CustomerId;
  readonly kind: Exclude<CustomerEventKind, 'message' | 'handover' | 'closed'>;
  /** Ids and names of facts, never what they hold: it stays when a fact is taken away. */
  readonly data: Readonly<Record<string, unknown>>;
}

const HOOK_EVENT = `case KIND ${Object.entries(CUSTOMER_HOOK_EVENTS)
  .map(([kind, event]) => (event ? `when '${kind}' then '${event}'` : ''))
  .join(' ')} end`;

/** SQL of when an event is to be handled: now, or never where no rule and no webhook of the account listens. */
const dueAt = (account: string, kind: string): string =>
  `case when exists (select from action_rules r
      where r.account_id = ${account} and r.event = ${kind} and r.enabled_at is not null)
    or exists (select from rich_menus m where m.account_id = ${account} and m.version is not null and m.withdrawn_at is null
      and m.settings ->> 'segmentUuid' is not null)
    or exists (select from web_hooks h
      where h.account_id = ${account} and h.enabled and h.events ? (${HOOK_EVENT.replace('KIND', kind)})) then now() end`;

/**
 * SQL that notes the same of customers whom a statement wrote: the rows `n` of `from`, with their `id` as that of the
 * customer.
 */
export const noteEvents = (
  kind: CustomerEventKind,
  {
    from,
    account = '$1',
    by = 'customer',
    data = `'{}'::jsonb`,
  }: { readonly from: string; readonly account?: string; readonly by?: By['kind']; readonly data?: string },
): string => `insert into customer_events (account_id, id, customer_id, kind, by_kind, data, due_at)
  select ${account}, gen_random_uuid(), n.id, '${kind}', '${by}', ${data}, ${dueAt(account, `'${kind}'`)} from ${from} n`;

/** Data of `changed`: a name came from them or their channel. */
export const NAMED = `'{"facts": ["name"]}'::jsonb`;

/** Writes down what happened, in the transaction in which it did. */
export async function recordEvents(
  transaction: AccountTransaction,
  by: By,
  events: readonly NewCustomerEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await transaction.run(
    `with due as materialized (
       select k.kind, ${dueAt('$1', 'k.kind')} as at from (select distinct unnest($6::text[]) as kind) k)
     insert into customer_events (account_id, id, customer_id, kind, by_kind, by_id, data, due_at)
     select $1, n.id, n.customer_id, n.kind, $2, $3, n.data, due.at
     from unnest($4::uuid[], $5::uuid[], $6::text[], $7::jsonb[]) with ordinality as n(id, customer_id, kind, data, place)
       join due on due.kind = n.kind
     order by n.place`,
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

export interface ClaimedEvent extends CustomerEvent {
  readonly accountId: AccountId;
  /** How many events, each of which set off the next, stand before it. */
  readonly depth: number;
  /** With the one that is about to be made; its number is the mark of the claim. */
  readonly attempts: number;
}

/** Of one account at a time, so that it holds up nobody else. */
const AT_ONCE_PER_ACCOUNT = 4;

/**
 * Takes events that are due for `leaseSeconds`, of each customer the first alone: the next one becomes due when that
 * has ended. What others hold is passed over.
 */
export const claimEvents = (
  transaction: SystemTransaction,
  { limit, leaseSeconds }: { readonly limit: number; readonly leaseSeconds: number },
) =>
  transaction.rows<ClaimedEvent>(
    `with recursive account as (
       (select account_id from customer_events where due_at is not null order by account_id limit 1)
       union all
       select (select e.account_id from customer_events e where e.due_at is not null and e.account_id > a.account_id
         order by e.account_id limit 1) from account a where a.account_id is not null),
     due as (
       select e.account_id, e.id from account a cross join lateral (
         select w.account_id, w.id, w.due_at from customer_events w
         where w.account_id = a.account_id and w.due_at <= now()
           and not exists (select from customer_events b where b.account_id = w.account_id
             and b.customer_id = w.customer_id and b.due_at is not null and b.seq < w.seq)
         order by w.due_at, w.seq limit ${AT_ONCE_PER_ACCOUNT} for update skip locked) e
       order by e.due_at limit $1)
     update customer_events e set due_at = now() + make_interval(secs => $2), attempts = e.attempts + 1
     from due where e.account_id = due.account_id and e.id = due.id
     returning e.account_id as "accountId", e.id, e.customer_id as "customerId", e.kind, e.by_kind as "byKind", e.data,
       e.at, e.depth, e.attempts`,
    [limit, leaseSeconds],
  );

/** Any open event: its index is ordered by account, so the earliest would be found by reading all of them. */
export const NEXT_CUSTOMER_EVENT_DUE = '(select now() from customer_events where due_at is not null limit 1)';

/** Holds what was claimed until the transaction ends; null: somebody else has taken it since. */
export const holdEvent = (
  transaction: AccountTransaction,
  { id, attempts }: Pick<ClaimedEvent, 'id' | 'attempts'>,
): Promise<{ planned: boolean } | null> =>
  transaction.one<{ planned: boolean }>(
    `select planned from customer_events
     where account_id = $1 and id = $2 and attempts = $3 and due_at is not null for update`,
    [transaction.accountId, id, attempts],
  );

export const notePlanned = (transaction: AccountTransaction, id: string): Promise<number> =>
  transaction.run(`update customer_events set planned = true where account_id = $1 and id = $2`, [
    transaction.accountId,
    id,
  ]);

/** It is handled, or waits for so long; nothing is written when somebody else has taken it since. */
export const endEvent = (
  transaction: AccountTransaction,
  { id, attempts }: Pick<ClaimedEvent, 'id' | 'attempts'>,
  againAfterSeconds: number | null,
): Promise<number> =>
  transaction.run(
    `update customer_events set due_at = now() + make_interval(secs => $4)
     where account_id = $1 and id = $2 and attempts = $3 and due_at is not null`,
    [transaction.accountId, id, attempts, againAfterSeconds],
  );

/** Frees what processes that died were handling. */
export const releaseEvents = (transaction: SystemTransaction): Promise<number> =>
  transaction.run(`update customer_events set due_at = now() where due_at > now()`);

/** What rules heard of messages and conversations stands in those, too. */
export const deleteHeardEvents = (transaction: SystemTransaction): Promise<number> =>
  transaction.run(
    `delete from customer_events where ctid = any(array(select ctid from customer_events
       where kind in ('message', 'handover', 'closed') and due_at is null and at < now() - interval '90 days'
       limit 5000))`,
  );
