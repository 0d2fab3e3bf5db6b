import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import classes from './Message.module.css';

export function TypingDots() {
  const { t } = useWords();
  return (
    <div className={classes.message} data-from="bot" data-closes>
      <span className={classes.who}>
        <Icon name="bot" size={12} /> {t('inbox.answering')}
      </span>
      <span className={classes.dots} aria-hidden>
        <i />
        <i />
        <i />
      </span>
    </div>
  );
}
