import sanitizeHtml from 'sanitize-html';
import { tokensOf, VOID_TAGS, writeOpen } from './html-tokens.ts';

const LENGTH_MAX = 2_000;
const SCHEMES = /^(?:https?:\/\/|mailto:|tel:)/i;
/** Browsers take these out of an address before they read it. */
const IGNORED = /[\t\n\r]/g;
const SPACE = 0x20;
const PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const HERE = 'https://here.invalid';

/** An address that a link of a post may lead to: `https`, `http`, `mailto`, `tel`, or a path of this site. Null: it may not. */
export function safeLink(given: string): string | null {
  if (given.length > LENGTH_MAX * 2) return null;
  const href = trimmed(given.replaceAll(IGNORED, ''));
  if (href === '' || href.length > LENGTH_MAX) return null;
  if (href.startsWith('/')) return URL.parse(href, HERE)?.origin === HERE ? href : null;
  const url = SCHEMES.test(href) ? URL.parse(href) : null;
  // A name before the host only makes a link look as if it led elsewhere.
  const isFine = url && PROTOCOLS.has(url.protocol) && url.username === '' && url.password === '';
  return isFine ? href : null;
}

/** Without the spaces and control characters around it, as browsers read addresses. */
function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= SPACE) start += 1;
  while (end > start && text.charCodeAt(end - 1) <= SPACE) end -= 1;
  return text.slice(start, end);
}

type Attributes = Record<string, string>;
type Transform = (tag: string, given: Attributes) => { tagName: string; attribs: Attributes };

/** Marks a paragraph that was another kind of block: it goes when it is empty. Never in the result. */
const MADE = 'data-made';

const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  p: [MADE],
  a: ['href', 'data-button'],
  th: ['colspan', 'rowspan', 'scope'],
  td: ['colspan', 'rowspan'],
  img: ['data-media', 'alt', 'width', 'height'],
  aside: ['data-callout'],
};
const TAGS =
  'h2 h3 h4 p br strong em u s code pre blockquote hr ul ol li a table thead tbody tr th td figure figcaption img aside sup sub mark'.split(
    ' ',
  );
/** No post may have it, so the tag goes and its content stays. */
const NO_TAG = 'span';

/** They go with their content: browsers read it by other rules, or it is no text. */
const WITH_CONTENT =
  'script style iframe frame frameset svg math template noscript noembed noframes textarea option select xmp plaintext title listing object embed applet audio video canvas map head datalist portal fencedframe'.split(
    ' ',
  );

const SAME_AS: Readonly<Record<string, string>> = {
  h1: 'h2',
  h5: 'h4',
  h6: 'h4',
  b: 'strong',
  i: 'em',
  cite: 'em',
  dfn: 'em',
  ins: 'u',
  del: 's',
  strike: 's',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
  var: 'code',
  menu: 'ul',
  dir: 'ul',
  tfoot: 'tbody',
};
/** Blocks that become paragraphs. */
const BLOCKS = 'div section article main header footer address center dl dt dd details summary'.split(' ');

const COUNT = /^[1-9]\d{0,1}$/;
const PIXELS = /^[1-9]\d{0,4}$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const CALLOUTS: ReadonlySet<string> = new Set(['info', 'tip', 'warning']);
const SCOPES: ReadonlySet<string> = new Set(['row', 'col', 'rowgroup', 'colgroup']);
const ALT_MAX = 1_000;

const CHECKS: Readonly<Record<string, (value: string) => boolean>> = {
  colspan: (value) => COUNT.test(value),
  rowspan: (value) => COUNT.test(value),
  scope: (value) => SCOPES.has(value),
  width: (value) => PIXELS.test(value),
  height: (value) => PIXELS.test(value),
  alt: (value) => value.length <= ALT_MAX,
  'data-media': (value) => UUID.test(value),
  'data-callout': (value) => CALLOUTS.has(value),
};

/** Keeps the attributes that the tag may have, in their order, with values that they may have. */
const checked = (tag: string, given: Attributes): Attributes =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) => (ATTRIBUTES[tag]?.includes(name) && CHECKS[name]?.(value)) ?? false,
    ),
  );

/** Keeps the tag if it has an attribute that it is nothing without. */
const onlyWith =
  (name: string): Transform =>
  (tag, given) => {
    const attribs = checked(tag, given);
    return name in attribs ? { tagName: tag, attribs } : { tagName: NO_TAG, attribs: {} };
  };

const transformLink: Transform = (_tag, given) => {
  const href = safeLink(given.href ?? '');
  if (href === null) return { tagName: NO_TAG, attribs: {} };
  const pairs = Object.keys(given).flatMap((name): [string, string][] => {
    if (name === 'href') return [[name, href]];
    return name === 'data-button' ? [[name, '']] : [];
  });
  return { tagName: 'a', attribs: Object.fromEntries(pairs) };
};

const withChecked: Transform = (tag, given) => ({ tagName: tag, attribs: checked(tag, given) });

/** Its types lack an option that its documentation has. */
type Options = sanitizeHtml.IOptions & { readonly allowedEmptyAttributes: readonly string[] };

const OPTIONS: Options = {
  allowedTags: TAGS,
  allowedAttributes: Object.fromEntries(
    Object.entries(ATTRIBUTES).map(([tag, attributes]) => [tag, [...attributes]]),
  ),
  allowedEmptyAttributes: ['alt', 'data-button', MADE],
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nonTextTags: WITH_CONTENT,
  nestingLimit: 64,
  parseStyleAttributes: false,
  transformTags: {
    ...Object.fromEntries(
      Object.entries(SAME_AS).map(([from, tagName]): [string, Transform] => [
        from,
        () => ({ tagName, attribs: {} }),
      ]),
    ),
    ...Object.fromEntries(
      BLOCKS.map((from): [string, Transform] => [from, () => ({ tagName: 'p', attribs: { [MADE]: '' } })]),
    ),
    p: () => ({ tagName: 'p', attribs: {} }),
    a: transformLink,
    img: onlyWith('data-media'),
    aside: onlyWith('data-callout'),
    th: withChecked,
    td: withChecked,
  },
};

/** Markup that is nested in an unusual way takes one more round than others to be what browsers make of it. */
const ROUNDS_MAX = 8;

/**
 * HTML that a post may have: elements, attributes and protocols of a list, whatever is given. Sanitised HTML
 * stays as it is.
 */
export function sanitisePost(html: string): string {
  let clean = html.toWellFormed().replaceAll('\0', '');
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const cleaner = nestAsBrowsersDo(sanitizeHtml(clean, OPTIONS));
    if (cleaner === clean) break;
    clean = cleaner;
  }
  return clean;
}

/** A paragraph ends where one of these begins. */
const ENDS_PARAGRAPH: ReadonlySet<string> = new Set(
  'p h2 h3 h4 ul ol table blockquote pre hr figure aside'.split(' '),
);
/** What begins inside of these ends no paragraph around them. */
const CONTAINERS: ReadonlySet<string> = new Set('li td th blockquote aside figure figcaption'.split(' '));

interface OpenTag {
  readonly tag: string;
  /** Where it stands in what is written. */
  readonly at: number;
  readonly isMade: boolean;
  hasContent: boolean;
  isClosed: boolean;
}

/** Ends paragraphs where browsers end them, leaves out those that were made and are empty, and writes as a browser would. */
function nestAsBrowsersDo(html: string): string {
  const written: string[] = [];
  /** Tags as they are nested in the source, and as they are nested in what is written. */
  const source: OpenTag[] = [];
  const open: OpenTag[] = [];

  function fill(): void {
    for (const tag of open) tag.hasContent = true;
  }

  function closeThrough(last: OpenTag, isEarly: boolean): void {
    for (let tag = open.pop(); tag; tag = open.pop()) {
      tag.isClosed = true;
      const isLeftOut = tag.tag === 'p' && !tag.hasContent && (isEarly || tag.isMade);
      if (isLeftOut) written.length = tag.at;
      else written.push(`</${tag.tag}>`);
      if (tag === last) return;
    }
  }

  function endParagraph(): void {
    for (const tag of open.toReversed()) {
      if (CONTAINERS.has(tag.tag)) return;
      if (tag.tag === 'p') {
        closeThrough(tag, true);
        return;
      }
    }
  }

  for (const token of tokensOf(html)) {
    if (token.kind === 'text') {
      if (token.text.trim() !== '') fill();
      written.push(token.text);
    } else if (token.kind === 'open') {
      if (ENDS_PARAGRAPH.has(token.tag)) endParagraph();
      if (VOID_TAGS.has(token.tag)) fill();
      const isMade = token.attributes.has(MADE);
      const opened = { tag: token.tag, at: written.length, isMade, hasContent: false, isClosed: false };
      written.push(writeOpen(token.tag, isMade ? [] : token.attributes));
      if (!VOID_TAGS.has(token.tag)) {
        source.push(opened);
        open.push(opened);
      }
    } else {
      const closed = source.pop();
      if (closed && !closed.isClosed) closeThrough(closed, false);
    }
  }
  return written.join('');
}
