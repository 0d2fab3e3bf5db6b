import type { Locale } from '@hanasu/contract/accounts';
import { words as en } from '../../apps/web/src/i18n/en/all.ts';
import { words as ja } from '../../apps/web/src/i18n/ja/all.ts';
import { words as vi } from '../../apps/web/src/i18n/vi/all.ts';

export const WORDS = { en, ja, vi } as const;

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
