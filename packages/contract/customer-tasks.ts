import { z } from 'zod';
import { LOCALES, OneTimeCode } from './accounts.ts';
import { BulkCustomers, customersQuery } from './customers.ts';
import { endpoint } from './endpoint.ts';
import { CustomerId, CustomerTaskId, uuidParams } from './ids.ts';
import { PAGE_SIZE_MAX, Time } from './page.ts';

export const UNDO_DAYS = 7;
export const FILE_HOURS = 24;

export const CUSTOMER_TASK_KINDS = ['import', 'export', 'bulk', 'erase'] as const;
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

/**
 * What an import does with a row whose phone or e-mail address belongs to a customer of another name: it changes that
 * customer, or adds one of their own (a family, an office).
 */
export const SHARED_CONTACTS = ['change', 'add'] as const;
export type SharedContacts = (typeof SHARED_CONTACTS)[number];

const Counts = z.object({
  created: z.number().int(),
  /** Of an erasing: who was erased. */
  changed: z.number().int(),
  /** Everything in the row was known already. */
  same: z.number().int(),
  refused: z.number().int(),
  /** Of an undo: what was taken back, and what was kept because somebody has changed it since. */
  undone: z.number().int(),
  kept: z.number().int(),
  /** Of those that were imported: rows of which a value was left out. */
  incomplete: z.number().int(),
});
export type CustomerTaskCounts = z.infer<typeof Counts>;

/** What a file of this kind cannot hold. */
const Unheld = z.object({
  /** Customers with at least one such value. */
  customers: z.number().int(),
  /** The first characters that the encoding lacks; empty: texts are too long for a cell. */
  characters: z.array(z.string()),
  example: z.object({ uuid: CustomerId, name: z.string(), text: z.string() }).nullable(),
});
export type UnheldValues = z.infer<typeof Unheld>;

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
    /** Of an import that was checked: how many rows share a phone or e-mail address under another name, and what was chosen. */
    sharedContacts: z.object({ rows: z.number().int(), choice: z.enum(SHARED_CONTACTS) }).nullable(),
    startedBy: z.string().nullable(),
    createdAt: Time,
    endedAt: Time.nullable(),
    /** Until when it can be undone; null: it can't. */
    undoUntil: Time.nullable(),
    /** Until when its file can be had; null: there is none. */
    fileUntil: Time.nullable(),
    /** Of an export or its check; null: everything fits, or it is not known yet. */
    unheld: Unheld.nullable(),
  })
  .meta({ id: 'CustomerTask' });
export type CustomerTaskView = z.infer<typeof CustomerTaskView>;

const params = uuidParams(CustomerTaskId);
const TAG = 'customers';

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
const ExportOptions = z
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
  .strict();
export const exportCustomers = endpoint({
  method: 'POST',
  path: '/api/customers/export',
  summary: 'Writes the customers of a list into a file, which can be had for 24 hours',
  tag: TAG,
  access: 'admin',
  body: ExportOptions,
  status: 201,
  output: CustomerTaskView,
  errors: ['rate_limited', 'not_found'],
});
/** The task ends as `checked`; `unheld` is its result. */
export const checkExport = endpoint({
  method: 'POST',
  path: '/api/customers/export/check',
  summary: 'Counts the customers whose values a file of this kind cannot hold, without writing it',
  tag: TAG,
  access: 'admin',
  body: ExportOptions,
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

export const eraseAllCustomers = endpoint({
  method: 'POST',
  path: '/api/customers/erase-all',
  summary:
    'Erases everybody in a list, one after the other, each as `DELETE /api/customer/{uuid}` does. It can be stopped, and not undone',
  tag: TAG,
  access: 'admin',
  body: z
    .object({
      query: customersQuery
        .omit({ page: true, pageSize: true, after: true, sort: true })
        .strict()
        .default({}),
      /** How many there were when it was decided; refused when there are more by now. */
      atMost: z.number().int().min(0),
    })
    .strict(),
  status: 201,
  output: CustomerTaskView,
  errors: ['rate_limited', 'not_found', 'more_customers', 'segment_broken'],
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
