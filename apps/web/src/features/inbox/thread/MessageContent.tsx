import type { MessageKind, MessageView } from '@hanasu/contract/inbox';
import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { AnswerText } from '../../../entities/conversation/AnswerText.tsx';
import { type Format, useFormat, useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import type { IconName } from '../../../shell/icons/icon-names.ts';
import mediaClasses from './Media.module.css';
import { Card, MediaContent } from './MediaContent.tsx';
import classes from './Message.module.css';
import { factsOf, type MessageFacts } from './message-facts.ts';
import { ShownBubbles } from './ShownBubbles.tsx';
import { Words } from './Words.tsx';

const ICONS = {
  image: 'image',
  video: 'video',
  audio: 'audio-lines',
  file: 'file-text',
  location: 'map-pin',
  sticker: 'sticker',
  postback: 'mouse-pointer-click',
  unsupported: 'circle-help',
  event: 'info',
  note: 'info',
  text: 'message-square-text',
} as const satisfies Record<MessageKind, IconName>;

interface MessageContentProps {
  message: MessageView;
  /** What a sandbox says of pictures elsewhere is made up. */
  isSandbox?: boolean;
}

/** What was said: words, a bot's markdown with its citations, or what a message that isn't text is. */
export function MessageContent({ message, isSandbox = false }: MessageContentProps) {
  const { kind, sender, text, data, citations, media } = message;
  if (message.bubbles.length > 0) return <ShownBubbles bubbles={message.bubbles} />;
  if (kind === 'location') return <Place message={message} />;
  if (kind === 'sticker') return <Sticker message={message} isSandbox={isSandbox} />;
  if (kind !== 'text' && media) {
    return (
      <>
        <MediaContent message={message} media={media} />
        {text && text !== media.name && <Words text={text} />}
        {typeof data.transcript === 'string' && <Words text={data.transcript} />}
      </>
    );
  }
  if (kind !== 'text') return <Thing message={message} />;
  if (sender !== 'bot') return <Words text={text} />;
  return <AnswerText text={text} citations={citations} />;
}

/** The vendor's picture of it; its words where the picture can't be fetched. */
function Sticker({ message, isSandbox = false }: MessageContentProps) {
  const { t } = useWords();
  const [isBroken, setBroken] = useState(false);
  const { pictureUrl, keywords } = factsOf(message);
  const words = message.text || keywords?.join(', ') || t('inbox.kinds.sticker');
  if (isSandbox || isBroken || !pictureUrl?.startsWith('https://')) return <Thing message={message} />;
  return (
    <img
      className={mediaClasses.sticker}
      src={pictureUrl}
      alt={words}
      title={words}
      loading="lazy"
      onError={() => setBroken(true)}
    />
  );
}

function Place({ message }: MessageContentProps) {
  const { t } = useWords();
  const { latitude, longitude, title, address } = factsOf(message);
  const [first = '', ...rest] = message.text.split('\n');
  return (
    <Card
      icon={<Icon name="map-pin" size={20} />}
      title={title ?? (first || t('inbox.kinds.location'))}
      facts={
        <>
          {address ?? rest.join(' ')}
          {latitude !== undefined && longitude !== undefined && (
            <>
              {' '}
              <a
                href={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`}
                target="_blank"
                rel="noopener noreferrer"
              >
                {t('inbox.openMap')}
              </a>
            </>
          )}
        </>
      }
    />
  );
}

function Thing({ message }: MessageContentProps) {
  const { t } = useWords();
  const format = useFormat();
  const facts = factsOf(message);
  const details = detailsOf(facts, format);
  return (
    <div className={classes.thing}>
      <span className={classes.thingIcon}>
        <Icon name={ICONS[message.kind]} size={18} />
      </span>
      <span className={classes.thingBody}>
        <strong>{facts.fileName ?? t(`inbox.kinds.${message.kind}`)}</strong>
        {message.text && message.text !== facts.fileName && (
          <span className={classes.thingWords}>{facts.chosen ?? message.text}</span>
        )}
        {details && <span className={classes.thingFacts}>{details}</span>}
        {message.kind === 'unsupported' && (
          <span className={classes.thingFacts}>
            {t('inbox.unsupported', { type: facts.vendorType ?? '?' })}
          </span>
        )}
      </span>
    </div>
  );
}

const detailsOf = ({ bytes, durationMs }: MessageFacts, format: Format): string =>
  [
    bytes === undefined ? '' : format.bytes(bytes),
    durationMs === undefined ? '' : format.duration(durationMs),
  ]
    .filter(Boolean)
    .join(' · ');

/** What a message answers to, as its first lines. */
export function QuotedBlock({
  message: { quoted },
  onGoTo,
}: {
  message: MessageView;
  onGoTo?: ((uuid: string) => void) | undefined;
}) {
  const { t } = useWords();
  if (!quoted) return null;
  const { uuid, text, sender } = quoted;
  const body = (
    <>
      {sender && sender !== 'system' && <strong>{t(`inbox.senders.${sender}`)}</strong>}
      <span className={classes.quotedText}>{text || t('inboxThread.unsaid')}</span>
    </>
  );
  if (!uuid || !onGoTo) return <blockquote className={classes.quoted}>{body}</blockquote>;
  return (
    <button
      type="button"
      className={classes.quoted}
      title={t('inboxThread.goTo')}
      onClick={(event) => {
        event.stopPropagation();
        onGoTo(uuid);
      }}
    >
      {body}
    </button>
  );
}

/** What a customer's message means in the language of whoever reads it. */
export function Translation({ message, isTranslating }: { message: MessageView; isTranslating: boolean }) {
  const { t, locale } = useWords();
  const [isHidden, setHidden] = useState(false);
  if (isTranslating) return <Skeleton height={12} mt={8} mb={4} width={160} />;
  const text = message.translations[locale];
  if (!text) return null;
  return (
    <div className={classes.translation}>
      {!isHidden && (
        <p className={classes.words} lang={locale}>
          {text}
        </p>
      )}
      <button
        type="button"
        className={classes.textButton}
        onClick={(event) => {
          event.stopPropagation();
          setHidden(!isHidden);
        }}
      >
        {t(isHidden ? 'inboxThread.showTranslation' : 'inboxThread.showOriginal')}
      </button>
    </div>
  );
}

/** A person's own words, where a model wrote what was sent. */
export function OriginalText({ message: { original, text } }: { message: MessageView }) {
  const { t } = useWords();
  if (!original || original.text === text) return null;
  return (
    <details className={classes.original}>
      <summary>{t('inboxThread.written')}</summary>
      <p className={classes.words} lang={original.language ?? undefined}>
        {original.text}
      </p>
    </details>
  );
}
