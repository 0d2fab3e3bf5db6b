import { expect, test } from 'vitest';
import { preselectedBot } from './bot-states.ts';

const [live, changed, draft, paused] = (['live', 'changed', 'draft', 'paused'] as const).map((state) => ({
  state,
}));

test('a form chooses the only bot that answers, or the only bot there is', () => {
  if (!live || !changed || !draft || !paused) return expect.unreachable();
  expect(preselectedBot([draft, live, paused])).toBe(live);
  expect(preselectedBot([draft])).toBe(draft);
  expect(preselectedBot([paused, changed])).toBe(changed);
  expect(preselectedBot([live, changed])).toBeUndefined();
  expect(preselectedBot([draft, paused])).toBeUndefined();
  expect(preselectedBot([])).toBeUndefined();
});
