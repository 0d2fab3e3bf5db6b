import { expect, test } from 'vitest';
import { doneOf, nextStep, STEPS, type Step } from './FirstSteps.tsx';

const done = (...steps: Step[]) =>
  Object.fromEntries(STEPS.map((step) => [step, steps.includes(step)])) as Record<Step, boolean>;

test.each<[Step[], Step | undefined]>([
  [[], 'knowledge'],
  [['knowledge'], 'bot'],
  [['knowledge', 'bot'], 'tested'],
  // Whoever connects without trying first is not led back.
  [['knowledge', 'bot', 'channel'], 'answered'],
  [['channel'], 'answered'],
  [['knowledge', 'bot', 'tested', 'channel', 'answered'], undefined],
  [['answered'], undefined],
])('after %j comes %s', (steps, next) => {
  expect(nextStep(done(...steps))).toBe(next);
  expect(doneOf(done(...steps))).toBe(steps.length);
});
