import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { readTestProjects } from './tools/house/test-projects.ts';
import { FULL_ONLY, isQuickRing } from './tools/house/test-rings.ts';

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

const { unit, unitWeb, db } = readTestProjects();

const setupFiles = [
  'tools/house/property-seed.ts',
  'tools/house/chaos-times.ts',
  // Bodies that LINE's fake takes are held against LINE's own description, where that is on the machine.
  'packages/channels/line/testing/check-bodies.ts',
];

const exclude = [...configDefaults.exclude, ...(isQuickRing() ? FULL_ONLY : [])];

/** Last resorts, far above what a slow and busy machine takes: tests wait for conditions. */
const TIMES = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 100_000 } } };

/** Use what a context of a thread lacks: streams, errors of `fetch`, compiled add-ons. */
const NEED_OWN_PROCESS = [
  'apps/web/src/entities/conversation/chat/ChatPanel.test.tsx',
  'apps/web/src/features/posts/help/WritingHelp.test.tsx',
  'apps/web/src/shell/api/api-client.test.tsx',
  'apps/web/src/shell/icons/Icon.test.tsx',
  'apps/web/tools/widget.test.ts',
];

/** `npm run unit` runs those without a database, `npm test` all of its ring (docs/tests.md). */
const projects = [
  // A new environment for each of so many small files would take as long as their tests.
  { test: { name: 'unit', include: unit, exclude, isolate: false, setupFiles, ...TIMES } },
  // Documents, languages and stored settings of a browser are one for all who share it: each file has a context of its own,
  // in a thread that has loaded the libraries already.
  {
    test: {
      name: 'unit-web',
      include: unitWeb,
      exclude: [...configDefaults.exclude, ...NEED_OWN_PROCESS],
      pool: 'vmThreads',
      setupFiles: ['apps/web/src/testing/own-channels.ts'],
      ...TIMES,
    },
  },
  { test: { name: 'unit-web-process', include: NEED_OWN_PROCESS, ...TIMES } },
  {
    test: {
      name: 'db',
      include: db,
      exclude,
      setupFiles: [...setupFiles, 'apps/server/src/testing/refuse-nested.ts'],
      // Each file starts its server and its accounts anew; only what was imported stays.
      isolate: false,
      execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
      globalSetup: ['apps/server/src/testing/global-setup.ts'],
      ...TIMES,
    },
  },
];

export default defineConfig({
  test: {
    projects,
    // Tests wait for vendors, databases and processes for a part of their time: a fourth worker on two cores saves an eighth.
    maxWorkers: availableParallelism() * 2,
    sequence: { sequencer: SpreadSequencer },
    tags: [{ name: 'long', description: 'Waits for limits of the product; left to `npm run test:full`.' }],
    ...(isQuickRing() && { tagsFilter: ['!long'] }),
  },
});
