import { expect, test } from 'vitest';
import { createStatementNames } from './statement-names.ts';

test('a statement gets a name when it is asked often, and keeps it', () => {
  const nameOf = createStatementNames({ after: 3, most: 10, counted: 10 });
  expect([nameOf('a'), nameOf('a'), nameOf('b'), nameOf('a'), nameOf('a'), nameOf('b'), nameOf('b')]).toEqual(
    [undefined, undefined, undefined, 'hanasu_0', 'hanasu_0', undefined, 'hanasu_1'],
  );
});

test('no more statements than allowed are named', () => {
  const nameOf = createStatementNames({ after: 1, most: 2, counted: 10 });
  expect(['a', 'b', 'c', 'c', 'a'].map(nameOf)).toEqual([
    'hanasu_0',
    'hanasu_1',
    undefined,
    undefined,
    'hanasu_0',
  ]);
});

test('statements that are asked once each push out what was not asked for longest', () => {
  const nameOf = createStatementNames({ after: 2, most: 10, counted: 2 });
  expect(['a', 'b', 'c', 'a', 'b', 'a'].map(nameOf)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    'hanasu_0',
  ]);
});
