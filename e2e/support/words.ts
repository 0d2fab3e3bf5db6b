import type { Locale } from '@hanasu/contract/accounts';
import { readWords } from '../../apps/web/tools/read-words.ts';

export const WORDS = { en: await readWords('en'), ja: await readWords('ja'), vi: await readWords('vi') };

/** `a.b.c` → text, for every leaf. */
export function flatWords(locale: Locale): Map<string, string> {
  const flat = new Map<string, string>();
  const visit = (tree: object, prefix: string): void => {
    for (const [key, value] of Object.entries(tree)) {
      if (typeof value === 'string') flat.set(prefix + key, value);
      else visit(value, `${prefix}${key}.`);
    }
  };
  visit(WORDS[locale], '');
  return flat;
}

/** Puts values into the `{{places}}` of a text. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
