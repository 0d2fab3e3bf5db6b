import { OTHER } from '@hanasu/contract/form-answers';
import type { FormField } from '@hanasu/contract/form-definition';
import { Select } from '@mantine/core';
import { useWords } from '../../../i18n/use-words.ts';
import type { SubmissionFilter } from './submissions.queries.ts';
import { useAnswerWords } from './use-answer-words.ts';

/** The list shows so many answers; more of them are found by typing. */
const SHOWN_MAX = 100;

type Chosen = Pick<SubmissionFilter, 'field' | 'answer'>;

interface AnswerFilterProps {
  fields: readonly FormField[];
  filter: Chosen;
  onFilter: (change: Chosen) => void;
}

/** Shows submissions with one answer: the choices of each question, and the answer that a chart has led to. */
export function AnswerFilter({ fields, filter, onFilter }: AnswerFilterProps) {
  const { t } = useWords();
  const { labelOf } = useAnswerWords();
  const answerLabel = useAnswerLabel();
  const groups = fields.flatMap((field) => {
    const isChosen = field.key === filter.field;
    const listed = answersOf(field);
    const extra = isChosen && !listed.some((answer) => answer === filter.answer) ? [filter.answer] : [];
    const items = [...extra, ...listed].map((answer) => ({
      value: choiceOf({ field: field.key, answer }),
      label: answerLabel(field, answer),
    }));
    return items.length > 0 ? [{ group: labelOf(field), items }] : [];
  });
  if (groups.length === 0) return null;
  return (
    <Select
      flex="1 1 170px"
      clearable
      searchable
      limit={SHOWN_MAX}
      aria-label={t('submissions.filters.answer')}
      placeholder={t('submissions.filters.everyAnswer')}
      nothingFoundMessage={t('submissions.filters.noAnswer')}
      data={groups}
      value={filter.field ? choiceOf(filter) : null}
      onChange={(value) => onFilter(value === null ? NONE : chosenOf(value))}
    />
  );
}

const NONE: Chosen = { field: undefined, answer: undefined };
const choiceOf = ({ field, answer }: Chosen): string =>
  answer === undefined ? `${field}` : `${field}=${answer}`;
function chosenOf(value: string): Chosen {
  const at = value.indexOf('=');
  return at < 0
    ? { field: value, answer: undefined }
    : { field: value.slice(0, at), answer: value.slice(at + 1) };
}

/** Answers that can be listed before one is given. */
function answersOf(field: FormField): string[] {
  switch (field.kind) {
    case 'choice':
      return [...field.options.map(({ id }) => id), ...(field.other ? [OTHER] : [])];
    case 'choices':
      return field.options.map(({ id }) => id);
    case 'scale':
      return Array.from({ length: field.to - field.from + 1 }, (_, index) => String(field.from + index));
    case 'consent':
      return ['true'];
    default:
      return [];
  }
}

/** An answer as a chart or a filter names it. Undefined: any answer. */
export function useAnswerLabel(): (field: FormField, answer: string | undefined) => string {
  const { t } = useWords();
  const { wordsOf, textOf } = useAnswerWords();
  return (field, answer) => {
    if (answer === undefined) return t('submissions.filters.answered');
    if (answer === OTHER) return t('submissions.results.other');
    switch (field.kind) {
      case 'consent':
        return textOf(field, answer === 'true');
      case 'number':
        return textOf(field, Number(answer));
      case 'choices':
        return textOf(field, [answer]);
      case 'scale': {
        const end = answer === String(field.from) ? field.low : answer === String(field.to) ? field.high : {};
        return [answer, wordsOf(end)].filter(Boolean).join(' ');
      }
      default:
        return textOf(field, answer);
    }
  };
}
