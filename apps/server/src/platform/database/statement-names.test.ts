import { expect, test } from 'vitest';
import { createStatementNames } from './statement-names.ts';

test('a statement gets a name at the threshold and keeps it', () => {
  const nameOf = createStatementNames({ threshold: 3, maxPrepared: 10, maxCounted: 10 });
  expect([nameOf('a'), nameOf('a'), nameOf('b'), nameOf('a'), nameOf('a'), nameOf('b'), nameOf('b')]).toEqual(
    [undefined, undefined, undefined, 'hanasu_0', 'hanasu_0', undefined, 'hanasu_1'],
  );
});

test('no more than the allowed number of statements get names', () => {
  const nameOf = createStatementNames({ threshold: 1, maxPrepared: 2, maxCounted: 10 });
  expect(['a', 'b', 'c', 'c', 'a'].map(nameOf)).toEqual([
    'hanasu_0',
    'hanasu_1',
    undefined,
    undefined,
    'hanasu_0',
  ]);
});

test('the count of the least recently executed statement is dropped', () => {
  const nameOf = createStatementNames({ threshold: 2, maxPrepared: 10, maxCounted: 2 });
  expect(['a', 'b', 'c', 'a', 'b', 'a'].map(nameOf)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    'hanasu_0',
  ]);
});
