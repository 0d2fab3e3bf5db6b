import { isDeepStrictEqual } from 'node:util';
import { MERGED_FACTS, type MergedFact } from '@hanasu/contract/customer-merges';
import { CONTACTS_MAX } from '@hanasu/contract/customers';
import type { CustomerId, CustomerMergeId } from '@hanasu/contract/ids';
import { AppError, orNotFound } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { Session } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import { byOf } from '../customers/change-customer.ts';
import { recordEvents } from '../customers/customer-events.store.ts';
import { lockCustomers } from '../customers/customers.store.ts';
import { hiddenFields } from '../fields/fields.store.ts';
import * as store from './merges.store.ts';

const COLUMN_OF: Readonly<Record<MergedFact, string>> = {
  displayName: 'display_name',
  kana: 'kana',
  language: 'language',
  birthday: 'birthday',
  address: 'address',
  note: 'note',
  ownerUuid: 'owner_id',
};
const NOTE_LENGTH = 10_000;
const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

interface Wish {
  readonly id: CustomerId;
  readonly otherId: CustomerId;
  /** Facts, and ids of fields, that are the other one's. */
  readonly take: readonly string[];
}

/**
 * Makes the other customer part of this one. Both are locked, so that who changes one of them meanwhile waits; messages of their friends
 * go on: they hang on the friends.
 */
export async function mergeCustomers(
  transaction: AccountTransaction,
  session: Session,
  { id, otherId, take }: Wish,
): Promise<store.MergeRow> {
  if (id === otherId)
    throw AppError.field('validation_failed', 'body.otherUuid', 'Choose another customer than this one');
  const { kept, other } = await openBoth(transaction, id, otherId);
  // What the caller does not see stays as if it had not been asked for.
  const hidden = await hiddenFields(transaction, session.role);
  const seen = take.filter((name) => !hidden.some((field) => field === name));
  const after = joined(kept, other, seen);
  const segmentIds = await store.findSegmentsOf(transaction, id);
  const apartIds = await store.findApart(transaction, id);
  const moved = await store.moveAll(transaction, { from: otherId, to: id });
  await store.deleteCustomer(transaction, otherId);
  await store.writeColumns(transaction, id, after);
  await store.writeContacts(transaction, id, joinedContacts(kept, other));
  await store.noteLastWriting(transaction, id);
  const mergeId = newId<CustomerMergeId>();
  await store.insertMerge(transaction, {
    id: mergeId,
    keptId: id,
    mergedId: otherId,
    userId: session.userId,
    undo: {
      merged: other,
      moved,
      kept: { before: kept.columns, after, contacts: kept.contacts, segmentIds, apartIds },
    },
  });
  await recordEvents(transaction, byOf(session), [
    { customerId: id, kind: 'merged', data: { mergeId, mergedId: otherId } },
  ]);
  return orNotFound(await store.findMerge(transaction, mergeId), 'merge');
}

async function openBoth(transaction: AccountTransaction, id: CustomerId, otherId: CustomerId) {
  await lockCustomers(transaction, [id, otherId]);
  const found = await store.readWhole(transaction, [id, otherId]);
  const kept = orNotFound(found.find((one) => one.id === id) ?? null, 'customer');
  const other = found.find((one) => one.id === otherId);
  if (!other) throw AppError.field('validation_failed', 'body.otherUuid', 'There is no such customer');
  return { kept, other };
}

/** The facts of both: what is empty or was asked for is the other one's, and notes stand below each other. */
function joined(
  kept: store.WholeCustomer,
  other: store.WholeCustomer,
  take: readonly string[],
): store.CustomerColumns {
  const facts = MERGED_FACTS.map((fact) => {
    const column = COLUMN_OF[fact];
    const [own, theirs] = [kept.columns[column], other.columns[column]];
    if (fact === 'note' && !take.includes(fact)) return [column, joinedNotes(own, theirs)];
    const isTheirs = !isEmpty(theirs) && (isEmpty(own) || take.includes(fact));
    return [column, isTheirs ? theirs : own];
  });
  const taken = Object.entries(other.columns.fields).filter(([field]) => take.includes(field));
  const [first, second] = [kept, other].toSorted((one, next) => (createdAt(one) < createdAt(next) ? -1 : 1));
  return {
    ...kept.columns,
    ...Object.fromEntries(facts),
    name: isEmpty(kept.columns.name) ? other.columns.name : kept.columns.name,
    fields: { ...other.columns.fields, ...kept.columns.fields, ...Object.fromEntries(taken) },
    source: (first ?? kept).columns.source,
    created_at: createdAt(first ?? second ?? kept),
  };
}

const createdAt = ({ columns }: store.WholeCustomer): string => String(columns.created_at);

const joinedNotes = (own: unknown, theirs: unknown): string =>
  [...new Set([own, theirs].map(String).filter(Boolean))].join('\n\n').slice(0, NOTE_LENGTH);

/** Those of the one who is kept first; the same number or address once, and as many as a customer may have. */
function joinedContacts(kept: store.WholeCustomer, other: store.WholeCustomer) {
  const all = [...kept.contacts, ...other.contacts];
  const key = ({ kind, normal, value }: (typeof all)[number]): string => `${kind} ${normal ?? value}`;
  const once = all.filter((one, index) => all.findIndex((same) => key(same) === key(one)) === index);
  return ['phone', 'email'].flatMap((kind) => once.filter((one) => one.kind === kind).slice(0, CONTACTS_MAX));
}

/** Makes two customers of one again. Throws `merge_too_old`. */
export async function undoMerge(
  transaction: AccountTransaction,
  session: Session,
  id: CustomerMergeId,
): Promise<{ keptId: CustomerId; mergedId: CustomerId }> {
  const seen = orNotFound(await store.findMerge(transaction, id), 'merge');
  await lockCustomers(transaction, [seen.keptId]);
  // It may have become part of a third one, or have been undone, meanwhile.
  const merge = orNotFound(await store.findMerge(transaction, id), 'merge');
  const undo = await store.takeMerge(transaction, id);
  if (!undo) throw new AppError('merge_too_old', 'This merge can no longer be undone');
  const { keptId, mergedId } = merge;
  const [now] = await store.readWhole(transaction, [keptId]);
  if (!now) throw new Error('the customer of a merge is gone');
  await store.insertWhole(transaction, undo.merged);
  await store.moveBack(transaction, {
    from: keptId,
    to: mergedId,
    moved: undo.moved,
    kept: undo.kept,
  });
  await store.writeColumns(transaction, keptId, apart(now.columns, undo.kept));
  await store.writeContacts(transaction, keptId, ownContacts(now, undo));
  for (const one of [keptId, mergedId]) await store.noteLastWriting(transaction, one);
  await recordEvents(
    transaction,
    byOf(session),
    [keptId, mergedId].map((customerId) => ({ customerId, kind: 'unmerged' as const, data: {} })),
  );
  return { keptId, mergedId };
}

/** What the merge wrote becomes what it was before; what somebody has changed since stays. */
function apart(
  now: store.CustomerColumns,
  { before, after }: store.MergeUndo['kept'],
): store.CustomerColumns {
  const back = <Value>(value: Value, merged: unknown, earlier: unknown): Value =>
    isDeepStrictEqual(value, merged) ? (earlier as Value) : value;
  const columns = Object.entries(now).map(([name, value]) => [name, back(value, after[name], before[name])]);
  const fields = Object.entries(now.fields)
    .map(([field, value]) => [field, back(value, after.fields[field], before.fields[field])] as const)
    .filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(columns), fields: Object.fromEntries(fields) };
}

/** Without those that came with the other one. */
function ownContacts({ contacts }: store.WholeCustomer, { merged, kept }: store.MergeUndo) {
  const has = (list: store.WholeCustomer['contacts'], { kind, value }: { kind: string; value: string }) =>
    list.some((one) => one.kind === kind && one.value === value);
  return contacts.filter((one) => has(kept.contacts, one) || !has(merged.contacts, one));
}
