import type { Definition, Link, LinkReference, Nodes, RootContent, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** 「・」 stands before points in Japanese only. */
const bulletOf = (text: string): string =>
  /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text) ? '・' : '• ';
const INDENT = '　';
const RULE = '────────';

export interface ReadMarkdown {
  readonly blocks: readonly RootContent[];
  readonly context: InlineContext;
}

/** `hiddenMarkers` are the `[n]` to leave out. */
export function readMarkdown(markdown: string, hiddenMarkers: ReadonlySet<number>): ReadMarkdown {
  const tree = fromMarkdown(endBareUrls(markdown), {
    // One tilde is a range in Japanese (10~20分), not a deletion.
    extensions: [gfm({ singleTilde: false })],
    mdastExtensions: [gfmFromMarkdown()],
  });
  return { blocks: tree.children, context: { hiddenMarkers, definitions: collectDefinitions(tree) } };
}

function collectDefinitions(tree: Nodes): Map<string, Definition> {
  const found = new Map<string, Definition>();
  const visit = (node: Nodes): void => {
    if (node.type === 'definition') found.set(node.identifier, node);
    if ('children' in node) node.children.forEach(visit);
  };
  visit(tree);
  return found;
}

/** Plain text that reads well in a chat: no marks, lists and tables as lines, links as text and address. */
export function renderBlocks(nodes: readonly RootContent[], context: InlineContext): string {
  return nodes
    .map((node) => renderBlock(node, context))
    .filter((block) => block.trim() !== '')
    .join('\n\n');
}

function renderBlock(node: RootContent, context: InlineContext): string {
  switch (node.type) {
    case 'heading':
      return headline(renderInline(node.children, context));
    case 'paragraph':
      return renderInline(node.children, context);
    case 'list':
      return renderList(node, context);
    case 'blockquote':
      return prefixLines(renderBlocks(node.children, context), '│ ', '│ ');
    case 'code':
      return node.value;
    case 'table':
      return renderTable(node, context);
    case 'html':
      return stripHtml(node.value).trim();
    case 'thematicBreak':
      return RULE;
    case 'footnoteDefinition':
      return `[${node.label ?? node.identifier}] ${renderBlocks(node.children, context)}`;
    case 'definition':
      return renderDefinition(node, context);
    default:
      return renderInline([node], context);
  }
}

function headline(text: string): string {
  return text === '' || text.startsWith('【') ? text : `【${text}】`;
}

/** `[1]: https://…` is how models write a list of sources; any other definition is only looked up. */
function renderDefinition(node: Definition, context: InlineContext): string {
  if (!/^\d+$/.test(node.identifier)) return '';
  if (context.hiddenMarkers.has(Number(node.identifier))) return '';
  const title = node.title ? `${node.title} ` : '';
  return `[${node.identifier}] ${title}${node.url}`;
}

function renderList(list: RootContent & { type: 'list' }, context: InlineContext): string {
  const first = list.start ?? 1;
  const bullet = bulletOf(JSON.stringify(list.children));
  return list.children
    .map((item, index) => {
      const mark = list.ordered ? `${first + index}. ` : bullet;
      const box = item.checked === true ? '☑ ' : item.checked === false ? '☐ ' : '';
      const body = item.children.map((child) => renderBlock(child, context)).filter((text) => text !== '');
      return prefixLines(body.join('\n'), `${mark}${box}`, INDENT);
    })
    .join('\n');
}

/** `first` goes before the first line, `rest` before each other line that isn't empty. */
function prefixLines(text: string, first: string, rest: string): string {
  return text
    .split('\n')
    .map((line, index) => (index === 0 ? first + line : line === '' ? line : rest + line))
    .join('\n');
}

/** A chat has no columns: each row becomes lines of `label: value`. */
function renderTable(table: Table, context: InlineContext): string {
  const [head, ...rows] = table.children.map((row) =>
    row.children.map((cell) => renderInline(cell.children, context)),
  );
  if (head === undefined) return '';
  if (rows.length === 0) return head.filter((label) => label !== '').join('\n');
  const lineOf = (value: string, column: number): string => {
    const label = head[column] ?? '';
    return label === '' || value === '' ? value : `${label}: ${value}`;
  };
  return rows
    .map((row) =>
      row
        .map(lineOf)
        .filter((line) => line !== '')
        .join('\n'),
    )
    .join('\n\n');
}

const STRONG = /(?<!\*)\*{2,3}(?!\*)/g;
const EMPHASIS = /(?<![*_])(\*|__)(?![\s*_])([^\n*]{0,200}?[^\s*])\1(?![*_])/gu;
const EDGE_PUNCTUATION = /^[\p{P}\p{S}]|[\p{P}\p{S}]$/u;

/**
 * CommonMark doesn't see the end of `**「強調」**です` (punctuation inside, a letter outside) and then pairs the
 * marks of a paragraph wrongly, so models' Japanese leaves some in the text. Pairing takes two at a time: what is
 * left of strong marks in an even number was meant as marks. A single `*` or a `__` also stands in names and notes,
 * so these go only around text with punctuation at an edge.
 */
function dropLeftoverMarks(text: string): string {
  const strong = [...text.matchAll(STRONG)].length;
  const withoutStrong = strong > 0 && strong % 2 === 0 ? text.replaceAll(STRONG, '') : text;
  return withoutStrong.replaceAll(EMPHASIS, (whole, _mark: string, inside: string) =>
    EDGE_PUNCTUATION.test(inside) ? inside : whole,
  );
}

export interface InlineContext {
  readonly hiddenMarkers: ReadonlySet<number>;
  readonly definitions: ReadonlyMap<string, Definition>;
  /** Addresses are left out, as something beside the words leads to them. */
  readonly withoutAddresses?: boolean;
}

// Noncharacters, taken out of the input first: they stand for marks that belong to code or an address.
const STAR = '\uFDD0';
const UNDERSCORE = '\uFDD1';

/** Inline nodes of one block as text. */
export function renderInline(nodes: readonly RootContent[], context: InlineContext): string {
  const text = nodes.map((node) => renderNode(node, context)).join('');
  return separateUrls(dropLeftoverMarks(text)).replaceAll(STAR, '*').replaceAll(UNDERSCORE, '_').trim();
}

function renderNode(node: RootContent, context: InlineContext): string {
  switch (node.type) {
    case 'text':
      return hideMarkers(node.value.replaceAll(/[\uFDD0\uFDD1\uFDD2]/g, ''), context.hiddenMarkers);
    case 'inlineCode':
      return shield(node.value);
    case 'break':
      return '\n';
    case 'html':
      return stripHtml(node.value);
    case 'link':
      return renderLink(node, context);
    case 'linkReference':
      return renderLinkReference(node, context);
    case 'image':
      return context.withoutAddresses ? '' : withAddress(node.alt ?? '', node.url, context);
    case 'imageReference':
      return context.withoutAddresses
        ? ''
        : withAddress(node.alt ?? '', context.definitions.get(node.identifier)?.url ?? '', context);
    case 'footnoteReference':
      return `[${node.label ?? node.identifier}]`;
    case 'delete':
      return `~~${children(node, context)}~~`;
    default:
      return 'children' in node ? children(node, context) : '';
  }
}

function children(node: { readonly children: readonly RootContent[] }, context: InlineContext): string {
  return node.children.map((child) => renderNode(child, context)).join('');
}

function renderLink(link: Link, context: InlineContext): string {
  const text = children(link, context);
  return withAddress(/^\d+$/.test(text) ? `[${text}]` : text, link.url, context);
}

/** `[1]` with a definition below is a citation; the definition itself shows the address. */
function renderLinkReference(node: LinkReference, context: InlineContext): string {
  const text = children(node, context);
  if (!/^\d+$/.test(text)) {
    return withAddress(text, context.definitions.get(node.identifier)?.url ?? '', context);
  }
  return context.hiddenMarkers.has(Number(text)) ? '' : `[${text}]`;
}

function withAddress(text: string, url: string, { withoutAddresses }: InlineContext): string {
  if (withoutAddresses) return text;
  const shown = readableUrl(url);
  if (shown === null) return text;
  const says = [shown, url, url.replace(/^https?:\/\//, '')];
  return text.trim() === '' || says.includes(text) ? address(shown) : `${text} ${address(shown)}`;
}

/** Ends an address, so that the chat doesn't take the words behind it for a part of it. */
const ADDRESS_END = '\uFDD2';

function address(url: string): string {
  return shield(url) + ADDRESS_END;
}

function separateUrls(text: string): string {
  return text.replaceAll(new RegExp(`${ADDRESS_END}(?=\\S)`, 'g'), ' ').replaceAll(ADDRESS_END, '');
}

function shield(text: string): string {
  return text
    .replaceAll(/[\uFDD0\uFDD1\uFDD2]/g, '')
    .replaceAll('*', STAR)
    .replaceAll('_', UNDERSCORE);
}

function hideMarkers(text: string, hidden: ReadonlySet<number>): string {
  if (hidden.size === 0) return text;
  return text.replaceAll(/ ?\[(\d+)\]/g, (whole, number: string) =>
    hidden.has(Number(number)) ? '' : whole,
  );
}

const SHOWN = new Set(['http:', 'https:']);

/** Percent-encoded address a chat can open, or null when there is none to show (relative, script, data). */
export function readableUrl(url: string): string | null {
  const spelled = url.toWellFormed();
  if (/^mailto:/i.test(spelled)) return spelled.slice('mailto:'.length);
  if (/^tel:/i.test(spelled)) return spelled.slice('tel:'.length);
  if (!URL.canParse(spelled)) return null;
  const parsed = new URL(spelled);
  if (!SHOWN.has(parsed.protocol)) return null;
  // The parser adds a slash to a bare host; what the author wrote is shorter.
  return parsed.pathname === '/' && !/^https?:\/\/[^/?#]+\//i.test(spelled)
    ? parsed.href.replace(/\/(?=$|[?#])/, '')
    : parsed.href;
}

const CODE = /(```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`)/;
/** An address that is not a link's target, up to where Japanese running text goes on. */
const BARE_URL =
  /(?<!\]\(|[<"'=])(https?:\/\/[^\s<>]*?)(?=[\p{Script=Hiragana}、。，．！？）」』】〉》：；　])/gu;

/**
 * Puts a space behind an address typed without one (`https://a.jp/priceをご覧`): markdown's rule ends an address at
 * a space only, and would take everything up to the next one, links included.
 */
function endBareUrls(markdown: string): string {
  return markdown
    .split(CODE)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(BARE_URL, '$1 ')))
    .join('');
}

const TAGS =
  'a|abbr|address|article|aside|audio|b|blockquote|body|br|button|caption|center|code|col|colgroup|dd|del|details|div|dl|dt|em|figcaption|figure|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|li|link|main|mark|meta|nav|object|ol|p|picture|pre|q|rp|rt|ruby|s|samp|section|small|source|span|strike|strong|sub|summary|sup|svg|table|tbody|td|textarea|tfoot|th|thead|time|title|tr|u|ul|var|video|wbr';

const WITH_CONTENT = /<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
const LINE_BREAK = /<br\s*\/?>|<\/(?:p|div|li|tr|h[1-6])\s*>/gi;
const KNOWN_TAG = new RegExp(`</?(?:${TAGS}|script|style)(?:\\s[^>]*)?/?>`, 'gi');

/** Takes HTML away and keeps the words in it; `<Enter>` or `<your-name>` are words, not HTML. */
function stripHtml(html: string): string {
  return html
    .replace(WITH_CONTENT, '')
    .replace(COMMENT, '')
    .replace(LINE_BREAK, '\n')
    .replace(KNOWN_TAG, '')
    .replace(/\n{3,}/g, '\n\n');
}
