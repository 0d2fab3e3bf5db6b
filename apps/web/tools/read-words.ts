import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locale } from '@hanasu/contract/accounts';
import type { EnglishWords } from '../src/i18n/words.ts';

const SRC = path.resolve(import.meta.dirname, '../src');

/** Every word of a language, by namespace: the exports of all `words/<locale>.ts`. For checks and journeys. */
export async function readWords(locale: Locale): Promise<EnglishWords> {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.replaceAll(path.sep, '/').endsWith(`/words/${locale}.ts`))
    .sort();
  const words = await Promise.all(files.map((file) => import(pathToFileURL(path.join(SRC, file)).href)));
  return Object.assign({}, ...words) as EnglishWords;
}
