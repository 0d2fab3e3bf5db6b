import type {
  FormCondition,
  FormDefinition,
  FormField,
  FormFieldKind,
  FormTarget,
} from '@hanasu/contract/form-definition';
import type { FieldTest } from '@hanasu/contract/segments';
import { wordsIn } from '../../../entities/form/forms.queries.ts';
import type { Format, useWords } from '../../../i18n/use-words.ts';
import { type Row, rowOf } from './ConditionRow.tsx';
import { allFields } from './form-draft.ts';

// Describes what a form asks as text. Pure.

/** Translations, formats and names that a description needs. */
export interface FormDescriber {
  readonly t: ReturnType<typeof useWords>['t'];
  readonly format: Pick<Format, 'date' | 'dateTime' | 'number'>;
  /** Name of a custom field of customers. */
  readonly customFieldName: (uuid: string) => string;
}

/** A question in short. */
export interface DescribedQuestion {
  readonly key: string;
  readonly kind: FormFieldKind;
  readonly name: string;
  readonly isRequired: boolean;
  readonly choices: readonly string[];
  /** Null: the answer fills in nothing of the customer. */
  readonly target: string | null;
  /** Null: always shown. */
  readonly condition: string | null;
}

export const questionName = (
  { label, kind }: FormField,
  form: FormDefinition,
  { t }: FormDescriber,
): string =>
  wordsIn(label, form.languages) || t('formEditor.untitled', { kind: t(`formEditor.kinds.${kind}`) });

export function describeQuestion(
  field: FormField,
  form: FormDefinition,
  describer: FormDescriber,
): DescribedQuestion {
  const target = 'mapTo' in field ? field.mapTo : null;
  return {
    key: field.key,
    kind: field.kind,
    name: questionName(field, form, describer),
    isRequired: 'required' in field && field.required,
    choices: choicesOf(field, form, describer),
    target: target && targetText(target, describer),
    condition: 'showIf' in field && field.showIf ? describeCondition(field.showIf, form, describer) : null,
  };
}

function choicesOf(field: FormField, form: FormDefinition, describer: FormDescriber): string[] {
  if ('options' in field)
    return field.options.map((_, index) => optionName(field, index, { form, describer }));
  if (field.kind === 'slot') return slotTexts(field, describer);
  return field.kind === 'scale' ? [`${field.from}–${field.to}`] : [];
}

export interface Context {
  readonly form: FormDefinition;
  readonly describer: FormDescriber;
}
export type WithOptions = Extract<FormField, { options: unknown }>;

const optionName = ({ options }: WithOptions, index: number, { form, describer }: Context): string =>
  wordsIn(options[index]?.label ?? {}, form.languages) ||
  describer.t('formEditor.option', { number: index + 1 });

export function slotTexts(
  { slots }: Extract<FormField, { kind: 'slot' }>,
  { t, format }: FormDescriber,
): string[] {
  return slots.map(({ at, places }) =>
    t('formVersion.slot', {
      at: Number.isNaN(Date.parse(at)) ? at : format.dateTime(at),
      places: places === null ? t('formEditor.anyNumber') : format.number(places),
    }),
  );
}

export const targetText = (target: FormTarget, { t, customFieldName }: FormDescriber): string =>
  'fact' in target ? t(`formEditor.facts.${target.fact}`) : customFieldName(target.fieldUuid);

// ---- conditions ----------------------------------------------------------

/** One line for one test; the tests of a group stand below its heading. */
export function describeCondition(
  condition: FormCondition,
  form: FormDefinition,
  describer: FormDescriber,
): string {
  const { kind, items } = condition;
  const tests = items.map((item) => {
    const row = rowOf(item);
    if (row) return [rowText(row, form, describer)];
    const inner = 'items' in item ? item.items : [];
    const lines = inner.map((answer) => rowText({ answer, op: answer.test.op }, form, describer));
    return groupLines(
      item.kind,
      lines.map((line) => [line]),
      describer,
    );
  });
  const [only, ...others] = tests;
  if (only && others.length === 0 && kind !== 'not') return only.join('\n');
  return groupLines(kind, tests, describer).join('\n');
}

const groupLines = (
  kind: FormCondition['items'][number]['kind'],
  tests: readonly (readonly string[])[],
  { t }: FormDescriber,
): string[] => [
  ...(kind === 'answer' ? [] : [t(`formEditor.groups.${kind}`)]),
  ...tests.flatMap((lines) => lines.map((line, index) => (index === 0 ? `– ${line}` : `   ${line}`))),
];

function rowText({ answer, op }: Row, form: FormDefinition, describer: FormDescriber): string {
  const { t } = describer;
  const asked = allFields(form).find(({ key }) => key === answer.field);
  const question = asked ? questionName(asked, form, describer) : answer.field;
  const test = t(`formEditor.ops.${op}`);
  const value = testValue(answer.test, asked, { form, describer });
  return value
    ? t('formVersion.conditionValue', { question, test, value })
    : t('formVersion.condition', { question, test });
}

function testValue(test: FieldTest, asked: FormField | undefined, context: Context): string {
  const { date } = context.describer.format;
  switch (test.op) {
    case 'is':
    case 'contains':
      return test.text;
    case 'any':
    case 'all':
      return test.options
        .map((id) => {
          const index = asked && 'options' in asked ? asked.options.findIndex((one) => one.id === id) : -1;
          return asked && 'options' in asked && index >= 0 ? optionName(asked, index, context) : id;
        })
        .join(' / ');
    case 'between':
    case 'days':
    case 'yearly':
      return rangeText(test.from, test.to);
    case 'dates':
      return rangeText(test.from && date(`${test.from}T00:00`), test.to && date(`${test.to}T00:00`));
    case 'months':
      return test.months.join(' / ');
    default:
      return '';
  }
}

function rangeText(from: number | string | null, to: number | string | null): string {
  if (from === null) return to === null ? '' : `≤ ${to}`;
  return to === null ? `≥ ${from}` : `${from} – ${to}`;
}
