import { expect, it } from 'vitest';
import { measure } from './measure.ts';

it('counts places of the first right answer', async () => {
  const places = new Map([
    ['first', ['a', 'b']],
    ['second', ['b', 'a']],
    ['sixth', ['1', '2', '3', '4', '5', 'a']],
    ['eleventh', [...'123456789x', 'a']],
    ['absent', []],
  ]);
  const questions = [...places.keys()].map((text) => ({ text, relevant: new Set(['a', 'z']) }));
  const found = await measure((query) => places.get(query) ?? [], questions);
  expect(found).toMatchObject({ questions: 5, recallAt1: 20, recallAt5: 40 });
  expect(found.mrrAt10).toBeCloseTo((100 * (1 + 1 / 2 + 1 / 6)) / 5, 9);
});
