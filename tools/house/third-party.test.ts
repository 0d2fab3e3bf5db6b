import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
// @ts-expect-error A tool without types, which also runs where nothing is installed.
import { readLock, thirdParty } from '../third-party.mjs';
import { ROOT } from './source-files.ts';

/** Formatting aligns the columns. */
const unaligned = (text: string): string => text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---');

test('THIRD_PARTY.md is what the lock file says: `npm run licences`', () => {
  const written = readFileSync(path.join(ROOT, 'THIRD_PARTY.md'), 'utf8');
  expect(unaligned(written)).toBe(unaligned(String(thirdParty(readLock()))));
});
