import type { Heading, RootContent, TableCell } from 'mdast';
import { LINE_LIMITS } from '../limits.ts';
import type { Draft } from './draft.ts';
import { findTargets } from './find-links.ts';
import { box, bubbleDraft, type Component, flexText, LINK, SEPARATOR, uriAction } from './flex.ts';
import { renderBlocks } from './markdown-to-text.ts';
import { type InlineContext, renderInline } from './render-inline.ts';

const { actionUri, fileUrl } = LINE_LIMITS;
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
      row.map((cell, column) => cellText(cell, index === 0, widths[column] ?? 1, table.align?.[column])),
      { spacing: 'md' },
    ),
  );
  const grid = lines.flatMap((line, index) => (index === 1 ? [SEPARATOR, line] : [line]));
  const words = renderBlocks([...(heading ? [heading] : []), table], context).trim();
  return bubbleDraft(titled(heading, grid, context), words);
}

/** The heading before it stands above it. */
export function titled(heading: Heading | null, lines: Component[], context: InlineContext): Component {
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
  isHead: boolean,
  flex: number,
  align: 'left' | 'center' | 'right' | null | undefined,
): Component {
  return flexText(text, {
    size: 'sm',
    flex,
    ...(align ? { align: ALIGN[align] } : {}),
    ...(isHead ? { weight: 'bold' } : {}),
    ...(url === null ? {} : { color: LINK, action: uriAction(url) }),
  });
}
