import type { ConversationView } from '@hanasu/contract/inbox';
import { LOCALE_TAGS } from '../../../i18n/locales.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { clockOf } from '../clock.ts';
import { durationWords } from '../durations.ts';
import { sendingWindow } from '../sending-window.ts';
import { useNow } from '../use-now.ts';
import classes from './Details.module.css';
import { Fact } from './Fact.tsx';

/** How fast and how well the customer is served, and until when they can be written to. */
export function ServiceFacts({ conversation }: { conversation: ConversationView }) {
  const { t, locale } = useWords();
  const format = useFormat();
  const now = useNow();
  const { firstResponseSeconds, waitingSince, respondBy, satisfaction } = conversation;
  const window = sendingWindow(conversation.window, now);
  if (firstResponseSeconds === null && !waitingSince && !respondBy && !window && !satisfaction) return null;
  const isLate = clockOf(conversation, now)?.state === 'late';
  const windowWords = (known: NonNullable<typeof window>) =>
    known.state === 'closed'
      ? t('inbox.delivery.reasons.window_closed')
      : t(known.state === 'free' ? 'inboxWork.window.free' : 'inboxWork.window.open', {
          time: format.dateTime(known.until),
          left: durationWords((Date.parse(known.until) - now) / 1000, LOCALE_TAGS[locale]),
        });
  return (
    <dl className={classes.factList}>
      {firstResponseSeconds !== null && (
        <Fact name={t('inboxWork.customer.firstResponse')}>
          {t('inboxWork.customer.firstResponseIn', {
            duration: durationWords(firstResponseSeconds, LOCALE_TAGS[locale]),
          })}
        </Fact>
      )}
      {waitingSince && (
        <Fact name={t('inboxWork.customer.waiting')}>
          <time dateTime={waitingSince} title={format.dateTime(waitingSince)}>
            {format.ago(waitingSince)}
          </time>
        </Fact>
      )}
      {respondBy && (
        <Fact name={t('inboxWork.customer.respondBy')}>
          <span className={isLate ? classes.late : undefined}>
            {isLate && `${t('inboxWork.row.late')}: `}
            {format.dateTime(respondBy)}
          </span>
        </Fact>
      )}
      {window && <Fact name={t('inboxWork.customer.window')}>{windowWords(window)}</Fact>}
      {satisfaction && (
        <Fact name={t('inboxWork.customer.satisfaction')}>
          {satisfaction.score === null
            ? t('inboxWork.customer.satisfactionAsked')
            : t('inboxWork.customer.satisfactionScore', { score: satisfaction.score })}
          {satisfaction.comment && <span className={classes.dim}>{satisfaction.comment}</span>}
        </Fact>
      )}
    </dl>
  );
}
