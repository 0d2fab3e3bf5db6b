import type { SourceFile } from './source-files.ts';

export type Words = { readonly [key: string]: string | Words };

/** `a.b.c` of every text. */
export function keysOf(words: Words, prefix = ''): string[] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${prefix}${key}`] : keysOf(value, `${prefix}${key}.`),
  );
}

/** Plural forms are one word in several forms, and languages differ in which forms they have. */
export const withoutPlural = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, '');

/** Names in `{{…}}` of every text, so that a translation neither loses nor invents one. */
export function placeholdersOf(words: Words, prefix = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(words)) {
    if (typeof value === 'string') {
      const names = [...value.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name);
      found.set(`${prefix}${key}`, [...new Set(names)].sort().join(' '));
    } else for (const [below, names] of placeholdersOf(value, `${prefix}${key}.`)) found.set(below, names);
  }
  return found;
}

/** Keys as they stand in the code: whole (`'bots.title'`) or up to a computed part (`` `bots.tabs.${name}` ``). */
export interface UsedKeys {
  readonly whole: ReadonlySet<string>;
  readonly beginnings: readonly string[];
}

/** Every text of the code that begins like a key of these groups (`bots.…`). */
export function findUsedKeys(files: readonly SourceFile[], groups: readonly string[]): UsedKeys {
  const whole = new Set<string>();
  const beginnings = new Set<string>();
  const key = new RegExp(`['"\`]((?:${groups.join('|')})\\.[\\w.]*)(\\$\\{)?`, 'g');
  for (const { code } of files) {
    for (const [, text = '', computed] of code.matchAll(key)) {
      (computed === undefined ? whole : beginnings).add(text);
    }
  }
  return { whole, beginnings: [...beginnings] };
}
