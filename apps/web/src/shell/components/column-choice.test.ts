import { expect, test } from 'vitest';
import {
  arrangeColumns,
  type Column,
  isColumnShown,
  movedBy,
  NARROWEST,
  NO_CHOICE,
  readChoice,
  widthOf,
} from './column-choice.ts';

const column = (id: string, isUsual = true): Column => ({ id, width: 120, isUsual });
const columns = [column('tags'), column('owner'), column('phones', false), column('createdAt')];
const ids = (list: readonly Column[]) => list.map(({ id }) => id);

test.each([undefined, '', '{', 'null', '[]', '7', '{"order":{},"shown":[],"widths":"wide"}'])(
  'what can’t be read (%s) is no choice',
  (stored) => expect(readChoice(stored)).toEqual(NO_CHOICE),
);

test('of what was stored the readable part is kept, and widths stay usable', () => {
  const stored = {
    order: ['owner', 7],
    shown: { tags: false, owner: 'no' },
    widths: { tags: 1, owner: null },
  };
  expect(readChoice(JSON.stringify(stored))).toEqual({
    order: ['owner'],
    shown: { tags: false },
    widths: { tags: NARROWEST },
  });
});

test('columns stand as chosen; gone ones are left out and new ones stand after their neighbour', () => {
  const choice = { ...NO_CHOICE, order: ['createdAt', 'gone', 'owner', 'tags'] };
  expect(ids(arrangeColumns(columns, choice))).toEqual(['createdAt', 'owner', 'phones', 'tags']);
  expect(ids(arrangeColumns(columns, NO_CHOICE))).toEqual(ids(columns));
});

test('a column is shown and as wide as it comes until somebody chooses', () => {
  const [tags, , phones] = columns as [Column, Column, Column];
  expect([isColumnShown(tags, NO_CHOICE), isColumnShown(phones, NO_CHOICE)]).toEqual([true, false]);
  const choice = { order: [], shown: { tags: false, phones: true }, widths: { tags: 300 } };
  expect([isColumnShown(tags, choice), isColumnShown(phones, choice)]).toEqual([false, true]);
  expect([widthOf(tags, choice), widthOf(phones, choice)]).toEqual([300, 120]);
  // Names that every object has are not somebody's choice.
  expect(isColumnShown(column('constructor', false), choice)).toBe(false);
});

test('one place up or down; at the ends nothing moves', () => {
  expect(movedBy(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b']);
  expect(movedBy(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c']);
  expect(movedBy(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c']);
  expect(movedBy(['a', 'b', 'c'], 'c', 1)).toEqual(['a', 'b', 'c']);
  expect(movedBy(['a', 'b'], 'x', 1)).toEqual(['a', 'b']);
});
