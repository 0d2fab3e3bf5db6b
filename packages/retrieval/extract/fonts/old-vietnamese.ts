/** Encodings of Vietnamese fonts from before Unicode: they draw Vietnamese letters in the places of others. */
export type OldEncoding = 'tcvn3' | 'vni' | 'viscii' | 'vps';

export interface OldFont {
  readonly encoding: OldEncoding;
  /** Draws capitals for small letters too, because the encoding has no places for both. */
  readonly isCapital: boolean;
}

/** Names of fonts as their makers begin them. `VnTime` without the dot is a font of another encoding. */
const FONT_NAMES: readonly (readonly [RegExp, OldEncoding])[] = [
  [/^\.vn[a-z]/i, 'tcvn3'],
  [/^vni[- ]/i, 'vni'],
  [/^vi (?:times|arial|courier)\b/i, 'viscii'],
  [/^vps [a-z]/i, 'vps'],
];
/** `.VnTimeH`, `VI Times H`, `VPS Times Hoa`; also `.vntimeh`, as some programs write it. */
const CAPITAL_NAME = /H$|hoa$|(?:time|arial)h$/;

/** The encoding of a font by its name, such as `.VnTime` or `VNI-Times`; null when the font is one of Unicode. */
export function oldFontOf(name: string | null | undefined): OldFont | null {
  const trimmed = name?.trim() ?? '';
  const encoding = FONT_NAMES.find(([pattern]) => pattern.test(trimmed))?.[1];
  if (encoding === undefined) return null;
  const ending = trimmed === trimmed.toUpperCase() ? trimmed.toLowerCase() : trimmed;
  return { encoding, isCapital: encoding !== 'vni' && CAPITAL_NAME.test(ending) };
}

const GRAVE = '\u0300';
const ACUTE = '\u0301';
const CIRCUMFLEX = '\u0302';
const TILDE = '\u0303';
const BREVE = '\u0306';
const HOOK = '\u0309';
const DOT = '\u0323';

/** TCVN 5712:1993, 0xA1 to 0xFF; its five tones stand by themselves from 0xB0 on. */
const TCVN3_LETTERS =
  'ĂÂÊÔƠƯĐăâêôơưđẰ\u0300\u0309\u0303\u0301\u0323àảãáạẲằẳẵắẴẮẦẨẪẤỀặầẩẫấậèỂẻẽéẹềểễếệìỉỄẾỒĩíịòỔỏõóọồổỗốộờởỡớợùỖủũúụừửữứựỳỷỹýỵỐ';
/** RFC 1456, 0x80 to 0xFF. Its six capitals among the control characters cannot stand in XML. */
const VISCII_LETTERS =
  'ẠẮẰẶẤẦẨẬẼẸẾỀỂỄỆỐỒỔỖỘỢỚỜỞỊỎỌỈỦŨỤỲÕắằặấầẩậẽẹếềểễệốồổỗỠƠộờởịỰỨỪỬơớƯÀÁÂÃẢĂẳẵÈÉÊẺÌÍĨỳĐứÒÓÔạỷừửÙÚỹỵÝỡưàáâãảăữẫèéêẻìíĩỉđựòóôõỏọụùúũủýợỮ';
/** The chart of vietunicode.sourceforge.net and Encode::VN's x-viet-vps, 0x80 to 0xFF. */
const VPS_LETTERS =
  'ÀẢÃẤẦẨọỗĂếềểệẮẰẲẾ‘’ỀỂỄỐỒỔỖýỷỵỚỜỞ\u00a0ắằẳẵặỠớÙờởỡŨứợỪổỬỲỸÍÌộỈĨÓửữÒỎÕựầÁÂấẩẫậđẻÉÊẹỉễịỹƯỦồốÔỏơÈừứÚũưÝẺßàáâãảạăçèéêẽìíîĩẴĐòóôõöƠụùúủüỶẼỳ';

/** By the character that programs show for a byte, which is Windows-1252's or Latin-1's. */
function tableOf(first: number, letters: string): ReadonlyMap<string, string> {
  const bytes = Uint8Array.from(letters, (_, index) => first + index);
  const shown = new TextDecoder('windows-1252').decode(bytes);
  return new Map(
    [...letters].flatMap((letter, index) => [
      [shown.charAt(index), letter] as const,
      [String.fromCharCode(first + index), letter] as const,
    ]),
  );
}

const TABLES: Readonly<Record<Exclude<OldEncoding, 'vni'>, ReadonlyMap<string, string>>> = {
  tcvn3: tableOf(0xa1, TCVN3_LETTERS),
  viscii: tableOf(0x80, VISCII_LETTERS),
  vps: tableOf(0x80, VPS_LETTERS),
};

/** VNI for Windows: letters of their own, and marks after the letter that they belong to. */
const VNI_LETTERS = new Map(
  Object.entries({ ô: 'ơ', ö: 'ư', ñ: 'đ', æ: 'ỉ', ó: 'ĩ', ò: 'ị', î: 'ỵ' }).flatMap(([from, to]) => [
    [from, to] as const,
    [from.toUpperCase(), to.toUpperCase()] as const,
  ]),
);
const VNI_TONES: Readonly<Record<string, string>> = { ù: ACUTE, ø: GRAVE, û: HOOK, õ: TILDE, ï: DOT };
const VNI_CIRCUMFLEXES: Readonly<Record<string, string>> = {
  â: CIRCUMFLEX,
  á: CIRCUMFLEX + ACUTE,
  à: CIRCUMFLEX + GRAVE,
  å: CIRCUMFLEX + HOOK,
  ã: CIRCUMFLEX + TILDE,
  ä: CIRCUMFLEX + DOT,
};
const VNI_BREVES: Readonly<Record<string, string>> = {
  ê: BREVE,
  é: BREVE + ACUTE,
  è: BREVE + GRAVE,
  ú: BREVE + HOOK,
  ü: BREVE + TILDE,
  ë: BREVE + DOT,
};

/** Letters that no encoding of one byte shows: such a text is Unicode, whatever its font is called. */
const UNICODE_LETTER = /[ĂăĐđĨĩŨũƠơƯư\u1ea0-\u1ef9]/;
export const isUnicodeText = (text: string): boolean => UNICODE_LETTER.test(text);

const TONE = /[\u0300-\u0323]/;

/**
 * `before` with a text of an old font after it, as Unicode (NFC). A mark may follow its letter in another run, so both
 * are joined here. A text that is Unicode already stays as it is.
 */
export function appendOldText(before: string, text: string, font: OldFont): string {
  // Fonts of symbols have their bytes in the private use area.
  const plain = text.replaceAll(/[\uf020-\uf0ff]/g, (character) =>
    String.fromCharCode(character.charCodeAt(0) - 0xf000),
  );
  if (isUnicodeText(plain)) return before + text;
  const last = /\p{L}\p{M}*$/u.exec(before.slice(-4))?.[0] ?? '';
  let joined = last;
  for (const character of plain) joined += letterOf(character, joined, font.encoding);
  const added = joined.normalize('NFC');
  return before.slice(0, before.length - last.length) + (font.isCapital ? added.toUpperCase() : added);
}

/** A whole text of an old font. */
export const readOldText = (text: string, font: OldFont): string => appendOldText('', text, font);

function letterOf(character: string, before: string, encoding: OldEncoding): string {
  if (encoding === 'vni') return vniMark(character, before) ?? VNI_LETTERS.get(character) ?? character;
  const letter = TABLES[encoding].get(character) ?? character;
  // Without a vowel before it, the place of a tone is what other fonts have there, such as a degree sign.
  return TONE.test(letter) && !/[aeiouyăâêôơư]$/i.test(before) ? character : letter;
}

/** The mark that a character is after this letter; null when it is none. */
function vniMark(character: string, before: string): string | null {
  const letter = before.slice(-1).normalize('NFC').toLowerCase();
  const mark = character.toLowerCase();
  if (letter === 'a') return VNI_CIRCUMFLEXES[mark] ?? VNI_BREVES[mark] ?? VNI_TONES[mark] ?? null;
  if (letter === 'e' || letter === 'o') return VNI_CIRCUMFLEXES[mark] ?? VNI_TONES[mark] ?? null;
  return /^[uyơư]$/.test(letter) ? (VNI_TONES[mark] ?? null) : null;
}
