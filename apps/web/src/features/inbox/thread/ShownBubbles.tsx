import { cardAccent, cardButtonColors } from '@hanasu/contract/contrast';
import type { ShownBubble } from '@hanasu/contract/message-content';
import { RICH_MESSAGE_WIDTH } from '@hanasu/contract/rich-messages';
import type { CSSProperties } from 'react';
import { TapMap } from '../../../entities/channel/phone/TapMap.tsx';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import classes from './ShownBubbles.module.css';
import { Words } from './Words.tsx';

/** A composed message as it was sent, with the values of its reader. */
export const ShownBubbles = ({ bubbles }: { bubbles: readonly ShownBubble[] }) => (
  <div className={classes.bubbles}>
    {bubbles.map((bubble, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: bubbles of what was sent have no other name, and keep their places.
      <Shown key={index} bubble={bubble} />
    ))}
  </div>
);

/** Pictures come from this server alone. */
const ownPath = (path: string | null): string | null => (path?.startsWith('/') ? path : null);

function Shown({ bubble }: { bubble: ShownBubble }) {
  const { t } = useWords();
  switch (bubble.kind) {
    case 'text':
      return <Words text={bubble.text} />;
    case 'image':
      return (
        <img
          className={classes.picture}
          src={ownPath(bubble.previewPath) ?? ownPath(bubble.path) ?? ''}
          alt={bubble.name}
          loading="lazy"
        />
      );
    case 'video':
      return (
        // biome-ignore lint/a11y/useMediaCaption: what staff send has none.
        <video
          className={classes.picture}
          src={ownPath(bubble.path) ?? undefined}
          poster={ownPath(bubble.previewPath) ?? undefined}
          controls
          preload="metadata"
          aria-label={t('inboxThread.media.video', { name: bubble.name })}
        />
      );
    case 'audio':
      return (
        // biome-ignore lint/a11y/useMediaCaption: what staff send has none.
        <audio
          src={ownPath(bubble.path) ?? undefined}
          controls
          preload="metadata"
          aria-label={t('inboxThread.media.audio', { name: bubble.name })}
        />
      );
    case 'rich-message':
      return <RichMessage bubble={bubble} />;
    case 'cards':
      return <Cards bubble={bubble} />;
    case 'link':
      return (
        <div className={classes.linked}>
          <Words text={bubble.text} />
          <a href={bubble.url} target="_blank" rel="noopener noreferrer nofollow">
            {bubble.label}
          </a>
        </div>
      );
    case 'native':
      return (
        <p className={classes.native}>
          <Icon name="code-xml" size={14} /> {bubble.altText || t('inboxThread.composed.native')}
        </p>
      );
    default:
      return bubble satisfies never;
  }
}

type ShownRichMessage = Extract<ShownBubble, { kind: 'rich-message' }>;

/** Draws a rich message as the phone does; areas open links, the others name what a tap does. */
function RichMessage({ bubble: { imagePath, height, altText, areas, video } }: { bubble: ShownRichMessage }) {
  const map = {
    imageUrl: ownPath(imagePath) ?? '',
    altText,
    width: RICH_MESSAGE_WIDTH,
    height,
    areas: areas.map(({ label, ...area }) => ({
      ...area,
      label: [label, area.text ?? area.copy ?? area.url].filter(Boolean).join(': '),
    })),
    video: video && { ...video, link: null },
  };
  return (
    <div className={classes.rich}>
      <TapMap map={map} />
    </div>
  );
}

type ShownCards = Extract<ShownBubble, { kind: 'cards' }>;

function Cards({ bubble: { cards, more, color } }: { bubble: ShownCards }) {
  const { t } = useWords();
  return (
    <section
      className={classes.cards}
      aria-label={t('inboxThread.composed.cards', { count: cards.length })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
    >
      {cards.map((card, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cards of what was sent have no other name.
        <Card key={index} card={card} color={color} />
      ))}
      {more && (
        <article className={classes.card}>
          <Button button={more} color={color} place={{ isSurvey: false, index: 1 }} />
        </article>
      )}
    </section>
  );
}

interface CardProps extends Pick<ShownCards, 'color'> {
  card: ShownCards['cards'][number];
}
function Card({ card, color }: CardProps) {
  const { layout, imagePath, title, lead, text, details, buttons } = card;
  const picture = ownPath(imagePath);
  // LINE writes the first button of a whole picture onto the picture, and words on it are white.
  const isOnPicture = layout === 'image' && picture !== null;
  const first = isOnPicture ? 1 : 0;
  const ink = color === undefined || isOnPicture ? undefined : cardAccent(color).ink;
  return (
    <article className={classes.card} data-layout={layout}>
      {picture && <img src={picture} alt="" loading="lazy" />}
      {title && <strong>{title}</strong>}
      {lead && (
        <span className={classes.lead} style={ink ? ({ '--ink': ink } as CSSProperties) : undefined}>
          {lead}
        </span>
      )}
      {text && <p>{text}</p>}
      {details.length > 0 && (
        <dl>
          {details.map((detail, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of what was sent have no other name.
            <div key={index}>
              <dt>{detail.label}</dt>
              <dd>{detail.text}</dd>
            </div>
          ))}
        </dl>
      )}
      {buttons.map((button, index) => (
        <Button
          // biome-ignore lint/suspicious/noArrayIndexKey: buttons of what was sent have no other name.
          key={index}
          button={button}
          color={color}
          place={{ isSurvey: layout === 'survey', index: index - first }}
        />
      ))}
    </article>
  );
}

interface ButtonProps extends Pick<ShownCards, 'color'> {
  button: ShownCards['cards'][number]['buttons'][number];
  place: Parameters<typeof cardButtonColors>[1];
}
/** Links open; what a customer would say is only shown. Without a colour in a message that was stored without it. */
function Button({ button: { label, url, text }, place, color }: ButtonProps) {
  const colors = color === undefined ? null : cardButtonColors(cardAccent(color), place);
  const drawn = {
    className: classes.button,
    'data-filled': colors?.fill ? true : undefined,
    style: colors ? ({ '--fill': colors.fill, '--ink': colors.text } as CSSProperties) : undefined,
  };
  return url ? (
    <a {...drawn} href={url} target="_blank" rel="noopener noreferrer nofollow">
      {label}
    </a>
  ) : (
    <span {...drawn} title={text}>
      {label}
    </span>
  );
}
