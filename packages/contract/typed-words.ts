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

/** An address that a tap opens. */
export const TapLink = z
  .string()
  .trim()
  .max(1_000)
  .refine((url) => /^https?:\/\/[^\s]+$/i.test(url) && URL.canParse(url), 'an address with https://');
