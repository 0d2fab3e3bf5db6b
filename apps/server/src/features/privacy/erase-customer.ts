import type { CustomerId } from '@hanasu/contract/ids';
import { UPDATE_CUSTOMERS, type UpdateCustomers } from '@hanasu/contract/realtime';
import { AppError } from '../../platform/app-error.ts';
import { retryDeadlocks } from '../../platform/database/unavailable.ts';
import type { EraseOneCustomer, Feature } from '../../platform/feature.ts';
import { deleteRemovedFiles, noteRemovedFiles } from '../../platform/files/removed-files.ts';
import type { Actor } from '../../platform/http/context.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { recordAudit } from '../accounts/public.ts';
import { openErased } from '../contacts/public.ts';
import type { PrivacyDependencies } from './dependencies.ts';
import { cancelExports } from './exports/exports.store.ts';

/** What each feature takes of a customer, in the order in which they stand upon each other, the highest first. */
export type EraseSteps = readonly NonNullable<Feature<unknown, unknown, unknown>['eraseCustomer']>[];

/**
 * Erases one customer in one transaction: nothing is written for them meanwhile, and what their channels send later is
 * of somebody new. Copies of the account that were made before go too. The activity log keeps the bare id and how much
 * it was, as the receipt.
 */
export const createEraseOne =
  (steps: EraseSteps): EraseOneCustomer =>
  async (transaction, { id, userId, address }) => {
    const customer = await openErased(transaction, id);
    if (!customer) return false;
    for (const erase of steps) await noteRemovedFiles(transaction, await erase(transaction, customer));
    await cancelExports(transaction, [transaction.accountId]);
    await recordAudit(transaction, {
      userId,
      action: 'customer.erased',
      target: id,
      data: { friends: customer.friends.length, conversations: customer.conversationIds.length },
      address,
    });
    return true;
  };

export interface EraseDependencies extends Pick<PrivacyDependencies, 'database' | 'files'> {
  readonly realtime: Pick<Realtime, 'emit'>;
}

/** Throws `not_found`. */
export async function eraseCustomer(
  { database, files, realtime }: EraseDependencies,
  {
    actor,
    id,
    eraseOne,
  }: { readonly actor: Actor; readonly id: CustomerId; readonly eraseOne: EraseOneCustomer },
): Promise<void> {
  const { userId, address } = actor;
  // Their messages may be on their way in or out, which locks the same rows in another order.
  await retryDeadlocks(() =>
    database.account(actor.accountId, async (transaction) => {
      if (!(await eraseOne(transaction, { id, userId, address })))
        throw new AppError('not_found', 'There is no such customer');
    }),
  );
  await deleteRemovedFiles({ database, files }, actor.accountId);
  realtime.emit(actor.accountId, UPDATE_CUSTOMERS, { uuids: [id] } satisfies UpdateCustomers);
}
