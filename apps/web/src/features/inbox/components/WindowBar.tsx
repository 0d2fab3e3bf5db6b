import type { ConversationView } from '@hanasu/contract/inbox';
import { useQuery } from '@tanstack/react-query';
import { LOCALE_TAGS } from '../../../i18n/locales.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { channelsQuery } from '../../channels/channels.queries.ts';
import { durationWords } from '../durations.ts';
import { sendingWindow } from '../sending-window.ts';
import { useNow } from '../use-now.ts';
import classes from './Composer.module.css';

/** Worth a word from here on: less than a fifth of the month is left. */
const SCARCE = 0.2;

/** Until when a message is free, or possible at all, and what is left of the month. */
export function WindowBar({ conversation }: { conversation: ConversationView }) {
  const { t, locale } = useWords();
  const format = useFormat();
  const now = useNow();
  const { data: channels } = useQuery(channelsQuery);
  const window = sendingWindow(conversation.window, now);
  const quota = channels?.items.find(({ uuid }) => uuid === conversation.channel?.uuid)?.quota;
  const left = quota?.limit == null ? null : Math.max(0, quota.limit - quota.used);
  const isScarce = left !== null && quota?.limit != null && left <= quota.limit * SCARCE;
  if (!window && !isScarce) return null;
  return (
    <p className={classes.window} data-state={window?.state ?? (left === 0 ? 'closed' : 'counted')}>
      {window && (
        <span>
          <Icon
            name={window.state === 'closed' ? 'lock' : window.state === 'free' ? 'clock' : 'coins'}
            size={13}
          />{' '}
          {window.state === 'closed'
            ? t('inboxWork.window.closed')
            : t(`inboxWork.window.${window.state}`, {
                time: format.dateTime(window.until),
                left: durationWords((Date.parse(window.until) - now) / 1000, LOCALE_TAGS[locale]),
              })}
        </span>
      )}
      {isScarce && (
        <span>
          {left === 0
            ? t('inboxWork.window.quotaGone')
            : t('inboxWork.window.quota', {
                left: format.number(left ?? 0),
                limit: format.number(quota?.limit ?? 0),
              })}
        </span>
      )}
    </p>
  );
}
