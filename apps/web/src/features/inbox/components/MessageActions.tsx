import type { MessageView } from '@hanasu/contract/inbox';
import { useClipboard } from '@mantine/hooks';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import type { IconName } from '../../../shell/icon-names.ts';
import classes from './Message.module.css';

export interface BubbleActions {
  /** Absent where the channel can't quote, or for whoever may not write. */
  onQuote?: ((message: MessageView) => void) | undefined;
  /** Absent for whoever may not. */
  onTranslate?: ((message: MessageView) => void) | undefined;
}

interface Action {
  icon: IconName;
  words: string;
  run: () => void;
}

/** Beside a message, with the pointer, the keyboard, or after a tap. */
export function MessageActions({ message, onQuote, onTranslate }: BubbleActions & { message: MessageView }) {
  const { t, locale } = useWords();
  const clipboard = useClipboard({ timeout: 1500 });
  if (!onQuote && !onTranslate) return null;
  const { text, kind, sender } = message;
  const isForeign = sender === 'customer' && text !== '' && !message.translations[locale];
  const isQuotable = kind !== 'event' && kind !== 'postback';
  const actions: (Action | false | undefined)[] = [
    isQuotable &&
      onQuote && { icon: 'quote', words: t('inboxWork.thread.quote'), run: () => onQuote(message) },
    isForeign &&
      onTranslate && {
        icon: 'languages',
        words: t('inboxWork.thread.translate'),
        run: () => onTranslate(message),
      },
    text !== '' && {
      icon: clipboard.copied ? 'check' : 'copy',
      words: clipboard.copied ? t('channels.copied') : t('inboxWork.thread.copy'),
      run: () => clipboard.copy(text),
    },
  ];
  return (
    <span className={classes.actions}>
      {actions.map(
        (action) =>
          action && (
            <button
              key={action.icon === 'check' ? 'copy' : action.icon}
              type="button"
              className={classes.action}
              aria-label={action.words}
              title={action.words}
              onClick={action.run}
            >
              <Icon name={action.icon} size={14} />
            </button>
          ),
      )}
    </span>
  );
}
