import { FormDefinition } from '@hanasu/contract/form-definition';
import { expect, test } from 'vitest';
import { barsOf } from './result-bars.ts';

const label = { en: 'Question' };
function fieldOf(field: object) {
  const definition = FormDefinition.parse({
    languages: ['en'],
    title: label,
    pages: [{ fields: [{ key: 'q', label, ...field }] }],
  });
  const [first] = definition.pages[0]?.fields ?? [];
  if (!first) throw new Error('a field');
  return first;
}
const counts = (values: Record<string, number>) =>
  Object.entries(values).map(([value, count]) => ({ value, count }));

test('choices keep the order of how often they were taken; those never taken follow, what was written comes last', () => {
  const field = fieldOf({
    kind: 'choice',
    other: true,
    options: ['s', 'm', 'l'].map((id) => ({ id, label })),
  });
  expect(barsOf(field, counts({ 'other:': 4, l: 3, s: 1 }))).toEqual(
    counts({ l: 3, s: 1, m: 0, 'other:': 4 }),
  );
});

test('a scale has all of its steps in their order, a consent both answers', () => {
  expect(barsOf(fieldOf({ kind: 'scale', to: 3 }), counts({ 3: 2, 1: 1 }))).toEqual([
    { value: '1', count: 1 },
    { value: '2', count: 0 },
    { value: '3', count: 2 },
  ]);
  expect(barsOf(fieldOf({ kind: 'consent', text: label }), counts({ true: 2 }))).toEqual([
    { value: 'true', count: 2 },
    { value: 'false', count: 0 },
  ]);
});

test('few numbers stand by themselves, many in ranges that hold every one of them once', () => {
  const field = fieldOf({ kind: 'number' });
  expect(barsOf(field, counts({ 10: 1, 9: 2 })).map(({ value }) => value)).toEqual(['9', '10']);
  const many = Array.from({ length: 100 }, (_, index) => ({ value: String(index * 3 - 50), count: 1 }));
  const bars = barsOf(field, many);
  expect(bars.length).toBeLessThanOrEqual(10);
  expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(100);
  expect(bars[0]).toMatchObject({ value: '-50', to: '0' });
});

test('days stand in their order, and more than a month of them by months', () => {
  const field = fieldOf({ kind: 'date' });
  expect(barsOf(field, counts({ '2026-12-02': 1, '2026-12-01': 3 })).map(({ value }) => value)).toEqual([
    '2026-12-01',
    '2026-12-02',
  ]);
  const days = Array.from({ length: 40 }, (_, index) => ({
    value: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    count: 1,
  }));
  expect(barsOf(field, days)).toEqual([
    { value: '2026-01', count: 31, isMonth: true },
    { value: '2026-02', count: 9, isMonth: true },
  ]);
});
