import * as fields from '@hanasu/contract/customer-fields';
import * as merges from '@hanasu/contract/customer-merges';
import * as customers from '@hanasu/contract/customers';
import { exportCustomer } from '@hanasu/contract/privacy';
import * as tags from '@hanasu/contract/tags';
import type { EndpointWorld } from '../endpoint-world.ts';
import { type EndpointRow, nothing, row, WRONG_PAGES, wrongBodies } from './row.ts';

const unique = () => crypto.randomUUID();
const newCustomer = async ({ person }: EndpointWorld) => ({
  uuid: (await person.call(customers.createCustomer, { body: { displayName: 'Hana' } })).uuid,
});
const newTag = async ({ person }: EndpointWorld) => ({
  uuid: (await person.call(tags.createTag, { body: { name: unique() } })).uuid,
});
const newGroup = async ({ person }: EndpointWorld) => ({
  uuid: (await person.call(tags.createTagGroup, { body: { name: unique() } })).uuid,
});
const newMerge = async (world: EndpointWorld) => {
  const [params, other] = [await newCustomer(world), await newCustomer(world)];
  const { merge } = await world.person.call(merges.mergeCustomers, {
    params,
    body: { otherUuid: other.uuid },
  });
  return { uuid: merge.uuid };
};
const newField = async ({ person }: EndpointWorld) => ({
  uuid: (await person.call(fields.createCustomerField, { body: { label: unique(), kind: 'text' } })).uuid,
});

export const CUSTOMER_ROWS: readonly EndpointRow[] = [
  row(customers.listCustomers, nothing, [
    ...WRONG_PAGES,
    { query: { sort: 'age' }, path: 'query.sort' },
    { query: { after: 'nowhere' }, path: 'query.after' },
    { query: { tagUuid: 'vip' }, path: 'query.tagUuid' },
    { query: { ownerUuid: 'me' }, path: 'query.ownerUuid' },
    { query: { segmentUuid: 'vip' }, path: 'query.segmentUuid' },
    { query: { segment: '{' }, path: 'query.segment' },
  ]),
  row(customers.countCustomers, nothing, [
    { query: { segment: '{' }, path: 'query.segment' },
    { query: { exact: 'perhaps' }, path: 'query.exact' },
  ]),
  row(
    customers.createCustomer,
    () => ({ body: { displayName: 'Hana', phones: ['+81 90 1234 5678'] } }),
    wrongBodies({
      birthday: { birthday: '2026-02-30' },
      language: { language: 'Japanese!' },
      'phones.0': { phones: [''] },
      'address.country': {
        address: { country: 'Japan', postalCode: '', region: '', city: '', line1: '', line2: '' },
      },
      [`fields.${'x'.repeat(3)}`]: { fields: { xxx: 'L' } },
    }),
  ),
  row(customers.getCustomer, async (world) => ({ params: await newCustomer(world) })),
  row(
    customers.changeCustomer,
    async (world) => ({ params: await newCustomer(world), body: { note: 'Likes tea' } }),
    wrongBodies({ ownerUuid: { ownerUuid: 'me' }, 'addTags.0': { addTags: ['vip'] } }),
  ),
  row(exportCustomer, async (world) => ({ params: await newCustomer(world) })),
  row(customers.deleteCustomer, async (world) => ({ params: await newCustomer(world) })),
  row(
    customers.bulkCustomers,
    async (world) => ({
      body: {
        uuids: [(await newCustomer(world)).uuid],
        action: { kind: 'tag' as const, tagUuid: (await newTag(world)).uuid },
      },
    }),
    wrongBodies({ uuids: { uuids: [], action: { kind: 'assign', ownerUuid: null } } }),
  ),
  row(customers.getPostalCode, () => ({ params: { postalCode: '530-0001' } })),
  row(customers.customerTimeline, async (world) => ({ params: await newCustomer(world) }), [
    { query: { before: 'yesterday' }, path: 'query.before' },
    { query: { pageSize: 101 }, path: 'query.pageSize' },
  ]),
  row(merges.listDuplicates, nothing, [
    ...WRONG_PAGES,
    { query: { customerUuid: 'hana' }, path: 'query.customerUuid' },
  ]),
  row(
    merges.keepApart,
    async (world) => ({
      body: { uuids: [(await newCustomer(world)).uuid, (await newCustomer(world)).uuid] as [string, string] },
    }),
    wrongBodies({ uuids: { uuids: [] } }),
  ),
  row(
    merges.mergeCustomers,
    async (world) => ({
      params: await newCustomer(world),
      body: { otherUuid: (await newCustomer(world)).uuid },
    }),
    wrongBodies({ otherUuid: { otherUuid: 'hana' }, 'take.0': { otherUuid: unique(), take: ['age'] } }),
  ),
  row(merges.listMerges, async (world) => ({ params: await newCustomer(world) })),
  row(merges.undoMerge, async (world) => ({ params: await newMerge(world) })),
  row(tags.listTags, nothing, WRONG_PAGES),
  row(
    tags.createTag,
    () => ({ body: { name: unique() } }),
    wrongBodies({ name: { name: ' ' }, color: { name: 'VIP', color: '#ff0000' } }),
  ),
  row(tags.getTag, async (world) => ({ params: await newTag(world) })),
  row(
    tags.changeTag,
    async (world) => ({ params: await newTag(world), body: { color: 'green' as const } }),
    wrongBodies({ name: { name: '' } }),
  ),
  row(tags.deleteTag, async (world) => ({ params: await newTag(world) })),
  row(tags.listTagGroups, nothing, WRONG_PAGES),
  row(tags.createTagGroup, () => ({ body: { name: unique() } }), wrongBodies({ name: { name: ' ' } })),
  row(tags.getTagGroup, async (world) => ({ params: await newGroup(world) })),
  row(
    tags.changeTagGroup,
    async (world) => ({ params: await newGroup(world), body: { exclusive: true } }),
    wrongBodies({ name: { name: '' } }),
  ),
  row(tags.deleteTagGroup, async (world) => ({ params: await newGroup(world) })),
  row(fields.listCustomerFields, nothing),
  row(
    fields.createCustomerField,
    () => ({ body: { label: unique(), kind: 'text' as const } }),
    wrongBodies({ label: { label: '', kind: 'text' }, options: { label: 'Size', kind: 'choice' } }),
  ),
  row(
    fields.changeCustomerField,
    async (world) => ({ params: await newField(world), body: { label: unique() } }),
    wrongBodies({ label: { label: '' } }),
  ),
  row(
    fields.orderCustomerFields,
    async (world) => ({ body: { uuids: [(await newField(world)).uuid] } }),
    wrongBodies({ 'uuids.0': { uuids: ['x'] } }),
  ),
];
