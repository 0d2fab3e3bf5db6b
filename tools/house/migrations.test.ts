import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './source-files.ts';

const FOLDER = path.join(ROOT, 'apps/server/src/schema/migrations');
/** `sha256  file`, as `sha256sum` prints it; a migration that was released is added here. */
const RELEASED = 'released.sha256';

const released = new Map(
  readFileSync(path.join(FOLDER, RELEASED), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('  ').reverse() as [string, string]),
);
const migrations = readdirSync(FOLDER).filter((file) => file.endsWith('.sql'));
const textOf = (file: string): string => readFileSync(path.join(FOLDER, file), 'utf8');

test('released migrations are never changed: databases have run them', () => {
  for (const [file, hash] of released) {
    expect(`${createHash('sha256').update(textOf(file)).digest('hex')}  ${file}`).toBe(`${hash}  ${file}`);
  }
});

/** What breaks the version before, which still runs while the new one starts. */
const CONTRACTS =
  /\bdrop\s+(?:table|column)\b|\brename\s+(?:to|column)\b|\bset\s+not\s+null\b|\bset\s+data\s+type\b/i;
/** In the migration that takes away what no released version uses any more. */
const REASON = /^-- contract: \S+/m;

test('a migration expands; one that takes something away says which version stopped to use it', () => {
  const breaking = migrations.filter(
    (file) => !released.has(file) && CONTRACTS.test(textOf(file)) && !REASON.test(textOf(file)),
  );
  expect(breaking).toEqual([]);
});

test('only the newest snapshot is kept: drizzle-kit compares the tables with that one and reads no other', () => {
  const newest = migrations.toSorted().at(-1)?.slice(0, 4);
  const snapshots = readdirSync(path.join(FOLDER, 'meta')).filter((file) => file.endsWith('_snapshot.json'));
  // After `npx drizzle-kit generate`, delete the snapshot that was there before.
  expect(snapshots).toEqual([`${newest}_snapshot.json`]);
});
