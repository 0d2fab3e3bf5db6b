import { getResolvedPDFJS } from 'unpdf';

/** Gives PDF.js the data files it asks for from memory; nothing is ever fetched. */
class MemoryDataFactory {
  async fetch(request: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
    const map = request.kind === 'cMapUrl' ? writeCharacterMap(request.filename) : null;
    if (map === null) throw new Error(`No data for ${request.kind} ${request.filename}`);
    return Buffer.from(map, 'latin1');
  }
}

const OPTIONS = {
  // Text is all that is wanted: no fonts, scripts, colour profiles or picture decoders.
  useSystemFonts: true,
  disableFontFace: true,
  useWasm: false,
  useWorkerFetch: false,
  isOffscreenCanvasSupported: false,
  isImageDecoderSupported: false,
  enableXfa: false,
  stopAtErrors: false,
  cMapPacked: false,
  verbosity: 0,
};

/** Pixels; a larger picture is left out of what a page draws, and never decoded. */
const LARGEST_PICTURE = 60_000_000;
const NO_PICTURE = 1;

/**
 * Opens a PDF for reading its text and rules, or its `pictures` too. Throws what PDF.js throws. `bytes` may be empty
 * afterwards.
 */
export async function openPdf(
  bytes: Uint8Array,
  { pictures }: { readonly pictures: boolean } = { pictures: false },
) {
  const { getDocument } = await getResolvedPDFJS();
  // PDF.js refuses a Buffer, though it is a Uint8Array.
  const data = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const maxImageSize = pictures ? LARGEST_PICTURE : NO_PICTURE;
  const task = getDocument({ ...OPTIONS, maxImageSize, data, BinaryDataFactory: MemoryDataFactory });
  return task.promise;
}

export type OpenPdf = Awaited<ReturnType<typeof openPdf>>;
export type OpenPage = Awaited<ReturnType<OpenPdf['getPage']>>;

const SHIFT_JIS = ['<00> <80>', '<8140> <9ffc>', '<a0> <df>', '<e040> <fcfc>'];
const TWO_BYTES = ['<0000> <ffff>'];

interface Encoding {
  readonly codeSpaces: readonly string[];
  /** The character of a one-byte or two-byte code, or null. */
  readonly read: (code: number, bytes: 1 | 2) => string | null;
}

/** A decoder for codes that a TextDecoder knows, moved by `shift` before it sees them. */
function legacy(label: string, codeSpaces: readonly string[], shift = 0): Encoding {
  const decoder = new TextDecoder(label, { fatal: true });
  const read = (code: number, bytes: 1 | 2): string | null => {
    if (shift > 0 && bytes === 1) return null;
    const moved = code + shift;
    try {
      const text = decoder.decode(
        bytes === 1 ? Uint8Array.of(moved) : Uint8Array.of(moved >> 8, moved & 0xff),
      );
      return text.length === 1 ? text : null;
    } catch (error) {
      // The decoder's only way to say that no character has this code.
      if (error instanceof TypeError) return null;
      throw error;
    }
  };
  return { codeSpaces, read };
}

const UNICODE: Encoding = {
  codeSpaces: TWO_BYTES,
  read: (code, bytes) => (bytes === 2 ? String.fromCharCode(code) : null),
};

/** The encodings of Japanese PDF files (ISO 32000 table 118), by the part of the name before the writing direction. */
function encodingOf(name: string): Encoding | null {
  if (/^(?:90ms|90msp|90pv|83pv|Ext|Add)-RKSJ$/.test(name)) return legacy('shift_jis', SHIFT_JIS);
  if (name === 'EUC') return legacy('euc-jp', ['<00> <80>', '<8ea0> <8edf>', '<a1a1> <fefe>']);
  if (name === '') return legacy('euc-jp', ['<2121> <7e7e>'], 0x8080);
  return /^UniJISX?(?:2004)?-(?:UCS2|UCS2-HW|UTF16)$/.test(name) ? UNICODE : null;
}

let collection: Japan1 | undefined;

/**
 * Text of a predefined character map by the name PDF.js asks for, such as "90ms-RKSJ-H" or "Adobe-Japan1-UCS2".
 * Null for collections other than Japanese.
 */
function writeCharacterMap(name: string): string | null {
  collection ??= buildJapan1();
  if (name === 'Adobe-Japan1-UCS2') return writeUnicodeMap(collection);
  const match = /^(?:(.*)-)?([HV])$/.exec(name);
  const encoding = match ? encodingOf(match[1] ?? '') : null;
  return encoding ? writeEncoding(encoding, match?.[2] === 'V', collection) : null;
}

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

function wrap(codeSpaces: readonly string[], vertical: boolean, body: string): string {
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    `/WMode ${vertical ? 1 : 0} def`,
    `${codeSpaces.length} begincodespacerange ${codeSpaces.join(' ')} endcodespacerange`,
    body,
    'endcmap end end',
  ].join('\n');
}

function writeUnicodeMap(japan1: Japan1): string {
  const rows = [...japan1.characterOf].map(
    ([number, character]) => `<${hex(number, 4)}> <${hex(character.charCodeAt(0), 4)}>`,
  );
  return wrap(TWO_BYTES, false, `${rows.length} beginbfchar\n${rows.join('\n')}\nendbfchar`);
}

function writeEncoding(encoding: Encoding, vertical: boolean, japan1: Japan1): string {
  const rows: string[] = [];
  const add = (code: number, bytes: 1 | 2) => {
    const number = japan1.numberOf.get(encoding.read(code, bytes) ?? '');
    if (number !== undefined) rows.push(`<${hex(code, bytes * 2)}> ${number}`);
  };
  const oneByte = encoding.codeSpaces.some((space) => space.startsWith('<00>'));
  for (let code = 0; oneByte && code <= 0xff; code++) add(code, 1);
  for (let code = oneByte ? 0x8140 : 0x20; code <= 0xffff; code++) add(code, 2);
  return wrap(encoding.codeSpaces, vertical, `${rows.length} begincidchar\n${rows.join('\n')}\nendcidchar`);
}

/**
 * The Adobe-Japan1 character collection, made from the order of JIS X 0208, which its first 7,477 numbers follow
 * (Adobe Technical Note 5078). Saves shipping 1.5 MB of map files.
 */
interface Japan1 {
  readonly characterOf: ReadonlyMap<number, string>;
  readonly numberOf: ReadonlyMap<string, number>;
}

/** Full-width part: first number → rows of JIS X 0208 with the cells that are taken up. */
const ROWS: readonly (readonly [number, readonly (readonly [row: number, cells: readonly number[]])[]])[] = [
  [633, [[1, range(1, 94)]]],
  [727, [[2, range(1, 14)]]],
  [741, [[2, [...range(26, 33), ...range(42, 48), ...range(60, 74), ...range(82, 89), 94]]]],
  [780, [[3, [...range(16, 25), ...range(33, 58), ...range(65, 90)]]]],
  [842, [[4, range(1, 83)]]],
  [925, [[5, range(1, 86)]]],
  [1011, [[6, [...range(1, 24), ...range(33, 56)]]]],
  [1059, [[7, [...range(1, 33), ...range(49, 81)]]]],
  [1125, [...range(16, 46).map((row) => [row, range(1, 94)] as const), [47, range(1, 51)]]],
  [4090, [...range(48, 83).map((row) => [row, range(1, 94)] as const), [84, range(1, 4)]]],
];

/** Numbers above every real one stand for characters outside JIS X 0208 that only legacy encodings reach. */
const FIRST_OWN_NUMBER = 24_576;
const OWN_BLOCKS = [
  [0xa0, 0x04ff],
  [0x2000, 0x2fff],
  [0x3000, 0x33ff],
  [0x4e00, 0x9fff],
  [0xf900, 0xfaff],
  [0xff00, 0xffef],
] as const;

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Builds the collection; about 36,000 entries, so call it once. */
function buildJapan1(): Japan1 {
  const characterOf = new Map<number, string>();
  for (const code of range(0x20, 0x7e)) {
    characterOf.set(code - 0x1f, String.fromCharCode(code));
    characterOf.set(code - 0x20 + 231, String.fromCharCode(code));
  }
  for (const code of range(0xff61, 0xff9f)) characterOf.set(code - 0xff61 + 327, String.fromCharCode(code));
  addRows(characterOf);
  const numberOf = new Map<string, number>();
  for (const [number, character] of characterOf)
    if (!numberOf.has(character)) numberOf.set(character, number);
  addOwnNumbers(characterOf, numberOf);
  return { characterOf, numberOf };
}

function addRows(characterOf: Map<number, string>): void {
  const decoder = new TextDecoder('euc-jp');
  for (const [first, rows] of ROWS) {
    let number = first;
    for (const [row, cells] of rows) {
      for (const cell of cells)
        characterOf.set(number++, decoder.decode(Uint8Array.of(row + 0xa0, cell + 0xa0)));
    }
  }
}

function addOwnNumbers(characterOf: Map<number, string>, numberOf: Map<string, number>): void {
  let number = FIRST_OWN_NUMBER;
  for (const code of OWN_BLOCKS.flatMap(([first, last]) => range(first, last))) {
    const character = String.fromCharCode(code);
    if (numberOf.has(character)) continue;
    characterOf.set(number, character);
    numberOf.set(character, number++);
  }
}
