import { OFFSET_MAX } from '@hanasu/contract/day-tests';
import type { FormCondition, FormField, FormFieldKind } from '@hanasu/contract/form-definition';
import type { FieldTest } from '@hanasu/contract/segments';
import { ActionIcon, MultiSelect, NumberInput, Select, TextInput } from '@mantine/core';
import { useWords } from '../../../i18n/use-words.ts';
import { WholeNumberInput } from '../../../shell/components/WholeNumberInput.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import classes from './Condition.module.css';
import type { Answer } from './form-draft.ts';
import { useFieldWords } from './use-field-words.ts';
import { useEditing } from './use-form-draft.ts';

const OPS = [
  'is',
  'isNot',
  'contains',
  'containsNot',
  'any',
  'none',
  'all',
  'between',
  'days',
  'dates',
  'months',
  'yearly',
  'yes',
  'no',
  'answered',
  'empty',
] as const;
/** A test, or its opposite, which is kept as a group of its own. */
type Op = (typeof OPS)[number];
const OPPOSITES = {
  isNot: 'is',
  containsNot: 'contains',
  none: 'any',
  answered: 'empty',
} as const satisfies Partial<Record<Op, FieldTest['op']>>;
const isOpposite = (op: Op): op is keyof typeof OPPOSITES => op in OPPOSITES;
const testOpOf = (op: Op): FieldTest['op'] => (isOpposite(op) ? OPPOSITES[op] : op);

const TEXT_OPS = ['is', 'isNot', 'contains', 'containsNot', 'answered', 'empty'] as const;
const KIND_OPS: Readonly<Record<FormFieldKind, readonly Op[]>> = {
  text: TEXT_OPS,
  longText: TEXT_OPS,
  phone: TEXT_OPS,
  email: TEXT_OPS,
  hidden: TEXT_OPS,
  number: ['between', 'answered', 'empty'],
  scale: ['between', 'answered', 'empty'],
  choice: ['any', 'none', 'answered', 'empty'],
  choices: ['any', 'none', 'all', 'answered', 'empty'],
  date: ['days', 'dates', 'answered', 'empty'],
  slot: ['dates', 'answered', 'empty'],
  time: ['is', 'answered', 'empty'],
  address: ['answered', 'empty'],
  file: ['answered', 'empty'],
  consent: ['yes', 'no'],
  heading: [],
};

function testOf(op: FieldTest['op']): FieldTest {
  switch (op) {
    case 'is':
    case 'contains':
      return { op, text: '' };
    case 'any':
    case 'all':
      return { op, options: [] };
    case 'between':
      return { op, from: null, to: null };
    case 'days':
      return { op, from: 0, to: null };
    case 'dates':
      return { op, from: null, to: null };
    case 'yearly':
      return { op, from: 0, to: 0 };
    case 'months':
      return { op, months: [1] };
    default:
      return { op };
  }
}

export type Item = FormCondition['items'][number];

/** A row: one question about an answer, turned round or not. */
export interface Row {
  readonly answer: Answer;
  readonly op: Op;
}
export function rowOf(item: Item): Row | null {
  if (!('items' in item)) return { answer: item, op: item.test.op };
  const [only, ...others] = item.items;
  if (item.kind !== 'not' || !only || others.length > 0) return null;
  const op = OPS.find((one) => isOpposite(one) && OPPOSITES[one] === only.test.op);
  return op ? { answer: only, op } : null;
}
export const itemOf = ({ answer, op }: Row): Item =>
  isOpposite(op) ? { kind: 'not', items: [answer] } : answer;

export const firstRow = (field: FormField): Row => {
  const op = KIND_OPS[field.kind][0] ?? 'answered';
  return { op, answer: { kind: 'answer', field: field.key, test: testOf(testOpOf(op)) } };
};

interface ConditionRowProps {
  row: Row;
  number: number | string;
  earlier: readonly FormField[];
  /** Stands in a group already, so that it can't be turned round. */
  isInner?: boolean;
  onChange: (row: Row) => void;
  onRemove: () => void;
}

/** One question about an earlier answer. */
export function ConditionRow({
  row,
  number,
  earlier,
  isInner = false,
  onChange,
  onRemove,
}: ConditionRowProps) {
  const { t } = useWords();
  const wordsOf = useFieldWords();
  const { answer, op } = row;
  const asked = earlier.find(({ key }) => key === answer.field);
  const offered = OPS.filter(
    (one) => one === op || (asked && KIND_OPS[asked.kind].includes(one) && !(isInner && isOpposite(one))),
  );
  const turn = (next: Op): Row => {
    const test = testOpOf(next) === answer.test.op ? answer.test : testOf(testOpOf(next));
    return { op: next, answer: { ...answer, test } };
  };
  return (
    <fieldset className={classes.row} aria-label={t('formEditor.conditionNumber', { number })}>
      <Select
        className={classes.field}
        aria-label={t('formEditor.conditionField')}
        allowDeselect={false}
        searchable={earlier.length > 7}
        data={earlier.map((field) => ({ value: field.key, label: wordsOf(field) }))}
        value={answer.field}
        onChange={(key) => {
          const field = earlier.find((one) => one.key === key);
          if (field && field.key !== answer.field) onChange(firstRow(field));
        }}
      />
      <Select
        className={classes.op}
        aria-label={t('formEditor.conditionOp')}
        allowDeselect={false}
        data={offered.map((value) => ({ value, label: t(`formEditor.ops.${value}`) }))}
        value={op}
        onChange={(value) => onChange(turn(offered.find((one) => one === value) ?? op))}
      />
      <TestValue
        test={answer.test}
        asked={asked}
        onChange={(test) => onChange({ op, answer: { ...answer, test } })}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('formEditor.conditionRemove', { number })}
        onClick={onRemove}
      >
        <Icon name="x" />
      </ActionIcon>
    </fieldset>
  );
}

interface TestValueProps {
  test: FieldTest;
  asked: FormField | undefined;
  onChange: (test: FieldTest) => void;
}

function TestValue({ test, asked, onChange }: TestValueProps) {
  const { t } = useWords();
  const { draft, language } = useEditing();
  switch (test.op) {
    case 'is':
    case 'contains':
      return (
        <TextInput
          className={classes.value}
          type={asked?.kind === 'time' ? 'time' : 'text'}
          aria-label={t('formEditor.conditionValue')}
          value={test.text}
          maxLength={200}
          onChange={(event) => onChange({ ...test, text: event.currentTarget.value })}
        />
      );
    case 'any':
    case 'all': {
      const options = asked && 'options' in asked ? asked.options : [];
      const data = options.map(({ id, label }, index) => ({
        value: id,
        label:
          label[language] ||
          draft.languages.map((each) => label[each]).find(Boolean) ||
          t('formEditor.option', { number: index + 1 }),
      }));
      return (
        <MultiSelect
          className={classes.value}
          aria-label={t('formEditor.conditionValue')}
          placeholder={test.options.length === 0 ? t('formEditor.choose') : ''}
          data={data}
          value={test.options}
          onChange={(chosen) => onChange({ ...test, options: chosen })}
        />
      );
    }
    case 'between':
    case 'days':
      return (
        <>
          {(['from', 'to'] as const).map((end) => {
            const shared = {
              className: classes.number ?? '',
              'aria-label': t(`formEditor.${end}`),
              placeholder: t(`formEditor.${end}`),
            };
            return test.op === 'days' ? (
              <WholeNumberInput
                {...shared}
                key={end}
                min={-OFFSET_MAX}
                max={OFFSET_MAX}
                value={test[end]}
                onBlur={(typed) => {
                  if (!Number.isNaN(typed)) onChange({ ...test, [end]: typed === '' ? null : typed });
                }}
              />
            ) : (
              <NumberInput
                {...shared}
                key={end}
                hideControls
                value={test[end] ?? ''}
                onChange={(typed) => onChange({ ...test, [end]: typeof typed === 'number' ? typed : null })}
              />
            );
          })}
        </>
      );
    case 'dates':
      return (
        <>
          {(['from', 'to'] as const).map((end) => (
            <TextInput
              key={end}
              type="date"
              aria-label={t(`formEditor.${end}`)}
              value={test[end] ?? ''}
              onChange={(event) => onChange({ ...test, [end]: event.currentTarget.value || null })}
            />
          ))}
        </>
      );
    default:
      return null;
  }
}
