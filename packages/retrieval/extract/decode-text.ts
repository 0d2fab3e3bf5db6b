export type DecodedText =
  | { readonly kind: 'ok'; readonly text: string; readonly encoding: string }
  | { readonly kind: 'unreadable'; readonly detail: string };

const BINARY = 'its contents are not text';
const UNKNOWN = 'its character encoding is not known; save it as UTF-8';
const SHARE_OF_CONTROLS = 0.005;

/**
 * Text of a file in UTF-8, UTF-16 with a byte order mark, ISO-2022-JP, Shift_JIS, EUC-JP, windows-1258 or
 * windows-1252, with `\n` line breaks and without the mark. Refuses what is more likely not text at all.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const decoded = decodeMarked(bytes) ?? (bytes.includes(0) ? null : decodeUnmarked(bytes));
  if (!decoded) return { kind: 'unreadable', detail: bytes.includes(0) ? BINARY : UNKNOWN };
  const text = decoded.text.replaceAll(/\r\n?|\u2028|\u2029/g, '\n').toWellFormed();
  if (countControls(text) > text.length * SHARE_OF_CONTROLS) return { kind: 'unreadable', detail: BINARY };
  return { kind: 'ok', text: text.replaceAll('\0', ''), encoding: decoded.encoding };
}

interface Candidate {
  readonly text: string;
  readonly encoding: string;
}

function decodeAs(bytes: Uint8Array, encoding: string): Candidate | null {
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding };
  } catch (error) {
    // The decoder's only way to say that the bytes are not in this encoding.
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function decodeMarked(bytes: Uint8Array): Candidate | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeAs(bytes, 'utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeAs(bytes, 'utf-16be');
  return null;
}

function decodeUnmarked(bytes: Uint8Array): Candidate | null {
  if (hasJisEscape(bytes)) return decodeAs(bytes, 'iso-2022-jp');
  return decodeAs(bytes, 'utf-8') ?? decodeJapanese(bytes) ?? decodeLatin(bytes);
}

/** ESC $ B or ESC $ @: switches to two-byte characters in ISO-2022-JP, which is otherwise plain ASCII. */
function hasJisEscape(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(0x1b); at !== -1; at = bytes.indexOf(0x1b, at + 1)) {
    if (bytes[at + 1] === 0x24 && (bytes[at + 2] === 0x42 || bytes[at + 2] === 0x40)) return true;
  }
  return false;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function countControls(text: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return count(text, /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f-\x84\x86-\x9f]/g);
}

/**
 * Share of characters outside ASCII that Japanese prose is made of. EUC-JP read as Shift_JIS turns into half-width
 * katakana and rare kanji without kana, so kana must be there.
 */
function scoreJapanese(text: string): number {
  const foreign = count(text, /[^\0-\x7f]/g);
  if (foreign === 0) return 0;
  const kana = count(text, /[\u3041-\u3096\u30a1-\u30fa\u30fc]/g);
  const kanji = count(text, /[\u4e00-\u9fff]/g);
  const marks = count(text, /[\u3000-\u3015\uff01-\uff5e]/g);
  const halfWidth = count(text, /[\uff61-\uff9f]/g);
  return kana < foreign * 0.1 ? 0 : (kana + kanji + marks - halfWidth) / foreign;
}

function decodeJapanese(bytes: Uint8Array): Candidate | null {
  const scored = ['shift_jis', 'euc-jp'].flatMap((encoding) => {
    const candidate = decodeAs(bytes, encoding);
    return candidate ? [{ candidate, score: scoreJapanese(candidate.text) }] : [];
  });
  const best = scored.sort((a, b) => b.score - a.score)[0];
  return best && best.score > 0.7 ? best.candidate : null;
}

/** Vietnamese in windows-1258 writes tones as marks after the vowel; in windows-1252 those bytes are Ì Ò Þ ì ò. */
function decodeLatin(bytes: Uint8Array): Candidate | null {
  const vietnamese = decodeAs(bytes, 'windows-1258');
  if (vietnamese) {
    const marks = count(vietnamese.text, /[\u0300\u0301\u0303\u0309\u0323]/g);
    const placed = count(vietnamese.text, /[aeiouyăâêôơư][\u0300\u0301\u0303\u0309\u0323]/giu);
    const own = count(vietnamese.text, /[ăđơư]/giu);
    if (marks > 0 && own > 0 && placed > marks * 0.9) {
      return { text: vietnamese.text.normalize('NFC'), encoding: 'windows-1258' };
    }
  }
  const western = decodeAs(bytes, 'windows-1252');
  return western && isWestern(western.text) ? western : null;
}

/** Accented letters stand among letters, and are the smaller part of them. */
function isWestern(text: string): boolean {
  const foreign = count(text, /[^\0-\x7f]/g);
  const accented = count(text, /(?<=[a-zß-ÿ'’ ("]|^)[À-ÖØ-öø-ÿŒœŠšŽžŸ](?=[a-zß-ÿ.,;:!?'’) \n-]|$)/gim);
  const marks = count(text, /[‘’“”–—…•€£¥§©®°«»·¿¡ºª™†½¼¾±²³µ×\u00a0]/g);
  const letters = count(text, /[a-z]/gi);
  return letters > foreign && accented + marks >= foreign * 0.9;
}
