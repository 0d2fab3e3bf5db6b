import type { Definition, Nodes, RootContent, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

export interface Markdown {
  readonly blocks: readonly RootContent[];
  readonly definitions: ReadonlyMap<string, Definition>;
  /** The `[n]` to leave out. */
  readonly hidden: ReadonlySet<number>;
}

const RULE = '────────';
/** Ends an address, so that the chat doesn't take the words behind it for a part of it. A noncharacter. */
const ADDRESS_END = '\uFDD2';

export function readMarkdown(markdown: string, hidden: ReadonlySet<number>): Markdown {
  const tree = fromMarkdown(markdown.replaceAll(ADDRESS_END, ''), {
    // One tilde is a range (10~20分), not a deletion.
    extensions: [gfm({ singleTilde: false })],
    mdastExtensions: [gfmFromMarkdown()],
  });
  const definitions = new Map<string, Definition>();
  const visit = (node: Nodes): void => {
    if (node.type === 'definition') definitions.set(node.identifier, node);
    if ('children' in node) node.children.forEach(visit);
  };
  visit(tree);
  return { blocks: tree.children, definitions, hidden };
}

/** Blocks as plain text that reads well in a chat: no marks, lists and tables as lines, links as text and address. */
export function blocksToText(blocks: readonly RootContent[], markdown: Markdown): string {
  return blocks
    .map((block) => blockToText(block, markdown))
    .filter((text) => text.trim() !== '')
    .join('\n\n')
    .trim();
}

function blockToText(node: RootContent, markdown: Markdown): string {
  switch (node.type) {
    case 'list':
      return listToText(node, markdown);
    case 'blockquote':
      return indented(blocksToText(node.children, markdown), '│ ', '│ ');
    case 'code':
      return node.value;
    case 'table':
      return tableToText(node, markdown);
    case 'html':
      return withoutTags(node.value).trim();
    case 'thematicBreak':
      return RULE;
    case 'footnoteDefinition':
      return `[${node.label ?? node.identifier}] ${blocksToText(node.children, markdown)}`;
    case 'definition':
      return definitionToText(node, markdown);
    default:
      return inlineToText('children' in node ? node.children : [node], markdown);
  }
}

/** `[1]: https://…` is how models write a list of sources; any other definition is only looked up. */
function definitionToText({ identifier, title, url }: Definition, { hidden }: Markdown): string {
  if (!/^\d+$/.test(identifier) || hidden.has(Number(identifier))) return '';
  return [`[${identifier}]`, title, url].filter(Boolean).join(' ');
}

function listToText(list: RootContent & { type: 'list' }, markdown: Markdown): string {
  return list.children
    .map((item, index) => {
      const mark = list.ordered ? `${(list.start ?? 1) + index}. ` : '• ';
      const box = item.checked === true ? '☑ ' : item.checked === false ? '☐ ' : '';
      const body = item.children.map((child) => blockToText(child, markdown)).filter((text) => text !== '');
      return indented(body.join('\n'), `${mark}${box}`, '   ');
    })
    .join('\n');
}

function indented(text: string, first: string, rest: string): string {
  return text
    .split('\n')
    .map((line, index) => (index === 0 ? first + line : line === '' ? line : rest + line))
    .join('\n');
}

/** A chat has no columns: each row becomes lines of `label: value`. */
function tableToText(table: Table, markdown: Markdown): string {
  const [head = [], ...rows] = table.children.map((row) =>
    row.children.map((cell) => inlineToText(cell.children, markdown)),
  );
  if (rows.length === 0) return head.filter(Boolean).join('\n');
  return rows
    .map((row) =>
      row
        .map((value, column) => (head[column] && value ? `${head[column]}: ${value}` : value))
        .filter(Boolean)
        .join('\n'),
    )
    .join('\n\n');
}

/** Inline nodes as one text. */
export function inlineToText(nodes: readonly RootContent[], markdown: Markdown): string {
  const text = nodes.map((node) => nodeToText(node, markdown)).join('');
  return withoutLeftovers(text)
    .replaceAll(new RegExp(`${ADDRESS_END}(?=\\S)`, 'g'), ' ')
    .replaceAll(ADDRESS_END, '')
    .trim();
}

function nodeToText(node: RootContent, markdown: Markdown): string {
  const inside = (): string =>
    'children' in node ? node.children.map((child) => nodeToText(child, markdown)).join('') : '';
  switch (node.type) {
    case 'text':
      return withoutMarkers(node.value, markdown.hidden);
    case 'inlineCode':
      return node.value;
    case 'break':
      return '\n';
    case 'html':
      return withoutTags(node.value);
    case 'link':
      return withAddress(/^\d+$/.test(inside()) ? `[${inside()}]` : inside(), node.url);
    case 'linkReference': {
      const number = Number(inside());
      if (!Number.isNaN(number)) return markdown.hidden.has(number) ? '' : `[${inside()}]`;
      return withAddress(inside(), markdown.definitions.get(node.identifier)?.url ?? '');
    }
    case 'image':
      return withAddress(node.alt ?? '', node.url);
    case 'imageReference':
      return withAddress(node.alt ?? '', markdown.definitions.get(node.identifier)?.url ?? '');
    case 'footnoteReference':
      return `[${node.label ?? node.identifier}]`;
    default:
      return inside();
  }
}

function withAddress(text: string, url: string): string {
  const shown = openableUrl(url) ?? /^(?:mailto|tel):(.+)/i.exec(url)?.[1] ?? null;
  if (shown === null) return text;
  const says = [shown, url, shown.replace(/^https?:\/\//, ''), shown.replace(/\/$/, '')];
  return text.trim() === '' || says.includes(text)
    ? `${shown}${ADDRESS_END}`
    : `${text}: ${shown}${ADDRESS_END}`;
}

/** Percent-encoded address that a chat opens, or null for what is relative, a script or data. */
export function openableUrl(url: string): string | null {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return null;
  return new URL(url).href;
}

function withoutMarkers(text: string, hidden: ReadonlySet<number>): string {
  return text.replaceAll(/ ?\[(\d+)\]/g, (whole, number: string) =>
    hidden.has(Number(number)) ? '' : whole,
  );
}

/** CommonMark doesn't see the end of `**「強調」**です`; two strong marks on a line were meant as a pair. */
function withoutLeftovers(text: string): string {
  return text.replaceAll(/\*\*(?=\S)([^*\n]+?)\*\*/g, '$1');
}

const TAG = /<\/?[a-z][a-z0-9-]*(?:\s[^>]*)?\/?>/gi;

function withoutTags(html: string): string {
  return html
    .replaceAll(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replaceAll(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replaceAll(/<br\s*\/?>/gi, '\n')
    .replaceAll(TAG, '');
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** In code points, which is how the vendor's limit is taken. */
export const lengthOf = (text: string): number => {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
};

/** At most so many code points, never half of a character. */
export function shortened(text: string, limit: number): string {
  if (lengthOf(text) <= limit) return text;
  return `${cut(text, limit - 1).trimEnd()}…`;
}

// From the best place to cut to the least: paragraph, line, sentence, word.
const BREAKS = [/\n\n+/g, /\n/g, /[。．！？]+[」』）】]*|[.!?…]+["')\]]*\s+/g, /\s+/g] as const;

/** Pieces of at most `limit` code points, cut at the best boundary of the second half of each piece. */
export function splitText(text: string, limit: number): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > limit && lengthOf(rest) > limit) {
    const fits = cut(rest, limit);
    const piece = fits.slice(0, bestBreak(fits));
    pieces.push(piece);
    rest = rest.slice(piece.length);
  }
  return [...pieces, rest]
    .map((piece) => piece.replace(/^\n+/, '').trimEnd())
    .filter((piece) => piece !== '');
}

/** Where to end in a text that fits; all of it when no boundary stands in its second half. */
function bestBreak(fits: string): number {
  for (const pattern of BREAKS) {
    let end = 0;
    for (const match of fits.matchAll(pattern)) end = match.index + match[0].length;
    if (end > fits.length / 2) return end;
  }
  return fits.length;
}

/** The longest beginning of whole characters; of one character longer than the limit, so many code points. */
function cut(text: string, limit: number): string {
  let end = 0;
  let length = 0;
  for (const { segment, index } of graphemes.segment(text)) {
    length += lengthOf(segment);
    if (length > limit) break;
    end = index + segment.length;
  }
  return end > 0 ? text.slice(0, end) : Array.from(text).slice(0, limit).join('');
}
