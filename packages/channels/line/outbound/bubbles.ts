import type { Heading, List, ListItem, RootContent, TableCell } from 'mdast';
import type { OutgoingFile, OutgoingPart } from '../../spec/outgoing.ts';
import { LINE_LIMITS } from '../limits.ts';
import { cutText, type Draft, oneLine, secureUrl } from './draft.ts';
import {
  box,
  bubbleDraft,
  button,
  type Component,
  carouselDraft,
  type FoundTargets,
  findTargets,
  flexText,
  GRAY,
  LINK,
  SEPARATOR,
  uriAction,
} from './flex.ts';
import { type InlineContext, renderBlocks, renderInline } from './markdown-to-text.ts';

const { actionUri, fileUrl, bubblesPerCarousel } = LINE_LIMITS;
const FEWEST = 2;
const MOST_TITLE = 100;
const MOST_CARD_TEXT = 400;
const MOST_BUTTONS = 3;
const PARTS = new Set<RootContent['type']>(['paragraph', 'list', 'thematicBreak']);

interface Card {
  readonly bubble: Component;
  /** Blocks it stands for. */
  readonly length: number;
}

/** Sections of one depth, one after the other, each with a picture or a link: cards to leaf through. */
export function readCards(
  blocks: readonly RootContent[],
  start: number,
  context: InlineContext,
): { readonly draft: Draft; readonly length: number } | null {
  const first = blocks[start];
  if (first?.type !== 'heading') return null;
  const cards: Card[] = [];
  let length = 0;
  while (cards.length < bubblesPerCarousel) {
    const heading = blocks[start + length];
    if (heading?.type !== 'heading' || heading.depth !== first.depth) break;
    const card = readCard(heading, bodyAfter(blocks, start + length + 1), context);
    if (card === null) break;
    cards.push(card);
    length += card.length;
  }
  if (cards.length < FEWEST) return null;
  const words = renderBlocks(blocks.slice(start, start + length), context).trim();
  const draft = carouselDraft(
    cards.map(({ bubble }) => bubble),
    words,
  );
  return draft && { draft, length };
}

/** What stands below a heading, up to the next one; at the end of the answer also without its closing words. */
function bodyAfter(blocks: readonly RootContent[], from: number): RootContent[] {
  let end = from;
  while (end < blocks.length && blocks[end]?.type !== 'heading') end += 1;
  const body = blocks.slice(from, end);
  return end < blocks.length ? body : body.slice(0, body.findLastIndex(hasTarget) + 1);
}

const TARGETS = new Set(['link', 'linkReference', 'image', 'imageReference']);

function hasTarget(node: RootContent): boolean {
  return TARGETS.has(node.type) || ('children' in node && node.children.some(hasTarget));
}

/** Null: neither picture nor link, too much to read, or something only text can show. */
function readCard(heading: Heading, body: readonly RootContent[], context: InlineContext): Card | null {
  if (body.some(({ type }) => !PARTS.has(type))) return null;
  const quiet = { ...context, withoutAddresses: true };
  const targets = findTargets([heading, ...body], context, { link: actionUri, image: fileUrl });
  if (targets === null || targets.images.length > 1 || targets.links.length > MOST_BUTTONS) return null;
  if (targets.images.length + targets.links.length === 0) return null;
  const title = renderInline(heading.children, quiet);
  const text = renderBlocks(
    body.filter((block) => block.type !== 'thematicBreak' && !isOnlyLinks(block)),
    quiet,
  ).trim();
  if (title === '' || title.length > MOST_TITLE || text.length > MOST_CARD_TEXT) return null;
  return { bubble: bubbleOf(title, text, targets), length: body.length + 1 };
}

/** Its words are on the buttons already. */
function isOnlyLinks(block: RootContent): boolean {
  if (block.type !== 'paragraph') return false;
  return block.children.every(
    (node) => TARGETS.has(node.type) || (node.type === 'text' && /^[\s|・/,]*$/.test(node.value)),
  );
}

function bubbleOf(title: string, text: string, { images, links }: FoundTargets): Component {
  const [image] = images;
  const look = { type: 'image', size: 'full', aspectRatio: '20:13', aspectMode: 'cover' };
  const hero = image === undefined ? {} : { hero: { ...look, url: image } };
  const lines = text === '' ? [] : [flexText(text, { size: 'sm', color: GRAY })];
  const body = box('vertical', [flexText(title, { weight: 'bold' }), ...lines], { spacing: 'sm' });
  const buttons = links.map(({ label, url }) => button(label, url));
  const footer = buttons.length === 0 ? {} : { footer: box('vertical', buttons) };
  return { type: 'bubble', size: 'kilo', ...hero, body, ...footer };
}

/** More don't stand side by side on a phone; fewer read as well in lines. */
const COLUMNS = { from: 2, to: 4 } as const;
const ROWS = { from: 2, to: 40 } as const;
const MOST_CELL = 80;
/** Letters that one share of the width holds. */
const SHARE = 6;
const ALIGN = { left: 'start', center: 'center', right: 'end' } as const;

interface Cell {
  readonly text: string;
  readonly url: string | null;
}

/** A table as a grid; null when it is too wide, too long or too wordy for one. */
export function tableDraft(
  table: RootContent,
  heading: Heading | null,
  context: InlineContext,
): Draft | null {
  if (table.type !== 'table') return null;
  const rows = table.children.map((row) => row.children.map((cell) => readCell(cell, context)));
  const columns = rows[0]?.length ?? 0;
  const bodies = rows.length - 1;
  if (columns < COLUMNS.from || columns > COLUMNS.to || bodies < ROWS.from || bodies > ROWS.to) return null;
  const cells: Cell[][] = [];
  for (const row of rows) {
    const known = row.filter((cell) => cell !== null && cell.text.length <= MOST_CELL);
    if (known.length < row.length || row.length > columns) return null;
    const missing = Array.from({ length: columns - row.length }, () => ({ text: '', url: null }));
    cells.push([...known.filter((cell) => cell !== null), ...missing]);
  }
  const widths = Array.from({ length: columns }, (_, column) => widthOf(cells, column));
  const lines = cells.map((row, index) =>
    box(
      'horizontal',
      row.map((cell, column) =>
        cellText(cell, { isHead: index === 0, flex: widths[column] ?? 1, align: table.align?.[column] }),
      ),
      { spacing: 'md' },
    ),
  );
  const grid = lines.flatMap((line, index) => (index === 1 ? [SEPARATOR, line] : [line]));
  const words = renderBlocks([...(heading ? [heading] : []), table], context).trim();
  return bubbleDraft(titled(heading, grid, context), words);
}

/** The heading before it stands above it. */
function titled(heading: Heading | null, lines: Component[], context: InlineContext): Component {
  const title = heading ? renderInline(heading.children, { ...context, withoutAddresses: true }) : '';
  const head = title === '' ? [] : [flexText(title, { weight: 'bold', size: 'md' })];
  return {
    type: 'bubble',
    size: 'mega',
    body: box('vertical', [...head, box('vertical', lines, { spacing: 'sm' })], { spacing: 'md' }),
  };
}

/** Null: it holds a picture, several links, or an address that only text can show. */
function readCell(cell: TableCell, context: InlineContext): Cell | null {
  const targets = findTargets([cell], context, { link: actionUri, image: fileUrl });
  if (targets === null || targets.images.length > 0 || targets.links.length > 1) return null;
  const text = renderInline(cell.children, { ...context, withoutAddresses: true });
  return { text, url: targets.links[0]?.url ?? null };
}

function widthOf(cells: readonly Cell[][], column: number): number {
  const longest = Math.max(...cells.map((row) => row[column]?.text.length ?? 0));
  return Math.min(4, Math.max(1, Math.round(longest / SHARE)));
}

function cellText(
  { text, url }: Cell,
  {
    isHead,
    flex,
    align,
  }: {
    readonly isHead: boolean;
    readonly flex: number;
    readonly align: 'left' | 'center' | 'right' | null | undefined;
  },
): Component {
  return flexText(text, {
    size: 'sm',
    flex,
    ...(align ? { align: ALIGN[align] } : {}),
    ...(isHead ? { weight: 'bold' } : {}),
    ...(url === null ? {} : { color: LINK, action: uriAction(url) }),
  });
}

/** Shorter lists read as well as text, which can be copied. */
const LONG = 10;
const MOST_ITEMS = 40;
const MOST_ITEM_TEXT = 160;
const LINKS = { from: 2, to: 20 } as const;

interface Item {
  readonly mark: string;
  readonly text: string;
  /** Where a tap leads, with the words of the link. */
  readonly link: { readonly label: string; readonly url: string } | null;
}

/** A list of links to tap, or a long list with its marks in a column of their own; null for any other list. */
export function listDraft(list: RootContent, heading: Heading | null, context: InlineContext): Draft | null {
  if (list.type !== 'list' || list.children.length > MOST_ITEMS) return null;
  const items: Item[] = [];
  for (const [index, item] of list.children.entries()) {
    const read = readItem(item, markOf(list, item, index), context);
    if (read === null) return null;
    items.push(read);
  }
  const lines = linesOf(items);
  if (lines === null) return null;
  const words = renderBlocks([...(heading ? [heading] : []), list], context).trim();
  return bubbleDraft(titled(heading, lines, context), words);
}

function linesOf(items: readonly Item[]): Component[] | null {
  const linked = items.filter(({ link }) => link !== null).length;
  if (linked === items.length && linked >= LINKS.from && linked <= LINKS.to) return items.map(linkLine);
  return linked === 0 && items.length >= LONG ? items.map(plainLine) : null;
}

/** Null: more than a line of words, a picture, several links, or an address that only text can show. */
function readItem({ children }: ListItem, mark: string, context: InlineContext): Item | null {
  const [only, ...more] = children;
  if (only?.type !== 'paragraph' || more.length > 0) return null;
  const targets = findTargets([only], context, { link: actionUri, image: fileUrl });
  if (targets === null || targets.images.length > 0 || targets.links.length > 1) return null;
  const text = renderInline(only.children, { ...context, withoutAddresses: true });
  const link = targets.links[0] ?? null;
  // A bare address says nothing by itself.
  const words = text === '' && link ? link.label : text;
  return words === '' || words.length > MOST_ITEM_TEXT ? null : { mark, text: words, link };
}

function markOf(list: List, item: ListItem, index: number): string {
  if (typeof item.checked === 'boolean') return item.checked ? '☑' : '☐';
  return list.ordered ? `${(list.start ?? 1) + index}.` : '・';
}

const marked = (mark: string, contents: Component[], more: Component = {}): Component =>
  box(
    'horizontal',
    [flexText(mark, { size: 'sm', color: GRAY, flex: 0 }), box('vertical', contents, { flex: 1 })],
    { spacing: 'sm', ...more },
  );

const plainLine = ({ mark, text }: Item): Component => marked(mark, [flexText(text, { size: 'sm' })]);

function linkLine({ mark, text, link }: Item): Component {
  const line = flexText(text, { size: 'sm', color: LINK });
  return link === null ? marked(mark, [line]) : marked(mark, [line], { action: uriAction(link.url) });
}

const UNITS = ['B', 'kB', 'MB', 'GB'] as const;

function sizeWords(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = Math.max(0, bytes) / 1000 ** step;
  return `${step > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} ${UNITS[step]}`;
}

/** Name, size, and a button named after the file's ending, which needs no language. */
export function fileCard(part: OutgoingFile, words: string): Draft | null {
  const uri = secureUrl(part.url, actionUri);
  if (uri === null) return null;
  const name = cutText(oneLine(part.name), 200) || uri;
  const ending = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toUpperCase() ?? '';
  const size = Number.isFinite(part.bytes) && part.bytes > 0 ? sizeWords(part.bytes) : '';
  const title = flexText(`📄 ${name}`, { weight: 'bold', size: 'sm' });
  const lines = size === '' ? [title] : [title, flexText(size, { size: 'xs', color: GRAY })];
  const bubble = {
    type: 'bubble',
    size: 'kilo',
    body: box('vertical', lines, { spacing: 'sm' }),
    footer: box('vertical', [button(`⬇ ${ending}`.trim(), uri)]),
  };
  return bubbleDraft(bubble, words);
}

/** Words, and a button that opens a page; null when the address is none that the vendor opens. */
export function linkCard({ text, label, url }: OutgoingPart & { kind: 'link' }): Draft | null {
  const uri = secureUrl(url, actionUri);
  const words = text.trim();
  if (uri === null || words === '') return null;
  const bubble = {
    type: 'bubble',
    size: 'kilo',
    body: box('vertical', [flexText(words)]),
    footer: box('vertical', [button(oneLine(label) || '→', uri, { style: 'primary' })]),
  };
  return bubbleDraft(bubble, `${words}\n${uri}`);
}
