import { expect, test } from 'vitest';
import { makeConversation } from '../testing.ts';
import { steadyRows } from './ConversationList.tsx';

const make = (...numbers: number[]) => numbers.map((number) => makeConversation(number));
const namesOf = ({ rows }: ReturnType<typeof steadyRows>) => rows.map(({ friend }) => friend?.name);

test('rows keep their places while others come in above, which are counted', () => {
  const steady = steadyRows(make(3, 2, 1), make(5, 1, 4, 3, 2));
  expect(namesOf(steady)).toEqual(['Friend 3', 'Friend 2', 'Friend 1']);
  expect(steady.fresh).toBe(2);
});

test('what has changed is shown where it stands', () => {
  const read = makeConversation(2, { unread: 0, handling: 'operator' });
  expect(steadyRows(make(3, 2), [makeConversation(3), read]).rows[1]).toBe(read);
});

test('what left the list keeps its row, marked as gone', () => {
  const steady = steadyRows(make(3, 2, 1), make(3, 1));
  expect(namesOf(steady)).toEqual(['Friend 3', 'Friend 2', 'Friend 1']);
  expect([...steady.gone]).toEqual([makeConversation(2).uuid]);
});

test('the next page comes in below', () => {
  const steady = steadyRows(make(4, 3), make(4, 3, 2, 1));
  expect(namesOf(steady)).toEqual(['Friend 4', 'Friend 3', 'Friend 2', 'Friend 1']);
  expect(steady.fresh).toBe(0);
});
