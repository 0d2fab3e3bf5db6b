import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { isTest, ROOT, readSourceFiles } from './source-files.ts';

/** The specification is not part of this repository; without it there is nothing to compare with. */
const SPEC = path.join(ROOT, '../shared/spec.md');
/** What the client does: purpose, screens, states, calls, errors, constants. */
const SECTIONS = ['1', '2', '4', '7', '8', '9'];

const EXEMPT: Readonly<Record<number, string>> = {
  7: 'what the product is for; every feature has tests of its own',
  8: 'what the product is for; every feature has tests of its own',
  9: 'what the product is for; every feature has tests of its own',
  10: 'what the product is for; every feature has tests of its own',
  53: 'says only that something is not shown',
  66: 'payment is a feature that is not built yet; its pages are tested by line 43',
  92: 'introduces the list below it',
  128: 'says only that something is not shown',
};

interface Line {
  readonly number: number;
  readonly text: string;
}

/** Bullets, rows of tables and paragraphs of the sections, with their numbers. */
function statements(spec: string): Line[] {
  const lines = spec.split('\n').map((text, index) => ({ number: index + 1, text }));
  let section = '';
  return lines.filter(({ text, number }) => {
    const heading = /^##? (\d+)?/.exec(text);
    if (heading) section = heading[1] ?? '';
    if (heading || text.trim() === '' || !SECTIONS.includes(section)) return false;
    const isHeadOfTable = lines[number]?.text.startsWith('|---') || text.startsWith('|---');
    return !isHeadOfTable;
  });
}

/** Numbers that stand in the names of tests: `spec:57`. */
const linesWithTest = (): Set<number> => {
  const tests = readSourceFiles().filter(({ path: file }) => isTest(file));
  const names = tests.flatMap(({ code }) => [...code.matchAll(/\bspec:(\d+)/g)]);
  return new Set(names.map(([, number]) => Number(number)));
};

describe.skipIf(!existsSync(SPEC))('the specification of the client', () => {
  const lines = existsSync(SPEC) ? statements(readFileSync(SPEC, 'utf8')) : [];
  const tested = linesWithTest();

  test('is read', () => {
    expect(lines.length).toBeGreaterThan(60);
  });

  test('every line has a test with its number, or a reason to have none', () => {
    const bare = lines.filter(({ number }) => !tested.has(number) && EXEMPT[number] === undefined);
    expect(bare.map(({ number, text }) => `${number} ${text.slice(0, 80)}`)).toEqual([]);
  });

  test('no line is excused that has a test, or that says nothing', () => {
    const excused = Object.keys(EXEMPT).map(Number);
    expect(excused.filter((number) => tested.has(number))).toEqual([]);
    expect(excused.filter((number) => !lines.some((line) => line.number === number))).toEqual([]);
  });
});
