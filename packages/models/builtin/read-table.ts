/** A row of a table as a person would say it. */
export interface TableRow {
  readonly said: string;
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
  return rows.map((cells) => toRow(cells, head));
}

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) =>
      cell
        .replaceAll('\\|', '|')
        .replaceAll(/<br\s*\/?>/gi, ' ')
        .replaceAll(/\*\*|__/g, '')
        .trim(),
    );

const LONGEST_COLUMN_NAME = 14;

/** `住所 | 東京都…`: the second cell is a value and no name of a column. */
const isPair = ([, value = '', ...others]: readonly string[]): boolean =>
  others.length === 0 && (/\p{N}/u.test(value) || value.length > LONGEST_COLUMN_NAME);

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Columns whose times need no name to be understood. */
const PART_OF_DAY =
  /^(?:午前|午後|夜間?|朝|昼|夕方?|a\.?m\.?|p\.?m\.?|morning|afternoon|evening|night|(?:buổi )?(?:sáng|trưa|chiều|tối))$/iu;
const TIMES =
  /^\p{N}{1,2}(?:[:：.]\p{N}{2}|時(?:\p{N}{1,2}分)?|h\p{N}{0,2}| ?(?:giờ|[ap]\.?m\.?)).{1,20}\p{N}/iu;

function toRow(cells: readonly string[], head: readonly string[]): TableRow {
  const plain = cells.filter((cell) => cell !== '').join(' ');
  return { said: sayRow(cells, head) || plain, names: head.join(' | '), cells: cells.join(' | ') };
}

function sayRow(cells: readonly string[], head: readonly string[]): string {
  const [label = '', ...rest] = cells;
  const isJapanese = CJK.test(cells.join('') + head.join(''));
  const [colon, comma, slash, gap] = isJapanese ? ['：', '、', '／', '　'] : [': ', ', ', ' / ', ': '];
  const values = rest
    .map((value, index) => ({ name: head[index + 1] ?? '', value }))
    .filter(({ value }) => value !== '');
  const [only, ...others] = values;
  if (label === '' || !only)
    return [label, ...values.map(({ name, value }) => named(name, value, ' '))].filter(Boolean).join(comma);
  if (others.length === 0)
    return `${label}${rest.length > 1 ? `${colon}${named(only.name, only.value, ' ')}` : `${colon}${only.value}`}`;
  const areTimes = values.every(({ name, value }) => PART_OF_DAY.test(name) && TIMES.test(value));
  if (areTimes || values.every(({ name }) => name === ''))
    return `${label}${gap}${values.map(({ value }) => value).join(areTimes ? slash : comma)}`;
  return `${label}${colon}${values.map(({ name, value }) => named(name, value, ' ')).join(comma)}`;
}

const named = (name: string, value: string, gap: string): string =>
  name === '' || name === value ? value : `${name}${gap}${value}`;
