import type { ConversationView } from '@hanasu/contract/inbox';
import { Button } from '@mantine/core';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import type { ConversationWork } from '../use-conversation-work.ts';
import classes from './Thread.module.css';

interface WaitingBannerProps {
  conversation: ConversationView;
  work: Pick<ConversationWork, 'actions' | 'run' | 'pending'>;
}

/** Why a person is wanted here, and, where the head has no room for its buttons, the one to take it. */
export function WaitingBanner({ conversation, work }: WaitingBannerProps) {
  const { t } = useWords();
  if (conversation.handling !== 'waiting') return null;
  return (
    <div className={classes.banner} role="status">
      <Icon name="hand" size={16} />
      <span className={classes.bannerWords}>
        <strong>{t('inbox.waiting.title')}</strong>{' '}
        {t(`inbox.waiting.reasons.${conversation.waitingReason ?? 'none'}`)}
      </span>
      {work.actions.some(({ to }) => to === 'operator') && (
        <Button
          size="xs"
          className={classes.onlyNarrow ?? ''}
          loading={work.pending === 'operator'}
          onClick={() => work.run('operator')}
        >
          {t('inbox.actions.takeOver')}
        </Button>
      )}
    </div>
  );
}
