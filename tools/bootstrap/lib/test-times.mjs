import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './paths.mjs';

/** @typedef {{ name: string, milliseconds: number }} Time */
/** @typedef {{ file?: string, suites?: Suite[], specs?: { tests: { results: { duration: number }[] }[] }[] }} Suite */

/** Files of Vitest's and Playwright's JSON reports. @param {string} vitest @param {string} playwright @returns {Time[]} */
export function fileTimes(vitest, playwright) {
  return [...vitestTimes(vitest), ...playwrightTimes(playwright)];
}

/** The longest first, as lines. @param {readonly Time[]} times @param {number} [most] @returns {string[]} */
export function timeLines(times, most = times.length) {
  return [...times]
    .sort((one, other) => other.milliseconds - one.milliseconds)
    .slice(0, most)
    .map(({ name, milliseconds }) => `${(milliseconds / 1000).toFixed(1).padStart(7)} s  ${name}`);
}

/** @param {string} file @returns {Time[]} */
function vitestTimes(file) {
  if (!existsSync(file)) return [];
  /** @type {{ testResults: { name: string, startTime: number, endTime: number }[] }} */
  const { testResults } = JSON.parse(readFileSync(file, 'utf8'));
  return testResults.map(({ name, startTime, endTime }) => ({
    name: path.relative(ROOT, name),
    milliseconds: endTime - startTime,
  }));
}

/** @param {string} file @returns {Time[]} */
function playwrightTimes(file) {
  if (!existsSync(file)) return [];
  /** @type {{ suites: Suite[] }} */
  const { suites } = JSON.parse(readFileSync(file, 'utf8'));
  return suites.map((suite) => ({ name: `e2e/${suite.file}`, milliseconds: timeOf(suite) }));
}

/** @param {Suite} suite @returns {number} */
function timeOf({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results));
  return [...own.map(({ duration }) => duration), ...suites.map(timeOf)].reduce((sum, each) => sum + each, 0);
}
