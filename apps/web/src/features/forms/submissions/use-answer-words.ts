import { OTHER } from '@hanasu/contract/form-answers';
import type { FormField, FormWords } from '@hanasu/contract/form-definition';
import { FORM_LANGUAGES } from '@hanasu/contract/form-definition';
import type { FormAnswer } from '@hanasu/contract/form-submissions';
import { wordsIn } from '../../../entities/form/forms.queries.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';

/** Questions and answers in the reader's language, or in whichever language the form has. */
export function useAnswerWords() {
  const { t, locale } = useWords();
  const format = useFormat();
  const wordsOf = (words: FormWords): string => wordsIn(words, [locale, ...FORM_LANGUAGES]);
  const labelOf = ({ key, label }: Pick<FormField, 'key' | 'label'>): string => wordsOf(label) || key;

  function optionOf(field: FormField, id: string): string {
    const option = 'options' in field ? field.options.find((one) => one.id === id) : undefined;
    return (option && wordsOf(option.label)) || id;
  }
  function textOfString(field: FormField, answer: string): string {
    switch (field.kind) {
      case 'choice':
        return answer.startsWith(OTHER)
          ? t('submissions.other', { text: answer.slice(OTHER.length) })
          : optionOf(field, answer);
      // Days and times of slots are those of the account, and no moments: no time zone changes them.
      case 'date':
        return format.date(`${answer}T12:00:00`);
      case 'slot':
        return format.dateTime(answer);
      default:
        return answer;
    }
  }
  function textOf(field: FormField, answer: FormAnswer | undefined): string {
    if (answer === undefined) return '';
    if (typeof answer === 'boolean') return t(answer ? 'submissions.agreed' : 'submissions.notAgreed');
    if (typeof answer === 'number')
      return field.kind === 'scale'
        ? t('submissions.scale', { value: String(answer), to: String(field.to) })
        : format.number(answer);
    if (Array.isArray(answer)) return answer.map((id) => optionOf(field, id)).join(', ');
    if (typeof answer === 'object')
      return [answer.postalCode, answer.region, answer.city, answer.line1, answer.line2]
        .filter(Boolean)
        .join(' ');
    return textOfString(field, answer);
  }
  return { wordsOf, labelOf, optionOf, textOf };
}
