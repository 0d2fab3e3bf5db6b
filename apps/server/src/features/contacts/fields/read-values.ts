import type { CustomerFieldValue, CustomerFieldView } from '@hanasu/contract/customer-fields';
import { plainDate, plainUrl } from '@hanasu/contract/typed-formats';
import { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';

const Link = z.url({ protocol: /^https?$/ }).max(2_000);
const CalendarDate = z.iso.date();

interface ReadValues {
  readonly fields: Readonly<Record<string, CustomerFieldValue>>;
  /** Ids of the fields that are emptied. */
  readonly emptied: readonly string[];
}

/**
 * Values of an account's fields as they are stored. Throws `validation_failed` for fields that are unknown, archived or hidden
 * from the caller (which `known` does not hold), and for values that are not of their kind.
 */
export function readValues(
  known: readonly CustomerFieldView[],
  given: Readonly<Record<string, CustomerFieldValue | null>>,
): ReadValues {
  const fields: Record<string, CustomerFieldValue> = {};
  const emptied: string[] = [];
  for (const [id, value] of Object.entries(given)) {
    const field = known.find(({ uuid, archivedAt }) => uuid === id && archivedAt === null);
    if (!field) throw wrong(id, 'No such field');
    const read = value === null || isEmpty(value) ? null : readValue(field, value);
    if (read === undefined) throw wrong(id, WANTED[field.kind]);
    if (read === null) emptied.push(id);
    else fields[id] = read;
  }
  return { fields, emptied };
}

const isEmpty = (value: CustomerFieldValue): boolean =>
  value === '' || (Array.isArray(value) && value.length === 0);

/** Undefined: not of its kind. */
function readValue(field: CustomerFieldView, value: CustomerFieldValue): CustomerFieldValue | undefined {
  const isOption = (id: unknown): id is string => field.options.some((option) => option.id === id);
  switch (field.kind) {
    case 'text':
      return typeof value === 'string' ? value.normalize('NFC').trim() : undefined;
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
    case 'yesno':
      return typeof value === 'boolean' ? value : undefined;
    case 'date':
      return typeof value === 'string' ? CalendarDate.safeParse(plainDate(value)).data : undefined;
    case 'link':
      return typeof value === 'string' ? Link.safeParse(plainUrl(value)).data : undefined;
    case 'choice':
      return isOption(value) ? value : undefined;
    case 'multi':
      return Array.isArray(value) && value.every(isOption) ? [...new Set(value)] : undefined;
    default:
      return field.kind satisfies never;
  }
}

const WANTED: Readonly<Record<CustomerFieldView['kind'], string>> = {
  text: 'Enter a text',
  number: 'Enter a number',
  yesno: 'Enter true or false',
  date: 'Enter a date as YYYY-MM-DD',
  link: 'Enter an address that begins with https:// or http://',
  choice: 'Choose one of the options',
  multi: 'Choose among the options',
};

const wrong = (id: string, message: string) =>
  AppError.field('validation_failed', `body.fields.${id}`, message);
