import { ActionIcon } from '@mantine/core';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import classes from './Thread.module.css';

/** From a thread back to the list, which a phone does not show beside it. */
export function BackToList({ onBack }: { onBack: () => void }) {
  const { t } = useWords();
  return (
    <ActionIcon
      className={classes.onlyPhone ?? ''}
      variant="subtle"
      color="gray"
      size={44}
      onClick={onBack}
      aria-label={t('inbox.backToList')}
    >
      <Icon name="arrow-left" size={19} />
    </ActionIcon>
  );
}
