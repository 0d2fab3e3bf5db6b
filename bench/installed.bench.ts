import { execFileSync } from 'node:child_process';
import { cpSync, type Dirent, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Bound, checkBounds, printTable } from './lib/print-table.ts';

/** What `npm start` installs from an empty folder: the time, the space on the disk, and the packages that take the most of it. */
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
  entriesOf(folder)
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) =>
      name.startsWith('@')
        ? entriesOf(path.join(folder, name)).map((inScope) => `${name}/${inScope.name}`)
        : [name],
    );

const root = mkdtempSync(path.join(tmpdir(), 'hanasu-installed-'));
try {
  const files = execFileSync(
    'git',
    ['ls-files', '*package.json', 'package-lock.json', '.npmrc', 'tools/bootstrap'],
    {
      encoding: 'utf8',
    },
  );
  for (const file of files.trim().split('\n')) cpSync(file, path.join(root, file));
  const startedAt = performance.now();
  const install =
    "import('./tools/bootstrap/lib/ensure-installed.mjs').then((it) => it.ensureInstalled('running'))";
  execFileSync(process.execPath, ['-e', install], { cwd: root, stdio: 'inherit' });
  const seconds = (performance.now() - startedAt) / 1000;

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
  console.log(`installed in ${seconds.toFixed(0)} s`);
  checkBounds(bounds);
} finally {
  rmSync(root, { recursive: true, force: true });
}
