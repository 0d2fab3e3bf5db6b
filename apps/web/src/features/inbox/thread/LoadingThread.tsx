import { ActionIcon, Skeleton } from '@mantine/core';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { LoadingBubbles } from './LoadingBubbles.tsx';
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

/** A thread that is being fetched: its head is there at once, with the way back that a phone needs. */
export const LoadingThread = ({ onBack }: { onBack: () => void }) => (
  <section className={classes.threadPane}>
    <header className={classes.head}>
      <BackToList onBack={onBack} />
      <span className={classes.headFace} aria-hidden>
        <Skeleton circle height={34} />
      </span>
      <div className={classes.headWords} aria-hidden>
        <Skeleton height={13} width={150} maw="60%" />
        <Skeleton height={10} width={96} maw="40%" mt={7} />
      </div>
    </header>
    <LoadingBubbles />
  </section>
);
