import { randomInt } from 'node:crypto';
import { PostSlug } from '@hanasu/contract/posts';
import { foldText } from '@hanasu/contract/text';

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const RANDOM_LETTERS = 6;
/** Leaves space for a number. */
const LENGTH_MAX = 70;
/** Names that pages below an account's have, and those that may get one. */
const RESERVED: ReadonlySet<string> = new Set(['feed', 'sitemap', 'image', 'tag', 'style', 'report']);

const randomLetters = (): string =>
  Array.from({ length: RANDOM_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Part of an address for a title: its Latin letters and digits, or random ones behind `prefix` when it has none. */
export function slugOf(title: string, prefix: string): string {
  const slug = foldText(title)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LENGTH_MAX)
    .replaceAll(/^-+|-+$/g, '');
  const isFine = PostSlug.safeParse(slug).success && /[a-z]/.test(slug) && !RESERVED.has(slug);
  return isFine ? slug : `${prefix}-${randomLetters()}`;
}

/** The slug itself, or with the first number behind it that none of the taken ones has. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  let free = slug;
  for (let number = 2; taken.has(free); number += 1) free = `${slug}-${number}`;
  return free;
}
