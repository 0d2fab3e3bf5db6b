// `npm test`: everything, from a fresh clone. `npm test -- <path>`: only the unit tests below that path.
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { continueOnProjectNode } from './lib/continue-on-project-node.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import {
  ensureChromium,
  ensureDebianPostgres,
  ensureFaketime,
  ensureRedis,
} from './lib/ensure-test-programs.mjs';
import { ensureWebBuilt } from './lib/ensure-web-built.mjs';
import { CACHE, inRoot, ROOT } from './lib/paths.mjs';
import { runScript, runTool } from './lib/run-step.mjs';
import { say } from './lib/say.mjs';
import { fileTimes, timeLines } from './lib/test-times.mjs';
import { playwrightTotals, vitestTotals } from './lib/test-totals.mjs';

process.chdir(ROOT);
ensureInstalled();
await continueOnProjectNode(import.meta.url);

const filter = process.argv.slice(2);
const vitestReport = `${CACHE}/vitest.json`;
const playwrightReport = `${CACHE}/playwright.json`;
/** What the statements of the tests return, for `check-rows.mjs`. */
const statements = `${CACHE}/statements`;
mkdirSync(CACHE, { recursive: true });
rmSync(vitestReport, { force: true });
rmSync(playwrightReport, { force: true });
if (filter.length === 0) rmSync(statements, { recursive: true, force: true });

const runUnitTests = () =>
  runTool(
    'vitest',
    'vitest',
    ['run', ...filter, '--reporter=default', '--reporter=json', `--outputFile=${vitestReport}`],
    filter.length === 0 ? { ...ensureDebianPostgres(), RECORD_STATEMENTS: statements } : {},
  );

/** Without a Debian some statements are run by no test. */
const checkRows = () =>
  runScript(
    'tools/bootstrap/check-rows.mjs',
    'TEST_DEBIAN_POSTGRES' in ensureDebianPostgres() ? ['--complete'] : [],
  );

const unit = { name: 'unit, store, use case and house tests', run: runUnitTests };
const everything = [
  { name: 'format and lint', run: () => runTool('@biomejs/biome', 'biome', ['check', '.']) },
  { name: 'types', run: () => runTool('typescript', 'tsc', ['--noEmit', '-p', 'tsconfig.json']) },
  {
    name: 'types of the web app',
    run: () => runTool('typescript', 'tsc', ['--noEmit', '-p', 'apps/web/tsconfig.json']),
  },
  unit,
  { name: 'declared rows of SQL statements', run: checkRows },
  { name: 'web build', run: () => (ensureWebBuilt() ? 0 : 1) },
  { name: 'journeys in a browser', run: runJourneys },
];

if (filter.length === 0) {
  ensureRedis();
  ensureFaketime();
}
/** @type {import('./lib/test-times.mjs').Time[]} */
const stepTimes = [];
const failedStep = (filter.length > 0 ? [unit] : everything).find(({ name, run }) => {
  say(`== ${name}`);
  const startedAt = Date.now();
  const status = run();
  stepTimes.push({ name, milliseconds: Date.now() - startedAt });
  return status !== 0;
});
if (filter.length === 0) {
  say('the longest files');
  for (const line of timeLines(fileTimes(vitestReport, playwrightReport), 15)) console.log(line);
  say('steps');
  for (const line of timeLines(stepTimes)) console.log(line);
}
const totals = [vitestTotals(vitestReport), playwrightTotals(playwrightReport)];
const passed = totals.reduce((sum, total) => sum + total.passed, 0);
const failed = totals.reduce((sum, total) => sum + total.failed, 0);
if (failedStep !== undefined) say(`stopped at: ${failedStep.name}`);
// A step without tests of its own (types, lint) that fails is one failure.
console.log(`${passed} passed, ${failedStep !== undefined && failed === 0 ? 1 : failed} failed`);
process.exitCode = failedStep === undefined ? 0 : 1;

function runJourneys() {
  if (!existsSync(inRoot('e2e', 'playwright.config.ts'))) {
    say('no journeys here');
    return 0;
  }
  ensureChromium();
  return runTool(
    '@playwright/test',
    'playwright',
    ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
  );
}
