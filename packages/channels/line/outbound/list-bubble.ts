import type { Heading, List, ListItem, RootContent } from 'mdast';
import { LINE_LIMITS } from '../limits.ts';
import type { Draft } from './draft.ts';
import { findTargets } from './find-links.ts';
import { box, bubbleDraft, type Component, flexText, GRAY, LINK, uriAction } from './flex.ts';
import { renderBlocks } from './markdown-to-text.ts';
import { type InlineContext, renderInline } from './render-inline.ts';
import { titled } from './table-bubble.ts';

const { actionUri, fileUrl } = LINE_LIMITS;
/** Shorter lists read as well as text, which can be copied. */
const LONG = 10;
const MOST_ITEMS = 40;
const MOST_TEXT = 160;
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
  return words === '' || words.length > MOST_TEXT ? null : { mark, text: words, link };
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
