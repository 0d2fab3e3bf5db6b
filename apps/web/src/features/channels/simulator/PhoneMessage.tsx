import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import classes from './Phone.module.css';
import { Buttons, Cards, FileThing, type OnTap, Picture, Place, Sticker } from './PhoneParts.tsx';
import { type ShownMessage, type SimulatorEntry, shownOf } from './simulator-message.ts';

interface PhoneMessageProps {
  kind: string;
  message: SimulatorEntry;
  /** Words of the message that this one answers. */
  quoted: string | null;
  opens: boolean;
  onTap: OnTap;
}

/** One entry of the chat as a phone draws it. */
export function PhoneMessage({ kind, message, quoted, opens, onTap }: PhoneMessageProps) {
  const { t } = useWords();
  const format = useFormat();
  const shown = shownOf(kind, message);
  if (shown.kind === 'happening') {
    const { happening } = shown;
    return (
      <p className={classes.happening}>
        {happening === 'postback' ? t('channelPage.phone.tapped') : t(`channelPage.simulator.${happening}`)}
      </p>
    );
  }
  return (
    <div className={classes.line} data-from={message.from}>
      {message.from === 'account' && (
        <span className={classes.face} data-shown={opens || undefined}>
          {opens && <Icon name="bot" size={16} />}
        </span>
      )}
      <div className={classes.things}>
        {shown.sender && <span className={classes.sender}>{shown.sender}</span>}
        {quoted && <span className={classes.quoted}>{quoted}</span>}
        <Things shown={shown} isMadeUp={message.from === 'friend'} onTap={onTap} />
      </div>
      <time className={classes.time} dateTime={message.at}>
        {format.time(message.at)}
      </time>
    </div>
  );
}

interface ThingsProps {
  shown: ShownMessage;
  /** Files of a sandbox friend are nowhere. */
  isMadeUp: boolean;
  onTap: OnTap;
}

function Things({ shown, isMadeUp, onTap }: ThingsProps) {
  const { t } = useWords();
  const { text, file, sticker, place, items } = shown;
  const urlOf = (url: string | null) => (isMadeUp ? null : url);
  return (
    <>
      {shown.isPicture && (
        <Picture url={urlOf(shown.imageUrl)} label={t('channelPage.simulator.media.image')} />
      )}
      {text && <p className={classes.balloon}>{withLinks(text)}</p>}
      {sticker && <Sticker sticker={{ ...sticker, url: urlOf(sticker.url) }} />}
      {file && <FileThing file={{ ...file, url: urlOf(file.url) }} />}
      {place && <Place place={place} />}
      {items.length > 0 && <Cards items={items} areSideBySide={shown.areSideBySide} onTap={onTap} />}
      {shown.unknown && (
        <p className={classes.balloon}>{t('channelPage.simulator.other', { type: shown.unknown })}</p>
      )}
      <Buttons buttons={shown.buttons} onTap={onTap} />
    </>
  );
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
