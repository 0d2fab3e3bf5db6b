import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './paths.mjs';

/** @typedef {{ passed: number, failures: { name: string, message: string }[] }} FileResult */
/** @typedef {Map<string, FileResult>} Results by file, from the root of the project */

/** Reads Vitest's JSON report. A file that failed before its first test is one failure. @param {string} file @returns {Results} */
export function readVitestReport(file) {
  if (!existsSync(file)) return new Map();
  /** @type {{ testResults: { name: string, status: string, message: string, assertionResults: { fullName: string, status: string, failureMessages?: string[] }[] }[] }} */
  const { testResults } = JSON.parse(readFileSync(file, 'utf8'));
  return new Map(
    testResults.map(({ name, status, message, assertionResults }) => {
      const failures = assertionResults
        .filter((test) => test.status === 'failed')
        .map(({ fullName, failureMessages = [] }) => ({ name: fullName, message: failureMessages[0] ?? '' }));
      if (status === 'failed' && failures.length === 0) failures.push({ name: 'the file itself', message });
      const passed = assertionResults.filter((test) => test.status === 'passed').length;
      return [path.relative(ROOT, name), { passed, failures }];
    }),
  );
}

/** @typedef {{ title: string, tests: { status: string, results: { error?: { message?: string } }[] }[] }} Spec */
/** @typedef {{ title: string, file: string, suites?: Suite[], specs?: Spec[] }} Suite */

/** Reads Playwright's JSON report. @param {string} file @returns {Results} */
export function readPlaywrightReport(file) {
  if (!existsSync(file)) return new Map();
  /** @type {{ suites: Suite[], errors?: { message?: string }[] }} */
  const { suites, errors = [] } = JSON.parse(readFileSync(file, 'utf8'));
  const results = new Map(
    suites.map((suite) => {
      const tests = testsOf(suite);
      const failures = tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ name, message }) => ({ name, message }));
      return [
        `e2e/${suite.file}`,
        { passed: tests.filter(({ status }) => status === 'expected').length, failures },
      ];
    }),
  );
  if (errors.length > 0) {
    const failures = errors.map(({ message = '' }) => ({ name: 'the run itself', message }));
    results.set('journeys', { passed: 0, failures });
  }
  return results;
}

/** @param {Suite} suite @returns {{ name: string, status: string, message: string }[]} */
function testsOf({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ status, results }) => ({
      name: title,
      status,
      message: results.find(({ error }) => error)?.error?.message ?? '',
    })),
  );
  return [...own, ...suites.flatMap(testsOf)];
}

/** @param {Results} results @returns {string[]} */
export const failedFiles = (results) =>
  [...results].filter(([, { failures }]) => failures.length > 0).map(([file]) => file);

/** @param {Results} results */
export const totalsOf = (results) => ({
  passed: [...results.values()].reduce((sum, { passed }) => sum + passed, 0),
  failed: [...results.values()].reduce((sum, { failures }) => sum + failures.length, 0),
});

/** Each failing test with its file and the first line of its error, for the end of a run. @param {Results} results */
export const failureLines = (results) =>
  [...results].flatMap(([file, { failures }]) =>
    failures.map(({ name, message }) => `FAILED ${file} > ${name}: ${firstLine(message)}`),
  );

const LONGEST_LINE = 200;
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours of terminals
const COLOURS = /\u001B\[[0-9;]*m/g;

/** @param {string} message */
const firstLine = (message) =>
  (message.replace(COLOURS, '').trim().split('\n')[0] ?? '').slice(0, LONGEST_LINE);
