import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
// @ts-expect-error A part of the bootstrap, which has no types of its own.
import { ROOT } from './paths.mjs';
// @ts-expect-error A part of the bootstrap, which has no types of its own.
import * as report from './test-report.mjs';

const { failedFiles, failureLines, readPlaywrightReport, readVitestReport, totalsOf } = report;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hanasu-report-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(report: object): string {
  const file = path.join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(report));
  return file;
}

test('names each failing unit test with the first line of its error, and files that failed before their first test', () => {
  const results = readVitestReport(
    write({
      testResults: [
        {
          name: path.join(ROOT, 'a.test.ts'),
          status: 'failed',
          message: '',
          assertionResults: [
            { fullName: 'adds', status: 'passed' },
            {
              fullName: 'subtracts',
              status: 'failed',
              failureMessages: ['\u001B[31mexpected 1\u001B[39m\nto be 2'],
            },
          ],
        },
        {
          name: path.join(ROOT, 'b.test.ts'),
          status: 'failed',
          message: 'cannot load',
          assertionResults: [],
        },
        {
          name: path.join(ROOT, 'c.test.ts'),
          status: 'passed',
          message: '',
          assertionResults: [{ fullName: 'x', status: 'passed' }],
        },
      ],
    }),
  );
  expect(totalsOf(results)).toEqual({ passed: 2, failed: 2 });
  expect(failedFiles(results)).toEqual(['a.test.ts', 'b.test.ts']);
  expect(failureLines(results)).toEqual([
    'FAILED a.test.ts > subtracts: expected 1',
    'FAILED b.test.ts > the file itself: cannot load',
  ]);
});

test('counts journeys of nested groups, and errors outside of tests', () => {
  const spec = (title: string, status: string, message?: string) => ({
    title,
    tests: [{ status, results: [message ? { error: { message } } : {}] }],
  });
  const results = readPlaywrightReport(
    write({
      suites: [
        {
          title: 'a.e2e.ts',
          file: 'a.e2e.ts',
          specs: [spec('signs in', 'expected')],
          suites: [
            {
              title: 'group',
              file: 'a.e2e.ts',
              specs: [spec('is slow', 'unexpected', 'timed out'), spec('is left out', 'skipped')],
            },
          ],
        },
      ],
      errors: [{ message: 'the server did not start' }],
    }),
  );
  expect(totalsOf(results)).toEqual({ passed: 1, failed: 2 });
  expect(failureLines(results)).toEqual([
    'FAILED e2e/a.e2e.ts > is slow: timed out',
    'FAILED journeys > the run itself: the server did not start',
  ]);
});

test('is empty where a step has not run', () => {
  expect(totalsOf(readVitestReport(path.join(folder, 'missing.json')))).toEqual({ passed: 0, failed: 0 });
});
