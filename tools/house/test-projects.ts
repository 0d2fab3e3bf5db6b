import { readSourceFiles, type SourceFile } from './source-files.ts';

/** A test that reaches one of these through its imports needs PostgreSQL. */
const DATABASE = [
  'apps/server/src/testing/test-database.ts',
  'apps/server/src/platform/database/embedded/start-embedded-postgres.ts',
];

/** `inject` hands out what the global set-up made. */
const ASKS_FOR_DATABASE = /\binject\('test[A-Z]/;

export interface TestProjects {
  readonly unit: string[];
  readonly unitWeb: string[];
  readonly db: string[];
}

/** The test files by what they need: `db` those whose imports lead to a database, `unit` and `unitWeb` the rest. */
export function readTestProjects(files: readonly SourceFile[] = readSourceFiles()): TestProjects {
  const asking = files.filter(({ code }) => ASKS_FOR_DATABASE.test(code)).map(({ path }) => path);
  const needing = importersOf([...DATABASE, ...asking], files);
  const {
    unit = [],
    unitWeb = [],
    db = [],
  } = Object.groupBy(
    files.map(({ path }) => path).filter((path) => /\.test\.tsx?$/.test(path)),
    (path) => {
      if (needing.has(path)) return 'db';
      return /^apps\/(web|widget|form)\//.test(path) ? 'unitWeb' : 'unit';
    },
  );
  return { unit, unitWeb, db };
}

/** `targets` and every file that imports one of them, directly or through others; types don't count. */
function importersOf(targets: readonly string[], files: readonly SourceFile[]): ReadonlySet<string> {
  const importers = new Map<string, string[]>();
  for (const { path, imports } of files) {
    for (const { target, typeOnly } of imports) {
      if (target !== null && !typeOnly) importers.set(target, [...(importers.get(target) ?? []), path]);
    }
  }
  const found = new Set(targets);
  // A set hands out what is added while it is walked.
  for (const path of found) for (const importer of importers.get(path) ?? []) found.add(importer);
  return found;
}
