import { expect, test } from 'vitest';
import { isTest, makeSourceFile, readSourceFiles, type SourceFile } from './source-files.ts';

/**
 * Times that are stored or compared with stored ones are the database's: `transaction.now()`, `database.now()` or SQL's
 * `now()`. Machines' clocks differ and are set. Lengths of time are measured with `performance.now()`.
 */
const OWN_CLOCK = /\bDate\.now\b|\bnew Date\(\)/;
const PLACES = /^apps\/server\/src\/(?!chaos\/)/;
const ALLOWED: Readonly<Record<string, string>> = {
  'apps/server/src/platform/database/database-clock.ts':
    'is the database’s clock, before its first measurement',
  'apps/server/src/features/knowledge/websites/reading/fetch-page.ts':
    'compares with a time of the web site’s own clock',
};

const findOwnClocks = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => PLACES.test(path) && !isTest(path) && !path.includes('/testing/'))
    .filter(({ path, code }) => OWN_CLOCK.test(code) && !(path in ALLOWED))
    .map(({ path }) => path);

test('the server reads the database’s clock, not its process’s', () => {
  expect(findOwnClocks(readSourceFiles())).toEqual([]);
});

test.each(['new Date(Date.now() + LIFE_MS)', 'const at = new Date();', 'createPace(Date.now)'])(
  '%s is refused',
  (text) => {
    const path = 'apps/server/src/features/accounts/members/a.ts';
    expect(findOwnClocks([makeSourceFile(path, text)])).toEqual([path]);
    expect(findOwnClocks([makeSourceFile(path, 'new Date(transaction.now() + LIFE_MS)')])).toEqual([]);
  },
);
