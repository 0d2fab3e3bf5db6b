import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const TICKS_A_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Resident memory of a process in KB. */
function residentKilobytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN);
}

/** Processor time a process has used, its own and the system's for it, in milliseconds. */
function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may hold spaces; user and system time are the 12th and 13th field after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND) * 1000;
}

export interface Watched {
  /** KB held when the watch began, and at most until `stop`, looked at ten times a second. */
  readonly before: number;
  readonly most: number;
  readonly processorMs: number;
}

/** What a process holds and uses until `stop`. Processor time says the same on a busy machine as on a calm one. */
export function watchProcess(pid: number): { stop(): Watched } {
  const before = residentKilobytes(pid);
  const begun = processorMs(pid);
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, residentKilobytes(pid));
  }, 100);
  return {
    stop() {
      clearInterval(timer);
      return { before, most, processorMs: processorMs(pid) - begun };
    },
  };
}
