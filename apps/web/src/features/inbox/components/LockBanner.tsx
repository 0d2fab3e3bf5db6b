import { type ConversationView, setHandling } from '@hanasu/contract/inbox';
import { Button } from '@mantine/core';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { useMay } from '../../../shell/use-may.ts';
import { useSetHandling } from '../inbox.mutations.ts';
import classes from './Thread.module.css';

interface LockBannerProps {
  conversation: ConversationView;
  isAsking: boolean;
  onAsking: (asking: boolean) => void;
  /** What was written waits for this. */
  onTaken: () => void;
  hasWords: boolean;
}

/** A colleague has it: who, and a way to take it, asked once more in place. */
export function LockBanner({ conversation, isAsking, onAsking, onTaken, hasWords }: LockBannerProps) {
  const { t } = useWords();
  const may = useMay(setHandling);
  const { mutateAsync, isPending } = useSetHandling(conversation.uuid);
  const name = conversation.operator?.name ?? t('inboxWork.events.somebody');
  const take = async () => {
    // Waited for here: the news of it may come before the answer and take this banner away, callbacks and all.
    const isTaken = await mutateAsync({ handling: 'operator', takeOver: true }).then(
      () => true,
      () => false,
    );
    if (!isTaken) return;
    onAsking(false);
    onTaken();
  };
  return (
    <div className={classes.lock} role="status">
      <Icon name="lock" size={15} />
      <span className={classes.lockWords}>
        {isAsking ? (
          <strong>{t('inboxWork.lock.confirm', { name })}</strong>
        ) : (
          <>
            <strong>{t('inboxWork.lock.has', { name })}</strong>{' '}
            <span className={classes.lockHelp}>{t('inboxWork.lock.hasHelp')}</span>
          </>
        )}
      </span>
      {may && !isAsking && (
        <Button size="xs" variant="default" onClick={() => onAsking(true)}>
          {t('inbox.actions.takeOver')}
        </Button>
      )}
      {may && isAsking && (
        <>
          <Button size="xs" loading={isPending} onClick={() => void take()} autoFocus>
            {hasWords ? t('inboxWork.lock.takeAndSend') : t('inbox.actions.takeOver')}
          </Button>
          <Button size="xs" variant="default" onClick={() => onAsking(false)}>
            {t('shell.cancel')}
          </Button>
        </>
      )}
    </div>
  );
}
