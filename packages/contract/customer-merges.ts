import { z } from 'zod';
import { CustomerView } from './customers.ts';
import { endpoint } from './endpoint.ts';
import { CustomerFieldId, CustomerId, CustomerMergeId, UserId, uuidParams } from './ids.ts';
import { PageQuery, pageOf, Time } from './page.ts';

/** Two customers are one again within so many days. */
export const MERGE_UNDO_DAYS = 30;

/** Why two customers may be one person. */
const SAME = ['phone', 'email', 'identity', 'name'] as const;
export const Duplicates = z
  .object({
    /** The older one first. */
    customers: z.tuple([CustomerView, CustomerView]),
    /** `value`: the number, the address, the id that the site of both signed, or the name of the older one. */
    same: z.array(z.object({ kind: z.enum(SAME), value: z.string() })).min(1),
  })
  .meta({ id: 'Duplicates' });
export type Duplicates = z.infer<typeof Duplicates>;

/** What one of the two has alone, or each has otherwise. */
export const MERGED_FACTS = [
  'displayName',
  'kana',
  'language',
  'birthday',
  'address',
  'note',
  'ownerUuid',
] as const;
export type MergedFact = (typeof MERGED_FACTS)[number];

export const CustomerMerge = z
  .object({
    uuid: CustomerMergeId,
    /** Of the customer who is kept. */
    customerUuid: CustomerId,
    /** Of the one who is no more; it leads to the one who is kept. */
    mergedUuid: CustomerId,
    mergedBy: z.object({ uuid: UserId, name: z.string() }).nullable(),
    at: Time,
    /** Until when it can be undone; null: it cannot any more. */
    undoUntil: Time.nullable(),
  })
  .meta({ id: 'CustomerMerge' });
export type CustomerMerge = z.infer<typeof CustomerMerge>;

const params = uuidParams(CustomerId);
const TAG = 'customers';

export const listDuplicates = endpoint({
  method: 'GET',
  path: '/api/customers/duplicates',
  summary:
    'Pairs of customers who may be one person: the same phone number, e-mail address, signed identity, or name in any spelling. `customerUuid`: only those of one',
  tag: TAG,
  access: 'viewer',
  query: PageQuery.extend({ customerUuid: CustomerId.optional() }),
  status: 200,
  output: pageOf(Duplicates),
});
export const keepApart = endpoint({
  method: 'POST',
  path: '/api/customers/duplicates/dismiss',
  summary: 'These two are different people: they are not suggested again',
  tag: TAG,
  access: 'operator',
  body: z.object({ uuids: z.tuple([CustomerId, CustomerId]) }).strict(),
  status: 204,
});
export const mergeCustomers = endpoint({
  method: 'POST',
  path: '/api/customer/{uuid}/merge',
  summary:
    'Makes another customer part of this one, with all their friends, tags and history. Facts stay as this one has them, and are the other one’s where this one has none or where `take` names them',
  tag: TAG,
  access: 'operator',
  params,
  body: z
    .object({
      otherUuid: CustomerId,
      take: z
        .array(z.union([z.enum(MERGED_FACTS), CustomerFieldId]))
        .max(200)
        .default([]),
    })
    .strict(),
  status: 200,
  output: z.object({ customer: CustomerView, merge: CustomerMerge }),
});
export const listMerges = endpoint({
  method: 'GET',
  path: '/api/customer/{uuid}/merges',
  summary: 'Which customers have become part of this one, the last one first',
  tag: TAG,
  access: 'viewer',
  params,
  status: 200,
  output: z.object({ items: z.array(CustomerMerge) }),
});
export const undoMerge = endpoint({
  method: 'DELETE',
  path: '/api/customer-merge/{uuid}',
  summary:
    'Makes two customers of one again, within 30 days. What was changed since stays with the one who was kept; what was said since stays with the friend who said it',
  tag: TAG,
  access: 'operator',
  params: uuidParams(CustomerMergeId),
  status: 200,
  output: z.object({ customer: CustomerView, restored: CustomerView }),
  errors: ['merge_too_old'],
});
