import type { ShownButton } from '@hanasu/channels/spec/shown-payload';
import type { ComponentProps, ReactNode } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import classes from './PhoneMessages.module.css';
import { Buttons, Cards, FileThing, Place, Sticker } from './PhoneParts.tsx';
import { Picture } from './Picture.tsx';
import type { OnTap, ShownMessage } from './shown-message.ts';
import { TapMap } from './TapMap.tsx';

/** What the chat stands on. */
export const PhoneWall = (props: ComponentProps<'div'>) => <div {...props} className={classes.wall} />;

interface PhoneLineProps {
  from: 'account' | 'friend';
  /** The first of several of the same person. */
  opens?: boolean;
  isSending?: boolean;
  children: ReactNode;
}

/** One line of the chat, with the face of who says it where that is the account. */
export const PhoneLine = ({ from, opens, isSending, children }: PhoneLineProps) => (
  <div className={classes.line} data-from={from} data-sending={isSending || undefined}>
    {from === 'account' && (
      <span className={classes.face} data-shown={opens || undefined}>
        {opens && <Icon name="bot" size={16} />}
      </span>
    )}
    {children}
  </div>
);

export const PhoneTime = ({ at, children }: { at: string; children: ReactNode }) => (
  <time className={classes.time} dateTime={at}>
    {children}
  </time>
);

export const PhoneBalloon = ({ children }: { children: ReactNode }) => (
  <p className={classes.balloon}>{children}</p>
);

interface PhoneThingsProps {
  shown: ShownMessage;
  /** Words of the message that this one answers. */
  quoted?: string | null;
  /** Files of a sandbox friend are nowhere. */
  isMadeUp?: boolean;
  onTap: OnTap;
}

/** What one message holds. */
export function PhoneThings({ shown, quoted, isMadeUp, onTap }: PhoneThingsProps) {
  const { t } = useWords();
  const { text, file, sticker, place, items } = shown;
  const urlOf = (url: string | null) => (isMadeUp ? null : url);
  return (
    <div className={classes.things}>
      {shown.sender && <span className={classes.sender}>{shown.sender}</span>}
      {quoted && <span className={classes.quoted}>{quoted}</span>}
      {shown.isPicture && <Picture url={urlOf(shown.imageUrl)} label={t('channel.phone.media.image')} />}
      {text && <PhoneBalloon>{withLinks(text)}</PhoneBalloon>}
      {sticker && <Sticker sticker={{ ...sticker, url: urlOf(sticker.url) }} />}
      {file && <FileThing file={{ ...file, url: urlOf(file.url) }} />}
      {place && <Place place={place} />}
      {shown.map && <TapMap map={shown.map} onTap={onTap} />}
      {items.length > 0 && <Cards items={items} areSideBySide={shown.areSideBySide} onTap={onTap} />}
      {shown.unknown && <PhoneBalloon>{t('channel.phone.other', { type: shown.unknown })}</PhoneBalloon>}
      <Buttons buttons={shown.buttons} onTap={onTap} />
    </div>
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

/** Above the keyboard, until something else is said. */
export function PhoneQuickReplies({ buttons, onTap }: { buttons: readonly ShownButton[]; onTap: OnTap }) {
  const { t } = useWords();
  if (buttons.length === 0) return null;
  return (
    <section className={classes.quickReplies} aria-label={t('channel.phone.quickReplies')}>
      <Buttons buttons={buttons} onTap={onTap} />
    </section>
  );
}
