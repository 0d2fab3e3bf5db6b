import { expect, test } from 'vitest';
import { preselectedBot, triedBot } from './bot-states.ts';

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

test('what is tried out first answers, where one does; otherwise it was changed last', () => {
  if (!live || !changed || !draft || !paused) return expect.unreachable();
  expect(triedBot([draft, changed, live])).toBe(changed);
  expect(triedBot([draft, paused])).toBe(draft);
  expect(triedBot([])).toBeUndefined();
});
