import { buildJapan1, type Japan1 } from './japan1.ts';

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
export function writeCharacterMap(name: string): string | null {
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
