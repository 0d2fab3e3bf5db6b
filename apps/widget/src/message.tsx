/** @jsxImportSource preact */
import type { ShownBubble } from '@hanasu/contract/message-content';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Said } from './conversation.ts';
import { Markdown } from './markdown.tsx';
import type { Words } from './words.ts';

interface MessageProps {
  readonly said: Said;
  readonly words: Words;
  readonly base: string;
  readonly onSay: (text: string) => void;
  readonly children?: ComponentChildren;
}

/** The message of a form ends with its link. */
export const FORM_LINK = /\n(https?:\/\/\S+)$/;

/** One thing that was said, with its sources as small numbered notes. */
export function Message({ said, words, base, onSay, children }: MessageProps) {
  const [open, setOpen] = useState<number | null>(null);
  if (said.from === 'visitor')
    return (
      <div class="m visitor">
        <span class="v">{words.you}: </span>
        {said.text}
      </div>
    );
  const { citations, file, form, bubbles = [] } = said;
  const toggle = (number: number) => setOpen(open === number ? null : number);
  const showMark = (number: number) => {
    const source = citations.find((one) => one.number === number);
    // Sources come with the end of an answer; until then its marks are not shown.
    if (!source) return said.state === 'done' ? null : '';
    return (
      <button
        type="button"
        class="k"
        aria-label={`${words.sources} ${number}: ${source.title}`}
        onClick={() => toggle(number)}
      >
        {number}
      </button>
    );
  };
  return (
    <div
      class={form || bubbles.length > 0 ? `m ${said.from} wide` : `m ${said.from}`}
      aria-busy={said.state !== 'done'}
    >
      {said.from === 'person' && <div class="who">{said.by || words.person}</div>}
      {said.state === 'waiting' ? (
        <div class="d" role="img" aria-label={words.writing}>
          <i />
          <i />
          <i />
        </div>
      ) : bubbles.length > 0 ? (
        <Bubbles {...{ bubbles, base, onSay }} formSlug={form?.slug} />
      ) : (
        <Markdown text={form ? said.text.replace(FORM_LINK, '') : said.text} showMark={showMark} />
      )}
      {file && (
        <a href={base + file.url} target="_blank" rel="noopener noreferrer nofollow">
          {file.kind === 'image' ? <img src={base + file.url} alt={file.name} /> : file.name}
        </a>
      )}
      {children}
      {citations.length > 0 && (
        <section class="s" aria-label={words.sources}>
          <span>{citations.length > 1 ? words.sources : words.source}</span>
          {citations.map(({ number, title, page, quote }) => (
            <div key={number}>
              <button type="button" aria-expanded={open === number} onClick={() => toggle(number)}>
                <span class="k">{number}</span>
                <span class="o">
                  {title + (page === null ? '' : words.page.replace('{page}', String(page)))}
                </span>
              </button>
              {open === number && <blockquote>{quote}</blockquote>}
            </div>
          ))}
        </section>
      )}
    </div>
  );
}

interface BubblesProps {
  readonly bubbles: readonly ShownBubble[];
  /** Where the server is, whose paths stand in bubbles. */
  readonly base: string;
  /** A form that is shown in the chat itself: its link is left out. */
  readonly formSlug?: string | undefined;
  /** Says it as the visitor's own words. */
  readonly onSay: (text: string) => void;
}

type Bubble<Kind extends ShownBubble['kind']> = ShownBubble & { readonly kind: Kind };
type Tap = Pick<BubblesProps, 'base' | 'onSay'>;

/** A composed message, bubble by bubble. */
export const Bubbles = ({ bubbles, formSlug, ...tap }: BubblesProps) => (
  <>
    {bubbles
      .filter((bubble) => !(bubble.kind === 'link' && formSlug && bubble.url.includes(`/form/${formSlug}`)))
      .map((bubble, index) => (
        <div key={index} class={`u ${bubble.kind}`}>
          <OneBubble bubble={bubble} {...tap} />
        </div>
      ))}
  </>
);

function OneBubble({ bubble, ...tap }: Tap & { readonly bubble: ShownBubble }) {
  const { base } = tap;
  switch (bubble.kind) {
    case 'text':
      return <Markdown text={bubble.text} showMark={(number) => `[${number}]`} />;
    case 'native':
      return <Markdown text={bubble.altText} showMark={(number) => `[${number}]`} />;
    case 'image':
      return (
        <Out url={from(base, bubble.path)}>
          <img src={from(base, bubble.previewPath ?? bubble.path)} alt={bubble.name} />
        </Out>
      );
    case 'video':
      return (
        <video
          controls
          preload="none"
          playsInline
          src={from(base, bubble.path)}
          {...(bubble.previewPath ? { poster: from(base, bubble.previewPath) } : {})}
        />
      );
    case 'audio':
      // biome-ignore lint/a11y/useMediaCaption: who sent it gave none.
      return <audio controls preload="none" src={from(base, bubble.path)} aria-label={bubble.name} />;
    case 'rich-message':
      return <RichMessage bubble={bubble} {...tap} />;
    case 'cards':
      return <Cards bubble={bubble} {...tap} />;
    case 'link':
      return (
        <>
          <Markdown text={bubble.text} showMark={() => null} />
          <Out url={bubble.url} className="z">
            {bubble.label}
          </Out>
        </>
      );
    default:
      return bubble satisfies never;
  }
}

/** A picture with places that can be tapped; where two overlap, the first is tapped. */
function RichMessage({ bubble, base, onSay }: Tap & { readonly bubble: Bubble<'rich-message'> }) {
  const { imagePath, height, altText, areas, video } = bubble;
  const place = (area: { x: number; y: number; width: number; height: number }) => ({
    left: `${(area.x / WIDTH) * 100}%`,
    top: `${(area.y / height) * 100}%`,
    width: `${(area.width / WIDTH) * 100}%`,
    height: `${(area.height / height) * 100}%`,
  });
  return (
    <div class="g">
      <img src={from(base, imagePath)} alt={altText} style={{ aspectRatio: `${WIDTH} / ${height}` }} />
      {[...areas].reverse().map(({ label, url, text, copy, ...area }, index) => {
        const name = label || text || copy || url || '';
        const tap = () => (text ? onSay(text) : copy && void navigator.clipboard?.writeText(copy));
        return url ? (
          <Out key={index} url={url} label={name} style={place(area)} />
        ) : (
          <button
            key={index}
            type="button"
            aria-label={name}
            title={copy}
            style={place(area)}
            onClick={tap}
          />
        );
      })}
      {video && (
        // biome-ignore lint/a11y/useMediaCaption: who sent it gave none.
        <video
          controls
          preload="none"
          playsInline
          src={from(base, video.url)}
          poster={from(base, video.previewUrl)}
          style={place(video)}
        />
      )}
    </div>
  );
}
const WIDTH = 1_040;

/** Side by side, to leaf through. */
const Cards = ({ bubble: { cards, more }, base, onSay }: Tap & { readonly bubble: Bubble<'cards'> }) => (
  <ul>
    {cards.map(({ layout, imagePath, title, lead, text, details, buttons }, index) => (
      <li key={index} class={layout}>
        {imagePath && <img src={from(base, imagePath)} alt={title} loading="lazy" />}
        <div>
          {title && <b>{title}</b>}
          {lead && <strong>{lead}</strong>}
          {text && <p>{text}</p>}
          {details.length > 0 && (
            <dl>
              {details.map((detail, place) => (
                <div key={place}>
                  <dt>{detail.label}</dt>
                  <dd>{detail.text}</dd>
                </div>
              ))}
            </dl>
          )}
        </div>
        {buttons.map(({ label, url, text: said }, place) =>
          url ? (
            <Out key={place} url={url} className="z">
              {label || url}
            </Out>
          ) : (
            <button key={place} type="button" class="z" onClick={() => onSay(said || label)}>
              {label || said}
            </button>
          ),
        )}
      </li>
    ))}
    {more && (
      <li class="l">
        <Out url={more.url} className="z">
          {more.label} ›
        </Out>
      </li>
    )}
  </ul>
);

interface OutProps {
  readonly url: string;
  readonly className?: string;
  readonly label?: string;
  readonly style?: Readonly<Record<string, string>>;
  readonly children?: ComponentChildren;
}

/** Opens elsewhere; nothing but web addresses. */
const Out = ({ url, className = '', label, style = {}, children }: OutProps) => (
  <a
    class={className}
    style={style}
    {...(/^https?:/i.test(url) ? { href: url } : {})}
    {...(label ? { 'aria-label': label } : {})}
    target="_blank"
    rel="noopener noreferrer nofollow"
  >
    {children}
  </a>
);

/** Paths are of the server, whose site this need not be. */
const from = (base: string, path: string): string => (path.startsWith('/') ? base + path : path);
