import { afterAll, beforeAll, test } from 'vitest';
import { closeKillStage, expectAllAnswered, killAtStep, openKillStage } from './kill-steps.fixture.ts';

beforeAll(openKillStage);
afterAll(closeKillStage);

test('killed at four steps of the way, it loses nothing, answers everybody, and nobody twice', async () => {
  const steps = [
    'an event is stored',
    'the turn is taken',
    'the answer is stored',
    'the call begins',
  ] as const;
  for (const name of steps) await killAtStep(name);
  await expectAllAnswered(steps.length);
});
