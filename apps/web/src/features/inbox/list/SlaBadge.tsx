import type { ConversationView } from '@hanasu/contract/inbox';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { useNow, useWaitingTime } from '../use-now.ts';
import classes from './List.module.css';
import { slaOf } from './sla.ts';

/** How long the customer has waited, whether that is too long, or until when it is put off. */
export function SlaBadge({ conversation }: { conversation: ConversationView }) {
  const { t } = useWords();
  const format = useFormat();
  const now = useNow();
  const lasted = useWaitingTime();
  const { snoozedUntil } = conversation;
  if (snoozedUntil && Date.parse(snoozedUntil) > now) {
    const words = t('inboxList.row.snoozed', { time: format.dateTime(snoozedUntil) });
    const isToday = new Date(snoozedUntil).toDateString() === new Date(now).toDateString();
    return (
      <span className={classes.clock} title={words}>
        <Icon name="moon" size={12} /> {isToday ? format.time(snoozedUntil) : format.date(snoozedUntil)}
      </span>
    );
  }
  const sla = slaOf(conversation, now);
  if (!sla) return null;
  if (sla.state === 'late') {
    return (
      <span
        className={classes.clock}
        data-late
        title={t('inboxList.row.lateSince', { time: format.dateTime(sla.since) })}
      >
        <Icon name="triangle-alert" size={12} /> {t('inboxList.row.late')}{' '}
        {lasted(conversation.waitingSince ?? sla.since)}
      </span>
    );
  }
  const words =
    sla.state === 'waits'
      ? t('inboxList.row.waits', { duration: lasted(sla.since) })
      : t('inboxList.row.due', { time: format.time(sla.by) });
  return (
    <span className={classes.clock} title={words}>
      <Icon name="clock" size={12} label={words} />{' '}
      <span aria-hidden>{sla.state === 'waits' ? lasted(sla.since) : format.time(sla.by)}</span>
    </span>
  );
}
