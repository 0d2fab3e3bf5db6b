import { TextInput, type TextInputProps } from '@mantine/core';
import { useWords } from '../../../../i18n/use-words.ts';

/** Six digits of the app; phones offer them from their keyboard. */
export function FactorCodeField(props: TextInputProps) {
  const { t } = useWords();
  return (
    <TextInput
      label={t('account.code')}
      description={t('account.codeHelp')}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      {...props}
    />
  );
}
