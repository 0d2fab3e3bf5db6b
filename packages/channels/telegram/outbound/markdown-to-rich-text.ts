import type { Definition, Nodes, RootContent, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { createRichWriter, type RichText, type RichWriter, trimmed } from './rich-text.ts';

interface Context {
  readonly writer: RichWriter;
  readonly definitions: ReadonlyMap<string, Definition>;
  /** The `[n]` to leave out. */
  readonly hidden: ReadonlySet<number>;
}

const RULE = '────────';

/** A model's markdown as the vendor shows it; throws a RangeError for what nests too deep. */
export function markdownToRichText(markdown: string, hidden: ReadonlySet<number>): RichText {
  const tree = fromMarkdown(markdown, {
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
  const writer = createRichWriter();
  writeBlocks(tree.children, { writer, definitions, hidden });
  return trimmed(writer.done());
}

function writeBlocks(nodes: readonly RootContent[], context: Context, between = '\n\n'): void {
  let isFirst = true;
  for (const node of nodes) {
    if (isSilent(node)) continue;
    if (!isFirst) context.writer.write(between);
    isFirst = false;
    writeBlock(node, context);
  }
}

const isSilent = (node: RootContent): boolean =>
  (node.type === 'definition' && !/^\d+$/.test(node.identifier)) ||
  (node.type === 'html' && withoutTags(node.value).trim() === '');

function writeBlock(node: RootContent, context: Context): void {
  const { writer } = context;
  switch (node.type) {
    case 'heading':
      writer.styled({ type: 'bold' }, () => writeInline(node.children, context, 'bold'));
      return;
    case 'list':
      writeList(node, context);
      return;
    case 'blockquote':
      // Quotations don't nest at the vendor: an inner one is only a paragraph.
      writer.styled({ type: 'blockquote' }, () =>
        writeBlocks(
          node.children.flatMap((child) => (child.type === 'blockquote' ? child.children : [child])),
          context,
        ),
      );
      return;
    case 'code':
      writer.styled({ type: 'pre', ...(node.lang ? { language: node.lang } : {}) }, () =>
        writer.write(node.value),
      );
      return;
    case 'table':
      writer.styled({ type: 'pre' }, () => writer.write(tableToText(node, context)));
      return;
    case 'thematicBreak':
      writer.write(RULE);
      return;
    case 'html':
      writer.write(withoutTags(node.value).trim());
      return;
    case 'footnoteDefinition':
      writer.write(`[${node.label ?? node.identifier}] `);
      writeBlocks(node.children, context);
      return;
    case 'definition':
      writeDefinition(node, context);
      return;
    default:
      writeInline('children' in node ? node.children : [node], context);
      return;
  }
}

/** `[1]: https://…` is how models write a list of sources; any other definition is only looked up. */
function writeDefinition({ identifier, title, url }: Definition, { writer, hidden }: Context): void {
  if (hidden.has(Number(identifier))) return;
  writer.write([`[${identifier}]`, title, url].filter(Boolean).join(' '));
}

function writeList(list: RootContent & { type: 'list' }, context: Context): void {
  const { writer } = context;
  list.children.forEach((item, index) => {
    if (index > 0) writer.write('\n');
    const box = item.checked === true ? '☑ ' : item.checked === false ? '☐ ' : '';
    writer.write(`${list.ordered ? `${(list.start ?? 1) + index}. ` : '• '}${box}`);
    writer.indented('   ', () => writeBlocks(item.children, context, '\n'));
  });
}

/** Columns under each other, in the letters of code; wide letters count twice. */
function tableToText(table: Table, context: Context): string {
  const rows = table.children.map((row) =>
    row.children.map((cell) => {
      const writer = createRichWriter();
      writeInline(cell.children, { ...context, writer });
      return writer.done().text.replaceAll(/\s+/g, ' ').trim();
    }),
  );
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(1, ...rows.map((row) => widthOf(row[column] ?? ''))),
  );
  const lineOf = (row: readonly string[]): string =>
    widths
      .map((width, column) => `${row[column] ?? ''}${' '.repeat(width - widthOf(row[column] ?? ''))}`)
      .join(' | ')
      .trimEnd();
  const [head = [], ...rest] = rows;
  const rule = widths.map((width) => '-'.repeat(width)).join('-+-');
  return [lineOf(head), ...(rest.length > 0 ? [rule] : []), ...rest.map(lineOf)].join('\n');
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/gu;
const widthOf = (text: string): number => [...text].length + (text.match(WIDE)?.length ?? 0);

/** `within`: a style that is on already, and is not begun again. */
function writeInline(nodes: readonly RootContent[], context: Context, within?: 'bold'): void {
  for (const node of nodes) writeNode(node, context, within);
}

function writeNode(node: RootContent, context: Context, within?: 'bold'): void {
  const { writer, definitions, hidden } = context;
  const inside = (): void => {
    if ('children' in node) writeInline(node.children, context, within);
  };
  switch (node.type) {
    case 'text':
      writeText(node.value, context, within);
      return;
    case 'strong':
      within === 'bold' ? inside() : writer.styled({ type: 'bold' }, inside);
      return;
    case 'emphasis':
      writer.styled({ type: 'italic' }, inside);
      return;
    case 'delete':
      writer.styled({ type: 'strikethrough' }, inside);
      return;
    case 'inlineCode':
      writer.styled({ type: 'code' }, () => writer.write(node.value));
      return;
    case 'break':
      writer.write('\n');
      return;
    case 'html':
      writer.write(withoutTags(node.value));
      return;
    case 'link':
      writeLink(node.url, inside, context);
      return;
    case 'linkReference': {
      const number = Number(node.label ?? node.identifier);
      if (!Number.isNaN(number)) {
        if (!hidden.has(number)) writer.write(`[${number}]`);
        return;
      }
      writeLink(definitions.get(node.identifier)?.url ?? '', inside, context);
      return;
    }
    case 'image':
      writeLink(node.url, () => writer.write(node.alt ?? ''), context);
      return;
    case 'imageReference':
      writeLink(definitions.get(node.identifier)?.url ?? '', () => writer.write(node.alt ?? ''), context);
      return;
    case 'footnoteReference':
      writer.write(`[${node.label ?? node.identifier}]`);
      return;
    default:
      inside();
      return;
  }
}

/** Words that open an address; where there are none, the address itself, which the vendor makes tappable. */
function writeLink(url: string, words: () => void, { writer }: Context): void {
  const opened = openableUrl(url);
  const before = writer.length();
  if (opened === null) {
    words();
    return;
  }
  writer.styled({ type: 'text_link', url: opened }, words);
  if (writer.length() === before) writer.write(opened);
}

/** Percent-encoded address that a chat opens, or null for what is relative, a script or data. */
export function openableUrl(url: string): string | null {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return null;
  return new URL(url).href;
}

/** CommonMark doesn't see the end of `**「強調」**です`; two strong marks on a line were meant as a pair. */
function writeText(value: string, { writer, hidden }: Context, within?: 'bold'): void {
  const text = value.replaceAll(/ ?\[(\d+)\]/g, (whole, number: string) =>
    hidden.has(Number(number)) ? '' : whole,
  );
  text.split(/\*\*(?=\S)([^*\n]+?)\*\*/).forEach((piece, index) => {
    if (index % 2 === 0 || within === 'bold') writer.write(piece);
    else writer.styled({ type: 'bold' }, () => writer.write(piece));
  });
}

const TAG = /<\/?[a-z][a-z0-9-]*(?:\s[^>]*)?\/?>/gi;

function withoutTags(html: string): string {
  return html
    .replaceAll(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replaceAll(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replaceAll(/<br\s*\/?>/gi, '\n')
    .replaceAll(TAG, '');
}
