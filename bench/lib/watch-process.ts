import { readFileSync } from 'node:fs';
import { readStatus } from './process-status.ts';
import { readProcessTree } from './program-tree.ts';

/** Resident memory of a process in KB. */
function residentKilobytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN);
}

const processorMs = (pid: number): number => readStatus(pid)?.processorMs ?? Number.NaN;

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

/** Milliseconds of processor time of a process and all that descend from it, until `stop`. */
export function watchTree(pid: number): { stop(): number } {
  const used = () => readProcessTree(pid).reduce((sum, each) => sum + each.processorMs, 0);
  const begun = used();
  return { stop: () => used() - begun };
}
