import { z } from 'zod';
import { RunAction, RunCause } from './actions.ts';
import { CUSTOMER_SOURCES, CustomerFieldValue, CustomerFieldValues } from './customer-fields.ts';
import { endpoint } from './endpoint.ts';
import { FRIEND_CONSENTS, FRIEND_STATES } from './friends.ts';
import {
  ChannelId,
  ConversationId,
  CustomerId,
  CustomerTaskId,
  FormId,
  FormSubmissionId,
  FriendId,
  SegmentId,
  TagId,
  UserId,
  uuidParams,
} from './ids.ts';
import { PageQuery, pageOf, Time } from './page.ts';
import { SegmentDefinition, SegmentProblem } from './segments.ts';
import { TagShort } from './tags.ts';

export const CONSENTS = FRIEND_CONSENTS;
export const CONTACTS_MAX = 10;
const LOCALES_OF_PEOPLE = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/;

const line = (max: number) => z.string().trim().normalize('NFC').max(max);
const CalendarDate = z.iso.date();

/** Empty strings: not known. `country` as ISO 3166-1 alpha-2. */
export const PostalAddress = z
  .object({
    country: z.string().regex(/^(?:[A-Z]{2})?$/),
    postalCode: line(16),
    region: line(100),
    city: line(100),
    line1: line(200),
    line2: line(200),
  })
  .strict();
export type PostalAddress = z.infer<typeof PostalAddress>;

/** `value` as it was typed; `normal` is what is compared (E.164, or the address in lower case), null: not a valid one. */
const ContactView = z.object({ value: z.string(), normal: z.string().nullable() });

const CustomerFriend = z.object({
  uuid: FriendId,
  channel: z.object({ uuid: ChannelId, kind: z.string(), name: z.string(), sandbox: z.boolean() }),
  name: z.string(),
  pictureUrl: z.string().nullable(),
  state: z.enum(FRIEND_STATES),
  /** To messages that the account sends on its own. */
  consent: z.enum(CONSENTS),
  conversationUuid: ConversationId.nullable(),
  lastWroteAt: Time.nullable(),
});

export const CustomerView = z
  .object({
    uuid: CustomerId,
    /** What to call them: the name that staff gave, else the one that the channel tells; may be empty. */
    name: z.string(),
    /** Given by staff; null: none. */
    displayName: z.string().nullable(),
    /** As the channel has it, or as they said when asked. */
    vendorName: z.string(),
    kana: z.string(),
    language: z.string().nullable(),
    phones: z.array(ContactView),
    emails: z.array(ContactView),
    birthday: z.string().nullable(),
    address: PostalAddress.nullable(),
    note: z.string(),
    /** Without the fields that are hidden from the caller's role. */
    fields: CustomerFieldValues,
    tags: z.array(TagShort),
    source: z.enum(CUSTOMER_SOURCES),
    owner: z.object({ uuid: UserId, name: z.string() }).nullable(),
    friends: z.array(CustomerFriend),
    lastWroteAt: Time.nullable(),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Customer' });
export type CustomerView = z.infer<typeof CustomerView>;

const Contacts = z.array(line(254).pipe(z.string().min(1))).max(CONTACTS_MAX);
const Facts = z
  .object({
    displayName: line(120).nullable(),
    kana: line(120),
    language: z.string().regex(LOCALES_OF_PEOPLE).max(20).nullable(),
    phones: Contacts,
    emails: Contacts,
    birthday: CalendarDate.nullable(),
    address: PostalAddress.nullable(),
    note: z.string().normalize('NFC').max(10_000),
    ownerUuid: UserId.nullable(),
    /** By the uuid of the field; null takes the value away, fields that are absent stay. */
    fields: z.record(z.string(), CustomerFieldValue.nullable()),
  })
  .partial()
  .strict();
export type CustomerFacts = z.infer<typeof Facts>;

export const CUSTOMER_SORTS = ['name', 'createdAt', 'lastWroteAt', 'updatedAt'] as const;
const Sort = z.enum(CUSTOMER_SORTS.flatMap((sort) => [sort, `-${sort}` as const]));

/** A definition as JSON, for a query. */
const InlineSegment = z
  .string()
  .max(20_000)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'not JSON' });
      return z.NEVER;
    }
  })
  .pipe(SegmentDefinition);

export const customersQuery = PageQuery.extend({
  sort: Sort.optional(),
  after: z.string().max(500).optional(),
  tagUuid: TagId.optional(),
  ownerUuid: z.union([UserId, z.literal('none')]).optional(),
  channelUuid: ChannelId.optional(),
  /** An import: the customers it added or changed, as long as it can be undone. */
  importUuid: CustomerTaskId.optional(),
  segmentUuid: SegmentId.optional(),
  segment: InlineSegment.optional(),
});

const params = uuidParams(CustomerId);
const TAG = 'customers';

export const listCustomers = endpoint({
  method: 'GET',
  path: '/api/customers',
  summary:
    'Customers. `q` finds names in any kana, width and accents, phones, e-mail addresses and ids. `after` takes `next` of the page before, and `page` is then left out. `count=false` leaves `total` null, which is faster',
  tag: TAG,
  access: 'viewer',
  query: customersQuery.extend({ count: z.stringbool().default(true) }),
  status: 200,
  output: pageOf(CustomerView).extend({
    /** Null: it was not asked for. */
    total: z.number().int().nullable(),
    next: z.string().nullable(),
    /** Why the segment that was asked for matches nobody. */
    problems: z.array(SegmentProblem).optional(),
  }),
  errors: ['segment_too_slow'],
});
export const countCustomers = endpoint({
  method: 'GET',
  path: '/api/customers/count',
  summary:
    'How many customers a list has. What takes longer than 300 ms is estimated, unless `exact` is asked for',
  tag: TAG,
  access: 'viewer',
  query: customersQuery
    .omit({ page: true, pageSize: true, sort: true, after: true })
    .extend({ exact: z.stringbool().default(false) }),
  status: 200,
  output: z.object({
    count: z.number().int(),
    /** False: the planner of the database estimates it. */
    isExact: z.boolean(),
  }),
});
export const createCustomer = endpoint({
  method: 'POST',
  path: '/api/customer',
  summary: 'Adds a customer who is on no channel yet',
  tag: TAG,
  access: 'operator',
  body: Facts.extend({
    /**
     * Decides about a phone or e-mail address that another customer has. `refuse`: answers `customer_known`, whose errors
     * name them. `add`: adds another person, and the two are not suggested as duplicates. Absent: adds.
     */
    ifKnown: z.enum(['refuse', 'add']).optional(),
  }),
  status: 201,
  output: CustomerView,
  errors: ['customer_known'],
});
export const getCustomer = endpoint({
  method: 'GET',
  path: '/api/customer/{uuid}',
  summary: 'One customer',
  tag: TAG,
  access: 'viewer',
  params,
  status: 200,
  output: CustomerView,
});
export const changeCustomer = endpoint({
  method: 'PATCH',
  path: '/api/customer/{uuid}',
  summary: 'Changes what is known of a customer; what is absent stays. `tags` are given and taken one by one',
  tag: TAG,
  access: 'operator',
  params,
  body: Facts.extend({
    addTags: z.array(TagId).max(100).optional(),
    removeTags: z.array(TagId).max(100).optional(),
    /** By the uuid of the friend. */
    consents: z.record(z.string(), z.enum(CONSENTS)).optional(),
  }),
  status: 200,
  output: CustomerView,
});
export const deleteCustomer = endpoint({
  method: 'DELETE',
  path: '/api/customer/{uuid}',
  summary:
    'Erases a customer: what is known of them, their conversations and files. What they write later starts anew',
  tag: TAG,
  access: 'admin',
  params,
  status: 204,
});

export const BulkCustomers = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tag'), tagUuid: TagId }).strict(),
  z.object({ kind: z.literal('untag'), tagUuid: TagId }).strict(),
  z.object({ kind: z.literal('assign'), ownerUuid: UserId.nullable() }).strict(),
]);
export const bulkCustomers = endpoint({
  method: 'POST',
  path: '/api/customers/bulk',
  summary: 'Tags, untags or assigns up to 1,000 customers; answers who was changed, so that it can be undone',
  tag: TAG,
  access: 'operator',
  body: z.object({ uuids: z.array(CustomerId).min(1).max(1_000), action: BulkCustomers }).strict(),
  status: 200,
  output: z.object({
    /**
     * Those whom the action changed; the others had it so already. `ownerUuid`: who it was before; `replacedTagUuid`:
     * the tag of the same group whose place the new one took, where the group allows one.
     */
    changed: z.array(
      z.object({ uuid: CustomerId, ownerUuid: UserId.nullable(), replacedTagUuid: TagId.nullable() }),
    ),
  }),
});

export const TIMELINE_KINDS = [
  'created',
  'followed',
  'blocked',
  'wrote',
  'answered',
  'tagged',
  'untagged',
  'changed',
  'consent',
  'owner',
  'merged',
  'unmerged',
  'submitted',
  'tapped',
  /** Sent to them without a conversation to stand in. */
  'broadcast',
  'action',
] as const;
export const TimelineEntry = z
  .object({
    uuid: z.uuid(),
    at: Time,
    kind: z.enum(TIMELINE_KINDS),
    /** Who or what did it; a name of staff, API keys and bots. */
    by: z.object({
      kind: z.enum(['customer', 'staff', 'api', 'import', 'rule', 'bot', 'form']),
      name: z.string().nullable(),
    }),
    tag: TagShort.nullable(),
    /** Of `changed`: which facts, by name. */
    facts: z.array(z.string()),
    /** Of `wrote` (the customer) and `answered` (bot or staff): on which channel, and what (null for API keys); of `tapped` and `broadcast` the name of the rich menu or the broadcast. */
    channel: z.object({ uuid: ChannelId, kind: z.string(), name: z.string() }).nullable(),
    conversationUuid: ConversationId.nullable(),
    text: z.string().nullable(),
    /** Of `submitted`: what was sent; null: the form is gone. */
    submission: z.object({ uuid: FormSubmissionId, formUuid: FormId }).nullable(),
    /** What a rule saw that did this; null: no rule did. */
    cause: RunCause.nullable(),
    /** Of `action`: what a rule did, beside what the entries above tell, or could not do. */
    action: RunAction.nullable(),
  })
  .meta({ id: 'TimelineEntry' });
export type TimelineEntry = z.infer<typeof TimelineEntry>;
export const customerTimeline = endpoint({
  method: 'GET',
  path: '/api/customer/{uuid}/timeline',
  summary:
    'What happened with a customer on all channels, newest first; `before` takes `next` of the page before',
  tag: TAG,
  access: 'viewer',
  params,
  query: z.object({
    before: z.string().max(200).optional(),
    pageSize: z.coerce.number().int().min(1).max(100).default(30),
  }),
  status: 200,
  output: z.object({ items: z.array(TimelineEntry), next: z.string().nullable() }),
});

const PostalPlace = z.object({
  /** The prefecture. */
  region: z.string(),
  city: z.string(),
  /** Empty where the code is of a whole city. */
  town: z.string(),
});
export type PostalPlace = z.infer<typeof PostalPlace>;
export const getPostalCode = endpoint({
  method: 'GET',
  path: '/api/postal-code/{postalCode}',
  summary:
    'The place that a Japanese postal code belongs to. Where it stands for several, `places` has them, and the others say what all of them have in common',
  tag: TAG,
  access: 'operator',
  params: z.object({ postalCode: z.string().regex(/^\d{3}-?\d{4}$/) }),
  status: 200,
  output: PostalPlace.extend({
    /** Of a code that stands for several; absent: it stands for one. */
    places: z.array(PostalPlace).optional(),
  }),
});
