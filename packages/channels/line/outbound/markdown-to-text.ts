import type { Definition, Nodes, RootContent, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { endBareUrls } from './readable-url.ts';
import { type InlineContext, renderInline } from './render-inline.ts';
import { stripHtml } from './strip-html.ts';

const BULLET = '・';
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
  return list.children
    .map((item, index) => {
      const mark = list.ordered ? `${first + index}. ` : BULLET;
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
