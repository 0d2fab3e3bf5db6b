// `npm test`: what a change must pass, from a fresh clone. `npm run test:full`: everything. `npm test -- <path>`: only
// the unit tests below that path. docs/tests.md says which tests belong to which.
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
import { runScript, runTool, runToolBeside } from './lib/run-step.mjs';
import { say } from './lib/say.mjs';
import {
  failedFiles,
  failureLines,
  readPlaywrightReport,
  readVitestReport,
  totalsOf,
} from './lib/test-report.mjs';
import { fileTimes, timeLines } from './lib/test-times.mjs';

process.chdir(ROOT);
ensureInstalled();
await continueOnProjectNode(import.meta.url);

const isFull = process.argv.includes('--full');
const filter = process.argv.slice(2).filter((argument) => argument !== '--full');
const isWhole = filter.length === 0;
const ring = { TEST_RING: isFull || !isWhole ? 'full' : 'quick' };
const vitestReport = `${CACHE}/vitest.json`;
const playwrightReport = `${CACHE}/playwright.json`;
/** What the statements of the tests return, for `check-rows.mjs`. */
const statements = `${CACHE}/statements`;
mkdirSync(CACHE, { recursive: true });
for (const report of [vitestReport, playwrightReport]) {
  rmSync(report, { force: true });
  rmSync(again(report), { force: true });
}
if (isWhole) rmSync(statements, { recursive: true, force: true });

/** @param {string} report */
function again(report) {
  return report.replace('.json', '-again.json');
}

/** @param {string[]} parameters @param {string} report @param {Record<string, string>} environment */
const runVitest = (parameters, report, environment) =>
  runTool(
    'vitest',
    'vitest',
    ['run', ...parameters, '--reporter=default', '--reporter=json', `--outputFile=${report}`],
    isWhole
      ? { ...ensureDebianPostgres(), RECORD_STATEMENTS: statements, ...environment }
      : { ...environment },
  );

/** @param {string[]} parameters @param {string} report @param {Record<string, string>} environment */
const runPlaywright = (parameters, report, environment) =>
  runTool(
    '@playwright/test',
    'playwright',
    ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json', ...parameters],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...environment },
  );

/** Only where all tests have run has every statement been run; without a Debian some are run by none. */
const checkRows = () =>
  runScript(
    'tools/bootstrap/check-rows.mjs',
    isFull && 'TEST_DEBIAN_POSTGRES' in ensureDebianPostgres() ? ['--complete'] : [],
  );

const unit = {
  name: 'unit, store, use case and house tests',
  run: () => runVitest(filter, vitestReport, ring),
};
const journeys = {
  name: 'journeys in a browser',
  run() {
    ensureChromium();
    return runPlaywright([], playwrightReport, ring);
  },
};
const everything = [
  { name: 'format and lint', run: () => runTool('@biomejs/biome', 'biome', ['check', '.']) },
  { name: 'types of the server and of the web app', run: checkTypes },
  unit,
  { name: 'declared rows of SQL statements', run: checkRows },
  { name: 'web build', run: () => (ensureWebBuilt() ? 0 : 1) },
  ...(existsSync(inRoot('e2e', 'playwright.config.ts')) ? [journeys] : []),
];

if (isWhole) {
  ensureRedis();
  ensureFaketime();
}
/** @type {import('./lib/test-times.mjs').Time[]} */
const stepTimes = [];
/** @type {string[]} */
const failedSteps = [];
/** @param {{ name: string, run: () => number | Promise<number> }} step */
async function runStep({ name, run }) {
  say(`== ${name}`);
  const startedAt = Date.now();
  if ((await run()) !== 0) failedSteps.push(name);
  stepTimes.push({ name, milliseconds: Date.now() - startedAt });
}
// A step that fails does not hide what the others find.
for (const step of isWhole ? everything : [unit]) await runStep(step);

/** More failures than this have another reason than the load of the machine. */
const MAX_RUN_AGAIN = 10;
const parts = [
  { step: unit.name, results: readVitestReport(vitestReport), runAgain: runUnitsAgain },
  { step: journeys.name, results: readPlaywrightReport(playwrightReport), runAgain: runJourneysAgain },
];
/** Files that failed beside others and passed alone. @type {string[]} */
const unstable = [];
for (const { step, results, runAgain } of isWhole ? parts : []) {
  const failed = failedFiles(results);
  if (
    failed.length === 0 ||
    failed.length > MAX_RUN_AGAIN ||
    !failed.every((file) => existsSync(inRoot(file)))
  )
    continue;
  say(`== once more, alone: ${failed.join(', ')}`);
  const second = runAgain(failed);
  for (const [file, result] of second) results.set(file, result);
  unstable.push(...failed.filter((file) => results.get(file)?.failures.length === 0));
  if (failedFiles(results).length === 0) failedSteps.splice(failedSteps.indexOf(step), 1);
}
const results = new Map(parts.flatMap((part) => [...part.results]));

/** @param {string[]} files */
function runUnitsAgain(files) {
  runVitest([...files, '--maxWorkers=1'], again(vitestReport), { TEST_RING: 'full' });
  return readVitestReport(again(vitestReport));
}

/** @param {string[]} files */
function runJourneysAgain(files) {
  runPlaywright(['--workers=1', ...files], again(playwrightReport), { TEST_RING: 'full' });
  return readPlaywrightReport(again(playwrightReport));
}

if (isWhole) {
  say('the longest files');
  for (const line of timeLines(fileTimes(vitestReport, playwrightReport), 10)) console.log(line);
  say('steps');
  for (const line of timeLines(stepTimes)) console.log(line);
}
const { passed, failed } = totalsOf(results);
for (const line of failureLines(results).slice(0, 20)) console.log(line);
for (const step of failedSteps) say(`failed: ${step}`);
for (const file of unstable) console.log(`unstable: ${file}`);
// A step without tests of its own (types, lint) that fails is one failure.
console.log(
  `${passed} passed, ${failedSteps.length > 0 && failed === 0 ? failedSteps.length : failed} failed`,
);
process.exitCode = failedSteps.length === 0 ? 0 : 1;

/** Each on a processor of its own. */
async function checkTypes() {
  const projects = ['tsconfig.json', 'apps/web/tsconfig.json'];
  const statuses = await Promise.all(
    projects.map((project) => runToolBeside('typescript', 'tsc', ['--noEmit', '-p', project])),
  );
  return Math.max(...statuses);
}
