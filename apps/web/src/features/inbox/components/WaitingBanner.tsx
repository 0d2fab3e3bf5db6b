import type { ConversationView } from '@hanasu/contract/inbox';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import classes from './Thread.module.css';

/** Why a person is wanted here. */
export function WaitingBanner({ conversation }: { conversation: ConversationView }) {
  const { t } = useWords();
  if (conversation.handling !== 'waiting') return null;
  return (
    <p className={classes.banner} role="status">
      <Icon name="hand" size={16} />
      <span>
        <strong>{t('inbox.waiting.title')}</strong>{' '}
        {t(`inbox.waiting.reasons.${conversation.waitingReason ?? 'none'}`)}
      </span>
    </p>
  );
}
