import type { MessageView } from '@hanasu/contract/inbox';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { citedOf } from '../../chat/cited.ts';
import { AttachmentTile } from '../../chat/components/AttachmentTile.tsx';
import { CitationChip } from '../../chat/components/CitationChip.tsx';
import { DeliveryMark, DeliveryTrouble } from './Delivery.tsx';
import classes from './Message.module.css';
import { MessageContent } from './MessageContent.tsx';

interface MessageBubbleProps {
  message: MessageView;
  opens: boolean;
  closes: boolean;
  /** Absent for whoever may not. */
  onResend: (() => void) | undefined;
  isResending: boolean;
}

export function MessageBubble({ message, opens, closes, ...others }: MessageBubbleProps) {
  const { t } = useWords();
  const { sender, operator, citations, text, delivery } = message;
  const cited = citedOf(text, citations);
  return (
    <article className={classes.message} data-from={sender} data-closes={closes || undefined}>
      {opens && sender !== 'customer' && (
        <span className={classes.who}>
          <Icon name={sender === 'bot' ? 'bot' : 'user'} size={12} />
          {sender === 'bot' ? t('inbox.senders.bot') : (operator?.name ?? t('inbox.senders.operator'))}
        </span>
      )}
      <div
        className={classes.bubble}
        data-kind={message.kind}
        data-trouble={delivery.state === 'failed' || undefined}
      >
        <MessageContent message={message} />
      </div>
      {message.attachments.map((view) => (
        <AttachmentTile key={view.uuid} name={view.name} view={view} />
      ))}
      {cited.length > 0 && (
        <section className={classes.sources} aria-label={t('chat.sources')}>
          {cited.map((citation) => (
            <CitationChip key={citation.number} citation={citation} titled />
          ))}
        </section>
      )}
      <Facts message={message} shown={closes} />
      <DeliveryTrouble delivery={delivery} onResend={others.onResend} isResending={others.isResending} />
    </article>
  );
}

/** The time and the delivery under the last bubble of a run; what an answer cost appears with the pointer or the keyboard. */
function Facts({ message, shown }: { message: MessageView; shown: boolean }) {
  const { t } = useWords();
  const format = useFormat();
  const { createdAt, usage, timing, outcome, delivery, feedback } = message;
  return (
    <span className={classes.facts} data-shown={shown || delivery.state === 'pending' || undefined}>
      <time dateTime={createdAt} title={format.dateTime(createdAt)}>
        {format.time(createdAt)}
      </time>
      {outcome && outcome !== 'answered' && (
        <span className={classes.outcome}>{t(`chat.outcomes.${outcome}`)}</span>
      )}
      {usage && (
        <span className={classes.cost}>{t('chat.tokens', { tokens: format.number(usage.tokens) })}</span>
      )}
      {feedback && (
        <span className={classes.outcome} title={feedback.reason}>
          <Icon
            name={feedback.rating === 'up' ? 'thumbs-up' : 'thumbs-down'}
            size={12}
            label={t(feedback.rating === 'up' ? 'chat.good' : 'chat.bad')}
          />{' '}
          {feedback.reason}
        </span>
      )}
      {timing && <span className={classes.cost}>{format.duration(timing.total)}</span>}
      <DeliveryMark delivery={delivery} />
    </span>
  );
}
