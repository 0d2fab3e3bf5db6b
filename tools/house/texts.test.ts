import { expect, test } from 'vitest';
import { isTest, readSourceFiles } from './source-files.ts';

const sources = readSourceFiles();

/** Names of types that can't be an English word: at least two humps. */
const TYPE_NAMES = new Set(
  sources.flatMap(({ code }) =>
    [...code.matchAll(/\b(?:interface|type|class)\s+([A-Z][a-z0-9]+[A-Z]\w*)/g)].map(([, name = '']) => name),
  ),
);

/** A name with three plain words after it: code has no such lines. */
const IN_PROSE = /\b([A-Z][a-z0-9]+[A-Z]\w*)(?: [a-z]+){3}/g;

/** A name that was changed by replacing changes prompts and messages too, and nothing else notices. */
test('no text for a model or a person holds the name of a type', () => {
  const found = sources
    .filter(({ path }) => !isTest(path))
    .flatMap(({ path, code }) =>
      [...code.matchAll(IN_PROSE)]
        .filter(([, name = '']) => TYPE_NAMES.has(name))
        .map(([text]) => `${path}: ${text}`),
    );
  expect(found).toEqual([]);
});
