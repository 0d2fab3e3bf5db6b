import { columnKinds, valueKinds } from './question-signs.ts';
import {
  type Cell,
  cellsOf,
  contradicts,
  isHead,
  isPair,
  isTableLine,
  isTableRule,
  valuesOf,
} from './tables.ts';

/** Names that leave no doubt: `Giờ cao điểm` and `Opening balance` may well stand above money. */
const TIME_NAME =
  /^(?:(?:営業|受付|診療|開館|閉館|開店|閉店|所要|施術|利用)?時間|開店|閉店|開館|閉館|(?:opening|closing) (?:time|hours)|opens?|closes?|hours|duration|giờ(?: (?:mở|đóng) cửa| làm việc)?|(?:mở|đóng) cửa|thời (?:gian|lượng)(?: (?:thực hiện|phục vụ))?)(?:\s*[（(][^（()）]*[)）])?$/iu;
const PRICE_NAME =
  /^(?:お?(?:価格|料金|値段|金額|代金|費用)|prices?|costs?|fees?|giá(?: tiền| bán)?|đơn giá|phí)(?:\s*[（(][^（()）]*[)）])?$/iu;
const MONEY = /\p{N}\s*(?:円|yen\b|đ(?!\p{L})|₫|đồng|vnd|vnđ|usd|€)|[¥$€£]\s*\p{N}/iu;
const TIME_OF_DAY = /\p{N}{1,2}[:：]\p{N}{2}/u;

/**
 * Rows of the tables of a passage that stand below a head of another table, as where two were read as one: a second head
 * between rows that the first contradicts, and rows with money below times or times below prices. None when in doubt.
 */
export const findMisreadRows = (passage: string): string[] =>
  tablesIn(passage.split('\n')).flatMap(({ head, rows }) =>
    isPair(head) ? [] : misreadRows(head, rows).map((cells) => cells.filter(Boolean).join(' | ')),
  );

interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Tables with a head; the head again, as on the next page, begins another one. */
function tablesIn(lines: readonly string[]): Table[] {
  const tables: { head: string[]; rows: string[][] }[] = [];
  let open: string[][] | null = null;
  for (const [index, line] of lines.entries()) {
    if (!isTableLine(line)) open = null;
    else if (isTableRule(lines[index + 1] ?? '')) {
      open = [];
      tables.push({ head: cellsOf(line), rows: open });
    } else if (!isTableRule(line)) open?.push(cellsOf(line));
  }
  return tables;
}

function misreadRows(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): (readonly string[])[] {
  const head = rows.findIndex(
    (cells, index) =>
      isHead(cells, { columns, below: rows.slice(index + 1) }) && cells.join('|') !== columns.join('|'),
  );
  if (head !== -1) return rows.slice(head);
  const wrong = rows.filter((cells) => valuesOf(cells, columns).some(isImpossible));
  const isSure =
    wrong.length > 1 || wrong.some((cells) => valuesOf(cells, columns).filter(contradicts).length > 1);
  return isSure ? wrong : [];
}

const isImpossible = ({ name, value }: Cell): boolean => {
  const [promised, seen] = [columnKinds(name), valueKinds(value)];
  if (TIME_NAME.test(name) && !promised.includes('price'))
    return MONEY.test(value) && seen.join() === 'price';
  return PRICE_NAME.test(name) && TIME_OF_DAY.test(value) && seen.join() === 'clock';
};
