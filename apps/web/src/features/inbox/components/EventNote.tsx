import type { MessageView } from '@hanasu/contract/inbox';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import type { IconName } from '../../../shell/icon-names.ts';
import { type EVENTS, eventOf, factsOf } from '../message-facts.ts';
import classes from './Message.module.css';

const ICONS = {
  follow: 'user-plus',
  unfollow: 'user-minus',
  unsent: 'undo-2',
  other: 'info',
} as const satisfies Record<(typeof EVENTS)[number], IconName>;

/** Something that happened, as a line across the thread. */
export function EventNote({ message }: { message: MessageView }) {
  const { t } = useWords();
  const format = useFormat();
  const event = eventOf(message);
  const { returning, vendorType } = factsOf(message);
  const words =
    event === 'follow' && returning
      ? t('inbox.events.followAgain')
      : t(`inbox.events.${event}`, { type: vendorType ?? '' });
  return (
    <p className={classes.event}>
      <Icon name={ICONS[event]} size={13} /> {words}{' '}
      <time dateTime={message.createdAt} title={format.dateTime(message.createdAt)}>
        {format.time(message.createdAt)}
      </time>
    </p>
  );
}
