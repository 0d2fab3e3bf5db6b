import type { FormWords } from '@hanasu/contract/form-definition';
import { Textarea, TextInput } from '@mantine/core';
import type { KeyboardEventHandler } from 'react';
import { LOCALE_NAMES } from '../../../i18n/locales.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { useEditing } from './use-form-draft.ts';

interface WordsInputProps {
  label: string;
  value: FormWords;
  max: number;
  onChange: (words: FormWords) => void;
  description?: string | undefined;
  /** Where no language has words. */
  placeholder?: string;
  /** Without visible label. */
  isPlain?: boolean;
  isLong?: boolean;
  autoFocus?: boolean;
  error?: string | false | undefined;
  onKeyDown?: KeyboardEventHandler<HTMLInputElement> | undefined;
}

/** Words of the form in the language that is being edited. Where they are missing, those of another one show what is meant. */
export function WordsInput(props: WordsInputProps) {
  const {
    label,
    value,
    max,
    onChange,
    description,
    isPlain,
    isLong,
    autoFocus,
    error,
    placeholder,
    onKeyDown,
  } = props;
  const { t } = useWords();
  const { draft, language, mayEdit } = useEditing();
  const written = value[language] ?? '';
  const other = draft.languages.map((each) => value[each]).find(Boolean);
  const isMissing = !written && other !== undefined;
  const change = (text: string) => {
    const { [language]: _, ...others } = value;
    onChange(text ? { ...others, [language]: text } : others);
  };
  const common = {
    ...(isPlain ? { 'aria-label': label } : { label }),
    lang: language,
    value: written,
    maxLength: max,
    placeholder: other ?? placeholder ?? '',
    readOnly: !mayEdit,
    description: isMissing
      ? t('formEditor.missingIn', { language: LOCALE_NAMES[language] })
      : (description ?? null),
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
      | 'label'
      | 'input'
      | 'description'
      | 'error'
    )[],
    error: error ?? false,
    'data-missing': isMissing || undefined,
    ...(autoFocus ? { 'data-autofocus': true } : {}),
  };
  if (isLong)
    return (
      <Textarea
        {...common}
        autosize
        minRows={2}
        maxRows={10}
        onChange={(event) => change(event.currentTarget.value)}
      />
    );
  return (
    <TextInput {...common} onKeyDown={onKeyDown} onChange={(event) => change(event.currentTarget.value)} />
  );
}
