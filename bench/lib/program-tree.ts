import { readdirSync, readFileSync } from 'node:fs';
import { type ProcessStatus, readStatus } from './process-status.ts';

/** A process and all that descend from it. */
export function readProcessTree(root: number): readonly ProcessStatus[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStatus(Number(name)) ?? []);
  const found = new Set([root]);
  for (let before = 0; before !== found.size; ) {
    before = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return all.filter(({ pid }) => found.has(pid));
}

/** MiB of a process; what it shares with others is divided among them (PSS). 0: it has ended. */
export function proportionalMemory(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1]) / 1024;
  } catch {
    return 0;
  }
}
