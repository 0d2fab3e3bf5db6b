import type { Handling } from '@hanasu/contract/inbox';
import { useWords } from '../../i18n/use-words.ts';
import { Icon } from '../../shell/icons/Icon.tsx';
import type { IconName } from '../../shell/icons/icon-names.ts';
import classes from './StatusPill.module.css';

/** Each handling has its own shape; colour only helps. */
const HANDLING_ICONS = {
  bot: 'bot',
  waiting: 'hand',
  operator: 'user-check',
  closed: 'check-circle-2',
} as const satisfies Record<Handling, IconName>;

/** Who answers now, by word and shape. */
export function StatusPill({ handling, name }: { handling: Handling; name?: string | undefined }) {
  const { t } = useWords();
  const words = handling === 'operator' && name ? name : t(`conversations.status.${handling}`);
  return (
    <span className={classes.pill} data-handling={handling}>
      <Icon name={HANDLING_ICONS[handling]} size={13} />
      <span className={classes.pillWords}>{words}</span>
    </span>
  );
}
