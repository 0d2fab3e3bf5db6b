import type {
  ShownButton,
  ShownCard,
  ShownPayload,
  ShownShape,
  ShownStyle,
} from '@hanasu/channels/spec/shown-payload';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import type { IconName } from '../../../shell/icons/icon-names.ts';
import classes from './PhoneMessages.module.css';
import { Picture } from './Picture.tsx';
import { actionOf, isLoadable, type OnTap } from './shown-message.ts';

const FILE_ICONS = {
  video: 'video',
  audio: 'audio-lines',
  file: 'paperclip',
} as const satisfies Record<string, IconName>;

export function Sticker({ sticker }: { sticker: NonNullable<ShownPayload['sticker']> }) {
  const { t } = useWords();
  const [isGone, setGone] = useState(false);
  if (sticker.url !== null && !isGone && isLoadable(sticker.url)) {
    const alt = sticker.name || t('channel.phone.sticker');
    return (
      <img className={classes.stickerPicture} src={sticker.url} alt={alt} onError={() => setGone(true)} />
    );
  }
  return (
    <div className={classes.sticker}>
      <Icon name="smile" size={62} label={t('channel.phone.sticker')} />
      {sticker.name && <span>{sticker.name}</span>}
    </div>
  );
}

export function FileThing({ file: { kind, name, url } }: { file: NonNullable<ShownPayload['file']> }) {
  const { t } = useWords();
  const icon = (
    <>
      <Icon name={FILE_ICONS[kind]} size={26} label={t(`channel.phone.media.${kind}`)} />
      <span>{name || t(`channel.phone.media.${kind}`)}</span>
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
        <Icon name="map-pin" size={30} label={t('channel.phone.location')} />
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
      aria-label={t('channel.phone.cards')}
      tabIndex={areSideBySide ? 0 : undefined}
    >
      {items.map((card, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cards of a message that never changes.
        <li key={index} className={card.shape ? classes.shape : classes.card}>
          {card.shape ? (
            <Shape shape={card.shape} name={card.title} onTap={onTap} />
          ) : (
            <Card card={card} onTap={onTap} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Card({
  card: { title, subtitle, imageUrl, url, buttons = [] },
  onTap,
}: {
  card: ShownCard;
  onTap: OnTap;
}) {
  const { t } = useWords();
  const name = title || t('channel.phone.media.image');
  const heading = url ? <Opening url={url}>{title || name}</Opening> : title;
  return (
    <>
      {imageUrl && <Picture url={imageUrl} label={name} className={classes.cardPicture} />}
      {heading && <strong>{heading}</strong>}
      {subtitle && <span className={classes.subtitle}>{subtitle}</span>}
      <Buttons buttons={buttons} onTap={onTap} />
    </>
  );
}

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
            disabled={actionOf(button) === null && !button.picker}
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

interface ShapeProps<Kind extends ShownShape['kind']> {
  shape: ShownShape & { readonly kind: Kind };
  /** What the whole card is called, for what has no words of its own. */
  name: string;
  onTap: OnTap;
}

/** A freely laid out card, as its vendor's application lays it out. */
function Shape({ shape, name, onTap }: ShapeProps<ShownShape['kind']>) {
  switch (shape.kind) {
    case 'box':
      return <Box shape={shape} name={name} onTap={onTap} />;
    case 'words':
      return <Words shape={shape} name={name} onTap={onTap} />;
    case 'picture':
      return <ShapePicture shape={shape} name={name} onTap={onTap} />;
    case 'button':
      return (
        <Tap tap={shape.tap} className={classes.shapeButton} style={shape.style} onTap={onTap}>
          {shape.tap.label}
        </Tap>
      );
    case 'space':
      return <span style={css(shape.style)} />;
    default:
      return shape satisfies never;
  }
}

/** Its tap lies over all of it, below the buttons within. */
const Box = ({ shape: { style, inside, tap }, name, onTap }: ShapeProps<'box'>) => (
  <div style={css(style)}>
    {inside.map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a message that never changes.
      <Shape key={index} shape={part} name={name} onTap={onTap} />
    ))}
    {tap && <Tap tap={tap} className={classes.shapeTap} label={tap.label || name} onTap={onTap} />}
  </div>
);

function Words({ shape: { style, spans, tap }, onTap }: ShapeProps<'words'>) {
  const words = spans.map((span, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: words of a message that never changes.
    <span key={index} style={css(span.style)}>
      {span.text}
    </span>
  ));
  if (!tap) return <span style={css(style)}>{words}</span>;
  return (
    <Tap tap={tap} className={classes.shapeWords} style={style} onTap={onTap}>
      {words}
    </Tap>
  );
}

function ShapePicture({ shape: { style, url, tap }, name, onTap }: ShapeProps<'picture'>) {
  const { t } = useWords();
  const label = name || t('channel.phone.media.image');
  return (
    <span className={classes.shapePicture} style={css(style)}>
      <Picture url={url} label={label} className={classes.shapeImage} />
      {tap && <Tap tap={tap} className={classes.shapeTap} label={tap.label || label} onTap={onTap} />}
    </span>
  );
}

interface TapProps {
  tap: ShownButton;
  onTap: OnTap;
  className: string | undefined;
  style?: ShownStyle;
  /** Where there is nothing to read in it. */
  label?: string;
  children?: ReactNode;
}

function Tap({ tap, onTap, className, style = {}, label, children }: TapProps) {
  if (tap.url !== undefined)
    return (
      <a
        className={className}
        style={css(style)}
        href={tap.url}
        aria-label={label}
        target="_blank"
        rel="noopener noreferrer nofollow"
      >
        {children}
      </a>
    );
  return (
    <button
      type="button"
      className={className}
      style={css(style)}
      aria-label={label}
      disabled={actionOf(tap) === null}
      onClick={() => onTap(tap)}
    >
      {children}
    </button>
  );
}

const css = (style: ShownStyle): CSSProperties => style;
