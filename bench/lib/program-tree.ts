import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_A_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

interface ProcessNow {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
  /** Used so far, with that of its children which have ended. */
  readonly processorSeconds: number;
}

function readProcess(pid: number): ProcessNow | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold spaces.
    const end = stat.lastIndexOf(')');
    const fields = stat.slice(end + 2).split(' ');
    // User and system time, then the same of ended children: the 14th to 17th field of proc(5).
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return {
      pid,
      parent: Number(fields[1]),
      name: stat.slice(stat.indexOf('(') + 1, end),
      processorSeconds: ticks / TICKS_A_SECOND,
    };
  } catch {
    // It ended between the listing and the look.
    return null;
  }
}

/** A process and all that descend from it. */
export function readTree(root: number): readonly ProcessNow[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? []);
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
