import type { ShownButton, ShownCard, ShownCell, ShownPayload } from '@hanasu/channels/spec/shown-payload';
import { type ReactNode, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import type { IconName } from '../../../shell/icon-names.ts';
import classes from './Phone.module.css';
import { actionOf, isLoadable } from './simulator-message.ts';

export type OnTap = (button: ShownButton) => void;

const FILE_ICONS = {
  video: 'video',
  audio: 'audio-lines',
  file: 'paperclip',
} as const satisfies Record<string, IconName>;

/** The picture where it can be loaded, otherwise a frame that names it. */
export function Picture({
  url,
  label,
  className,
}: {
  url: string | null;
  label: string;
  className?: string | undefined;
}) {
  const [isGone, setGone] = useState(false);
  if (url === null || isGone || !isLoadable(url)) {
    return (
      <span className={className ?? classes.media}>
        <Icon name="image" size={30} label={label} />
      </span>
    );
  }
  return (
    <img
      className={className ?? classes.media}
      src={url}
      alt={label}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setGone(true)}
    />
  );
}

export function Sticker({ sticker }: { sticker: NonNullable<ShownPayload['sticker']> }) {
  const { t } = useWords();
  const [isGone, setGone] = useState(false);
  if (sticker.url !== null && !isGone && isLoadable(sticker.url)) {
    const alt = sticker.name || t('channelPage.simulator.sticker');
    return (
      <img className={classes.stickerPicture} src={sticker.url} alt={alt} onError={() => setGone(true)} />
    );
  }
  return (
    <div className={classes.sticker}>
      <Icon name="smile" size={62} label={t('channelPage.simulator.sticker')} />
      {sticker.name && <span>{sticker.name}</span>}
    </div>
  );
}

export function FileThing({ file: { kind, name, url } }: { file: NonNullable<ShownPayload['file']> }) {
  const { t } = useWords();
  const icon = (
    <>
      <Icon name={FILE_ICONS[kind]} size={26} label={t(`channelPage.simulator.media.${kind}`)} />
      <span>{name || t(`channelPage.simulator.media.${kind}`)}</span>
    </>
  );
  if (url === null) return <div className={classes.file}>{icon}</div>;
  return (
    <a className={classes.file} href={url} target="_blank" rel="noopener noreferrer nofollow">
      {icon}
    </a>
  );
}

export function Place({ place }: { place: NonNullable<ShownPayload['place']> }) {
  const { t } = useWords();
  return (
    <div className={classes.card}>
      <span className={classes.map}>
        <Icon name="map-pin" size={30} label={t('channelPage.simulator.location')} />
      </span>
      {place.title && <strong>{place.title}</strong>}
      <span>{place.address}</span>
    </div>
  );
}

interface CardsProps {
  items: readonly ShownCard[];
  areSideBySide: boolean;
  onTap: OnTap;
}

/** Cards to leaf through, or a list. */
export function Cards({ items, areSideBySide, onTap }: CardsProps) {
  const { t } = useWords();
  return (
    <ul
      className={classes.cards}
      data-side-by-side={areSideBySide || undefined}
      aria-label={t('channelPage.phone.cards')}
      tabIndex={areSideBySide ? 0 : undefined}
    >
      {items.map((card, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cards of a message that never changes.
        <li key={index} className={classes.card}>
          <Card card={card} onTap={onTap} />
        </li>
      ))}
    </ul>
  );
}

function Card({
  card: { title, subtitle, imageUrl, url, rows = [], buttons = [] },
  onTap,
}: {
  card: ShownCard;
  onTap: OnTap;
}) {
  const { t } = useWords();
  const name = title || rows[0]?.[0]?.text || t('channelPage.simulator.media.image');
  const heading = url ? <Opening url={url}>{title || name}</Opening> : title;
  return (
    <>
      {imageUrl && <Picture url={imageUrl} label={name} className={classes.cardPicture} />}
      {heading && <strong>{heading}</strong>}
      {subtitle && <span className={classes.subtitle}>{subtitle}</span>}
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a message that never changes.
        <Row key={index} row={row} />
      ))}
      <Buttons buttons={buttons} onTap={onTap} />
    </>
  );
}

const Row = ({ row }: { row: readonly ShownCell[] }) => (
  <div className={classes.cells}>
    {row.map(({ text, isStrong, url }, index) => {
      const words = isStrong ? <strong>{text}</strong> : text;
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells of a message that never changes.
        <span key={index} data-mark={row.length > 1 && text.length <= 2 ? true : undefined}>
          {url ? <Opening url={url}>{words}</Opening> : words}
        </span>
      );
    })}
  </div>
);

const Opening = ({ url, children }: { url: string; children: ReactNode }) => (
  <a href={url} target="_blank" rel="noopener noreferrer nofollow">
    {children}
  </a>
);

/** What can be tapped; a button that only a real phone can do says so by being off. */
export function Buttons({ buttons, onTap }: { buttons: readonly ShownButton[]; onTap: OnTap }) {
  if (buttons.length === 0) return null;
  return (
    <div className={classes.buttons}>
      {buttons.map((button, index) =>
        button.url === undefined ? (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: buttons of a message that never changes.
            key={index}
            type="button"
            disabled={actionOf(button) === null}
            onClick={() => onTap(button)}
          >
            {button.label}
          </button>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: buttons of a message that never changes.
          <a key={index} href={button.url} target="_blank" rel="noopener noreferrer nofollow">
            {button.label}
          </a>
        ),
      )}
    </div>
  );
}
