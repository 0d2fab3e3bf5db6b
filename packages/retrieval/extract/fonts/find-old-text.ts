import { isUnicodeText, type OldEncoding, readOldText } from './old-vietnamese.ts';

/** Encodings that are looked for in texts without fonts. VISCII and VPS are rare, and short words fit both. */
const SOUGHT = ['tcvn3', 'vni'] as const satisfies readonly OldEncoding[];
export type SoughtEncoding = (typeof SOUGHT)[number];

/** Words in letters of Latin-1. The soft hyphen is TCVN3's ư. */
const WORD = /[A-Za-z\u00a1-\u00ff]+/g;
const UPPER_HALF = /[\u00a1-\u00ff]/;
/** A syllable of Vietnamese has up to seven letters, some of which are two in VNI. */
const LONGEST = 12;

const ONSET = '(?:ngh|ng|nh|gh|gi|kh|ph|qu|th|tr|ch|[bcdđghklmnpqrstvx])?';
const NUCLEUS =
  '(?:uyê|uya|uyu|oai|oao|oay|oeo|uôi|ươi|ươu|iêu|yêu|uây|ai|ao|au|ay|âu|ây|eo|êu|ia|iê|iu|oa|oă|oe|oi|oo|ôi|ơi|ua|uâ|uê|ui|uô|uơ|uy|ưa|ưi|ươ|ưu|yê|[aăâeêioôơuưy])';
const SYLLABLE = new RegExp(`^${ONSET}${NUCLEUS}(?:ch|ng|nh|[cmnpt])?$`);

const isSyllable = (word: string): boolean =>
  SYLLABLE.test(
    word
      .toLowerCase()
      .normalize('NFD')
      .replaceAll(/[\u0300\u0301\u0303\u0309\u0323]/g, '')
      .normalize('NFC'),
  );

/** Signs and capitals where words of European languages have none, and places of TCVN3 that its fonts leave empty. */
const TCVN3_SIGN = /[¡-¿×÷](?=[A-Za-z\u00a1-\u00ff])|[A-Za-z\u00a1-\u00ff][¡-¿×÷]|[a-z][À-ÖØ-Þ]/;
const TCVN3_EMPTY = /[¯°±²³´ºÀÁÂÃÄÅÍÙÚÛàðÿ¿]/;
/** A vowel and its mark, both of them letters; où and Loïc are words of other languages. */
const VNI_PAIR = /[aeo][áàåãäâ]|a[êéèúüë]|[aeouyôö][ùøûõï]/i;
const VNI_FOREIGN = /^(?:où|.*[ao]ï[a-z]?)$/i;

interface OldWord {
  /** Reads as a syllable of Vietnamese. */
  readonly isRead: boolean;
  /** Has what words in Unicode hardly have. */
  readonly isStrange: boolean;
}

function readWord(word: string, encoding: SoughtEncoding): OldWord {
  if (word.length > LONGEST) return { isRead: false, isStrange: false };
  const isRead =
    !(encoding === 'tcvn3' && TCVN3_EMPTY.test(word)) &&
    isSyllable(readOldText(word, { encoding, isCapital: false }));
  const isStrange =
    encoding === 'tcvn3' ? TCVN3_SIGN.test(word) : VNI_PAIR.test(word) && !VNI_FOREIGN.test(word);
  return { isRead, isStrange };
}

const wordsOf = (text: string): readonly string[] =>
  UPPER_HALF.test(text) ? (text.match(WORD) ?? []).filter((word) => UPPER_HALF.test(word)) : [];
const READ_SHARE = 0.8;
/** Different words of an old font that make a text one of it; all but one of them have to be strange. */
const ENOUGH = 3;

/** Finds out line by line whether a text was written for an old font. Rather finds nothing than too much. */
export class OldTextFinder {
  private readonly read: Readonly<Record<SoughtEncoding, Set<string>>> = { tcvn3: new Set(), vni: new Set() };
  private readonly strange: typeof this.read = { tcvn3: new Set(), vni: new Set() };

  /** A line, a row of a table or a paragraph: what is of one font. */
  add(line: string): void {
    if (isUnicodeText(line)) return;
    const words = wordsOf(line);
    if (words.length === 0) return;
    for (const encoding of SOUGHT) {
      if (this.strange[encoding].size >= ENOUGH) continue;
      const known = words.map((word) => ({ word: word.toLowerCase(), ...readWord(word, encoding) }));
      const read = known.filter(({ isRead }) => isRead);
      const strange = read.filter(({ isStrange }) => isStrange);
      if (strange.length === 0 || read.length < known.length * READ_SHARE) continue;
      for (const { word } of read) this.read[encoding].add(word);
      for (const { word } of strange) this.strange[encoding].add(word);
    }
  }

  /** Null when the text is none of an old font, or too short to be sure. */
  encoding(enough = ENOUGH): SoughtEncoding | null {
    const isFound = (encoding: SoughtEncoding) =>
      this.read[encoding].size >= enough && this.strange[encoding].size >= Math.max(enough - 1, 1);
    return SOUGHT.find(isFound) ?? null;
  }
}

/** The encoding of a text of one or more lines; null when it is none of an old font. */
export function findOldText(text: string, enough = ENOUGH): SoughtEncoding | null {
  const finder = new OldTextFinder();
  for (const line of text.split('\n')) finder.add(line);
  return finder.encoding(enough);
}

/** Whether texts that belong together have words of an encoding that their whole file is known to have. */
export const isOldText = (text: string, encoding: SoughtEncoding): boolean =>
  !isUnicodeText(text) && wordsOf(text).some((word) => readWord(word, encoding).isRead);
