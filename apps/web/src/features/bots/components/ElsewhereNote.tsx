import { Alert } from '@mantine/core';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import type { Autosave } from '../use-autosave.ts';

/** Somebody else, or another tab, has changed the same bot. */
export function ElsewhereNote({ autosave }: { autosave: Autosave }) {
  const { t } = useWords();
  if (!autosave.elsewhere) return null;
  return (
    <Alert
      color="blue"
      role="status"
      mb="md"
      icon={<Icon name="info" />}
      withCloseButton
      closeButtonLabel={t('shell.close')}
      onClose={autosave.forgetElsewhere}
    >
      {t('botEditor.elsewhere')}
    </Alert>
  );
}
