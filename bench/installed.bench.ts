import { execFileSync } from 'node:child_process';
import { cpSync, type Dirent, lstatSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { newFolder } from './lib/hanasu.ts';
import { type Bound, checkBounds, printTable } from './lib/print-table.ts';
import { startProgram } from './lib/start-program.ts';

/**
 * What `npm start` installs in a fresh clone, and that it runs with it: the time until it is ready, the space on the disk, and
 * the packages that take the most of it.
 */
const PORT = 4733;
const LARGEST = 15;
const MIB = 1024 * 1024;
/** Unit of `blocks`. */
const BLOCK = 512;

const entriesOf = (folder: string): Dirent[] => readdirSync(folder, { withFileTypes: true });

const seen = new Set<number>();
/** Bytes on the disk of a folder and all below, files with several names once. */
function spaceOf(folder: string): number {
  return entriesOf(folder).reduce((sum, entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return sum + spaceOf(file);
    const { ino, blocks } = lstatSync(file);
    if (seen.has(ino)) return sum;
    seen.add(ino);
    return sum + blocks * BLOCK;
  }, lstatSync(folder).blocks * BLOCK);
}

/** Names of packages, `@scope/name` for those of a scope. */
const packagesOf = (folder: string): string[] =>
  foldersOf(folder)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@')
        ? foldersOf(path.join(folder, name)).map((inScope) => `${name}/${inScope}`)
        : [name],
    );

/** Without links, which lead to the project's own packages. */
const foldersOf = (folder: string): string[] =>
  entriesOf(folder).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

const root = newFolder();
try {
  const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' });
  for (const file of files.trim().split('\n')) cpSync(file, path.join(root, file));
  const program = await startProgram({
    file: path.join(root, 'tools/bootstrap/start.mjs'),
    environment: { PORT: String(PORT), LOG_LEVEL: 'warn' },
    readyWhen: /Hanasu is ready/,
  });
  await program.stop();

  const folders = [
    '.',
    ...['apps', 'packages'].flatMap((of) =>
      entriesOf(path.join(root, of)).map(({ name }) => `${of}/${name}`),
    ),
  ]
    .map((folder) => path.join(root, folder, 'node_modules'))
    .filter((folder) => lstatSync(folder, { throwIfNoEntry: false })?.isDirectory());
  const packages = folders
    .flatMap((folder) =>
      packagesOf(folder).map((name) => ({ name, MiB: spaceOf(path.join(folder, name)) / MIB })),
    )
    .toSorted((one, other) => other.MiB - one.MiB);
  const total = packages.reduce((sum, { MiB }) => sum + MiB, 0);
  printTable('Installed for running', [
    ...packages.slice(0, LARGEST),
    {
      name: `${packages.length - LARGEST} others`,
      MiB: packages.slice(LARGEST).reduce((sum, { MiB }) => sum + MiB, 0),
    },
  ]);
  const bounds: Bound[] = [{ what: 'installed for running (MiB)', measured: total, atMost: 600 }];
  const compiled = spaceOf(path.join(root, 'node_modules/.cache')) / MIB;
  console.log(
    `ready after ${(program.readyAfter / 1000).toFixed(0)} s; compiled and kept for the next start: ${compiled.toFixed(0)} MiB`,
  );
  checkBounds(bounds);
} finally {
  rmSync(root, { recursive: true, force: true });
}
