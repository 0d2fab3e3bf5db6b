import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isTest, ROOT, readSourceFiles } from './source-files.ts';

/** A test that passes at its second try hides a race. */
const RETRIES = /--last-failed\b|--retr(?:y|ies)\b|\bretry:\s*[1-9]|\bretries:\s*[1-9]|\bflaky\(/;

const BOOTSTRAP = 'tools/bootstrap';
const OWN_FILE = 'tools/house/retries.test.ts';

test('no test is tried again', () => {
  const own = readSourceFiles().filter((file) => isTest(file.path) && file.path !== OWN_FILE);
  expect(own.length).toBeGreaterThan(100);
  expect(own.filter(({ code }) => RETRIES.test(code)).map((file) => file.path)).toEqual([]);
  const scripts = readdirSync(path.join(ROOT, BOOTSTRAP), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'));
  for (const file of ['vitest.config.ts', 'package.json'])
    scripts.push(readFileSync(path.join(ROOT, file), 'utf8'));
  expect(scripts.filter((text) => RETRIES.test(text))).toEqual([]);
});

test.each([
  ["['test', '--retries=1']"],
  ["'--retry=1'"],
  ["['test', '--last-failed']"],
  ["test('x', { retry: 2 }, run)"],
  ['describe.configure({ retries: 1 })'],
])('%s is found', (text) => {
  expect(RETRIES.test(text)).toBe(true);
});
