import type { CustomerTaskCounts } from '@hanasu/contract/customer-tasks';
import type { CustomerTaskId, TagId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { type By, type NewCustomerEvent, recordEvents } from '../customers/customer-events.store.ts';
import { markApart } from '../merges/merges.store.ts';
import { giveTag } from '../tags/give-tags.ts';
import { insertTag } from '../tags/tags.store.ts';
import { insertRows, type TaskRow } from '../tasks/tasks.store.ts';
import * as store from './import-rows.store.ts';
import { lowerCase, type PlannedRow } from './plan-rows.ts';
import type { ChangingRow } from './row-changes.ts';

type RowCounts = Pick<CustomerTaskCounts, 'created' | 'changed' | 'same' | 'refused' | 'incomplete'>;

/** How many rows of each outcome. */
export function countRows(rows: readonly Pick<PlannedRow, 'outcome' | 'reasons'>[]): RowCounts {
  const counts = { created: 0, changed: 0, same: 0, refused: 0, incomplete: 0 };
  for (const { outcome, reasons } of rows) {
    counts[outcome] += 1;
    if (outcome !== 'refused' && reasons.length > 0) counts.incomplete += 1;
  }
  return counts;
}

/** Writes what was planned, with the record by which it can be undone. */
export async function writeRows(
  transaction: AccountTransaction,
  taskId: CustomerTaskId,
  { rows, tags }: { readonly rows: readonly PlannedRow[]; readonly tags: Map<string, TagId> },
): Promise<void> {
  const by: By = { kind: 'import', id: taskId };
  const changing = rows.filter((row): row is ChangingRow => 'written' in row);
  const created = changing.filter(({ outcome }) => outcome === 'created');
  const changed = changing.filter(({ outcome }) => outcome === 'changed');
  if (created.length > 0)
    await store.insertCustomers(
      transaction,
      created.map((row) => row.written),
    );
  if (changed.length > 0)
    await store.updateCustomers(
      transaction,
      changed.map((row) => row.written),
    );
  const contacts = changing.flatMap((row) => row.contacts);
  if (contacts.length > 0) await store.addContacts(transaction, contacts);
  for (const { customerId, apartFrom } of created)
    if (apartFrom.length > 0) await markApart(transaction, customerId, apartFrom);
  await recordEvents(transaction, by, changing.flatMap(eventsOf));
  const given = await giveTags(transaction, by, { rows: changing, tags });
  await insertRows(
    transaction,
    taskId,
    rows.map((row) => recordOf(row, given)),
  );
}

/** By the names of columns, as other changes are written down. */
const COLUMN_OF: Readonly<Record<string, string>> = { displayName: 'display_name' };

function eventsOf({ outcome, customerId, facts, after }: ChangingRow): NewCustomerEvent[] {
  const names = facts
    .filter((fact) => fact !== 'tags' && fact !== 'ownerId')
    .map((fact) => (fact.startsWith('field:') ? 'fields' : (COLUMN_OF[fact] ?? fact)));
  const owner = after.ownerId
    ? [{ customerId, kind: 'owner' as const, data: { ownerId: after.ownerId } }]
    : [];
  if (outcome === 'created') return [{ customerId, kind: 'created', data: {} }, ...owner];
  const changed = { customerId, kind: 'changed' as const, data: { facts: [...new Set(names)] } };
  return names.length > 0 ? [changed, ...owner] : owner;
}

type Given = ReadonlyMap<string, NonNullable<TaskRow['data']['tags']>>;

/** Answers by customer which tags each was given. */
async function giveTags(
  transaction: AccountTransaction,
  by: By,
  { rows, tags }: { readonly rows: readonly ChangingRow[]; readonly tags: Map<string, TagId> },
): Promise<Given> {
  const wanted = Map.groupBy(
    rows.flatMap(({ customerId, tags: names }) => names.map((name) => ({ customerId, name }))),
    ({ name }) => lowerCase(name),
  );
  const given = new Map<string, { tagId: string; replacedTagId: string | null }[]>();
  for (const [key, those] of [...wanted].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const tagId = tags.get(key) ?? (await makeTag(transaction, those[0]?.name ?? key));
    tags.set(key, tagId);
    const ids = those.map(({ customerId }) => customerId);
    for (const { customerId, replacedTagId } of await giveTag(transaction, ids, { tagId, by })) {
      given.set(customerId, [...(given.get(customerId) ?? []), { tagId, replacedTagId }]);
    }
  }
  return given;
}

async function makeTag(transaction: AccountTransaction, name: string): Promise<TagId> {
  const id = newId<TagId>();
  if (await insertTag(transaction, { id, name, color: 'gray', groupId: null })) return id;
  // Somebody has made it meanwhile.
  const { tags } = await store.readReadingFacts(transaction);
  const found = tags.find((tag) => lowerCase(tag.name) === lowerCase(name));
  if (!found) throw new Error('a tag can neither be made nor found');
  return found.id;
}

function recordOf(row: PlannedRow, given: Given): TaskRow {
  const { row: number, outcome } = row;
  if (row.outcome === 'refused')
    return { row: number, outcome, customerId: null, data: { name: row.name, reasons: row.reasons } };
  const left = row.reasons.length > 0 ? { reasons: row.reasons } : {};
  if (!('written' in row)) return { row: number, outcome, customerId: row.customerId, data: left };
  const { customerId, facts, before, after } = row;
  const contacts = row.contacts.map(({ kind, value }) => ({ kind, value }));
  const data = { facts, before, after, contacts, tags: given.get(customerId) ?? [], ...left };
  return { row: number, outcome, customerId, data };
}
