import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import type { Present } from '../presence.ts';
import classes from './Thread.module.css';

/** Which colleagues look at this conversation or write in it now. */
export function PresenceLine({ present }: { present: readonly Present[] }) {
  const { t } = useWords();
  const typing = present.filter(({ state }) => state === 'typing');
  const shown = typing.length > 0 ? typing : present;
  return (
    <div aria-live="polite">
      {shown.length > 0 && (
        <p className={classes.presence} data-typing={typing.length > 0 || undefined}>
          <Icon name={typing.length > 0 ? 'pencil' : 'eye'} size={13} />
          {t(`inboxWork.presence.${typing.length > 0 ? 'typing' : 'viewing'}`, {
            count: shown.length,
            names: shown.map(({ name }) => name).join(', '),
          })}
        </p>
      )}
    </div>
  );
}
