export type DecodedText =
  | { readonly kind: 'ok'; readonly text: string; readonly encoding: string }
  | { readonly kind: 'unreadable'; readonly detail: string };

const BINARY = 'its contents are not text';
const UNKNOWN = 'its character encoding is not known; save it as UTF-8';
const SHARE_OF_CONTROLS = 0.005;

/**
 * Text of a file in UTF-8, UTF-16, ISO-2022-JP, Shift_JIS, EUC-JP, windows-1258 or
 * windows-1252, with `\n` line breaks and without the mark. Refuses what is more likely not text at all.
 * `encoding`: of these, whatever the bytes look like.
 */
export function decodeText(bytes: Uint8Array, encoding?: string): DecodedText {
  const decoded = encoding ? decodeChosen(bytes, encoding) : detectEncoding(bytes);
  if (!decoded) return { kind: 'unreadable', detail: bytes.includes(0) ? BINARY : UNKNOWN };
  const text = decoded.text.replaceAll(/\r\n?|\u2028|\u2029/g, '\n').toWellFormed();
  if (countControls(text) > text.length * SHARE_OF_CONTROLS) return { kind: 'unreadable', detail: BINARY };
  return { kind: 'ok', text: text.replaceAll('\0', ''), encoding: decoded.encoding };
}

const detectEncoding = (bytes: Uint8Array): Candidate | null =>
  decodeMarked(bytes) ?? (bytes.includes(0) ? decodeWide(bytes) : decodeUnmarked(bytes));

function decodeChosen(bytes: Uint8Array, encoding: string): Candidate | null {
  const decoded = decodeAs(bytes, encoding);
  // Vietnamese tones stand after their letters there.
  return decoded && { ...decoded, text: decoded.text.normalize('NFC') };
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

/** Wide text is only looked for in its first part. */
const WIDE_SAMPLE = 64 * 1024;
const WIDE_SHORTEST = 8;

/**
 * UTF-16 without its mark: in one of the two orders most characters are those that Latin letters and kana are written
 * with; the other order makes rare ideographs of them.
 */
function decodeWide(bytes: Uint8Array): Candidate | null {
  if (bytes.length % 2 === 1 || bytes.length < WIDE_SHORTEST) return null;
  const scored = ['utf-16le', 'utf-16be'].map((encoding) => {
    const sample = decodeAs(bytes.subarray(0, WIDE_SAMPLE), encoding)?.text ?? '';
    return { encoding, share: sample === '' ? 0 : count(sample, USUAL_CHARACTER) / sample.length };
  });
  const best = scored.sort((a, b) => b.share - a.share)[0];
  return best && best.share > 0.45 ? decodeAs(bytes, best.encoding) : null;
}

const USUAL_CHARACTER =
  /[\t\n\r -~\u00c0-\u00ff\u0102\u0103\u0110\u0111\u01a0\u01a1\u01af\u01b0\u1ea0-\u1ef9\u3000-\u3015\u3041-\u30fc\uff01-\uff5e]/g;

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

/** First bytes of the 2,965 kanji of everyday use (level 1 of JIS X 0208), and of all kanji and marks. */
const KANJI_BYTES = {
  shift_jis: {
    usual: [0x88, 0x97],
    all: [
      [0x81, 0x9f],
      [0xe0, 0xfc],
    ],
  },
  'euc-jp': { usual: [0xb0, 0xcf], all: [[0xa1, 0xf4]] },
} as const;
const MARKS_END = { shift_jis: 0x87, 'euc-jp': 0xaf } as const;

/** Names and addresses have no kana, but kanji of everyday use; chance makes rare ones. */
function scoreKanji(bytes: Uint8Array, { text, encoding }: Candidate): number {
  if (encoding !== 'shift_jis' && encoding !== 'euc-jp') return 0;
  if (/[\uff61-\uff9f]/.test(text) || count(text, /[\u4e00-\u9fff]/g) < 2) return 0;
  const { usual, all } = KANJI_BYTES[encoding];
  let kanji = 0;
  let everyday = 0;
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] ?? 0;
    if (!all.some(([first, last]) => lead >= first && lead <= last)) continue;
    at++;
    if (lead <= MARKS_END[encoding]) continue;
    kanji++;
    if (lead >= usual[0] && lead <= usual[1]) everyday++;
  }
  return kanji > 0 && everyday >= kanji * 0.9 ? everyday / kanji : 0;
}

function decodeJapanese(bytes: Uint8Array): Candidate | null {
  const scored = ['shift_jis', 'euc-jp'].flatMap((encoding) => {
    const candidate = decodeAs(bytes, encoding);
    if (!candidate) return [];
    const score = scoreJapanese(candidate.text) || scoreKanji(bytes, candidate);
    return [{ candidate, score }];
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
