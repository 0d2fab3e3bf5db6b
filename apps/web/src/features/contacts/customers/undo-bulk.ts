import type { bulkCustomers } from '@hanasu/contract/customers';
import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { CustomerId } from '@hanasu/contract/ids';
import type { BulkInput } from './customers.queries.ts';

type Changed = EndpointOutput<typeof bulkCustomers>['changed'];

/** What puts those who were changed back to how they were; the others had it so before. */
export function undoOf(action: BulkInput['action'], changed: Changed): BulkInput[] {
  switch (action.kind) {
    case 'tag':
      return undoTag(action, changed);
    case 'untag': {
      const { tagUuid } = action;
      return changed.length > 0 ? [{ uuids: idsOf(changed), action: { kind: 'tag', tagUuid } }] : [];
    }
    case 'assign':
      return [...Map.groupBy(changed, ({ ownerUuid }) => ownerUuid)].map(([ownerUuid, those]) => ({
        uuids: idsOf(those),
        action: { kind: 'assign', ownerUuid },
      }));
    default:
      return action satisfies never;
  }
}

/** A tag whose place the new one took (one of its group at a time) takes it back; from the others it is taken. */
function undoTag({ tagUuid }: { readonly tagUuid: Tag }, changed: Changed): BulkInput[] {
  return [...Map.groupBy(changed, ({ replacedTagUuid }) => replacedTagUuid)].map(([replaced, those]) => ({
    uuids: idsOf(those),
    action:
      replaced === null ? { kind: 'untag' as const, tagUuid } : { kind: 'tag' as const, tagUuid: replaced },
  }));
}
type Tag = Extract<BulkInput['action'], { kind: 'tag' }>['tagUuid'];

const idsOf = (changed: Changed): CustomerId[] => changed.map(({ uuid }) => uuid);
