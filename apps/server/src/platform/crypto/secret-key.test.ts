import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadSecretKey, SecretKeyError, secretKeyFile } from './secret-key.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hanasu-key-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const WHOLE = 'k'.repeat(43);

describe('the key file', () => {
  test('is made once, for this user alone, and nothing else is left behind', () => {
    const made = loadSecretKey(join(folder, 'data'), undefined);
    expect(made).toMatch(/^[\w-]{43}$/);
    expect(loadSecretKey(join(folder, 'data'), undefined)).toBe(made);
    expect(readdirSync(join(folder, 'data'))).toEqual(['secret-key']);
    expect(statSync(secretKeyFile(join(folder, 'data'))).mode & 0o777).toBe(0o600);
  });

  test.each([
    ['as it was made', `${WHOLE}\n`],
    ['without the end of its line', WHOLE],
    ['typed by somebody', `${'p'.repeat(32)}\n`],
  ])('%s is taken and not written again', (_what, text) => {
    writeFileSync(secretKeyFile(folder), text);
    expect(loadSecretKey(folder, undefined)).toBe(text.trim());
    expect(readFileSync(secretKeyFile(folder), 'utf8')).toBe(text);
  });

  test.each([
    ['empty', ''],
    ['only an end of line', '\n'],
    ['only blanks', '   \n'],
    ['cut off', WHOLE.slice(0, 40)],
    ['cut off early', WHOLE.slice(0, 5)],
    ['too short', 'too short\n'],
  ])('%s is refused in one sentence and left as it is', (_what, text) => {
    writeFileSync(secretKeyFile(folder), text);
    expect(() => loadSecretKey(folder, undefined)).toThrow(SecretKeyError);
    expect(readFileSync(secretKeyFile(folder), 'utf8')).toBe(text);
  });

  test('that cannot be read is said', () => {
    mkdirSync(secretKeyFile(folder));
    expect(() => loadSecretKey(folder, undefined)).toThrow(/cannot be read \(EISDIR\)/);
  });
});
