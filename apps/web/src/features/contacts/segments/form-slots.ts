import type { CustomerFieldView } from '@hanasu/contract/customer-fields';
import {
  FORM_LANGUAGES,
  type FormField,
  type FormFieldKind,
  type FormWords,
} from '@hanasu/contract/form-definition';
import type { FormId } from '@hanasu/contract/ids';
import type { ConditionOf, ShownCondition } from '@hanasu/contract/segments';
import { useQueries, useQuery } from '@tanstack/react-query';
import { formFieldsQuery, formsQuery, isFieldSeen, wordsIn } from '../../../entities/form/forms.queries.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { useNameOptions } from '../../../shell/name-options.ts';
import { firstTest } from './form-phrases.ts';
import type { Choices, Figure, Option, Slots } from './slots.ts';

type Submitted = ConditionOf<'submitted'>;

/** Kinds of questions whose answers can be asked about. */
const ASKABLE: ReadonlySet<FormFieldKind> = new Set(['choice', 'choices', 'scale', 'number', 'consent']);
const DAYS = [7, 30, 90, 365];
const DAYS_MAX = 3_650;

/** The account's forms, and the questions of those that these conditions speak of. */
export function useFormQuestions(conditions: readonly ShownCondition[], known: readonly CustomerFieldView[]) {
  const { t, locale } = useWords();
  const nameOptions = useNameOptions();
  const isAsked = conditions.some(({ kind }) => kind === 'submitted');
  const { data: forms = [] } = useQuery({ ...formsQuery, enabled: isAsked });
  const ids = conditions.flatMap((one) => (one.kind === 'submitted' && one.formUuid ? [one.formUuid] : []));
  const asked = [...new Set(ids)];
  const questions = useQueries({
    queries: asked.map((uuid) => formFieldsQuery(uuid)),
    combine: (found) =>
      new Map(asked.map((uuid, index): [FormId, readonly FormField[]] => [uuid, found[index]?.data ?? []])),
  });
  const wordsOf = (words: FormWords) => wordsIn(words, [locale, ...FORM_LANGUAGES]);
  const questionsOf = (form: FormId): readonly FormField[] =>
    (questions.get(form) ?? []).filter((field) => ASKABLE.has(field.kind) && isFieldSeen(field, known));
  return {
    t,
    wordsOf,
    questionsOf,
    questionOf: (condition: ShownCondition): FormField | undefined =>
      condition.kind === 'submitted'
        ? questionsOf(condition.formUuid).find(({ key }) => key === condition.answer?.field)
        : undefined,
    options: nameOptions(forms),
  };
}

interface Facts {
  readonly forms: ReturnType<typeof useFormQuestions>;
  readonly choices: (values: readonly string[], options: readonly Option[], set: Choices['set']) => Choices;
}

/** The places of a sentence about a form. */
export function formSlots(condition: Submitted, { forms, choices }: Facts): Slots {
  const { t } = forms;
  const gone = (options: readonly Option[], value: string): readonly Option[] =>
    value === '' || options.some((one) => one.value === value)
      ? options
      : [...options, { value, label: t('segments.gone') }];
  const spans = condition.days === null || DAYS.includes(condition.days) ? DAYS : [...DAYS, condition.days];
  return {
    form: {
      is: 'one',
      value: condition.formUuid,
      options: gone(forms.options, condition.formUuid),
      // Questions are those of one form.
      set: (value) => ({
        ...condition,
        formUuid: value as FormId,
        answer: condition.answer && { field: '', test: { op: 'any', options: [] } },
      }),
    },
    days: {
      is: 'number',
      value: condition.days,
      min: 1,
      max: DAYS_MAX,
      isWhole: true,
      set: (days) => ({ ...condition, days }),
    },
    when: {
      is: 'one',
      value: String(condition.days ?? 0),
      options: [
        { value: '0', label: t('segments.slots.anyTime') },
        ...spans
          .toSorted((one, other) => one - other)
          .map((count) => ({ value: String(count), label: t('segments.slots.lastDays', { count }) })),
      ],
      set: (value) => ({ ...condition, days: Number(value) || null }),
    },
    ...(condition.answer ? answerSlots(condition, condition.answer, { forms, choices }) : {}),
  };
}

function answerSlots(
  condition: Submitted,
  { field, test }: NonNullable<Submitted['answer']>,
  { forms, choices }: Facts,
): Slots {
  const questions = forms.questionsOf(condition.formUuid);
  const asked = questions.find(({ key }) => key === field);
  const put = (next: typeof test) => ({ ...condition, answer: { field, test: next } });
  const end = (side: 'from' | 'to'): Figure => ({
    is: 'number',
    value: test.op === 'between' ? test[side] : null,
    isWhole: false,
    set: (value) => put(test.op === 'between' ? { ...test, [side]: value } : test),
  });
  const options = asked && 'options' in asked ? asked.options : [];
  const labels = questions.map(({ key, label }) => ({ value: key, label: forms.wordsOf(label) || key }));
  const isKnown = field === '' || asked !== undefined;
  return {
    question: {
      is: 'one',
      value: field,
      options: isKnown ? labels : [...labels, { value: field, label: forms.t('segments.gone') }],
      set: (value) => {
        const next = questions.find(({ key }) => key === value);
        return { ...condition, answer: { field: value, test: next ? firstTest(next.kind) : test } };
      },
    },
    options: choices(
      'options' in test ? test.options : [],
      options.map(({ id, label }) => ({ value: id, label: forms.wordsOf(label) || id })),
      (values) => put({ op: test.op === 'all' ? 'all' : 'any', options: values }),
    ),
    number: end(test.op === 'between' && test.from === null ? 'to' : 'from'),
    from: end('from'),
    to: end('to'),
  };
}
