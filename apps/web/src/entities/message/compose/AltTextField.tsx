import { TextInput } from '@mantine/core';
import { useWords } from '../../../i18n/use-words.ts';
import { useComposing, useWrongWords } from './compose-context.ts';

/** Words in the place of what a channel can't show. */
export function AltTextField({
  value,
  path,
  onChange,
  help,
}: {
  value: string;
  path: string;
  onChange: (value: string) => void;
  help: string;
}) {
  const { t } = useWords();
  const { mayEdit } = useComposing();
  const wrongWords = useWrongWords();
  return (
    <TextInput
      label={t('messageComposer.altText')}
      description={help}
      value={value}
      maxLength={400}
      readOnly={!mayEdit}
      error={wrongWords(`${path}.altText`, value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
