import { describe, expect, it } from 'vitest';
import { readWords } from '../../tools/read-words.ts';
import { API_ERROR_CODES } from '../shell/api/api-error.ts';

/** `a.b.c` → text, for every leaf. */
function flatten(tree: object, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') flat.set(prefix + key, value);
    else for (const [path, text] of flatten(value, `${prefix}${key}.`)) flat.set(path, text);
  }
  return flat;
}
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)/g)].map(([, name]) => name).sort();
/** Languages without a singular form may leave it out. */
const needed = (flat: Map<string, string>) => [...flat.keys()].filter((key) => !key.endsWith('_one')).sort();

/** Names of products and of fields in a vendor’s console stay as they are; sentences do not. */
const isSentence = (text: string) => text.split(' ').filter((word) => /^[a-z]/.test(word)).length >= 3;

const [english, japanese, vietnamese] = await Promise.all([
  readWords('en'),
  readWords('ja'),
  readWords('vi'),
]);
const en = flatten(english);
const others = [
  ['ja', flatten(japanese)],
  ['vi', flatten(vietnamese)],
] as const;

describe.each(others)('%s', (_, flat) => {
  it('has the same keys as English', () => {
    expect(needed(flat)).toEqual(needed(en));
  });
  it('uses the same placeholders', () => {
    const differing = needed(flat).filter(
      (key) => String(placeholders(flat.get(key) ?? '')) !== String(placeholders(en.get(key) ?? '')),
    );
    expect(differing).toEqual([]);
  });
  it('has no blank and no untranslated sentence', () => {
    const suspicious = needed(flat).filter((key) => {
      const text = flat.get(key) ?? '';
      return !text.trim() || (text === en.get(key) && isSentence(text));
    });
    // Spec §2 fixes these words for every language.
    expect(suspicious.filter((key) => key !== 'shell.notFound')).toEqual([]);
  });
});

it('has words for every fault', () => {
  const codes = [...API_ERROR_CODES].sort();
  for (const { errors } of [english, japanese, vietnamese]) expect(Object.keys(errors).sort()).toEqual(codes);
});
