import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

/** A process number together with what tells it apart from a later process that got the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startedAt: string;
}

export const identityOf = (pid: number): ProcessIdentity => ({ pid, startedAt: startOf(pid) });

/** True while exactly that process lives; a zombie counts as dead. */
export function isSameProcessAlive(identity: ProcessIdentity): boolean {
  return isAlive(identity.pid) && startOf(identity.pid) === identity.startedAt;
}

/** True for a running process of anyone; a zombie (dead, not yet collected by its parent) is not alive. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return readProcessFile(pid, 'stat').split(') ')[1]?.startsWith('Z') !== true;
}

/** The command line of a process, empty when it can't be read. */
export function commandOf(pid: number): string {
  if (process.platform === 'linux') return readProcessFile(pid, 'cmdline').replaceAll('\0', ' ').trim();
  return askPs(pid, 'command=');
}

/** Where a process works, null when that can't be asked (another user's process, or not Linux). */
export function workingFolderOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

/** Ticks since boot plus the boot's id on Linux; the clock time that `ps` shows elsewhere. */
function startOf(pid: number): string {
  if (process.platform !== 'linux') return askPs(pid, 'lstart=');
  // Field 22 of /proc/<pid>/stat; the second field, the name, may itself contain blanks and brackets.
  const fieldsAfterName = readProcessFile(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
  return `${readBootId()}/${fieldsAfterName[19] ?? ''}`;
}

function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return 'unknown-boot';
  }
}

function readProcessFile(pid: number, file: 'stat' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

const askPs = (pid: number, column: string): string =>
  spawnSync('ps', ['-p', String(pid), '-o', column], { encoding: 'utf8' }).stdout?.trim() ?? '';
