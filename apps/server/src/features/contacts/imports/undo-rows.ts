import type { CustomerId, TagId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { type By, recordEvents } from '../customers/customer-events.store.ts';
import { giveTag } from '../tags/give-tags.ts';
import { openTag } from '../tags/tags.store.ts';
import type { CustomerTask, TaskRow } from '../tasks/tasks.store.ts';
import * as store from './import-rows.store.ts';
import { reasonOf } from './read-row.ts';
import type { RowReason } from './row-reason.ts';

interface Undone {
  readonly undone: number;
  /** With why. */
  readonly kept: readonly Pick<TaskRow, 'row' | 'data'>[];
}

/** Takes some rows back, but for what somebody has changed since. Doing it twice changes nothing more. */
export async function undoRows(
  transaction: AccountTransaction,
  task: Pick<CustomerTask, 'id' | 'kind' | 'startedBy'>,
  rows: readonly TaskRow[],
): Promise<Undone> {
  const by: By =
    task.kind === 'import' ? { kind: 'import', id: task.id } : { kind: 'staff', id: task.startedBy };
  const ids = rows.flatMap(({ customerId }) => customerId ?? []);
  const known = await store.readKnown(transaction, ids, { isLocked: true });
  const touched = await store.touchedSince(transaction, task.id, ids);
  const kept: Pick<TaskRow, 'row' | 'data'>[] = [];
  const gone: CustomerId[] = [];
  let undone = 0;
  for (const row of rows) {
    const customer = row.customerId && known.get(row.customerId);
    if (!customer) continue;
    const reasons: RowReason[] =
      row.outcome === 'created'
        ? reasonsToStay(touched.get(customer.id))
        : await putBack(transaction, { row, customer, by });
    if (reasons.length > 0) kept.push({ row: row.row, data: { facts: row.data.facts ?? [], reasons } });
    else undone += 1;
    if (row.outcome === 'created' && reasons.length === 0) gone.push(customer.id);
  }
  if (gone.length > 0) await store.deleteCustomers(transaction, gone);
  return { undone, kept };
}

/** Somebody has had to do with a customer who came with the import: they stay. */
function reasonsToStay(touched: store.Touched | undefined): RowReason[] {
  if (!touched) return [];
  return [
    ...(touched.wrote ? [reasonOf('wrote')] : []),
    ...(touched.hasFriends && !touched.wrote ? [reasonOf('on_a_channel')] : []),
    ...(touched.tagged ? [reasonOf('tagged_since')] : []),
    ...(touched.changed ? [reasonOf('changed_since')] : []),
  ];
}

interface Back {
  readonly row: TaskRow;
  readonly customer: store.KnownCustomer;
  readonly by: By;
}

const factOf = (customer: store.KnownCustomer, fact: string): unknown =>
  fact.startsWith('field:')
    ? customer.fields[fact.slice('field:'.length)]
    : customer[fact as keyof store.KnownCustomer];

/** Each value that still is what the import wrote goes back; answers why others don't. */
async function putBack(transaction: AccountTransaction, { row, customer, by }: Back): Promise<RowReason[]> {
  const { before = {}, after = {}, contacts = [], tags = [] } = row.data;
  const mine = Object.keys(after).filter((fact) => isSame(factOf(customer, fact), after[fact]));
  const others = Object.keys(after).filter((fact) => !mine.includes(fact));
  if (mine.length > 0) await store.updateCustomers(transaction, [withValues(customer, before, mine)]);
  const removed = await store.removeContacts(
    transaction,
    contacts.map((contact) => ({ ...contact, customerId: customer.id })),
  );
  const taken = await store.takeBackTags(transaction, {
    customerId: customer.id,
    by,
    tags: tags.map(({ tagId, replacedTagId }) => ({
      tagId: tagId as TagId,
      replacedTagId: replacedTagId as TagId | null,
    })),
  });
  if (row.data.untagged && (await openTag(transaction, row.data.untagged as TagId)))
    await giveTag(transaction, [customer.id], { tagId: row.data.untagged as TagId, by });
  await recordEvents(transaction, by, [
    ...(mine.length + removed.length > 0
      ? [{ customerId: customer.id, kind: 'changed' as const, data: { facts: eventFacts(mine, removed) } }]
      : []),
    ...taken.map((tagId) => ({ customerId: customer.id, kind: 'untagged' as const, data: { tagId } })),
  ]);
  return [
    ...others.map((fact) => reasonOf('changed_since', { column: fact })),
    ...(removed.length < contacts.length ? [reasonOf('changed_since', { column: 'contacts' })] : []),
    ...(taken.length < tags.length ? [reasonOf('tagged_since', { column: 'tags' })] : []),
  ];
}

const eventFacts = (mine: readonly string[], removed: readonly { readonly kind: string }[]): string[] => [
  ...new Set([
    ...mine.map((fact) =>
      fact.startsWith('field:') ? 'fields' : fact === 'displayName' ? 'display_name' : fact,
    ),
    ...removed.map(({ kind }) => `${kind}s`),
  ]),
];

const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
    : value;
const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(sorted(one ?? null)) === JSON.stringify(sorted(other ?? null));

function withValues(
  { name, contacts, tagIds, ...customer }: store.KnownCustomer,
  before: Readonly<Record<string, unknown>>,
  facts: readonly string[],
): store.WrittenCustomer {
  const fields = { ...customer.fields };
  const plain: Record<string, unknown> = {};
  for (const fact of facts) {
    const value = before[fact] ?? null;
    const field = fact.startsWith('field:') ? fact.slice('field:'.length) : null;
    if (field === null) plain[fact] = value;
    else if (value === null) delete fields[field];
    else fields[field] = value as (typeof fields)[string];
  }
  return { ...customer, ...plain, fields };
}
