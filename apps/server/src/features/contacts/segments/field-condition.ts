import type { Role } from '@hanasu/contract/accounts';
import type {
  CustomerFieldKind,
  CustomerFieldValue,
  CustomerFieldView,
} from '@hanasu/contract/customer-fields';
import type { FieldTest, SegmentReason } from '@hanasu/contract/segments';
import { foldForSearch } from '@hanasu/contract/text';
import { type ConditionScope, defineCondition, type SqlScope } from '../../../platform/feature.ts';
import { listFields } from '../fields/fields.store.ts';
import { daySql, testDay } from './day-tests.ts';

const DAYS = ['days', 'dates', 'yearly', 'months'] as const;
/** What can be asked of each kind of field, beside whether it is empty. */
const TESTS: Readonly<Record<CustomerFieldKind, readonly FieldTest['op'][]>> = {
  text: ['is', 'contains'],
  link: ['is', 'contains'],
  number: ['between'],
  date: DAYS,
  choice: ['any'],
  multi: ['any', 'all'],
  yesno: ['yes', 'no'],
};

/** What an account keeps of its customers in fields of its own. */
export const fieldCondition = defineCondition<'field', Readonly<Record<string, CustomerFieldValue>>>({
  kind: 'field',
  sql({ fieldUuid, test }, scope) {
    return fieldSql(test, `c.fields -> ${scope.bind(fieldUuid, 'text')}`, scope);
  },
  facts: 'c.fields',
  test: ({ fieldUuid, test }, fields, scope) => testField(test, fields[fieldUuid] ?? null, scope),
  async findProblems(transaction, conditions, role) {
    const fields = new Map((await listFields(transaction)).map((field) => [field.uuid, field]));
    return conditions.map(({ fieldUuid, test }) => {
      const field = fields.get(fieldUuid);
      return field ? problemWith(field, test, role) : 'field_missing';
    });
  },
});

function problemWith(field: CustomerFieldView, test: FieldTest, role: Role): SegmentReason | null {
  if (field.hiddenFrom.some((hidden) => hidden === role)) return 'field_hidden';
  if (field.archivedAt !== null) return 'field_archived';
  if (test.op !== 'empty' && !TESTS[field.kind].includes(test.op)) return 'field_test';
  const wanted = 'options' in test ? test.options : [];
  return wanted.every((id) => field.options.some((option) => option.id === id)) ? null : 'option_missing';
}

/** `value` is SQL of the stored JSON, null without one. A value of another kind than the test is for is no match. */
function fieldSql(test: FieldTest, value: string, scope: SqlScope): string {
  const text = `(${value}) #>> '{}'`;
  const only = (type: string, sql: string): string =>
    `(case when jsonb_typeof(${value}) = '${type}' then ${sql} else false end)`;
  switch (test.op) {
    case 'empty':
      return `(${value}) is null`;
    case 'is':
      return only('string', `fold_name(${text}) = ${scope.bind(foldForSearch(test.text), 'text')}`);
    case 'contains':
      return only(
        'string',
        `position(${scope.bind(foldForSearch(test.text), 'text')} in fold_name(${text})) > 0`,
      );
    case 'between': {
      const parts = [
        ...(test.from === null ? [] : [`(${text})::numeric >= ${scope.bind(test.from, 'numeric')}`]),
        ...(test.to === null ? [] : [`(${text})::numeric <= ${scope.bind(test.to, 'numeric')}`]),
      ];
      return only('number', parts.join(' and '));
    }
    case 'yes':
    case 'no':
      return `coalesce((${value}) = ${scope.bind(String(test.op === 'yes'), 'jsonb')}, false)`;
    case 'any': {
      const options = scope.bind(test.options, 'text[]');
      return `(case jsonb_typeof(${value}) when 'string' then ${text} = any(${options})
        when 'array' then (${value}) ?| ${options} else false end)`;
    }
    case 'all':
      return only('array', `(${value}) ?& ${scope.bind(test.options, 'text[]')}`);
    default:
      return daySql(test, `case when jsonb_typeof(${value}) = 'string' then ${text} end`, scope);
  }
}

function testField(test: FieldTest, value: CustomerFieldValue | null, scope: ConditionScope): boolean {
  const folded = typeof value === 'string' ? foldForSearch(value) : null;
  switch (test.op) {
    case 'empty':
      return value === null;
    case 'is':
      return folded !== null && folded === foldForSearch(test.text);
    case 'contains':
      return folded?.includes(foldForSearch(test.text)) ?? false;
    case 'between':
      return (
        typeof value === 'number' &&
        (test.from === null || value >= test.from) &&
        (test.to === null || value <= test.to)
      );
    case 'yes':
    case 'no':
      return value === (test.op === 'yes');
    case 'any':
      return test.options.some((id) => (Array.isArray(value) ? value.includes(id) : value === id));
    case 'all':
      return Array.isArray(value) && test.options.every((id) => value.includes(id));
    default:
      return testDay(test, typeof value === 'string' ? value : null, scope);
  }
}
