import type { Handling } from '@hanasu/contract/inbox';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { HANDLING_ICONS } from '../handling-look.ts';
import classes from './HandlingPill.module.css';

/** Who answers now, by word and shape. */
export function HandlingPill({ handling, name }: { handling: Handling; name?: string | undefined }) {
  const { t } = useWords();
  const words = handling === 'operator' && name ? name : t(`inbox.handling.${handling}`);
  return (
    <span className={classes.pill} data-handling={handling}>
      <Icon name={HANDLING_ICONS[handling]} size={13} />
      <span className={classes.pillWords}>{words}</span>
    </span>
  );
}
