import type { ChannelStatus } from '@hanasu/contract/channels';
import { useWords } from '../../i18n/use-words.ts';
import { Icon } from '../../shell/icons/Icon.tsx';
import type { IconName } from '../../shell/icons/icon-names.ts';
import classes from './Channels.module.css';

const ICONS = {
  connected: 'check-circle-2',
  attention: 'triangle-alert',
  paused: 'pause',
  disconnected: 'circle-dashed',
} as const satisfies Record<ChannelStatus, IconName>;

/** State of a channel by word and shape. */
export function ChannelStatusPill({ status }: { status: ChannelStatus }) {
  const { t } = useWords();
  return (
    <span className={classes.status} data-status={status}>
      <Icon name={ICONS[status]} size={13} /> {t(`channels.status.${status}`)}
    </span>
  );
}
