import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { PostgresAccount } from './postgres-account.ts';
import { binariesIn, type PostgresBinaries } from './postgres-binaries.ts';

/** Where things go when the server runs as root from a folder that other users can't enter (such as /root). */
const SHARED_FOLDER = '/var/lib/hanasu';

/** The folder that holds the cluster, its log and its lock: `<dataDir>/postgres`, or one the account can reach. */
export function databaseFolder(
  dataDir: string,
  account: PostgresAccount,
  log: (message: string) => void,
): string {
  const createPassable = (folder: string) => createFolder(folder, account === null ? OWN : PASSABLE);
  createPassable(dataDir);
  const inside = path.join(realpathSync(dataDir), 'postgres');
  const note = path.join(dataDir, 'postgres-is-elsewhere.txt');
  if (existsSync(note)) return realpathSync(readFileSync(note, 'utf8').trim());
  if (account === null || canEnter(account, path.dirname(inside))) return createPassable(inside);
  // A new name each time: who deletes the data folder to begin anew must not meet the old database again.
  const outside = createPassable(path.join(SHARED_FOLDER, `database-${randomBytes(8).toString('hex')}`));
  writeFileSync(note, `${outside}\n`, { flush: true });
  log(`the database's own user can't enter ${dataDir}; the database is in ${outside}`);
  return realpathSync(outside);
}

/** The same programs where the account can run them: copied once when they are installed below a closed folder. */
export function reachableBinaries(
  binaries: PostgresBinaries,
  account: PostgresAccount,
  log: (message: string) => void,
): PostgresBinaries {
  if (account === null || canRun(account, binaries)) return binaries;
  const copy = binariesIn(path.join(SHARED_FOLDER, `postgres-${binaries.version}`), binaries.version);
  if (!existsSync(copy.folder)) {
    log(`the database's user can't enter ${binaries.folder}; copying the programs to ${copy.folder}`);
    copyBinaries(binaries.folder, copy.folder);
  }
  if (canRun(account, copy)) return copy;
  throw new EmbeddedPostgresError(
    'folder_not_usable',
    `User ${account.uid} can't run PostgreSQL from ${copy.folder}. Set DATABASE_URL, or start as an ordinary user.`,
  );
}

function copyBinaries(from: string, to: string): void {
  createFolder(path.dirname(to), PASSABLE);
  const draft = `${to}.new-${process.pid}`;
  const isNeeded = (source: string): boolean => !source.endsWith('.a');
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true, filter: isNeeded });
  // Installed under a strict umask, the copies would be as closed as the originals.
  spawnSync('chmod', ['-R', 'a+rX', draft]);
  renameSync(draft, to);
}

function canRun(account: NonNullable<PostgresAccount>, binaries: PostgresBinaries): boolean {
  return spawnSync(binaries.postgres, ['--version'], { ...account, cwd: '/' }).status === 0;
}

/** Others may pass through but not look inside. */
const PASSABLE = 0o711;
const OWN = 0o700;

/** Makes a folder and those above it that are missing, all with that mode; existing ones keep theirs. */
function createFolder(folder: string, mode: number): string {
  try {
    const first = mkdirSync(folder, { recursive: true });
    // The process's own umask closes new folders to everybody.
    if (first !== undefined) {
      for (let made = path.resolve(folder); made.length >= first.length; made = path.dirname(made))
        chmodSync(made, mode);
    }
    return folder;
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'folder_not_usable',
      `The folder ${folder} can't be created: ${(cause as Error).message}`,
      { cause },
    );
  }
}

/** Every folder from the root down must be passable for the account. */
function canEnter(account: NonNullable<PostgresAccount>, folder: string): boolean {
  const { mode, uid, gid } = statSync(folder);
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  const parent = path.dirname(folder);
  return (mode & bit) !== 0 && (parent === folder || canEnter(account, parent));
}
