import * as contract from '@hanasu/contract/customer-merges';
import type { CustomerView } from '@hanasu/contract/customers';
import type { CustomerId } from '@hanasu/contract/ids';
import type { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { Session } from '../../../platform/http/context.ts';
import type { Implement } from '../../../platform/http/implement.ts';
import type { Realtime } from '../../../platform/realtime/realtime.ts';
import { shownCustomer } from '../customers/change-customer.ts';
import { findCustomers, lockCustomers } from '../customers/customers.store.ts';
import { publishCustomers } from '../customers/publish-customers.ts';
import { hiddenFields } from '../fields/fields.store.ts';
import { mergeCustomers, undoMerge } from './merge-customers.ts';
import * as store from './merges.store.ts';

interface MergeDependencies {
  readonly database: Database;
  readonly realtime: Pick<Realtime, 'emit'>;
}

export function addMergeRoutes(implement: Implement, dependencies: MergeDependencies): void {
  const { database } = dependencies;
  implement(contract.listDuplicates, ({ query }, { session }) =>
    database.snapshot(session.accountId, (transaction) => listDuplicates(transaction, session, query)),
  );
  implement(contract.keepApart, ({ body }, { session }) =>
    database.account(session.accountId, (transaction) => keepApart(transaction, body.uuids)),
  );
  implement(contract.mergeCustomers, async ({ params, body }, { session }) => {
    const merged = await database.account(session.accountId, async (transaction) => {
      const wish = { id: params.uuid, otherId: body.otherUuid, take: body.take };
      const merge = view(await mergeCustomers(transaction, session, wish));
      return { customer: await shownCustomer(transaction, session, params.uuid), merge };
    });
    const { customerUuid, mergedUuid } = merged.merge;
    publishCustomers(dependencies, session.accountId, [customerUuid, mergedUuid]);
    return merged;
  });
  implement(contract.listMerges, ({ params }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      await shownCustomer(transaction, session, params.uuid);
      return { items: (await store.listMerges(transaction, params.uuid)).map(view) };
    }),
  );
  implement(contract.undoMerge, async ({ params }, { session }) => {
    const parted = await database.account(session.accountId, async (transaction) => {
      const { keptId, mergedId } = await undoMerge(transaction, session, params.uuid);
      return {
        customer: await shownCustomer(transaction, session, keptId),
        restored: await shownCustomer(transaction, session, mergedId),
      };
    });
    // Whoever was merged is in the lists again.
    publishCustomers(dependencies, session.accountId, null);
    return parted;
  });
}

const view = (row: store.MergeRow): contract.CustomerMerge => ({
  uuid: row.id,
  customerUuid: row.keptId,
  mergedUuid: row.mergedId,
  mergedBy: row.mergedBy && { uuid: row.mergedBy, name: row.mergedByName ?? '' },
  at: row.at.toISOString(),
  undoUntil: row.undoUntil?.toISOString() ?? null,
});

async function listDuplicates(
  transaction: AccountTransaction,
  session: Session,
  { customerUuid, page, pageSize }: z.output<typeof contract.listDuplicates.query>,
): Promise<z.output<typeof contract.listDuplicates.output>> {
  const place = { limit: pageSize, offset: (page - 1) * pageSize };
  const { rows, total } = await store.listPairs(transaction, customerUuid ?? null, place);
  const ids = [...new Set(rows.flatMap(({ oneId, otherId }) => [oneId, otherId]))];
  const found = await findCustomers(transaction, ids, await hiddenFields(transaction, session.role));
  const shown = new Map(found.map((customer) => [customer.uuid, customer]));
  const items = rows.flatMap(({ oneId, otherId, same }) => {
    const [one, other] = [shown.get(oneId), shown.get(otherId)];
    if (!one || !other) return [];
    const customers: [CustomerView, CustomerView] =
      one.createdAt <= other.createdAt ? [one, other] : [other, one];
    return [{ customers, same: [...same] }];
  });
  return { items, total, page, pageSize };
}

async function keepApart(
  transaction: AccountTransaction,
  uuids: readonly [CustomerId, CustomerId],
): Promise<undefined> {
  const found = await lockCustomers(transaction, uuids);
  if (found.length < 2) throw new AppError('not_found', 'There are no two such customers');
  await store.markApart(transaction, uuids[0], [uuids[1]]);
}
