import type { MessageView } from '@hanasu/contract/inbox';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { memo, useState } from 'react';
import { deliveryReason } from '../../../entities/channel/delivery-reason.ts';
import { AttachmentTile } from '../../../entities/conversation/AttachmentTile.tsx';
import { CitationChip } from '../../../entities/conversation/CitationChip.tsx';
import { citedOf } from '../../../entities/conversation/cited.ts';
import { ToolCalls } from '../../../entities/conversation/ToolCalls.tsx';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { useCopy } from '../../../shell/clipboard/use-copy.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import type { IconName } from '../../../shell/icons/icon-names.ts';
import { Mark } from '../../../shell/layout/Mark.tsx';
import classes from './Message.module.css';
import { MessageContent, OriginalText, QuotedBlock, Translation } from './MessageContent.tsx';
import { broadcastOf } from './message-facts.ts';

type Delivery = MessageView['delivery'];

/** A message that is on its way or has arrived, in a few words. */
function DeliveryMark({ delivery }: { delivery: Delivery }) {
  const { t } = useWords();
  const { state, method } = delivery;
  if (state === 'pending') {
    return (
      <span className={classes.delivery}>
        <Icon name="clock" size={12} /> {t('inbox.delivery.pending')}
      </span>
    );
  }
  if (state !== 'sent') return null;
  return (
    <span className={classes.delivery} title={method ? t(`inbox.delivery.${method}Help`) : undefined}>
      <Icon name="check" size={12} /> {t(`inbox.delivery.${method ?? 'sent'}`)}
    </span>
  );
}

interface DeliveryTroubleProps {
  delivery: Delivery;
  /** Absent for whoever may not. */
  onResend: (() => void) | undefined;
  isResending: boolean;
}

/** Why a message did not, or may not have arrived, with a way to send it again. */
function DeliveryTrouble({ delivery, onResend, isResending }: DeliveryTroubleProps) {
  const { t } = useWords();
  const { state, detail } = delivery;
  if (state !== 'failed' && state !== 'unconfirmed') return null;
  const reason = deliveryReason(delivery.reason);
  return (
    <div className={classes.trouble} data-state={state} role="status">
      <Icon name={state === 'failed' ? 'triangle-alert' : 'circle-help'} size={14} />
      <span>
        <strong>{t(`inbox.delivery.${state}`)}</strong>{' '}
        {reason ? t(`channel.deliveryReasons.${reason}`) : null}
        {detail && <span className={classes.vendorDetail}>{detail}</span>}
      </span>
      {onResend && (
        <Button
          size="compact-xs"
          variant="default"
          loading={isResending}
          leftSection={<Icon name="rotate-ccw" size={12} />}
          onClick={onResend}
        >
          {t('inbox.delivery.resend')}
        </Button>
      )}
    </div>
  );
}

interface MessageBubbleProps extends BubbleActions {
  message: MessageView;
  opens: boolean;
  closes: boolean;
  /** A search led here. */
  isTarget?: boolean;
  /** Absent for whoever may not. */
  onResend: ((message: MessageView) => void) | undefined;
  isResending: boolean;
  isTranslating?: boolean;
  isSandbox?: boolean;
  onGoTo?: (uuid: string) => void;
}

export const MessageBubble = memo(function MessageBubble(props: MessageBubbleProps) {
  const {
    message,
    opens,
    closes,
    isTarget = false,
    isTranslating = false,
    onGoTo,
    onQuote,
    onTranslate,
  } = props;
  const { t } = useWords();
  const { sender, citations, text, delivery } = message;
  const { onResend } = props;
  const [isTapped, setTapped] = useState(false);
  const cited = citedOf(text, citations);
  return (
    <article
      id={`message-${message.uuid}`}
      className={classes.message}
      data-from={sender}
      data-closes={closes || undefined}
      data-sought={isTarget || undefined}
      data-tapped={isTapped || undefined}
    >
      {opens && <Who message={message} />}
      <div className={classes.line}>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: for fingers; keys reach the buttons themselves. */}
        <div
          className={classes.bubble}
          data-kind={message.kind}
          data-trouble={delivery.state === 'failed' || undefined}
          onClick={() => setTapped(!isTapped)}
        >
          <QuotedBlock message={message} onGoTo={onGoTo} />
          <MessageContent message={message} isSandbox={props.isSandbox ?? false} />
          <Translation message={message} isTranslating={isTranslating} />
          <OriginalText message={message} />
        </div>
        <MessageActions message={message} onQuote={onQuote} onTranslate={onTranslate} />
      </div>
      {message.reactions.length > 0 && (
        <span
          className={classes.reactions}
          role="img"
          aria-label={t('inboxThread.reactions', { list: message.reactions.join(' ') })}
        >
          {message.reactions.join(' ')}
        </span>
      )}
      {message.attachments.map((view) => (
        <AttachmentTile key={view.uuid} name={view.name} view={view} />
      ))}
      {cited.length > 0 && (
        <section className={classes.sources} aria-label={t('conversations.sources')}>
          {cited.map((citation) => (
            <CitationChip key={citation.number} citation={citation} titled />
          ))}
        </section>
      )}
      <ToolCalls calls={message.toolCalls} />
      <Facts message={message} shown={closes} />
      <DeliveryTrouble
        delivery={delivery}
        onResend={onResend && (() => onResend(message))}
        isResending={props.isResending}
      />
    </article>
  );
});

/** Whose words these are, where it is not plain: of the bot, of which colleague, of whom in a group. */
function Who({ message }: { message: MessageView }) {
  const { t } = useWords();
  const { sender, operator, author } = message;
  const broadcast = broadcastOf(message);
  if (sender === 'customer') {
    return author ? (
      <span className={classes.who}>
        <Icon name="user" size={12} /> {author.name}
      </span>
    ) : null;
  }
  if (broadcast) {
    return (
      <span className={classes.who}>
        <Icon name="megaphone" size={12} label={t('inboxThread.broadcast')} />{' '}
        <Link to="/Channel/message/$uuid" params={{ uuid: broadcast.uuid }}>
          {broadcast.name}
        </Link>
      </span>
    );
  }
  return (
    <span className={classes.who}>
      <span className={classes.whoMark} data-from={sender} aria-hidden>
        {sender === 'bot' ? <Mark height={10} /> : <Icon name="user" size={10} />}
      </span>
      {sender === 'bot' ? t('inbox.senders.bot') : (operator?.name ?? t('inbox.senders.operator'))}
    </span>
  );
}

/** The time and the delivery under the last bubble of a run; what an answer cost appears with the pointer or the keyboard. */
function Facts({ message, shown }: { message: MessageView; shown: boolean }) {
  const { t } = useWords();
  const format = useFormat();
  const { createdAt, usage, timing, outcome, delivery, feedback, editedAt, seenAt } = message;
  return (
    <span className={classes.facts} data-shown={shown || delivery.state === 'pending' || undefined}>
      <time dateTime={createdAt} title={format.dateTime(createdAt)}>
        {format.time(createdAt)}
      </time>
      {editedAt && <span title={format.dateTime(editedAt)}>{t('inboxThread.edited')}</span>}
      {outcome && outcome !== 'answered' && (
        <span className={classes.outcome}>{t(`conversations.outcomes.${outcome}`)}</span>
      )}
      {usage && (
        <span className={classes.cost}>
          {usage.micros === undefined
            ? t('conversations.tokens', { tokens: format.number(usage.tokens) })
            : usage.micros === null
              ? t('conversations.ownKeyUnknown')
              : t('conversations.ownKey', { money: format.money(usage.micros) })}
        </span>
      )}
      {feedback && (
        <span className={classes.outcome} title={feedback.reason}>
          <Icon
            name={feedback.rating === 'up' ? 'thumbs-up' : 'thumbs-down'}
            size={12}
            label={t(feedback.rating === 'up' ? 'conversations.good' : 'conversations.bad')}
          />{' '}
          {feedback.reason}
        </span>
      )}
      {timing && <span className={classes.cost}>{format.duration(timing.total)}</span>}
      <DeliveryMark delivery={delivery} />
      {seenAt && (
        <span className={classes.delivery} title={format.dateTime(seenAt)}>
          <Icon name="eye" size={12} /> {t('inboxThread.seen')}
        </span>
      )}
    </span>
  );
}

interface BubbleActions {
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
function MessageActions({ message, onQuote, onTranslate }: BubbleActions & { message: MessageView }) {
  const { t, locale } = useWords();
  const clipboard = useCopy();
  if (!onQuote && !onTranslate) return null;
  const { text, kind, sender } = message;
  const isForeign = sender === 'customer' && text !== '' && !message.translations[locale];
  const isQuotable = kind !== 'event' && kind !== 'postback';
  const actions: (Action | false | undefined)[] = [
    isQuotable && onQuote && { icon: 'quote', words: t('inboxThread.quote'), run: () => onQuote(message) },
    isForeign &&
      onTranslate && {
        icon: 'languages',
        words: t('inboxThread.translate'),
        run: () => onTranslate(message),
      },
    text !== '' && {
      icon: clipboard.copied ? 'check' : 'copy',
      words: clipboard.copied ? t('shell.copied') : t('inboxThread.copy'),
      run: () => void clipboard.copy(text),
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
