import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const TICKS_A_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

export interface ProcessStatus {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
  /** Processor time in milliseconds, its own and the system's for it. */
  readonly processorMs: number;
  /** The same of its children that have ended. */
  readonly childrenMs: number;
}

/** Reads `/proc/PID/stat` (proc(5)); null: there is no such process any more. */
export function readStatus(pid: number): ProcessStatus | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold spaces.
    const end = stat.lastIndexOf(')');
    const fields = stat.slice(end + 2).split(' ');
    const milliseconds = (from: number): number =>
      ((Number(fields[from]) + Number(fields[from + 1])) / TICKS_A_SECOND) * 1000;
    return {
      pid,
      parent: Number(fields[1]),
      name: stat.slice(stat.indexOf('(') + 1, end),
      processorMs: milliseconds(11),
      childrenMs: milliseconds(13),
    };
  } catch {
    return null;
  }
}
