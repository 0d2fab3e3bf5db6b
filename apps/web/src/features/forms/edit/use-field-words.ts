import type { FormField } from '@hanasu/contract/form-definition';
import { useWords } from '../../../i18n/use-words.ts';
import { useEditing } from './use-form-draft.ts';

/** What a question is called in the list: its words, else what kind it is. */
export function useFieldWords() {
  const { t } = useWords();
  const { draft, language } = useEditing();
  return ({ label, kind }: FormField): string =>
    label[language] ||
    draft.languages.map((each) => label[each]).find(Boolean) ||
    t('formEditor.untitled', { kind: t(`formEditor.kinds.${kind}`) });
}
