import encoding from 'encoding-japanese';

// What a file in an encoding from before Unicode can hold of a text, and how the rest is written and read back.

/**
 * Characters of JIS that Windows reads as another one of Unicode (code page 932 of Microsoft beside JIS X 0208). They are
 * written as the code that Windows reads.
 */
const AS_WINDOWS: Readonly<Record<string, string>> = {
  '\u301c': '\uff5e',
  '\u2212': '\uff0d',
  '\u2016': '\u2225',
  '\u2014': '\u2015',
  '\u00a2': '\uffe0',
  '\u00a3': '\uffe1',
  '\u00ac': '\uffe2',
  '\u00a6': '\uffe4',
  '\u00a5': '\uffe5',
  '\u203e': '\uffe3',
  '\u00a0': ' ',
};
const OTHER_IN_WINDOWS = new RegExp(`[${Object.keys(AS_WINDOWS).join('')}]`, 'gu');
const asWindows = (text: string): string =>
  text.replaceAll(OTHER_IN_WINDOWS, (character) => AS_WINDOWS[character] ?? character);

const convert = (text: string, fallback: 'html-entity' | 'ignore'): number[] =>
  encoding.convert(encoding.stringToCode(text), { to: 'SJIS', from: 'UNICODE', fallback });

/**
 * Shift_JIS as Windows has it. What it lacks becomes a character reference of HTML, as browsers send it in forms of pages in
 * Shift_JIS (WHATWG Encoding, "html" error mode); `readReferences` gives it back.
 */
export const encodeShiftJis = (text: string): Buffer =>
  Buffer.from(convert(asWindows(text.replaceAll(/&(?=#\d{2,7};)/g, '&#38;')), 'html-entity'));

/** What stands for an ampersand before digits is taken back with the rest. */
export const readReferences = (text: string): string =>
  text.includes('&#')
    ? text.replaceAll(/&#(\d{2,7});/g, (whole, digits: string) => {
        const code = Number(digits);
        const isCharacter = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
        return isCharacter && (code === 38 || !isHeld(String.fromCodePoint(code)))
          ? String.fromCodePoint(code)
          : whole;
      })
    : text;

const known = new Map<string, boolean>();

/** Whether Shift_JIS has this character. */
function isHeld(character: string): boolean {
  if (character <= '\u007f') return true;
  let held = known.get(character);
  if (held === undefined) {
    held = character.length === 1 && convert(asWindows(character), 'ignore').length > 0;
    known.set(character, held);
  }
  return held;
}

/** The characters of a text that Shift_JIS lacks, each once. */
export const charactersBeyondShiftJis = (text: string): string[] => [
  ...new Set([...text].filter((character) => !isHeld(character))),
];

/** Encodings that programs of Japan, Vietnam and Europe save a table in. */
const HOLDS: Readonly<Record<string, (character: string) => boolean>> = {
  shift_jis: isHeld,
  'windows-1252': (character) => /^[\0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]$/u.test(character),
  'windows-1258': (character) => /^(?:[\0-\u00ffăđơưĂĐƠƯ₫€‘’“”•–—…]|\p{M})+$/u.test(tonesApart(character)),
};
const SAME_AS: Readonly<Record<string, string>> = { 'euc-jp': 'shift_jis', 'iso-2022-jp': 'shift_jis' };
const tonesApart = (character: string): string => {
  const apart = character.normalize('NFD');
  const tone = /[\u0300\u0301\u0303\u0309\u0323]/.exec(apart)?.[0] ?? '';
  return apart.replace(tone, '').normalize('NFC') + tone;
};

export const isLegacyEncoding = (name: string | null): boolean =>
  name !== null && (SAME_AS[name] ?? name) in HOLDS;

/** What programs write where a character can't be held: a question mark, the geta of Japan, the replacement of Unicode. */
const STAND_INS = ['?', '〓', '\ufffd', '？'];
export const isLost = (text: string): boolean => /^[?？〓\ufffd\s]+$/u.test(text);

/**
 * Whether a text is what a file made of the stored one: characters that an encoding lacks were replaced, the rest is the same.
 * `fileEncoding`: that of the file; of another one or a workbook, any encoding may have been on its way, and a stand-in shows it.
 */
export function isPoorerCopy(text: string, stored: string, fileEncoding: string | null): boolean {
  const [copy, original] = [asStored(text), asStored(stored)];
  if (copy === original || readReferences(original) === copy || asWindows(original) === asWindows(copy))
    return true;
  const name = fileEncoding === null ? null : (SAME_AS[fileEncoding] ?? fileEncoding);
  const own = name === null ? undefined : HOLDS[name];
  if (own) return matches(copy, original, { holds: own, isSimplified: true });
  if (!STAND_INS.some((mark) => copy.includes(mark))) return false;
  return Object.values(HOLDS).some((holds) => matches(copy, original, { holds, isSimplified: false }));
}

/** As an import reads it. */
const asStored = (text: string): string =>
  text
    .replace(/^'(?=[=+\-@\t\r])/, '')
    .replaceAll(/\r\n?|[\v\f\u2028\u2029]/g, '\n')
    .replaceAll(/(?![\n\t])\p{Cc}/gu, '')
    .normalize('NFC')
    .trim();

function matches(
  copy: string,
  original: string,
  { holds, isSimplified }: { readonly holds: (character: string) => boolean; readonly isSimplified: boolean },
): boolean {
  let places = new Set([0]);
  for (const character of original) {
    const next = new Set<number>();
    for (const option of optionsOf(character, holds(character), isSimplified))
      for (const place of places) if (copy.startsWith(option, place)) next.add(place + option.length);
    places = next;
    if (places.size === 0) return false;
  }
  return places.has(copy.length);
}

/** A code of two units may have become two marks; Windows writes the plain letter for some. */
function optionsOf(character: string, isThere: boolean, isSimplified: boolean): string[] {
  const written = asWindows(character);
  if (isThere && written === character) return [character];
  const same = isThere || isSimplified ? [character, written] : [written].filter((one) => one !== character);
  const plain = character.normalize('NFD').replaceAll(/\p{M}/gu, '').replace('đ', 'd').replace('Đ', 'D');
  const marks = character.length > 1 ? STAND_INS.flatMap((mark) => [mark, mark + mark]) : STAND_INS;
  return [...same, ...marks, ...(isSimplified ? [plain] : [])];
}
