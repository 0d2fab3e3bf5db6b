import type { MessageKind, MessageView } from '@hanasu/contract/inbox';
import { type Format, useFormat, useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import type { IconName } from '../../../shell/icon-names.ts';
import { AnswerText } from '../../chat/components/AnswerText.tsx';
import { factsOf, type MessageFacts } from '../message-facts.ts';
import classes from './Message.module.css';

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
}

/** What was said: words, a bot's markdown with its citations, or what a message that isn't text is. */
export function MessageContent({ message }: MessageContentProps) {
  const { kind, sender, text, citations } = message;
  if (kind !== 'text') return <Thing message={message} />;
  if (sender !== 'bot') return <p className={classes.words}>{text}</p>;
  return <AnswerText text={text} citations={citations} />;
}

function Thing({ message }: { message: MessageView }) {
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
          <span className={classes.thingWords}>{message.text}</span>
        )}
        {details && <span className={classes.thingFacts}>{details}</span>}
        {facts.latitude !== undefined && facts.longitude !== undefined && (
          <a
            href={`https://www.openstreetmap.org/?mlat=${facts.latitude}&mlon=${facts.longitude}#map=16/${facts.latitude}/${facts.longitude}`}
            target="_blank"
            rel="noopener noreferrer"
          >
            {t('inbox.openMap')}
          </a>
        )}
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
