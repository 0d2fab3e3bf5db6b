import type { SegmentDefinition, SegmentNode } from '@hanasu/contract/segments';
import { expect, test } from 'vitest';
import {
  definitionOf,
  idsByPath,
  newGroup,
  newRow,
  problemsById,
  readDraft,
  rowsOf,
  unfinishedIn,
} from './segment-draft.ts';

const PHONE = { kind: 'contact', contact: 'phone' } as const;
const EMAIL = { kind: 'contact', contact: 'email' } as const;
const not = (...items: SegmentNode[]): SegmentNode => ({ kind: 'not', items });

test('a definition that is read and written is the same', () => {
  const definition = {
    kind: 'and',
    items: [PHONE, not(EMAIL), { kind: 'or', items: [not(PHONE), not(PHONE, EMAIL)] }],
  } as SegmentDefinition;
  expect(definitionOf(readDraft(definition))).toEqual(definition);
});

test('a group “none of” with one condition is a row that is turned round; the outermost group stays one', () => {
  const draft = readDraft({ kind: 'not', items: [not(PHONE)] });
  expect(draft).toMatchObject({ kind: 'not', items: [{ condition: PHONE, isNot: true }] });
});

test('what an address has that is no condition is shown as unreadable, and nothing is asked with it', () => {
  const given = { kind: 'and', items: [{ kind: 'tag' }, not({ kind: 'nonsense' } as never)] };
  const draft = readDraft(given as never);
  expect(rowsOf(draft).map(({ condition }) => condition)).toEqual([
    { kind: 'unreadable' },
    { kind: 'unreadable' },
  ]);
  expect(definitionOf(draft)).toBeNull();
});

test('rows without what they need, and groups without rows, are not asked with', () => {
  const unfinished = newRow({ kind: 'tag', match: 'any', tagUuids: [] });
  const draft = newGroup('and', [newRow(PHONE), unfinished]);
  expect([...unfinishedIn(draft)]).toEqual([unfinished.id]);
  expect(definitionOf(draft)).toBeNull();
  expect(definitionOf(newGroup('and', [newRow(PHONE), newGroup('or')]))).toBeNull();
  expect(definitionOf(newGroup('and'))).toBeNull();
});

test('a problem finds its row by the path of its condition, also when the row is turned round', () => {
  const inner = { ...newRow(EMAIL), isNot: true };
  const group = newGroup('or', [newRow(PHONE), inner]);
  const draft = newGroup('and', [newRow(PHONE), group]);
  expect(problemsById(draft, [{ path: 'items.1.items.1.items.0', reason: 'tag_missing' }])).toEqual(
    new Map([[inner.id, 'tag_missing']]),
  );
  expect(idsByPath(draft).get('items.1.items.1')).toBe(inner.id);
  expect(idsByPath(draft).get('items.1')).toBe(group.id);
  expect(idsByPath(draft).get('')).toBe(draft.id);
});
