import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Wait for processes, leases and back-offs for most of their time. */
const WAITS_LONG =
  /\/chaos\/|\/main\.test\.ts$|\/start-embedded-postgres\.test\.ts$|\/deliver-outbox\.test\.ts$/;

/** Spreads files that wait for long over the run, so that they run beside files that use the processors. */
class SpreadSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const { long = [], other = [] } = Object.groupBy(sorted, ({ moduleId }) =>
      WAITS_LONG.test(moduleId) ? 'long' : 'other',
    );
    // The last of them begins well before the end.
    const step = Math.floor(other.length / (long.length * 2)) || 1;
    const spread = long.flatMap((file, index) => [file, ...other.slice(index * step, (index + 1) * step)]);
    return [...spread, ...other.slice(long.length * step)];
  }
}

export default defineConfig({
  test: {
    include: [
      'packages/**/*.test.ts',
      'apps/server/**/*.test.ts',
      'apps/web/**/*.test.{ts,tsx}',
      'apps/widget/**/*.test.{ts,tsx}',
      'tools/**/*.test.ts',
    ],
    globalSetup: ['apps/server/src/testing/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Tests wait for vendors, databases and processes for half of their time.
    maxWorkers: availableParallelism() * 2,
    sequence: { sequencer: SpreadSequencer },
  },
});
