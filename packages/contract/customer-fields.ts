import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { CustomerFieldId, uuidParams } from './ids.ts';
import { Time } from './page.ts';

export const CUSTOMER_FIELD_KINDS = ['text', 'number', 'date', 'choice', 'multi', 'yesno', 'link'] as const;
export type CustomerFieldKind = (typeof CUSTOMER_FIELD_KINDS)[number];
/** Where an account knows a customer from first. */
export const CUSTOMER_SOURCES = ['channel', 'staff', 'import', 'api', 'form'] as const;
/** Whom an account can hide a field from. Admins and owners see every field. */
export const HIDEABLE_ROLES = ['viewer', 'operator'] as const;
export const CUSTOMER_FIELDS_MAX = 100;
const OPTIONS_MAX = 200;

const Label = z.string().trim().normalize('NFC').min(1).max(60);
/** `id` stays when the words change, so customers keep their choice. */
const FieldOption = z.object({ id: z.string().min(1).max(40), label: Label }).strict();
const isDistinct = (values: readonly string[]): boolean => new Set(values).size === values.length;
const Options = z
  .array(FieldOption)
  .max(OPTIONS_MAX)
  .refine((options) => isDistinct(options.map(({ id }) => id)), 'each id once')
  .refine((options) => isDistinct(options.map(({ label }) => label)), 'each label once');

export const CustomerFieldView = z
  .object({
    uuid: CustomerFieldId,
    label: z.string(),
    kind: z.enum(CUSTOMER_FIELD_KINDS),
    /** Of `choice` and `multi`; empty for other kinds. */
    options: z.array(z.object({ id: z.string(), label: z.string() })),
    hiddenFrom: z.array(z.enum(HIDEABLE_ROLES)),
    position: z.number().int(),
    /** No longer offered; what customers have in it is kept. */
    archivedAt: Time.nullable(),
    createdAt: Time,
  })
  .meta({ id: 'CustomerField' });
export type CustomerFieldView = z.infer<typeof CustomerFieldView>;

/** Value of a field. Dates as `YYYY-MM-DD`, choices by the option's id, `multi` as a list of ids. */
export const CustomerFieldValue = z.union([
  z.string().max(10_000),
  z.number(),
  z.boolean(),
  z.array(z.string().max(40)).max(OPTIONS_MAX),
]);
export type CustomerFieldValue = z.infer<typeof CustomerFieldValue>;
/** By the uuid of the field. */
export const CustomerFieldValues = z.record(z.string(), CustomerFieldValue);

const params = uuidParams(CustomerFieldId);
const TAG = 'customers';

export const listCustomerFields = endpoint({
  method: 'GET',
  path: '/api/customer-fields',
  summary: 'Fields that the account keeps of its customers, in their order; archived ones last',
  tag: TAG,
  access: 'viewer',
  status: 200,
  output: z.object({ items: z.array(CustomerFieldView) }),
});
export const createCustomerField = endpoint({
  method: 'POST',
  path: '/api/customer-field',
  summary: 'Adds a field. Its kind stays as it is',
  tag: TAG,
  access: 'admin',
  body: z
    .object({
      label: Label,
      kind: z.enum(CUSTOMER_FIELD_KINDS),
      options: Options.default([]),
      hiddenFrom: z.array(z.enum(HIDEABLE_ROLES)).max(2).default([]),
    })
    .strict(),
  status: 201,
  output: CustomerFieldView,
  errors: ['name_taken', 'too_many_customer_fields'],
});
export const changeCustomerField = endpoint({
  method: 'PATCH',
  path: '/api/customer-field/{uuid}',
  summary: 'Changes a field; what is absent stays. `archived` hides it and keeps what customers have in it',
  tag: TAG,
  access: 'admin',
  params,
  body: z
    .object({
      label: Label.optional(),
      options: Options.optional(),
      hiddenFrom: z.array(z.enum(HIDEABLE_ROLES)).max(2).optional(),
      archived: z.boolean().optional(),
    })
    .strict(),
  status: 200,
  output: CustomerFieldView,
  errors: ['name_taken'],
});
export const orderCustomerFields = endpoint({
  method: 'PUT',
  path: '/api/customer-fields',
  summary: 'Puts the fields in this order; those that are not named follow as they were',
  tag: TAG,
  access: 'admin',
  body: z.object({ uuids: z.array(CustomerFieldId).max(CUSTOMER_FIELDS_MAX) }).strict(),
  status: 200,
  output: z.object({ items: z.array(CustomerFieldView) }),
});
