// How values of a fixed format are read that were typed with an input method on: digits and marks in full width, the
// long vowel or another line instead of a hyphen, a middle dot, the ideographic full stop and space, characters that
// show nothing. The same on every page, in chats, at the server and in imports. Without zod: the page of a form is small.

/** Lines that keyboards and input methods give for a hyphen or a minus, after NFKC. */
const DASHES =
  '\\u02d7\\u058a\\u1806\\u2010-\\u2015\\u2043\\u2212\\u23af\\u2500\\u2501\\u2796\\u2e3a\\u2e3b\\u30a0\\u30fc\\u3161\\ufe63\\uff0d\\uff70';
/** 一 and ㇐ are words elsewhere; between two digits they are hyphens. */
const DASH = new RegExp(`[${DASHES}]`, 'gu');
const DASH_OF_DIGITS = new RegExp(`(?<=[\\d)] ?)[${DASHES}\\u4e00\\u31d0](?= ?[\\d(])`, 'gu');
const DASH_OF_LETTERS = new RegExp(`(?<=[a-z0-9])[${DASHES}](?=[a-z0-9])`, 'giu');
const DOTS = /[\u00b7\u2022\u2027\u2219\u22c5\u30fb]/gu;
const STOPS = /[\u3002\u2024]/gu;
/** Marks of direction, joiners, the byte order mark, the soft hyphen. */
const INVISIBLE = /\p{Cf}/gu;
const BRACKETS = /[[\u3014\u3010{]([^[\]\u3014\u3015\u3010\u3011{}]*)[\]\u3015\u3011}]/gu;

/** In one width, with plain spaces, and without what shows nothing. */
const inOneWidth = (text: string): string =>
  text.replace(INVISIBLE, '').normalize('NFKC').replace(INVISIBLE, '').replace(/\s+/gu, ' ').trim();

const withPlainDigits = (text: string): string => inOneWidth(text).replace(DASH_OF_DIGITS, '-');

/** What stands before the number of an extension; libphonenumber knows `ext` and `x` alone. */
const EXTENSION_MARK =
  '(?:内線(?:番号)?|内|extension|extn?|(?:số )?máy lẻ|(?:máy |số )?nhánh|(?:số )?nội bộ|(?:bấm |nhấn )?phím|x|#)(?:[\\s.:=)-]*(?:no|số)(?=[\\s.:=\\d]))?[\\s.:=)-]*';
const EXTENSION = new RegExp(`[\\s,、;(/-]*${EXTENSION_MARK}(\\d{1,7})\\s*番?\\s*\\)?$`, 'iu');
const NEXT_EXTENSION = new RegExp(
  `[;；,，、|\\n]\\s*(?=[(（]?${EXTENSION_MARK.replaceAll(':=)', ':：=)）')}[\\d０-９])`,
  'giu',
);
/** What people write at a switchboard's number, and before a number. */
const SWITCHBOARD = /\((?:代表|代|大代表)\)|^(?:代表|tel\.?|電話(?:番号)?)\s*:?\s*/giu;
const PHONE = /^\(?\+?[\d\s().\-/]+$/u;
/** ITU-T E.164 allows 15; short numbers of services have fewer than six. */
const PHONE_DIGITS = { min: 6, max: 15 };

/** Longer ones are no number, however they are read. */
const PHONE_LENGTH = 200;

/** A phone number in ASCII, an extension as RFC 3966 writes it (`;ext=12`); its country and groups stay as typed. */
export function plainPhone(text: string): string {
  if (text.length > PHONE_LENGTH) return text;
  const plain = inOneWidth(text)
    .replace(BRACKETS, '($1)')
    .replace(DOTS, '-')
    .replace(STOPS, '.')
    .replace(SWITCHBOARD, '')
    .trim();
  const [whole = '', extension] = EXTENSION.exec(plain.replace(DASH_OF_DIGITS, '-')) ?? [];
  const number = whole === '' ? plain : plain.slice(0, -whole.length);
  return `${number.replace(DASH_OF_DIGITS, '-').replace(DASH, '-').trim()}${extension ? `;ext=${extension}` : ''}`;
}

/** Several numbers of a cell, in which each extension stands with its number: `03-1234-5678、内線12` is one. */
export const joinExtensions = (text: string): string => text.replace(NEXT_EXTENSION, ' ');

/** A number as it is stored or compared, and its extension; null: none. */
export function splitExtension(phone: string): { number: string; extension: string | null } {
  const [, number = phone, extension = null] = /^(.*);ext=(\d+)$/su.exec(phone) ?? [];
  return { number, extension };
}

/** Whether it can be a phone number; whether it is one, only its country knows. */
export function isPhoneText(text: string): boolean {
  const { number } = splitExtension(plainPhone(text));
  const digits = number.replaceAll(/\D/g, '').length;
  return PHONE.test(number) && digits >= PHONE_DIGITS.min && digits <= PHONE_DIGITS.max;
}

/** An e-mail address in one width; letters that belong to an international domain stay. */
export const plainEmail = (text: string): string =>
  inOneWidth(text).replace(STOPS, '.').replace(DASH_OF_LETTERS, '-');

/** An address of a page, its host in one width. Path and query may hold any letter, and stay as typed behind `https://`. */
export function plainUrl(text: string): string {
  const trimmed = text.replace(INVISIBLE, '').trim();
  const typed = /^https?:\/\//iu.test(trimmed) ? trimmed : inOneWidth(trimmed);
  return typed.replace(/^https?:\/\/[^/?#\s]*/iu, (host) =>
    host.normalize('NFKC').replace(STOPS, '.').replace(DASH_OF_LETTERS, '-'),
  );
}

/** A number in ASCII: groups and decimals as typed, its minus as a hyphen. */
export const plainNumber = (text: string): string =>
  withPlainDigits(text)
    .replace(new RegExp(`^[${DASHES}]\\s?(?=[\\d.,¥$₫])`, 'u'), '-')
    .replace(/(?<=\d)、(?=\d{3})/gu, ',')
    .replace(/(?<=\d)[。・](?=\d)/gu, '.');

/** Days and times in ASCII, but for the words of their language (年, 月, 時). */
export const plainDate = (text: string): string =>
  withPlainDigits(text).replace(/(?<=\d)[。・](?=\d)/gu, '.');

/** 5300001, 〒530-0001 and 530 0001 as 530-0001; null: no postal code of Japan. */
export function japanesePostalCode(text: string): string | null {
  const plain = plainDate(text).replace(/^〒\s*/u, '');
  const [, first, second] = /^(\d{3})(?:\s?[-.]\s?|\s)?(\d{4})$/u.exec(plain) ?? [];
  return first && second ? `${first}-${second}` : null;
}

/** Kana in one width, the long vowel also where a hyphen was typed behind a kana. */
export const plainKana = (text: string): string =>
  inOneWidth(text).replace(
    new RegExp(`(?<=[\\p{Script=Katakana}\\p{Script=Hiragana}ー])[-${DASHES}]`, 'gu'),
    'ー',
  );

/** Letters of names: one width, and each line a hyphen. */
export const plainLetters = (text: string): string => inOneWidth(text).replace(DASH_OF_LETTERS, '-');
