import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commandOf, isAlive, workingFolderOf } from './process-identity.ts';

/** What a running PostgreSQL writes into its data folder (`postmaster.pid`, lines 1, 4 and 8). */
export interface PostmasterFile {
  readonly pid: number;
  readonly port: number;
  readonly status: string;
}

const fileIn = (cluster: string): string => path.join(cluster, 'postmaster.pid');

/** Null when there is none or it is not yet complete. */
export function readPostmasterFile(cluster: string): PostmasterFile | null {
  const lines = readFileOrNothing(fileIn(cluster)).split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number(lines[3] ?? 0), status: (lines[7] ?? '').trim() };
}

/** A server that starts or ends replaces its file at any moment. */
function readFileOrNothing(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

/** True when that process really is a PostgreSQL on this folder, not a stranger that got the same number. */
export function isPostmasterOf(cluster: string, pid: number): boolean {
  if (!isAlive(pid)) return false;
  const command = `${commandOf(pid)} `;
  if (!command.includes('postgres')) return false;
  // PostgreSQL works inside its data folder; where that can't be asked, its own arguments say it.
  return workingFolderOf(pid) === cluster || command.includes(` -D ${cluster} `);
}

/**
 * Makes PostgreSQL take over a `postmaster.pid` whose process number is dead or someone else's: it refuses to
 * start while that number exists, be it as a zombie, except when it is its own parent's. The file is kept
 * rather than deleted, because PostgreSQL also checks in it that no orphaned worker still uses the folder's
 * memory. The lock of the socket beside it guards only the socket.
 */
export function disownPostmasterFile(cluster: string): void {
  const lines = readFileSync(fileIn(cluster), 'utf8').split('\n');
  lines[0] = String(process.pid);
  writeFileSync(fileIn(cluster), lines.join('\n'));
  for (const name of readdirSync(cluster)) {
    if (/^\.s\.PGSQL\.\d+\.lock$/.test(name)) rmSync(path.join(cluster, name), { force: true });
  }
}
