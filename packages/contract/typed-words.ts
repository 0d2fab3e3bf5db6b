import { z } from 'zod';

/** Text that a database can hold and a vendor takes. */
export const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** At most so many UTF-16 units. */
export const words = (max: number) =>
  z.string().trim().normalize('NFC').max(max).refine(isText, 'not a text');

/** Words counted as people see them. */
export const graphemes = (text: string): number => [...new Intl.Segmenter().segment(text)].length;

/** At most so many characters as people see them. */
export const shortWords = (max: number) =>
  z
    .string()
    .trim()
    .normalize('NFC')
    .max(max * 20)
    .refine(isText, 'not a text')
    .refine((text) => graphemes(text) <= max, `at most ${max} characters`);

const SPLIT = /^([a-z]+:\/\/[^/?#]*)(.*)$/is;
/** Characters that browsers accept in an address and vendors reject. */
const FORBIDDEN = /[|^`{}\\"<>[\]\s]|[^\x21-\x7e]|%(?![0-9a-fA-F]{2})/g;

/** An address as vendors are sent it: percent-encoded, so that one Japanese letter takes nine characters. Empty: it has no host. */
export function encodeLink(url: string): string {
  const [, origin = '', rest = ''] = SPLIT.exec(new URL(url.toWellFormed().trim()).href) ?? [];
  return origin + rest.replaceAll(FORBIDDEN, (character) => encodeURIComponent(character));
}

/** What vendors take, once it is encoded. */
const LINK_LENGTH = 1_000;
export const isLinkTooLong = (url: string): boolean =>
  URL.canParse(url.trim()) && encodeLink(url).length > LINK_LENGTH;

/** An address that a tap opens. */
export const TapLink = z
  .string()
  .trim()
  .max(1_000)
  .refine((url) => /^https?:\/\/[^\s]+$/i.test(url) && URL.canParse(url), 'an address with https://');
