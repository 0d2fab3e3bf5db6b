import { z } from 'zod';
import { Action } from './actions.ts';
import { HexColor } from './colors.ts';
import { CustomerFieldId } from './ids.ts';
import { Time } from './page.ts';
import { FieldTest, FormFieldKey } from './segments.ts';
import { words } from './typed-words.ts';

export const FORM_FIELDS_MAX = 100;
export const FORM_PAGES_MAX = 20;
export const FORM_OPTIONS_MAX = 200;
/** Answers of one submission as JSON, in UTF-8. */
export const FORM_ANSWER_BYTES = 65_536;
export const FORM_FILE_BYTES = 10 * 1_048_576;
/** Of one submission. */
export const FORM_FILES_MAX = 5;
/** Asked in chats and not answered yet, of one person. */
export const FORM_TALKS_MAX = 20;
/** How long a link that says who it is for can be used. */
export const FORM_LINK_DAYS = 7;
export const FORM_FILE_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/heic',
  'application/pdf',
] as const;
/** In the address of the page that shows a draft in the editor; no form can have it. */
export const FORM_PREVIEW_SLUG = '_preview';
export const FORM_LANGUAGES = ['en', 'ja', 'vi'] as const;
export type FormLanguage = (typeof FORM_LANGUAGES)[number];

/** The same words in each language of the form; a language that is absent is shown in the form's first one. */
const Words = (max: number) =>
  z
    .object({ en: words(max), ja: words(max), vi: words(max) })
    .partial()
    .strict();
export type FormWords = z.infer<ReturnType<typeof Words>>;
export const Label = Words(200);
const Help = Words(1_000);

/** Answers are kept by it. */
export const Key = FormFieldKey;
const isDistinct = (values: readonly string[]): boolean => new Set(values).size === values.length;

/** One question about an answer that was given earlier. */
const AnswerCondition = z.object({ kind: z.literal('answer'), field: Key, test: FieldTest }).strict();
const Group = z.enum(['and', 'or', 'not']);
const Items = <Item extends z.ZodType>(item: Item) => z.array(item).min(1).max(30);
const Inner = z.object({ kind: Group, items: Items(AnswerCondition) }).strict();
/** When a field is shown, in the language of segments: all of the items hold, one of them, or none. */
export const FormCondition = z
  .object({ kind: Group, items: Items(z.discriminatedUnion('kind', [AnswerCondition, Inner])) })
  .strict();
export type FormCondition = z.output<typeof FormCondition>;

/** What an answer fills in of the customer. */
const Target = z.union([
  z
    .object({ fact: z.enum(['displayName', 'kana', 'birthday', 'address', 'phone', 'email', 'note']) })
    .strict(),
  z.object({ fieldUuid: CustomerFieldId }).strict(),
]);
export type FormTarget = z.infer<typeof Target>;

/** Choices of a question. */
export const FormOptions = z.array(
  z.object({ id: z.string().regex(/^[a-z0-9_-]{1,40}$/), label: Label }).strict(),
);
const Options = FormOptions.min(1)
  .max(FORM_OPTIONS_MAX)
  .refine((options) => isDistinct(options.map(({ id }) => id)), 'each id once');
/** Named patterns: what an owner types never becomes a regular expression. */
export const FORM_PATTERNS = ['katakana', 'hiragana', 'postalCodeJp', 'letters', 'digits', 'url'] as const;
export type FormPattern = (typeof FORM_PATTERNS)[number];

const Shown = {
  key: Key,
  label: Label,
  help: Help.default({}),
  showIf: FormCondition.nullable().default(null),
};
const Asked = {
  ...Shown,
  required: z.boolean().default(false),
  mapTo: Target.nullable().default(null),
  /** Begins with what is known of a person who is proven. Never of health, or of numbers of documents. */
  prefill: z.boolean().default(false),
  /** Of health, or a number of a document: never begun with what is known. */
  sensitive: z.boolean().optional(),
};
const Whole = z.number().int();
/** Days from today, or a calendar day. */
const Day = z.union([z.object({ days: Whole.min(-36_500).max(36_500) }).strict(), z.iso.date()]);
const FIELDS = [
  z
    .object({
      kind: z.literal('text'),
      ...Asked,
      max: Whole.min(1).max(1_000).default(200),
      pattern: z.enum(FORM_PATTERNS).nullable().default(null),
    })
    .strict(),
  z.object({ kind: z.literal('longText'), ...Asked, max: Whole.min(1).max(10_000).default(2_000) }).strict(),
  z
    .object({
      kind: z.literal('number'),
      ...Asked,
      min: z.number().nullable().default(null),
      max: z.number().nullable().default(null),
      whole: z.boolean().default(false),
    })
    .strict(),
  /** `list`: as a menu. `other`: may be written instead of chosen. */
  z
    .object({
      kind: z.literal('choice'),
      ...Asked,
      options: Options,
      look: z.enum(['buttons', 'list']).default('buttons'),
      other: z.boolean().default(false),
    })
    .strict(),
  z
    .object({
      kind: z.literal('choices'),
      ...Asked,
      options: Options,
      min: Whole.min(0).max(FORM_OPTIONS_MAX).default(0),
      max: Whole.min(1).max(FORM_OPTIONS_MAX).nullable().default(null),
    })
    .strict(),
  z
    .object({
      kind: z.literal('scale'),
      ...Asked,
      from: Whole.min(0).max(1).default(1),
      to: Whole.min(2).max(10).default(5),
      low: Words(60).default({}),
      high: Words(60).default({}),
    })
    .strict(),
  z
    .object({
      kind: z.literal('date'),
      ...Asked,
      from: Day.nullable().default(null),
      to: Day.nullable().default(null),
    })
    .strict(),
  z.object({ kind: z.literal('time'), ...Asked }).strict(),
  /** Days and times to choose from, in the account's time zone; `places`: as many may choose it, null: any number. */
  z
    .object({
      kind: z.literal('slot'),
      ...Asked,
      slots: z
        .array(
          z
            .object({
              at: z.iso.datetime({ local: true, precision: -1 }),
              places: Whole.min(1).max(10_000).nullable().default(null),
            })
            .strict(),
        )
        .min(1)
        .max(FORM_OPTIONS_MAX),
    })
    .strict(),
  z.object({ kind: z.literal('phone'), ...Asked }).strict(),
  z.object({ kind: z.literal('email'), ...Asked }).strict(),
  z.object({ kind: z.literal('address'), ...Asked, country: z.enum(['JP', 'VN', '']).default('') }).strict(),
  z
    .object({
      kind: z.literal('file'),
      ...Asked,
      max: Whole.min(1).max(FORM_FILES_MAX).default(1),
      picturesOnly: z.boolean().default(false),
    })
    .strict(),
  /** `version` of its text is kept with the answer; always to be agreed to when `required`. */
  z.object({ kind: z.literal('consent'), ...Asked, text: Words(5_000) }).strict(),
  z.object({ kind: z.literal('heading'), ...Shown }).strict(),
  /** Taken from the address of the page: `?param=…`. */
  z
    .object({
      kind: z.literal('hidden'),
      key: Key,
      label: Label,
      param: z.string().regex(/^[A-Za-z0-9_-]{1,40}$/),
      mapTo: Target.nullable().default(null),
    })
    .strict(),
] as const;
export const FormField = z.discriminatedUnion('kind', [...FIELDS]);
export type FormField = z.output<typeof FormField>;
export type FormFieldKind = FormField['kind'];
export const FORM_FIELD_KINDS: readonly FormFieldKind[] = FIELDS.map(({ shape }) => shape.kind.value);

const Page = z.object({ title: Label.default({}), fields: z.array(FormField).max(FORM_FIELDS_MAX) }).strict();
export const FormDefinition = z
  .object({
    /** The first one is the one that is filled in whole. */
    languages: z.array(z.enum(FORM_LANGUAGES)).min(1).max(3).refine(isDistinct, 'each language once'),
    title: Label,
    lead: Help.default({}),
    pages: z.array(Page).min(1).max(FORM_PAGES_MAX),
    submit: Words(60).default({}),
    thanks: Help.default({}),
    closed: Help.default({}),
  })
  .strict()
  .superRefine(({ pages }, context) => {
    const fields = pages.flatMap((page) => page.fields);
    if (fields.length > FORM_FIELDS_MAX)
      context.addIssue({ code: 'custom', path: ['pages'], message: `at most ${FORM_FIELDS_MAX} fields` });
    if (!isDistinct(fields.map(({ key }) => key)))
      context.addIssue({ code: 'custom', path: ['pages'], message: 'each key once' });
    const earlier = new Set<string>();
    for (const [page, { fields: own }] of pages.entries())
      for (const [index, field] of own.entries()) {
        const asked = 'showIf' in field && field.showIf ? fieldsOf(field.showIf) : [];
        if (!asked.every((key) => earlier.has(key)))
          context.addIssue({
            code: 'custom',
            path: ['pages', page, 'fields', index, 'showIf'],
            message: 'only answers to earlier fields',
          });
        earlier.add(field.key);
      }
  })
  .meta({ id: 'FormDefinition' });
export type FormDefinition = z.output<typeof FormDefinition>;

/** Keys of the fields that a condition asks about. */
export const fieldsOf = ({ items }: FormCondition): string[] =>
  items.flatMap((item) => ('items' in item ? item.items : [item]).map(({ field }) => field));

/** Stands in texts of a form for the name of the shop. */
const SHOP_PLACE = '{{shop}}';
/** The same with the name of the shop in its texts. */
export const withShopName = (definition: FormDefinition, name: string): FormDefinition =>
  JSON.parse(JSON.stringify(definition).replaceAll(SHOP_PLACE, () => JSON.stringify(name).slice(1, -1)));

/** How a form is answered; changed at once, without publishing. */
export const FormSettings = z
  .object({
    /** Most submissions, of all and of one person; null: any number. */
    total: Whole.min(1).max(1_000_000).nullable(),
    perPerson: Whole.min(1).max(1_000).nullable(),
    from: Time.nullable(),
    until: Time.nullable(),
    /** What is known of the customer already, and the answer says otherwise. */
    conflict: z.enum(['keep', 'replace']),
    /** Done with the customer when a submission comes, in their order. */
    actions: z.array(Action).max(10),
    /** Sent to whom the form was sent in a chat; empty: nothing. */
    reply: Words(1_000),
    /** Whose page it is. An empty name is the account's, and so is no colour; it is that of the buttons. */
    shop: z
      .object({
        name: words(60),
        color: HexColor.nullable(),
        privacyUrl: z
          .url({ protocol: /^https?$/ })
          .max(500)
          .nullable(),
      })
      .strict()
      .default({ name: '', color: null, privacyUrl: null }),
    /** Origins that may show it in a frame. */
    sites: z.array(z.url({ protocol: /^https?$/ }).max(300)).max(20),
  })
  .strict();
export type FormSettings = z.output<typeof FormSettings>;
