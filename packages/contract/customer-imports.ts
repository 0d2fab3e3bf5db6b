import { z } from 'zod';
import { LOCALES } from './accounts.ts';
import { CustomerTaskView, SHARED_CONTACTS } from './customer-tasks.ts';
import { endpoint } from './endpoint.ts';
import { CustomerId, CustomerTaskId, uuidParams } from './ids.ts';

export const IMPORT_LIMITS = {
  bytes: 50 * 1024 * 1024,
  rows: 200_000,
  columns: 200,
  /** Of a cell, as Excel has them. */
  characters: 32_767,
  /** Of a note or another text. */
  text: 10_000,
} as const;

/** What a column of a file can be; beside these, `field:` with the uuid of a field of the account. */
export const IMPORT_TARGETS = [
  'id',
  'externalId',
  'displayName',
  'familyName',
  'givenName',
  'kana',
  'familyKana',
  'givenKana',
  'phones',
  'emails',
  'birthday',
  'language',
  'postalCode',
  'region',
  'city',
  'line1',
  'line2',
  'country',
  'address',
  'note',
  'owner',
  'tags',
] as const;
export const ImportTarget = z.union([z.enum(IMPORT_TARGETS), z.string().regex(/^field:[0-9a-f-]{36}$/)]);
export type ImportTarget = z.infer<typeof ImportTarget>;

export const TABLE_ENCODINGS = [
  'utf-8',
  'shift_jis',
  'utf-16le',
  'utf-16be',
  'euc-jp',
  'iso-2022-jp',
  'windows-1258',
  'windows-1252',
] as const;
export const TABLE_DELIMITERS = [',', ';', '\t', '|'] as const;

const DecimalMark = z.enum(['.', ',']);
/** A column of numbers with a value that can be read in two ways, such as 150.000. */
export const NumberColumn = z.object({
  target: ImportTarget,
  /** Such a value, and what it is by each decimal mark. */
  example: z.string(),
  readings: z.object({ '.': z.number(), ',': z.number() }),
  /** The decimal mark by which the example is read; null: a person has to choose, and until then such values are left out. */
  decimal: DecimalMark.nullable(),
  /** Rows that wait for the choice. */
  rows: z.number().int(),
  style: z.object({ decimal: DecimalMark.nullable(), isCertain: z.boolean() }),
});

const Columns = z.array(ImportTarget.nullable()).min(1).max(IMPORT_LIMITS.columns);
const params = uuidParams(CustomerTaskId);
const TAG = 'customers';

/** Multipart, with `file`. */
export const importCustomers = endpoint({
  method: 'POST',
  path: '/api/customers/import',
  summary: 'Uploads a CSV or Excel file of customers; nothing is changed before `run`',
  tag: TAG,
  access: 'admin',
  upload: { maxBytesSetting: 'MAX_UPLOAD_BYTES' },
  status: 201,
  output: CustomerTaskView,
  errors: ['file_missing', 'file_empty', 'file_too_large', 'storage_quota_reached', 'rate_limited'],
});
export const getImportColumns = endpoint({
  method: 'GET',
  path: '/api/customers/import/{uuid}/columns',
  summary: 'The head of an uploaded file, its first rows, and what each column is taken for',
  tag: TAG,
  access: 'admin',
  params,
  status: 200,
  output: z.object({
    /** Null: a workbook. */
    encoding: z.string().nullable(),
    delimiter: z.string().nullable(),
    head: z.array(z.string()),
    /** The first rows under the head. */
    rows: z.array(z.array(z.string())),
    columns: z.array(ImportTarget.nullable()),
    createTags: z.boolean(),
    /** The columns are those that a file with the same head was imported by. */
    isRemembered: z.boolean(),
    /** Of the last check. */
    numbers: z.array(NumberColumn),
    skipInvalidValues: z.boolean(),
  }),
  errors: ['task_state'],
});
export const readImport = endpoint({
  method: 'POST',
  path: '/api/customers/import/{uuid}/read',
  summary:
    'Reads the file again, in another encoding or with another separator; what is absent is found by itself',
  tag: TAG,
  access: 'admin',
  params,
  body: z
    .object({
      encoding: z.enum(TABLE_ENCODINGS).optional(),
      delimiter: z.enum(TABLE_DELIMITERS).optional(),
    })
    .strict(),
  status: 200,
  output: CustomerTaskView,
  errors: ['task_state'],
});
export const checkImport = endpoint({
  method: 'POST',
  path: '/api/customers/import/{uuid}/check',
  summary: 'Goes through the file and counts what an import would do, without doing it',
  tag: TAG,
  access: 'admin',
  params,
  body: z
    .object({
      /** Of each column, what it is; null: it is left out. Absent: as they were chosen before. */
      columns: Columns.optional(),
      /** Tags that are not there yet are made, as they are by default; else their rows are refused. */
      createTags: z.boolean().optional(),
      /** Default: `change`. */
      sharedContacts: z.enum(SHARED_CONTACTS).optional(),
      /** Values that can't be read are left out, as they are by default, and the rest of their row is imported; else the row is refused. */
      skipInvalidValues: z.boolean().optional(),
      /** By target: the decimal mark of a column whose numbers can be read in two ways. */
      decimalMarks: z.partialRecord(ImportTarget, DecimalMark).optional(),
    })
    .strict(),
  status: 200,
  output: CustomerTaskView,
  errors: ['task_state'],
});
export const runImport = endpoint({
  method: 'POST',
  path: '/api/customers/import/{uuid}/run',
  summary: 'Imports what was checked; goes on with one that was stopped',
  tag: TAG,
  access: 'admin',
  params,
  status: 200,
  output: CustomerTaskView,
  errors: ['task_state'],
});

/** `incomplete`: imported without some of its values; such rows are among the created, changed and unchanged ones too. */
export const ROW_OUTCOMES = ['created', 'changed', 'refused', 'kept', 'incomplete'] as const;
export const ROW_REASONS = [
  'nothing_known',
  'too_long',
  'phone_invalid',
  'email_invalid',
  'date_invalid',
  'number_invalid',
  'number_two_ways',
  'yesno_invalid',
  'link_invalid',
  'option_unknown',
  'language_invalid',
  'country_invalid',
  'id_unknown',
  'external_id_unknown',
  'owner_unknown',
  'tag_unknown',
  'tag_name_invalid',
  'too_many_tags',
  'too_many_contacts',
  'several_customers',
  'repeated',
  'old_font',
  'characters_lost',
] as const;
export const KEPT_REASONS = ['wrote', 'changed_since', 'tagged_since', 'on_a_channel', 'gone'] as const;
export const RowReason = z.object({
  code: z.enum([...ROW_REASONS, ...KEPT_REASONS]),
  /** The reason as a sentence. */
  text: z.string(),
  /** Head of the column. */
  column: z.string().nullable(),
  /** Of `several_customers`: who they are. Of `repeated`: who was in an earlier row. */
  customers: z.array(z.object({ uuid: CustomerId, name: z.string() })),
});
export const listTaskRows = endpoint({
  method: 'GET',
  path: '/api/customers/task/{uuid}/rows',
  summary: 'What becomes of the rows of an import, or what an undo has kept: the first 100 of one outcome',
  tag: TAG,
  access: 'admin',
  params,
  query: z.object({ outcome: z.enum(ROW_OUTCOMES), locale: z.enum(LOCALES).default('en') }),
  status: 200,
  output: z.object({
    items: z.array(
      z.object({
        row: z.number().int(),
        name: z.string(),
        customerUuid: CustomerId.nullable(),
        /** What is new or changed: names of targets. */
        facts: z.array(z.string()),
        reasons: z.array(RowReason),
      }),
    ),
  }),
});
