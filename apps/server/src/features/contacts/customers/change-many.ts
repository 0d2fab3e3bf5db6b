import type { BulkCustomers, bulkCustomers } from '@hanasu/contract/customers';
import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { CustomerId, TagId } from '@hanasu/contract/ids';
import type { z } from 'zod';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { Session } from '../../../platform/http/context.ts';
import { giveTag, takeTag } from '../tags/give-tags.ts';
import { byOf, requireMember } from './change-customer.ts';
import { recordEvents } from './customer-events.store.ts';
import * as store from './customers.store.ts';

/** Those who are gone meanwhile are left out. */
export async function changeMany(
  transaction: AccountTransaction,
  session: Pick<Session, 'userId' | 'apiKey'>,
  {
    uuids,
    action,
  }: { readonly uuids: readonly CustomerId[]; readonly action: z.output<typeof BulkCustomers> },
): Promise<EndpointOutput<typeof bulkCustomers>['changed']> {
  if (action.kind === 'assign' && action.ownerUuid) await requireMember(transaction, action.ownerUuid);
  const customers = await store.lockCustomers(transaction, uuids);
  const ids = customers.map(({ id }) => id);
  const by = byOf(session);
  const shown = (changed: readonly CustomerId[], replaced = new Map<CustomerId, TagId | null>()) =>
    customers
      .filter(({ id }) => changed.includes(id))
      .map(({ id, ownerId }) => ({
        uuid: id,
        ownerUuid: ownerId,
        replacedTagUuid: replaced.get(id) ?? null,
      }));
  switch (action.kind) {
    case 'tag': {
      const given = await giveTag(transaction, ids, { tagId: action.tagUuid, by });
      const replaced = new Map(given.map(({ customerId, replacedTagId }) => [customerId, replacedTagId]));
      return shown([...replaced.keys()], replaced);
    }
    case 'untag':
      return shown(await takeTag(transaction, ids, { tagId: action.tagUuid, by }));
    case 'assign': {
      const others = customers.filter(({ ownerId }) => ownerId !== action.ownerUuid).map(({ id }) => id);
      await store.assignCustomers(transaction, others, action.ownerUuid);
      const events = others.map((customerId) => ({
        customerId,
        kind: 'owner' as const,
        data: { ownerId: action.ownerUuid },
      }));
      await recordEvents(transaction, by, events);
      return shown(others);
    }
    default:
      return action satisfies never;
  }
}
