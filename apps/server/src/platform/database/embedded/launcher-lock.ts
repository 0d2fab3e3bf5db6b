import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { identityOf, isSameProcessAlive, type ProcessIdentity } from './process-identity.ts';

export interface LauncherLock {
  release(): void;
}

/**
 * Lets one server at a time use a data folder. A lock whose process died (kill -9, power cut) is taken over.
 * Throws `already_running` when the other one lives.
 */
export function takeLauncherLock(folder: string, dataDir: string): LauncherLock {
  const file = path.join(folder, 'launcher.lock');
  const mine = JSON.stringify(identityOf(process.pid));
  for (;;) {
    if (createWithContent(file, mine)) return { release: () => removeIf(file, mine) };
    const content = readIfThere(file);
    if (content === null) continue;
    const holder = parseIdentity(content);
    if (holder !== null && isSameProcessAlive(holder)) throw alreadyRunning(holder.pid, dataDir);
    takeAway(file, content);
  }
}

/** A link to a complete file appears all at once, so nobody can read a half-written lock. */
function createWithContent(file: string, content: string): boolean {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, content, { mode: 0o644 });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Removes a stale lock; gives it back when another start replaced it between our reading and our renaming. */
function takeAway(file: string, staleContent: string): void {
  const aside = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const content = readFileSync(aside, 'utf8');
  if (content !== staleContent) createWithContent(file, content);
  rmSync(aside, { force: true });
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function parseIdentity(content: string): ProcessIdentity | null {
  try {
    return JSON.parse(content) as ProcessIdentity;
  } catch {
    return null;
  }
}

function removeIf(file: string, content: string): void {
  if (readIfThere(file) === content) rmSync(file, { force: true });
}

const alreadyRunning = (pid: number, dataDir: string): EmbeddedPostgresError =>
  new EmbeddedPostgresError(
    'already_running',
    `Hanasu is already running on ${dataDir} (process ${pid}). ` +
      'Stop that one first, or set DATA_DIR to another folder.',
  );
