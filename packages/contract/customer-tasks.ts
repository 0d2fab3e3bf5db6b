import { z } from 'zod';
import { LOCALES, OneTimeCode } from './accounts.ts';
import { BulkCustomers, customersQuery } from './customers.ts';
import { endpoint } from './endpoint.ts';
import { CustomerId, CustomerTaskId, uuidParams } from './ids.ts';
import { PAGE_SIZE_MAX, Time } from './page.ts';

export const IMPORT_LIMITS = {
  bytes: 50 * 1024 * 1024,
  rows: 200_000,
  columns: 200,
  characters: 10_000,
} as const;
export const UNDO_DAYS = 7;
export const FILE_HOURS = 24;

export const CUSTOMER_TASK_KINDS = ['import', 'export', 'bulk'] as const;
/** `ready`: its columns are to be matched. `checked`: what an import would do is known, and nothing has been done. */
export const CUSTOMER_TASK_STATES = [
  'reading',
  'ready',
  'checking',
  'checked',
  'running',
  'done',
  'stopped',
  'failed',
  'undoing',
  'undone',
] as const;
export type CustomerTaskState = (typeof CUSTOMER_TASK_STATES)[number];
export const TASK_FAILURES = [
  'wrong_type',
  'too_large_inside',
  'broken',
  'encrypted',
  'timed_out',
  'out_of_memory',
  'empty',
  /** Somebody was erased, who may have stood in the file. */
  'erased',
  'internal',
] as const;

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

const Counts = z.object({
  created: z.number().int(),
  changed: z.number().int(),
  /** Everything in the row was known already. */
  same: z.number().int(),
  refused: z.number().int(),
  /** Of an undo: what was taken back, and what was kept because somebody has changed it since. */
  undone: z.number().int(),
  kept: z.number().int(),
});
export type CustomerTaskCounts = z.infer<typeof Counts>;

export const CustomerTaskView = z
  .object({
    uuid: CustomerTaskId,
    kind: z.enum(CUSTOMER_TASK_KINDS),
    state: z.enum(CUSTOMER_TASK_STATES),
    failure: z.enum(TASK_FAILURES).nullable(),
    /** Of an import. */
    fileName: z.string().nullable(),
    /** Of a bulk. */
    action: z.enum(['tag', 'untag', 'assign']).nullable(),
    /** Rows of the file, or customers; null: not known yet. */
    total: z.number().int().nullable(),
    done: z.number().int(),
    counts: Counts,
    startedBy: z.string().nullable(),
    createdAt: Time,
    endedAt: Time.nullable(),
    /** Until when it can be undone; null: it can't. */
    undoUntil: Time.nullable(),
    /** Until when its file can be had; null: there is none. */
    fileUntil: Time.nullable(),
  })
  .meta({ id: 'CustomerTask' });
export type CustomerTaskView = z.infer<typeof CustomerTaskView>;

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
      /** Of each column, what it is; null: it is left out. */
      columns: Columns,
      /** Tags that are not there yet are made; else their rows are refused. */
      createTags: z.boolean().default(true),
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

export const ROW_OUTCOMES = ['created', 'changed', 'refused', 'kept'] as const;
export const ROW_REASONS = [
  'nothing_known',
  'too_long',
  'phone_invalid',
  'email_invalid',
  'date_invalid',
  'number_invalid',
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

export const EXPORT_COLUMNS = [
  'name',
  'kana',
  'tags',
  'channels',
  'owner',
  'phones',
  'emails',
  'language',
  'birthday',
  'postalCode',
  'region',
  'city',
  'line1',
  'line2',
  'country',
  'note',
  'source',
  'lastWroteAt',
  'createdAt',
  'updatedAt',
] as const;
export const exportCustomers = endpoint({
  method: 'POST',
  path: '/api/customers/export',
  summary: 'Writes the customers of a list into a file, which can be had for 24 hours',
  tag: TAG,
  access: 'admin',
  body: z
    .object({
      /** As of `GET /api/customers`. */
      query: customersQuery.omit({ page: true, pageSize: true, after: true }).strict().default({}),
      format: z.enum(['csv', 'xlsx']).default('csv'),
      encoding: z.enum(['utf-8', 'shift_jis']).default('utf-8'),
      /** In this order; `field:` with the uuid of a field of the account. Absent: all. */
      columns: z
        .array(z.union([z.enum(EXPORT_COLUMNS), z.string().regex(/^field:[0-9a-f-]{36}$/)]))
        .min(1)
        .max(200)
        .optional(),
      /** Of the heads. */
      locale: z.enum(LOCALES).default('en'),
    })
    .strict(),
  status: 201,
  output: CustomerTaskView,
  errors: ['rate_limited', 'not_found'],
});
export const bulkAllCustomers = endpoint({
  method: 'POST',
  path: '/api/customers/bulk-all',
  summary: 'Tags, untags or assigns everybody in a list, however many',
  tag: TAG,
  access: 'operator',
  body: z
    .object({
      query: customersQuery
        .omit({ page: true, pageSize: true, after: true, sort: true })
        .strict()
        .default({}),
      action: BulkCustomers,
      /** How many there were when it was decided; refused when there are more by now. */
      atMost: z.number().int().min(0),
    })
    .strict(),
  status: 201,
  output: CustomerTaskView,
  errors: ['rate_limited', 'not_found', 'more_customers'],
});

export const listCustomerTasks = endpoint({
  method: 'GET',
  path: '/api/customers/tasks',
  summary: 'Imports, exports and bulk changes of customers, newest first; operators see bulk changes only',
  tag: TAG,
  access: 'operator',
  query: z.object({
    kind: z.enum(CUSTOMER_TASK_KINDS).optional(),
    pageSize: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(20),
  }),
  status: 200,
  output: z.object({ items: z.array(CustomerTaskView) }),
});
export const getCustomerTask = endpoint({
  method: 'GET',
  path: '/api/customers/task/{uuid}',
  summary: 'How far an import, an export or a bulk change is',
  tag: TAG,
  access: 'operator',
  params,
  status: 200,
  output: CustomerTaskView,
});
export const stopCustomerTask = endpoint({
  method: 'POST',
  path: '/api/customers/task/{uuid}/stop',
  summary: 'Stops it where it is; what was done stays done',
  tag: TAG,
  access: 'operator',
  params,
  status: 200,
  output: CustomerTaskView,
});
export const undoCustomerTask = endpoint({
  method: 'POST',
  path: '/api/customers/task/{uuid}/undo',
  summary: 'Takes an import or a bulk change back within seven days, but for what somebody has changed since',
  tag: TAG,
  access: 'operator',
  params,
  status: 200,
  output: CustomerTaskView,
  errors: ['task_state'],
});
export const linkTaskFile = endpoint({
  method: 'POST',
  path: '/api/customers/task/{uuid}/link',
  summary:
    'An address that gives the file of an export, or the refused rows of an import as CSV, for ten minutes',
  tag: TAG,
  access: 'admin',
  params,
  /** `locale`: of the reasons. */
  body: z.object({ locale: z.enum(LOCALES).default('en') }).strict(),
  status: 200,
  output: z.object({ url: z.string() }),
  errors: ['task_state'],
});
/** Answers with the file, not JSON. */
export const downloadTaskFile = endpoint({
  method: 'GET',
  path: '/api/customers/file/{code}',
  summary: 'The file of an export, or the refused rows of an import',
  tag: TAG,
  access: 'public',
  params: z.object({ code: OneTimeCode }),
  status: 200,
  errors: ['not_found'],
});
