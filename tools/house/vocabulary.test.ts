import { expect, test } from 'vitest';
import { makeSourceFile, readSourceFiles } from './source-files.ts';
import { bannedWords } from './vocabulary.ts';

test('the code uses the words of the glossary', () => {
  const files = readSourceFiles().filter(({ path }) => !path.startsWith('tools/house/'));
  expect(bannedWords(files)).toEqual([]);
});

test('a banned word is found as an identifier, not in a text', () => {
  const named = makeSourceFile('a.ts', 'const giveWay = 1;');
  const said = makeSourceFile('b.ts', "const text = 'giveWay';");
  expect(bannedWords([named, said])).toEqual(['a.ts: giveWay (waitForThrottle)']);
});
