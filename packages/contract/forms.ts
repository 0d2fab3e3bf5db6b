import { z } from 'zod';
import { Action } from './actions.ts';
import { PostalAddress } from './customers.ts';
import { endpoint } from './endpoint.ts';
import {
  ChannelId,
  CustomerFieldId,
  CustomerId,
  FormFileId,
  FormId,
  FormSubmissionId,
  FriendId,
  UserId,
  uuidParams,
} from './ids.ts';
import { PageQuery, pageOf, Time } from './page.ts';
import { FieldTest } from './segments.ts';

export const FORMS_MAX = 200;
export const FORM_FIELDS_MAX = 100;
export const FORM_PAGES_MAX = 20;
export const FORM_OPTIONS_MAX = 200;
/** Answers of one submission as JSON, in UTF-8. */
export const FORM_ANSWER_BYTES = 65_536;
export const FORM_FILE_BYTES = 10 * 1_048_576;
/** Of one submission. */
export const FORM_FILES_MAX = 5;
/** How long a link that says who it is for can be used. */
export const FORM_LINK_DAYS = 7;
export const FORM_FILE_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/heic',
  'application/pdf',
] as const;
export const FORM_LANGUAGES = ['en', 'ja', 'vi'] as const;
export type FormLanguage = (typeof FORM_LANGUAGES)[number];

const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
const words = (max: number) => z.string().trim().normalize('NFC').max(max).refine(isText, 'not a text');
/** The same words in each language of the form; a language that is absent is shown in the form's first one. */
const Words = (max: number) =>
  z
    .object({ en: words(max), ja: words(max), vi: words(max) })
    .partial()
    .strict();
export type FormWords = z.infer<ReturnType<typeof Words>>;
const Label = Words(200);
const Help = Words(1_000);

/** Stays when the words change: answers are kept by it. */
const Key = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/);
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

const Options = z
  .array(z.object({ id: z.string().regex(/^[a-z0-9_-]{1,40}$/), label: Label }).strict())
  .min(1)
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
    /** Origins that may show it in a frame. */
    sites: z.array(z.url({ protocol: /^https?$/ }).max(300)).max(20),
  })
  .strict();
export type FormSettings = z.output<typeof FormSettings>;

/** `draft`: never published. `closed`: by staff; `full`, `early`, `over` follow from the settings. */
export const FORM_STATES = ['draft', 'open', 'closed', 'full', 'early', 'over'] as const;
export type FormState = (typeof FORM_STATES)[number];

const Name = words(80).min(1);
const Slug = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{1,58})[a-z0-9]$/);
const Member = z.object({ uuid: UserId, name: z.string() }).nullable();
export const FormView = z
  .object({
    uuid: FormId,
    name: z.string(),
    /** Of the page `/form/{slug}`. */
    slug: z.string(),
    state: z.enum(FORM_STATES),
    /** Null: never published. */
    version: z.number().int().nullable(),
    /** The draft differs from what is published. */
    hasChanges: z.boolean(),
    settings: FormSettings,
    submissions: z.object({ total: z.number().int(), fresh: z.number().int() }),
    createdBy: Member,
    createdAt: Time,
    updatedAt: Time,
    archivedAt: Time.nullable(),
  })
  .meta({ id: 'Form' });
export type FormView = z.infer<typeof FormView>;
export const FormWithDraft = FormView.extend({
  draft: FormDefinition,
  /** Of the draft; sent back with a change, so that nobody overwrites what they have not seen. */
  revision: z.number().int(),
}).meta({ id: 'FormWithDraft' });
export type FormWithDraft = z.infer<typeof FormWithDraft>;

export const FORM_TEMPLATES = [
  'empty',
  'contact',
  'reservation',
  'questionnaire',
  'application',
  'school',
] as const;
export type FormTemplate = (typeof FORM_TEMPLATES)[number];

const params = uuidParams(FormId);
const TAG = 'forms';

export const listForms = endpoint({
  method: 'GET',
  path: '/api/form',
  summary: 'Forms, the newest first',
  tag: TAG,
  access: 'viewer',
  query: PageQuery.extend({ archived: z.stringbool().default(false) }),
  status: 200,
  output: pageOf(FormView),
});
export const createForm = endpoint({
  method: 'POST',
  path: '/api/form',
  summary: 'Adds a form that is not published, from a template or from a definition of its own',
  tag: TAG,
  access: 'admin',
  body: z
    .object({
      name: Name,
      /** Words of the template are in this language. */
      language: z.enum(FORM_LANGUAGES).default('en'),
      template: z.enum(FORM_TEMPLATES).default('empty'),
      definition: FormDefinition.optional(),
    })
    .strict(),
  status: 201,
  output: FormWithDraft,
  errors: ['name_taken', 'too_many_forms'],
});
export const getForm = endpoint({
  method: 'GET',
  path: '/api/form/{uuid}',
  summary: 'One form with its draft',
  tag: TAG,
  access: 'viewer',
  params,
  status: 200,
  output: FormWithDraft,
});
export const changeForm = endpoint({
  method: 'PATCH',
  path: '/api/form/{uuid}',
  summary:
    'Changes a form; what is absent stays. A `draft` goes with the `revision` it was made from. `closed` takes no more submissions',
  tag: TAG,
  access: 'admin',
  params,
  body: z
    .object({
      name: Name,
      slug: Slug,
      draft: FormDefinition,
      revision: Whole,
      settings: FormSettings,
      closed: z.boolean(),
      archived: z.boolean(),
    })
    .partial()
    .strict(),
  status: 200,
  output: FormWithDraft,
  errors: ['name_taken', 'slug_taken', 'form_changed'],
});
export const deleteForm = endpoint({
  method: 'DELETE',
  path: '/api/form/{uuid}',
  summary: 'Deletes a form with its submissions and their files. What they filled in of customers stays',
  tag: TAG,
  access: 'admin',
  params,
  status: 204,
});
export const publishForm = endpoint({
  method: 'POST',
  path: '/api/form/{uuid}/publish',
  summary:
    'Makes the draft what is answered, as a new version. Who has begun with the one before can send that',
  tag: TAG,
  access: 'admin',
  params,
  status: 200,
  output: FormWithDraft,
  errors: ['nothing_to_publish', 'form_incomplete'],
});
export const getFormVersion = endpoint({
  method: 'GET',
  path: '/api/form/{uuid}/version/{number}',
  summary: 'One published version',
  tag: TAG,
  access: 'viewer',
  params: params.extend({ number: z.coerce.number().int().min(1).max(1_000_000) }),
  status: 200,
  output: z.object({ number: z.number().int(), definition: FormDefinition, publishedBy: Member, at: Time }),
});
export const linkForm = endpoint({
  method: 'POST',
  path: '/api/form/{uuid}/link',
  summary: 'A link that says which friend it is for, for seven days',
  tag: TAG,
  access: 'operator',
  params,
  body: z.object({ friendUuid: FriendId }).strict(),
  status: 201,
  output: z.object({ url: z.string(), expiresAt: Time }),
  errors: ['form_not_open'],
});
export const revokeFormLinks = endpoint({
  method: 'DELETE',
  path: '/api/form/{uuid}/links',
  summary: 'Ends every link of the form that says who it is for',
  tag: TAG,
  access: 'admin',
  params,
  status: 204,
});

/** By the key of the field. Choices by the option's id, files by their uuids, what is written instead as `other:…`. */
export const FormAnswer = z.union([
  z.string().max(10_000).refine(isText, 'not a text'),
  z.number(),
  z.boolean(),
  z.array(z.string().max(300)).max(FORM_OPTIONS_MAX),
  PostalAddress,
]);
export type FormAnswer = z.infer<typeof FormAnswer>;
export const FormAnswers = z
  .record(Key, FormAnswer)
  .refine((answers) => new TextEncoder().encode(JSON.stringify(answers)).length <= FORM_ANSWER_BYTES, {
    message: 'at most 64 KB of answers',
  });
export type FormAnswers = z.infer<typeof FormAnswers>;

/** How it came, and how it is known who answered. `link`: by a signed link alone. `signed`: the channel proves the person. */
export const SUBMISSION_SOURCES = ['page', 'chat', 'widget'] as const;
export const SUBMISSION_IDENTITIES = ['none', 'link', 'signed'] as const;
export const SUBMISSION_STATES = ['new', 'seen', 'done'] as const;

const SubmittedFile = z.object({
  uuid: FormFileId,
  name: z.string(),
  type: z.string(),
  bytes: z.number().int(),
});
export const SubmissionView = z
  .object({
    uuid: FormSubmissionId,
    form: z.object({ uuid: FormId, name: z.string() }),
    version: z.number().int(),
    answers: z.record(z.string(), FormAnswer),
    /** By the key of the field. */
    files: z.record(z.string(), z.array(SubmittedFile)),
    language: z.enum(FORM_LANGUAGES),
    source: z.enum(SUBMISSION_SOURCES),
    identity: z.enum(SUBMISSION_IDENTITIES),
    customer: z.object({ uuid: CustomerId, name: z.string() }).nullable(),
    channel: z.object({ uuid: ChannelId, name: z.string() }).nullable(),
    state: z.enum(SUBMISSION_STATES),
    note: z.string(),
    /** An earlier submission with the same answers, within a day. */
    duplicateOf: FormSubmissionId.nullable(),
    /** Facts of the customer that were something else already and stayed so. */
    kept: z.array(z.string()),
    createdAt: Time,
  })
  .meta({ id: 'FormSubmission' });
export type SubmissionView = z.infer<typeof SubmissionView>;

const submissionParams = uuidParams(FormSubmissionId);
const submissionFilter = {
  formUuid: FormId.optional(),
  customerUuid: CustomerId.optional(),
  state: z.enum(SUBMISSION_STATES).optional(),
  from: Time.optional(),
  until: Time.optional(),
};
export const listSubmissions = endpoint({
  method: 'GET',
  path: '/api/form-submitted',
  summary: 'Submissions, the newest first; `q` searches their answers',
  tag: TAG,
  access: 'viewer',
  query: PageQuery.extend(submissionFilter),
  status: 200,
  output: pageOf(SubmissionView),
});
export const getSubmission = endpoint({
  method: 'GET',
  path: '/api/form-submitted/{uuid}',
  summary: 'One submission',
  tag: TAG,
  access: 'viewer',
  params: submissionParams,
  status: 200,
  output: SubmissionView,
});
export const changeSubmission = endpoint({
  method: 'PATCH',
  path: '/api/form-submitted/{uuid}',
  summary: 'Changes what staff say of a submission; its answers stay as they were sent',
  tag: TAG,
  access: 'operator',
  params: submissionParams,
  body: z
    .object({ state: z.enum(SUBMISSION_STATES), note: words(5_000) })
    .partial()
    .strict(),
  status: 200,
  output: SubmissionView,
});
export const deleteSubmission = endpoint({
  method: 'DELETE',
  path: '/api/form-submitted/{uuid}',
  summary: 'Deletes a submission with its files. What it filled in of the customer stays',
  tag: TAG,
  access: 'admin',
  params: submissionParams,
  status: 204,
});
export const getSubmittedFile = endpoint({
  method: 'GET',
  path: '/api/form-submitted/{uuid}/file/{fileUuid}',
  summary: 'A file of a submission, as an attachment',
  tag: TAG,
  access: 'viewer',
  params: submissionParams.extend({ fileUuid: FormFileId }),
  status: 200,
});
export const exportSubmissions = endpoint({
  method: 'GET',
  path: '/api/form/{uuid}/export',
  summary: 'Submissions of a form as CSV (with BOM) or XLSX, a column for each field',
  tag: TAG,
  access: 'admin',
  params,
  query: z.object({
    format: z.enum(['csv', 'xlsx']).default('csv'),
    state: submissionFilter.state,
    from: submissionFilter.from,
    until: submissionFilter.until,
  }),
  status: 200,
});
const Counted = z.object({ value: z.string(), count: z.number().int() });
export const summariseForm = endpoint({
  method: 'GET',
  path: '/api/form/{uuid}/summary',
  summary: 'Answers of each field, counted: choices by option, numbers and scales by value, days by day',
  tag: TAG,
  access: 'viewer',
  params,
  query: z.object({ from: submissionFilter.from, until: submissionFilter.until }),
  status: 200,
  output: z.object({
    submissions: z.number().int(),
    fields: z.array(
      z.object({
        key: z.string(),
        answered: z.number().int(),
        /** The most frequent first, at most 200; empty where answers are free text. */
        values: z.array(Counted),
        /** Of numbers and scales. */
        average: z.number().nullable(),
      }),
    ),
  }),
});

const slugParams = z.object({ slug: z.string().min(1).max(80) });
const Token = z.string().max(1_000);
/** What the page of a form shows. Nothing of the account but the words of the form. */
export const PublicForm = z
  .object({
    state: z.enum(['open', 'closed', 'full', 'early', 'over']),
    version: z.number().int(),
    /** Without fields unless it is open. */
    definition: FormDefinition,
    /** Of whom a link or a session says it is: begun answers that can be changed. */
    person: z
      .object({
        name: z.string(),
        identity: z.enum(['link', 'signed']),
        answers: z.record(z.string(), FormAnswer),
      })
      .nullable(),
    /** Slots that are full. */
    taken: z.array(z.string()),
    /** To be solved before it is sent: find a number that makes SHA-256 of `salt + number` begin with so many zero bits. */
    challenge: z.object({ salt: z.string(), bits: z.number().int(), token: z.string() }),
    today: z.string(),
  })
  .meta({ id: 'PublicForm' });
export type PublicForm = z.infer<typeof PublicForm>;
export const getPublicForm = endpoint({
  method: 'GET',
  path: '/api/public/form/{slug}',
  summary: 'What the page of a form shows; unknown and unpublished forms answer 404',
  tag: TAG,
  access: 'public',
  params: slugParams,
  query: z.object({ t: Token.optional() }),
  status: 200,
  output: PublicForm,
});
/** Fields of the form beside the file: the key of the field, and the token of the challenge. */
export const FormFileFields = z.object({ field: Key, token: Token });
export const uploadFormFile = endpoint({
  method: 'POST',
  path: '/api/public/form/{slug}/file',
  summary: 'Keeps a file for a submission that follows within a day. What it is follows from its content',
  tag: TAG,
  access: 'public',
  params: slugParams,
  upload: { maxBytesSetting: 'MAX_UPLOAD_BYTES' },
  status: 201,
  output: SubmittedFile,
  errors: ['file_type_unsupported', 'file_too_large'],
});
export const submitForm = endpoint({
  method: 'POST',
  path: '/api/form-submitted',
  summary:
    'Sends a filled form, by its slug and the version that was filled. The same `key` again gives the first answer again; unknown, closed and unpublished forms answer 404',
  tag: TAG,
  access: 'public',
  body: z
    .object({
      slug: z.string().min(1).max(80),
      version: Whole.min(1).max(1_000_000),
      /** Made by the page, once for each time it is filled. */
      key: z.uuid(),
      answers: FormAnswers,
      language: z.enum(FORM_LANGUAGES),
      /** Of a signed link. */
      t: Token.optional(),
      /** Of the challenge, with the number that solves it. */
      proof: z.object({ token: Token, number: Whole.min(0) }).strict(),
      /** No person sees this field; who fills it in is a program. */
      website: z.string().max(500).default(''),
    })
    .strict(),
  status: 201,
  output: z.object({ uuid: FormSubmissionId, at: Time }),
  errors: ['form_answered'],
});
