import { HtmlHandler } from '@hanasu/retrieval/extract/html/html-handler';
import { scanHtml } from '@hanasu/retrieval/extract/html/scan-html';
import { MarkdownWriter } from '@hanasu/retrieval/extract/markdown/writer';
import { type Token, tokensOf, writeOpen } from './html-tokens.ts';
import { sanitisePost } from './sanitise-post.ts';

/** A picture as a page shows it. */
interface PageImage {
  readonly src: string;
  /** Its widths and their addresses, as the attribute of the same name; null: one address. */
  readonly srcset: string | null;
  readonly width: number | null;
  readonly height: number | null;
}
export type PageImages = ReadonlyMap<string, PageImage>;

/** How wide a picture of this many pixels is in the column of a post; see `main` of the stylesheet. */
export const shownWidthOf = (width: number | null): string =>
  `min(100vw - 40px, 680px${width ? `, ${width}px` : ''})`;

const EXTERNAL = /^https?:/i;

/** The text of a post for its page: sanitised again, with addresses of its pictures. Pictures that are not there are left out. */
export const renderContent = (html: string, images: PageImages): string =>
  tokensOf(sanitisePost(html))
    .map((token) => (token.kind === 'text' ? token.text : rendered(token, images)))
    .join('');

function rendered(token: Exclude<Token, { kind: 'text' }>, images: PageImages): string {
  const { kind, tag } = token;
  if (kind === 'close') return tag === 'table' ? '</table></div>' : `</${tag}>`;
  const { attributes } = token;
  if (tag === 'img') return imageOf(attributes, images);
  if (tag === 'a') return writeOpen('a', linkAttributes(attributes));
  // Wide tables scroll; the keyboard reaches them.
  if (tag === 'table') return '<div class="table" tabindex="0"><table>';
  if (tag === 'aside') return writeOpen('aside', [...attributes, ['role', 'note']]);
  return writeOpen(tag, attributes);
}

function linkAttributes(attributes: ReadonlyMap<string, string>): [string, string][] {
  const href = attributes.get('href') ?? '';
  return [
    ['href', href],
    ...(attributes.has('data-button') ? [['class', 'button'] as [string, string]] : []),
    ...(EXTERNAL.test(href) ? [['rel', 'noopener ugc'] as [string, string]] : []),
  ];
}

function imageOf(attributes: ReadonlyMap<string, string>, images: PageImages): string {
  const image = images.get(attributes.get('data-media') ?? '');
  if (!image) return '';
  const { width, height } = sizeOf(attributes, image);
  return writeOpen('img', [
    ['src', image.src],
    ...(image.srcset
      ? ([
          ['srcset', image.srcset],
          ['sizes', shownWidthOf(width)],
        ] as [string, string][])
      : []),
    ['alt', attributes.get('alt') ?? ''],
    ...(width && height
      ? ([
          ['width', String(width)],
          ['height', String(height)],
        ] as [string, string][])
      : []),
    ['loading', 'lazy'],
    ['decoding', 'async'],
  ]);
}

/** As wide as its author made it, in its own proportions. */
function sizeOf(attributes: ReadonlyMap<string, string>, { width, height }: PageImage) {
  if (!width || !height) return { width: null, height: null };
  const wanted = Math.min(Number(attributes.get('width') ?? width), width);
  return { width: wanted, height: Math.max(1, Math.round((wanted * height) / width)) };
}

const PICTURE = /<img [^>]*?alt="([^"]*)"[^>]*>/g;

/**
 * The text of a post as Markdown under its title: headings, lists, tables, and what pictures show. Links within the site are
 * completed from `url`, where its page is.
 */
export function markdownOf(
  { title, content }: { readonly title: string; readonly content: string },
  url: string,
): string {
  const writer = new MarkdownWriter(Number.POSITIVE_INFINITY);
  writer.heading(1, title);
  const reader = new HtmlHandler(writer, { mainOnly: false, base: url });
  scanHtml(sanitisePost(content).replaceAll(PICTURE, '<p>$1</p>'), [reader]);
  reader.end();
  return writer.text();
}
