import { afterAll, beforeAll, test } from 'vitest';
import {
  closeKillStage,
  expectAllAnswered,
  killAfterVendors,
  killAtStep,
  killWhileGathering,
  killWhileModel,
  killWhileVendorsHang,
  openKillStage,
  STEPS,
  type StepName,
  supersede,
} from './kill-steps.fixture.ts';

beforeAll(openKillStage);
afterAll(closeKillStage);

test('killed at every step of the way, it loses nothing, answers everybody, and nobody twice', async () => {
  const steps = Object.keys(STEPS) as StepName[];
  for (const name of steps) await killAtStep(name);
  const others = [
    killWhileVendorsHang,
    killAfterVendors,
    () => killWhileModel('noheaders'),
    () => killWhileModel('slow-60', supersede),
    killWhileGathering,
  ];
  for (const kill of others) await kill();
  await expectAllAnswered(steps.length + others.length);
});
