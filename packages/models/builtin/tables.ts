import { columnKinds, valueKinds } from './question-signs.ts';

/** A row of a table as a person would say it. */
export interface TableRow {
  readonly said: string;
  /** With the name of each column, by which it is found. */
  readonly labelled: string;
  readonly names: string;
  /** What its cells hold, without the names of the columns. */
  readonly cells: string;
}

export const isTableLine = (line: string): boolean => /^\s*\|.*\|\s*$/.test(line);
export const isTableRule = (line: string): boolean => /^\s*\|[\s:|-]+\|\s*$/.test(line);

/** Reads the lines of a Markdown table; a head without a line below it is a row like the others. */
export function readTable(lines: readonly string[]): TableRow[] {
  const rule = lines.findIndex(isTableRule);
  const head = rule > 0 ? cellsOf(lines[rule - 1] ?? '') : [];
  const rows = lines
    .filter((line, index) => !isTableRule(line) && index !== rule - 1)
    .map(cellsOf)
    .filter((cells) => cells.some((cell) => cell !== ''));
  // Two columns of names and values have no head; Markdown makes one of their first row.
  if (isPair(head)) return [head, ...rows].map((cells) => toRow(cells, []));
  const read: TableRow[] = [];
  let columns = head;
  for (const [index, cells] of rows.entries()) {
    if (isHead(cells, { columns, below: rows.slice(index + 1) })) columns = cells;
    else read.push(toRow(cells, columns));
  }
  return read;
}

interface Surroundings {
  readonly columns: readonly string[];
  readonly below: readonly (readonly string[])[];
}

/**
 * `メニュー | 料金 | 所要時間` among rows that do not fit the names above: a second table that was read as one with the
 * first. The same head again, as on the next page, is none of the rows either.
 */
export function isHead(cells: readonly string[], { columns, below }: Surroundings): boolean {
  const names = cells.slice(1).filter((name) => name !== '');
  const isNames =
    new Set(names).size > 1 && names.every((name) => columnKinds(name).length > 0 && !/\p{N}/u.test(name));
  if (!isNames) return false;
  const fits = (row: readonly string[]): boolean => !valuesOf(row, columns).some(contradicts);
  return cells.join('|') === columns.join('|') || !below.every(fits);
}

/** Text without marks of bold; in an address they are a part of it. */
export const withoutMarks = (text: string): string =>
  text
    .replaceAll(
      /(\]\([^\s()]*(?:\([^\s()]*\)[^\s()]*)*\)|https?:\/\/[^\s)]+)|\*\*|__/g,
      (_, address?: string) => address ?? '',
    )
    .trim();

export const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) =>
      cell
        .replaceAll('\\|', '|')
        .replaceAll(/<br\s*\/?>/gi, ' ')
        .trim(),
    )
    .map(withoutMarks);

const LONGEST_COLUMN_NAME = 14;

/** `住所 | 東京都…`: the second cell is a value and no name of a column. */
export const isPair = ([, value = '', ...others]: readonly string[]): boolean =>
  others.length === 0 && (/\p{N}/u.test(value) || value.length > LONGEST_COLUMN_NAME);

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Columns whose times need no name to be understood. */
const PART_OF_DAY =
  /^(?:午前|午後|夜間?|朝|昼|夕方?|a\.?m\.?|p\.?m\.?|morning|afternoon|evening|night|(?:buổi )?(?:sáng|trưa|chiều|tối))$/iu;
const TIMES =
  /^\p{N}{1,2}(?:[:：.]\p{N}{2}|時(?:\p{N}{1,2}分)?|h\p{N}{0,2}| ?(?:giờ|[ap]\.?m\.?)).{1,20}\p{N}/iu;

function toRow(cells: readonly string[], head: readonly string[]): TableRow {
  const plain = cells.filter((cell) => cell !== '').join(' ');
  const values = valuesOf(cells, head);
  const isJapanese = CJK.test(cells.join('') + head.join(''));
  const style = { isJapanese, isWide: cells.length > 2, hasNames: values.some(({ name }) => name !== '') };
  const label = cells[0] ?? '';
  const { plainly, note } = withoutPlainNames(values, isJapanese);
  return {
    said: `${sayRow(label, plainly, style)}${note}` || plain,
    labelled: sayRow(label, values, style) || plain,
    names: head.join(' | '),
    cells: cells.join(' | '),
  };
}

export interface Cell {
  readonly name: string;
  readonly value: string;
}

export const valuesOf = (cells: readonly string[], head: readonly string[]): Cell[] =>
  cells
    .slice(1)
    .map((value, index) => ({ name: head[index + 1] ?? '', value }))
    .filter(({ value }) => value !== '');

/** A price, and what its name adds to it: `料金（税込）`, `Giá (đã gồm VAT)`. */
const PRICE_NAME =
  /^(?:(税込|税抜|税別)?お?(?:価格|料金|値段|金額|代金)|giá(?: tiền| bán)?|đơn giá|price|cost|fee)(?:\s*[（(]([^（()）]{1,20})[)）])?$/iu;
const LENGTH_NAME = /^(?:所要(?:時間)?|施術時間|時間|thời (?:gian|lượng)|duration|time)$/iu;
/** Of a whole row: it is closed then, and not only at the time that the column names. */
const CLOSED = /^(?:定休日?|休診日?|休業日?|休館日?|お?休み|closed|nghỉ)$/iu;
/** Stands where a cell has nothing to say. */
const NOTHING = /^[-–—―ー]$/u;

/**
 * Leaves out the names of columns whose values explain themselves: the one price or length of time of a row, and notes,
 * which go behind it in brackets. Where a name contradicts its value (a price below 閉店), the head is of another table:
 * then no value gets a name.
 */
function withoutPlainNames(
  values: readonly Cell[],
  isJapanese: boolean,
): { plainly: readonly Cell[]; note: string } {
  const isClosed = values.length === 1 && values.every(({ value }) => CLOSED.test(value));
  if (isClosed || values.some(contradicts)) {
    return { plainly: values.map(({ value }) => ({ name: '', value })), note: '' };
  }
  const isNote = ({ name }: Cell): boolean => columnKinds(name).includes('note');
  const others = values.filter((cell) => !isNote(cell));
  const notes = values.filter(isNote).filter(({ value }) => !NOTHING.test(value));
  if (others.length === 0) return { plainly: notes.map(({ value }) => ({ name: '', value })), note: '' };
  const [open, close] = isJapanese ? ['（', '）'] : [' (', ')'];
  const isOnly = (kind: 'price' | 'duration'): boolean =>
    others.filter(({ value }) => valueKinds(value).includes(kind)).length === 1;
  const plainly = others.map(({ name, value }): Cell => {
    const price = PRICE_NAME.exec(name);
    if (price && valueKinds(value).includes('price') && isOnly('price')) {
      const extra = price[1] ?? price[2];
      return { name: '', value: extra ? `${value}${open}${extra}${close}` : value };
    }
    const isLength = LENGTH_NAME.test(name) && valueKinds(value).join() === 'duration';
    return { name: isLength && isOnly('duration') ? '' : name, value };
  });
  return { plainly, note: notes.map(({ value }) => `${open}${value}${close}`).join('') };
}

/** Whether the value looks like something that the column cannot hold. */
export function contradicts({ name, value }: Cell): boolean {
  const promised = columnKinds(name);
  const seen = valueKinds(value);
  return (
    promised.length > 0 &&
    !promised.includes('note') &&
    seen.length > 0 &&
    !seen.some((kind) => promised.includes(kind))
  );
}

interface RowStyle {
  readonly isJapanese: boolean;
  /** More than a name and a value. */
  readonly isWide: boolean;
  /** The table has a head, also where none of its names is said. */
  readonly hasNames: boolean;
}

function sayRow(label: string, values: readonly Cell[], { isJapanese, isWide, hasNames }: RowStyle): string {
  const [colon, comma, slash, gap] = isJapanese ? ['：', '、', '／', '　'] : [': ', ', ', ' / ', ': '];
  const [only, ...others] = values;
  if (label === '' || !only)
    return [label, ...values.map(({ name, value }) => named(name, value, ' '))].filter(Boolean).join(comma);
  if (others.length === 0)
    return `${label}${colon}${isWide ? named(only.name, only.value, ' ') : only.value}`;
  const areTimes = values.every(({ name, value }) => PART_OF_DAY.test(name) && TIMES.test(value));
  if (areTimes || !hasNames)
    return `${label}${gap}${values.map(({ value }) => value).join(areTimes ? slash : comma)}`;
  return `${label}${colon}${values.map(({ name, value }) => named(name, value, ' ')).join(comma)}`;
}

const named = (name: string, value: string, gap: string): string =>
  name === '' || name === value ? value : `${name}${gap}${value}`;
