import type { QuestionRow } from '@hanasu/contract/documents';

/** Cells of the first sheet of an XLSX file. Null when it is none. Only texts and numbers: enough for two columns. */
export async function readWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<string[][] | null> {
  const entries = listEntries(bytes);
  const sheetName = [...entries.keys()]
    .filter((name) => /^xl\/worksheets\/sheet\d+\.xml$/.test(name))
    .sort(bySheet)[0];
  const sheet = sheetName && (await readEntry(bytes, entries.get(sheetName)));
  if (!sheet) return null;
  const strings = await readEntry(bytes, entries.get('xl/sharedStrings.xml'));
  return readSheet(parseXml(sheet), strings ? sharedTexts(parseXml(strings)) : []);
}

const bySheet = (one: string, other: string): number => numberIn(one) - numberIn(other);
const numberIn = (name: string): number => Number(/\d+/.exec(name)?.[0] ?? 0);

interface Entry {
  readonly offset: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly isDeflated: boolean;
}

/** A sheet of questions is small; more is a mistake or a trap. */
const MOST_BYTES = 50 * 1024 * 1024;
const END_MARK = 0x06054b50;
const ENTRY_MARK = 0x02014b50;

/** The directory at the end of a ZIP archive (APPNOTE 4.3.12); empty when there is none. */
function listEntries(bytes: Uint8Array<ArrayBuffer>): Map<string, Entry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = new Map<string, Entry>();
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== END_MARK) end -= 1;
  if (end < 0) return entries;
  let at = view.getUint32(end + 16, true);
  while (at + 46 <= bytes.length && view.getUint32(at, true) === ENTRY_MARK) {
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    entries.set(name, {
      offset: view.getUint32(at + 42, true),
      packed: view.getUint32(at + 20, true),
      unpacked: view.getUint32(at + 24, true),
      isDeflated: view.getUint16(at + 10, true) === 8,
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

async function readEntry(bytes: Uint8Array<ArrayBuffer>, entry: Entry | undefined): Promise<string | null> {
  if (!entry || entry.unpacked > MOST_BYTES) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { offset, packed, isDeflated } = entry;
  const from = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  const content = new Blob([bytes.subarray(from, from + packed)]);
  if (!isDeflated) return content.text();
  const reader = content.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > MOST_BYTES) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}

const parseXml = (text: string): Document => new DOMParser().parseFromString(text, 'application/xml');

/** Phonetic marks above Japanese words are no part of them. */
function textOf(element: Element): string {
  return [...element.getElementsByTagName('t')]
    .filter((part) => part.parentElement?.tagName !== 'rPh')
    .map((part) => part.textContent)
    .join('');
}

const sharedTexts = (strings: Document): string[] => [...strings.getElementsByTagName('si')].map(textOf);

function readSheet(sheet: Document, strings: readonly string[]): string[][] {
  return [...sheet.getElementsByTagName('row')].map((row) => {
    const cells: string[] = [];
    for (const cell of row.getElementsByTagName('c')) {
      const value = cell.getElementsByTagName('v')[0]?.textContent ?? '';
      const type = cell.getAttribute('t');
      const text =
        type === 's' ? (strings[Number(value)] ?? '') : type === 'inlineStr' ? textOf(cell) : value;
      cells[columnOf(cell.getAttribute('r') ?? '') ?? cells.length] = text;
    }
    return Array.from(cells, (text) => text ?? '');
  });
}

/** `B7` → 1. */
function columnOf(reference: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0];
  if (!letters) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Cells of CSV or of what a spreadsheet puts on the clipboard; quoted cells may hold breaks and doubled quotes. */
export function parseCells(text: string): string[][] {
  const source = text.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n');
  const separator = separatorOf(source);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at] ?? '';
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (source[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === separator || character === '\n') {
      row.push(cell);
      cell = '';
      if (character === '\n') {
        rows.push(row);
        row = [];
      }
    } else cell += character;
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell]);
  return rows;
}

/** What stands most often in the first line, outside of quotes. */
function separatorOf(text: string): string {
  const line = (text.split('\n', 1)[0] ?? '').replaceAll(/"[^"]*"/g, '');
  const counts = ['\t', ',', ';'].map((one) => ({ one, count: line.split(one).length - 1 }));
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).one;
}

const HEADER = /^(?:questions?|q|faq|質問|問い?|câu hỏi|hỏi)$/i;

/** The first two columns as questions and answers, without a line of headings and without unfinished rows. */
export function toRows(cells: readonly (readonly string[])[]): QuestionRow[] {
  const rows = cells
    .map((row) => ({ question: row[0]?.trim() ?? '', answer: row[1]?.trim() ?? '' }))
    .filter(({ question, answer }) => question !== '' && answer !== '');
  return HEADER.test(rows[0]?.question ?? '') ? rows.slice(1) : rows;
}

/** Spreadsheets save text in the encoding of their country. */
export function decodeRows(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  for (const encoding of ['utf-8', 'shift_jis']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // The next one, then.
    }
  }
  return new TextDecoder('windows-1258').decode(bytes);
}
