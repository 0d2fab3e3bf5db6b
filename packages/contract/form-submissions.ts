import { z } from 'zod';
import { getPostalCode, PostalAddress } from './customers.ts';
import { endpoint } from './endpoint.ts';
import {
  FORM_ANSWER_BYTES,
  FORM_LANGUAGES,
  FORM_OPTIONS_MAX,
  FormDefinition,
  FormOptions,
  FormSettings,
  Key,
} from './form-definition.ts';
import { ChannelId, CustomerId, FormFileId, FormId, FormSubmissionId, uuidParams } from './ids.ts';
import { PageQuery, pageOf, Time } from './page.ts';
import { isText, words } from './typed-words.ts';

const params = uuidParams(FormId);
const TAG = 'forms';

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
  source: z.enum(SUBMISSION_SOURCES).optional(),
  /** Of the form. */
  version: z.coerce.number().int().min(1).max(1_000_000).optional(),
  from: Time.optional(),
  until: Time.optional(),
  /** Key of a question that is answered. */
  field: Key.optional(),
  /** The answer to `field`: a text, a number, `true` or `false`, the id of a choice, or `other:` for what was written instead of one. */
  answer: z.string().max(1_000).optional(),
};
export const listSubmissions = endpoint({
  method: 'GET',
  path: '/api/form-submitted',
  summary:
    'Submissions, the newest first; `q` searches answers, customers, notes and names of files, `field` and `answer` find one answer',
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
    q: PageQuery.shape.q,
    state: submissionFilter.state,
    source: submissionFilter.source,
    version: submissionFilter.version,
    from: submissionFilter.from,
    until: submissionFilter.until,
    field: submissionFilter.field,
    answer: submissionFilter.answer,
  }),
  status: 200,
});
const Counted = z.object({ value: z.string(), count: z.number().int() });
export const summariseForm = endpoint({
  method: 'GET',
  path: '/api/form/{uuid}/summary',
  summary:
    'Answers of each field, counted: choices by option, numbers and scales by value, days by day; the latest of free text',
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
        /** The newest version that asks it; null: the draft of a form that was never published. */
        version: z.number().int().nullable(),
        /** The published version asks it. False: only older ones did, and it was answered. */
        isAsked: z.boolean(),
        answered: z.number().int(),
        /** The most frequent first, at most 200; empty where answers are free text. */
        values: z.array(Counted),
        /** Options among `values` that only older versions had. */
        oldOptions: FormOptions,
        /** Of numbers and scales. */
        average: z.number().nullable(),
        /** Of free text, addresses and contacts: at most five, the newest first. */
        latest: z.array(z.object({ submissionUuid: FormSubmissionId, answer: FormAnswer })),
      }),
    ),
  }),
});

const slugParams = z.object({ slug: z.string().min(1).max(80) });
const Token = z.string().max(1_000);
/** What the page of a form shows. Nothing of the account but the name of the shop and the texts of the form. */
export const PublicForm = z
  .object({
    state: z.enum(['open', 'closed', 'full', 'early', 'over']),
    version: z.number().int(),
    /** Whose page it is. */
    shop: FormSettings.shape.shop.unwrap().extend({ logoUrl: z.string().nullable() }),
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
    /** In the account's time zone, to the minute. Slots before it can't be chosen. */
    now: z.string(),
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
/** Of a page that was opened inside the app of a channel (LIFF): the ID token that the app gave it. */
const InAppProof = z.object({ channelUuid: ChannelId, token: z.string().min(1).max(4_000) }).strict();
export type InAppProof = z.infer<typeof InAppProof>;
/**
 * Why a proof is not accepted. `used`: a submission of the form came with it already. `unconfirmed`: the channel does not
 * know the person, nor anyone yet whom this login channel has proven (`getFormLogin`).
 */
export const PROOF_PROBLEMS = ['expired', 'refused', 'unreachable', 'used', 'unconfirmed'] as const;
export type ProofProblem = (typeof PROOF_PROBLEMS)[number];
export const readFormPerson = endpoint({
  method: 'POST',
  path: '/api/public/form/{slug}/person',
  summary:
    'Who has opened the form inside the app of a channel, as its ID token proves, with the answers that are known',
  tag: TAG,
  access: 'public',
  params: slugParams,
  body: z.object({ inApp: InAppProof }).strict(),
  status: 200,
  output: z.object({
    person: PublicForm.shape.person,
    /** Why there is nobody. */
    problem: z.enum(PROOF_PROBLEMS).nullable(),
  }),
});
export const findFormPlace = endpoint({
  method: 'GET',
  path: '/api/public/form/{slug}/postal-code/{postalCode}',
  summary: 'The place that a Japanese postal code belongs to, for an open form that asks for an address',
  tag: TAG,
  access: 'public',
  params: slugParams.extend({ postalCode: getPostalCode.params.shape.postalCode }),
  status: 200,
  output: getPostalCode.output,
});
/** Fields of the form beside the file: the key of the field, and the challenge with the number that solves it. */
export const FormFileFields = z.object({
  field: Key,
  token: Token,
  number: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
});
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
  errors: [
    'file_type_unsupported',
    'file_empty',
    'file_too_large',
    'file_infected',
    'scanner_unavailable',
    'storage_quota_reached',
  ],
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
      version: z.number().int().min(1).max(1_000_000),
      /** Made by the page, once for each time it is filled. */
      key: z.uuid(),
      answers: FormAnswers,
      language: z.enum(FORM_LANGUAGES),
      /** Of a signed link. */
      t: Token.optional(),
      /** Refused as a whole where it proves nobody: the form can be sent without it. One submission of the form for each token. */
      inApp: InAppProof.optional(),
      /** Of the challenge, with the number that solves it. */
      proof: z.object({ token: Token, number: z.number().int().min(0) }).strict(),
      /** Sent by pages that were opened before the field was taken away, and not read: browsers filled it in for people. */
      website: z.string().optional(),
    })
    .strict(),
  status: 201,
  output: z.object({ uuid: FormSubmissionId, at: Time }),
  errors: ['form_answered'],
});
