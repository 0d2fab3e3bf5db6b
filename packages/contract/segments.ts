import { z } from 'zod';
import { CUSTOMER_SOURCES } from './customer-fields.ts';
import { Dates, Days, Empty, isOrdered, Months, Yearly } from './day-tests.ts';
import { endpoint } from './endpoint.ts';
import { FRIEND_CONSENTS, FRIEND_STATES } from './friends.ts';
import {
  ChannelId,
  CustomerFieldId,
  CustomerId,
  FormId,
  RichMenuId,
  SegmentId,
  TagId,
  UserId,
  uuidParams,
} from './ids.ts';
import { HANDLINGS } from './inbox.ts';
import { PageQuery, pageOf, Time } from './page.ts';

export const SEGMENT_CONDITIONS_MAX = 30;
export const SEGMENTS_MAX = 500;
const CHOICES_MAX = 50;

const Text = z
  .string()
  .trim()
  .normalize('NFC')
  .min(1)
  .max(200)
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'not a text');
const OptionIds = z.array(z.string().min(1).max(40)).min(1).max(CHOICES_MAX);
const textTest = <const Op extends string>(op: Op) => z.object({ op: z.literal(op), text: Text }).strict();
/** A number from one to another, both included. */
const Between = z
  .object({ op: z.literal('between'), from: z.number().nullable(), to: z.number().nullable() })
  .strict()
  .refine(isOrdered, { path: ['to'], message: 'from the smaller number to the larger one' });
/** What can be asked of what was chosen and not written. */
const CHOSEN_TESTS = [
  Between,
  z.object({ op: z.literal('any'), options: OptionIds }).strict(),
  z.object({ op: z.literal('all'), options: OptionIds }).strict(),
  z.object({ op: z.literal('yes') }).strict(),
  z.object({ op: z.literal('no') }).strict(),
] as const;
/** What is asked of a value of a customer's field, and of an answer of a form. */
export const FieldTest = z.discriminatedUnion('op', [
  textTest('is'),
  textTest('contains'),
  Days,
  Dates,
  Yearly,
  Months,
  ...CHOSEN_TESTS,
  Empty,
]);
export type FieldTest = z.output<typeof FieldTest>;

/** Of a field of a form; stays when its words change. */
export const FormFieldKey = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/)
  // Answers are an object by key, which has a constructor of its own.
  .refine((key) => !(key in {}), 'choose another key');
/** What one and the same submission says to a question with choices, a number, a scale or a consent. */
const AnswerTest = z
  .object({ field: FormFieldKey, test: z.discriminatedUnion('op', [...CHOSEN_TESTS]) })
  .strict();

const CreatedTest = z.discriminatedUnion('op', [Days, Dates]);
const BirthdayTest = z.discriminatedUnion('op', [Days, Dates, Yearly, Months, Empty]);
export type DayTest = z.output<typeof BirthdayTest>;

const LANGUAGE = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/;
const ChannelChoice = {
  /** Empty: any. */
  channelUuids: z.array(ChannelId).max(CHOICES_MAX).default([]),
  channelKinds: z.array(z.string().min(1).max(40)).max(CHOICES_MAX).default([]),
};
const PastDays = z.number().int().min(1).max(3_650);

/** Id of a page or area of a rich menu: taps are counted by it, over all versions. */
const PartId = z.string().regex(/^[a-z0-9]{1,12}$/);
const TappedArea = z.object({ pageId: PartId, areaId: PartId }).strict();

/** One kind of condition each. The feature whose tables answer it registers it under the same `kind`. */
const CONDITIONS = [
  z.object({ kind: z.literal('everybody') }).strict(),
  z
    .object({
      kind: z.literal('tag'),
      match: z.enum(['any', 'all']),
      tagUuids: z.array(TagId).min(1).max(CHOICES_MAX),
    })
    .strict(),
  z.object({ kind: z.literal('field'), fieldUuid: CustomerFieldId, test: FieldTest }).strict(),
  /** `ja` takes `ja-JP` in; `none`: nobody knows it. */
  z
    .object({
      kind: z.literal('language'),
      languages: z
        .array(z.union([z.literal('none'), z.string().regex(LANGUAGE).max(20)]))
        .min(1)
        .max(CHOICES_MAX),
    })
    .strict(),
  /** A phone number or an e-mail address is known. */
  z.object({ kind: z.literal('contact'), contact: z.enum(['phone', 'email']) }).strict(),
  z
    .object({
      kind: z.literal('source'),
      sources: z.array(z.enum(CUSTOMER_SOURCES)).min(1).max(CUSTOMER_SOURCES.length),
    })
    .strict(),
  z
    .object({
      kind: z.literal('owner'),
      ownerUuids: z
        .array(z.union([UserId, z.literal('none')]))
        .min(1)
        .max(CHOICES_MAX),
    })
    .strict(),
  z.object({ kind: z.literal('created'), test: CreatedTest }).strict(),
  z.object({ kind: z.literal('birthday'), test: BirthdayTest }).strict(),
  /** All of it is true of one and the same friend. */
  z
    .object({
      kind: z.literal('friend'),
      ...ChannelChoice,
      states: z.array(z.enum(FRIEND_STATES)).max(FRIEND_STATES.length).default([]),
      consents: z.array(z.enum(FRIEND_CONSENTS)).max(FRIEND_CONSENTS.length).default([]),
    })
    .strict(),
  /** They can be written to now on such a channel: they have not blocked it, and its sending window is open. */
  z.object({ kind: z.literal('window'), ...ChannelChoice }).strict(),
  /** `within` so many days, or `before` that; who has never written is in neither, but in `never`. */
  z
    .object({
      kind: z.literal('lastWrote'),
      when: z.enum(['within', 'before', 'never']),
      days: PastDays.default(30),
    })
    .strict(),
  z
    .object({
      kind: z.literal('messages'),
      days: z.number().int().min(1).max(365),
      atLeast: z.number().int().min(1).max(100),
    })
    .strict(),
  /** One of their conversations is handled so. */
  z
    .object({
      kind: z.literal('handling'),
      handlings: z.array(z.enum(HANDLINGS)).min(1).max(HANDLINGS.length),
    })
    .strict(),
  /** They have sent this form; null: whenever that was, and whatever they answered. */
  z
    .object({
      kind: z.literal('submitted'),
      formUuid: FormId,
      days: PastDays.nullable().default(null),
      answer: AnswerTest.nullable().default(null),
    })
    .strict(),
  /** The customer has tapped this rich menu so often; `area`: this place of it; `days` null: at any time. */
  z
    .object({
      kind: z.literal('tapped'),
      menuUuid: RichMenuId,
      area: TappedArea.nullable().default(null),
      atLeast: z.number().int().min(1).max(100).default(1),
      days: PastDays.nullable().default(null),
    })
    .strict(),
] as const;
export const Condition = z.discriminatedUnion('kind', [...CONDITIONS]);
export type Condition = z.output<typeof Condition>;
export type ConditionOf<Kind extends Condition['kind']> = Extract<Condition, { kind: Kind }>;
export const CONDITION_KINDS: readonly Condition['kind'][] = CONDITIONS.map(({ shape }) => shape.kind.value);

/** All of the items hold, one of them does, or none of them. */
const GroupKind = z.enum(['and', 'or', 'not']);
export const SEGMENT_GROUP_KINDS: readonly string[] = GroupKind.options;
const Items = <Item extends z.ZodType>(item: Item) => z.array(item).max(SEGMENT_CONDITIONS_MAX);
const Innermost = z.object({ kind: GroupKind, items: Items(Condition) }).strict();
const Inner = z
  .object({ kind: GroupKind, items: Items(z.discriminatedUnion('kind', [...CONDITIONS, Innermost])) })
  .strict();
const Tree = z
  .object({ kind: GroupKind, items: Items(z.discriminatedUnion('kind', [...CONDITIONS, Inner])) })
  .strict();

export type SegmentNode<Leaf = Condition> =
  | Leaf
  | { readonly kind: z.output<typeof GroupKind>; readonly items: readonly SegmentNode<Leaf>[] };
const countConditions = (node: SegmentNode): number =>
  'items' in node ? node.items.reduce((sum, item) => sum + countConditions(item), 0) : 1;

/** A tree of conditions: three levels of groups, thirty conditions. One without any is stored, and matches nobody. */
export const SegmentDefinition = Tree.refine((tree) => countConditions(tree) <= SEGMENT_CONDITIONS_MAX, {
  path: ['items'],
  message: `at most ${SEGMENT_CONDITIONS_MAX} conditions`,
}).meta({ id: 'SegmentDefinition' });
export type SegmentDefinition = z.output<typeof SegmentDefinition>;

/** Why a row is broken, and the whole segment with it. */
export const SEGMENT_PROBLEMS = [
  'empty',
  'unknown',
  'archived',
  'tag_missing',
  'tag_archived',
  'field_missing',
  'field_archived',
  'field_hidden',
  'field_test',
  'option_missing',
  'owner_missing',
  'channel_missing',
  'form_missing',
  'menu_missing',
  'area_missing',
] as const;
export type SegmentReason = (typeof SEGMENT_PROBLEMS)[number];
/** `path` within the definition, as `items.0.items.2`; empty: the segment itself. */
export const SegmentProblem = z.object({ path: z.string(), reason: z.enum(SEGMENT_PROBLEMS) });
export type SegmentProblem = z.infer<typeof SegmentProblem>;

/** Stands for a condition that the server no longer knows, or whose field is hidden from the caller. */
const Unreadable = z.object({ kind: z.literal('unreadable') });
const ShownInnermost = z.object({
  kind: GroupKind,
  items: z.array(z.discriminatedUnion('kind', [...CONDITIONS, Unreadable])),
});
const ShownInner = z.object({
  kind: GroupKind,
  items: z.array(z.discriminatedUnion('kind', [...CONDITIONS, Unreadable, ShownInnermost])),
});
const ShownTree = z.object({
  kind: GroupKind,
  items: z.array(z.discriminatedUnion('kind', [...CONDITIONS, Unreadable, ShownInner])),
});
export type ShownCondition = Condition | z.output<typeof Unreadable>;

const Name = z.string().trim().normalize('NFC').min(1).max(60);
const Member = z.object({ uuid: UserId, name: z.string() }).nullable();
export const SegmentView = z
  .object({
    uuid: SegmentId,
    name: z.string(),
    /** `snapshot`: the people that a segment had at one moment. */
    kind: z.enum(['live', 'snapshot']),
    definition: ShownTree,
    /** Grows by one with each change. */
    version: z.number().int(),
    /** Not empty: it matches nobody. */
    problems: z.array(SegmentProblem),
    /** Of a snapshot: who is left of it; null: it is live. */
    members: z.number().int().nullable(),
    createdBy: Member,
    changedBy: Member,
    createdAt: Time,
    updatedAt: Time,
    archivedAt: Time.nullable(),
  })
  .meta({ id: 'Segment' });
export type SegmentView = z.infer<typeof SegmentView>;

const Person = z.object({ uuid: CustomerId, name: z.string() });
const params = uuidParams(SegmentId);
const TAG = 'segments';

export const listSegments = endpoint({
  method: 'GET',
  path: '/api/segments',
  summary: 'Saved segments by name',
  tag: TAG,
  access: 'viewer',
  query: PageQuery.extend({ archived: z.stringbool().optional() }),
  status: 200,
  output: pageOf(SegmentView),
});
export const createSegment = endpoint({
  method: 'POST',
  path: '/api/segment',
  summary: 'Saves a segment. One with a broken row is refused',
  tag: TAG,
  access: 'admin',
  body: z.object({ name: Name, definition: SegmentDefinition }).strict(),
  status: 201,
  output: SegmentView,
  errors: ['name_taken', 'too_many_segments'],
});
export const getSegment = endpoint({
  method: 'GET',
  path: '/api/segment/{uuid}',
  summary: 'One segment',
  tag: TAG,
  access: 'viewer',
  params,
  status: 200,
  output: SegmentView,
});
export const changeSegment = endpoint({
  method: 'PATCH',
  path: '/api/segment/{uuid}',
  summary: 'Changes a segment; what is absent stays. The conditions of a snapshot cannot be changed',
  tag: TAG,
  access: 'admin',
  params,
  body: z
    .object({
      name: Name.optional(),
      definition: SegmentDefinition.optional(),
      archived: z.boolean().optional(),
    })
    .strict(),
  status: 200,
  output: SegmentView,
  errors: ['name_taken', 'segment_is_snapshot'],
});
export const deleteSegment = endpoint({
  method: 'DELETE',
  path: '/api/segment/{uuid}',
  summary: 'Deletes a segment. One that is in use is refused, with where it is used',
  tag: TAG,
  access: 'admin',
  params,
  status: 204,
  errors: ['segment_in_use'],
});
export const snapshotSegment = endpoint({
  method: 'POST',
  path: '/api/segment/{uuid}/snapshot',
  summary: 'Keeps the people that a segment has now as a segment of its own',
  tag: TAG,
  access: 'admin',
  params,
  body: z.object({ name: Name }).strict(),
  status: 201,
  output: SegmentView,
  errors: ['name_taken', 'too_many_segments', 'segment_broken', 'segment_too_slow'],
});
export const countSegment = endpoint({
  method: 'POST',
  path: '/api/segments/count',
  summary:
    'How many customers a definition has now, and some of them. What takes longer than 300 ms is estimated, unless `exact` is asked for',
  tag: TAG,
  access: 'viewer',
  body: z.object({ definition: SegmentDefinition, exact: z.boolean().default(false) }).strict(),
  status: 200,
  output: z.object({
    count: z.number().int(),
    /** False: the planner of the database estimates it. */
    isExact: z.boolean(),
    /** Those who wrote last. */
    sample: z.array(Person),
    problems: z.array(SegmentProblem),
  }),
});
export const explainSegment = endpoint({
  method: 'POST',
  path: '/api/segments/explain',
  summary: 'Why one customer is in a segment, or is not: which of its rows are true of them',
  tag: TAG,
  access: 'viewer',
  body: z.object({ definition: SegmentDefinition, customerUuid: CustomerId }).strict(),
  status: 200,
  output: z.object({
    isIn: z.boolean(),
    /** Of each row and each group; null: it is broken. */
    rows: z.array(z.object({ path: z.string(), holds: z.boolean().nullable() })),
    problems: z.array(SegmentProblem),
  }),
});
