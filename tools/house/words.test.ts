import { expect, test } from 'vitest';
import { readWords } from '../../apps/web/tools/read-words.ts';
import type { Locale } from '../../packages/contract/accounts.ts';
import { isTest, makeSourceFile, readSourceFiles } from './source-files.ts';
import { findUsedKeys, keysOf, placeholdersOf, type Words, withoutPlural } from './words.ts';

const read = async (locale: Locale): Promise<Words> => ({ ...(await readWords(locale)) });
const [en, ja, vi] = await Promise.all([read('en'), read('ja'), read('vi')]);
const others: readonly (readonly [string, Words])[] = [
  ['ja', ja],
  ['vi', vi],
];
const meanings = (words: Words): string[] => [...new Set(keysOf(words).map(withoutPlural))].sort();
const webFiles = readSourceFiles().filter(
  ({ path }) => path.startsWith('apps/web/src/') && !path.includes('/words/') && !isTest(path),
);
const featureOf = (path: string): string | undefined =>
  /^apps\/web\/src\/features\/([^/]+)\//.exec(path)?.[1];
const wordFiles = readSourceFiles().filter(({ path }) => path.endsWith('/words/en.ts'));
const used = findUsedKeys(webFiles, Object.keys(en));

test.each(others)('%s has the same words as English', (_, words) => {
  expect(meanings(words)).toEqual(meanings(en));
});

test.each(others)('%s keeps the names in braces', (_, words) => {
  const english = placeholdersOf(en);
  const wrong = [...placeholdersOf(words)].filter(([key, names]) => {
    const original = english.get(key) ?? english.get(`${withoutPlural(key)}_other`);
    return original !== names;
  });
  expect(wrong.map(([key]) => key)).toEqual([]);
});

test('every word that the code asks for exists', () => {
  const known = meanings(en);
  const isThere = (key: string): boolean =>
    known.includes(withoutPlural(key)) || known.some((each) => each.startsWith(`${key}.`));
  expect([...used.whole].filter((key) => !isThere(key))).toEqual([]);
  expect(used.beginnings.filter((start) => !known.some((key) => key.startsWith(start)))).toEqual([]);
});

/** Asked for by a value that no code spells out; say here where it comes from. */
const COMPUTED: readonly string[] = [
  // By error code, from the server's answer.
  'errors.',
  // By the code of a field's problem.
  'fields.',
];

/** Words whose page or part is not built yet. This list may only shrink. */
const WAITING: readonly string[] = [
  'billing.',
  'home.',
  'accounts.hidePassword',
  'bots.live',
  'bots.openChat',
  'shell.closeMenu',
  'shell.loading',
  'shell.search',
];

test('every word is asked for somewhere', () => {
  const beginnings = [
    ...used.beginnings,
    ...COMPUTED,
    ...WAITING,
    ...[...used.whole].map((key) => `${key}.`),
  ];
  const unused = meanings(en).filter(
    (key) => !used.whole.has(key) && !beginnings.some((start) => key.startsWith(start)),
  );
  expect(unused).toEqual([]);
});

test('a feature asks for its own words and those of the shell and the entities', () => {
  const owners = new Map(
    wordFiles.flatMap(({ path, code }) =>
      [...code.matchAll(/^export const (\w+)/gm)].map(([, name = '']) => [name, featureOf(path)] as const),
    ),
  );
  const foreign = webFiles.flatMap((file) => {
    const { whole, beginnings } = findUsedKeys([file], [...owners.keys()]);
    return [...whole, ...beginnings].filter((key) => {
      const owner = owners.get(key.split('.')[0] ?? '');
      return owner !== undefined && owner !== featureOf(file.path);
    });
  });
  expect(foreign).toEqual([]);
});

test('each page loads the words of the features it shows', () => {
  const withWords = new Set(wordFiles.map(({ path }) => featureOf(path)));
  const routes = readSourceFiles().filter(({ path }) => path.startsWith('apps/web/src/routes/'));
  const wrong = routes.flatMap(({ path, code, imports }) => {
    const shown = imports
      .filter(({ target, typeOnly }) => !typeOnly && target?.endsWith('.tsx'))
      .map(({ target }) => featureOf(target ?? ''))
      .filter((feature) => feature !== undefined && withWords.has(feature));
    const call = /\bloadWords\(([^)]*)\)/.exec(code)?.[1] ?? '';
    const loaded = [...call.matchAll(/'([^']+)'/g)]
      .map(([, feature]) => feature)
      // Words of entities that few pages show.
      .filter((part) => part !== 'message' && part !== 'budget');
    const needed = [...new Set(shown)].sort();
    return String(loaded.sort()) === String(needed) ? [] : [`${path}: loadWords(${needed})`];
  });
  expect(wrong).toEqual([]);
});

test('keys are found whole, computed, and not in comments', () => {
  const computed = ['t(`bots.tabs.$', '{name}`);'].join('');
  const file = makeSourceFile('apps/web/src/a.tsx', `t('bots.title'); ${computed} // t('bots.gone')`);
  expect(findUsedKeys([file], ['bots'])).toEqual({
    whole: new Set(['bots.title']),
    beginnings: ['bots.tabs.'],
  });
});
