import type { SimulatorState } from '@hanasu/contract/channels';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import type { IconName } from '../../../shell/icon-names.ts';
import { type Bubble, shownOf } from '../simulator-message.ts';
import classes from './Phone.module.css';

type Entry = SimulatorState['messages'][number];

const MEDIA_ICONS = {
  image: 'image',
  video: 'video',
  audio: 'audio-lines',
  file: 'paperclip',
} as const satisfies Record<string, IconName>;

/** One entry of the chat as a phone draws it. */
export function PhoneMessage({ message, opens }: { message: Entry; opens: boolean }) {
  const { t } = useWords();
  const format = useFormat();
  const shown = shownOf(message);
  if (shown.kind === 'happening') {
    return <p className={classes.happening}>{t(`channels.simulator.${shown.happening}`)}</p>;
  }
  return (
    <div className={classes.line} data-from={message.from}>
      {message.from === 'account' && (
        <span className={classes.face} data-shown={opens || undefined}>
          {opens && <Icon name="bot" size={16} />}
        </span>
      )}
      <Balloon shown={shown} />
      <time className={classes.time} dateTime={message.at}>
        {format.time(message.at)}
      </time>
    </div>
  );
}

function Balloon({ shown }: { shown: Bubble }) {
  const { t } = useWords();
  switch (shown.kind) {
    case 'text':
      return <p className={classes.balloon}>{withLinks(shown.text)}</p>;
    case 'sticker':
      return (
        <div className={classes.sticker}>
          <Icon name="smile" size={62} label={t('channels.simulator.sticker')} />
          {shown.text && <span>{shown.text}</span>}
        </div>
      );
    case 'location':
      return (
        <div className={classes.card}>
          <span className={classes.map}>
            <Icon name="map-pin" size={30} label={t('channels.simulator.location')} />
          </span>
          <strong>{shown.title}</strong>
          <span>{shown.address}</span>
        </div>
      );
    case 'other':
      return <p className={classes.balloon}>{t('channels.simulator.other', { type: shown.type })}</p>;
    case 'media':
      return (
        <div className={classes.media}>
          <Icon
            name={MEDIA_ICONS[shown.media]}
            size={34}
            label={t(`channels.simulator.media.${shown.media}`)}
          />
        </div>
      );
    default:
      return shown satisfies never;
  }
}

const ADDRESS = /(https?:\/\/[^\s<>"')\]]+)/;

/** Chat applications make addresses tappable. */
const withLinks = (text: string) =>
  text.split(ADDRESS).map((piece, index) =>
    ADDRESS.test(piece) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text that never changes.
      <a key={index} href={piece} target="_blank" rel="noopener noreferrer nofollow">
        {piece}
      </a>
    ) : (
      piece
    ),
  );
