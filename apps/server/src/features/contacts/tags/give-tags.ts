import type { CustomerId, TagId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { type By, recordEvents } from '../customers/customer-events.store.ts';
import { addTag, dropRivals, openTag, removeTag, type TagChange } from './tags.store.ts';

interface Given {
  readonly tagId: TagId;
  readonly by: By;
}

/**
 * Gives customers that the transaction has locked a tag. Of a group that allows one tag of each customer, it takes the
 * place of the one they had. Answers those who had not had it, each with that other tag. Throws `not_found` for tags
 * that are gone or archived.
 */
export async function giveTag(
  transaction: AccountTransaction,
  customerIds: readonly CustomerId[],
  { tagId, by }: Given,
): Promise<readonly { readonly customerId: CustomerId; readonly replacedTagId: TagId | null }[]> {
  const tag = await openTag(transaction, tagId);
  if (!tag) throw noSuchTag();
  const dropped = tag.exclusiveGroupId ? await dropRivals(transaction, customerIds, tag) : [];
  const added = await addTag(transaction, customerIds, { ...tag, by });
  await recordEvents(transaction, by, [...eventsOf('untagged', dropped), ...eventsOf('tagged', added)]);
  const replaced = new Map(dropped.map((change) => [change.customerId, change.tagId]));
  return added.map(({ customerId }) => ({ customerId, replacedTagId: replaced.get(customerId) ?? null }));
}

/** Answers those who had it. */
export async function takeTag(
  transaction: AccountTransaction,
  customerIds: readonly CustomerId[],
  { tagId, by }: Given,
): Promise<readonly CustomerId[]> {
  const removed = await removeTag(transaction, customerIds, tagId);
  await recordEvents(transaction, by, eventsOf('untagged', removed));
  return removed.map(({ customerId }) => customerId);
}

const eventsOf = (kind: 'tagged' | 'untagged', changes: readonly TagChange[]) =>
  changes.map(({ customerId, tagId }) => ({ kind, customerId, data: { tagId } }));

export const noSuchTag = () => new AppError('not_found', 'Tag not found');
