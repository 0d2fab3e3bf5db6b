import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ReaderSandbox, readerSandbox, sandboxCommand } from './reader-sandbox.ts';

const ENTRY = fileURLToPath(new URL('./child.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** The code that readers are made of; nothing else on this machine can be read. */
const CODE = [path.join(ROOT, 'packages', '*'), path.join(ROOT, 'node_modules', '*')];
const SHELL = '/bin/sh';
/** Part of the cap for V8's own heap; the rest is for buffers and the program. */
const HEAP_SHARE = 0.75;

/** Number of the open file that is to be read, in the child. */
export const INPUT_DESCRIPTOR = 4;

export interface ReaderPlan {
  readonly entry: string;
  readonly heapMb: number;
  /** The kernel ends the process after so much processor time, even when this process is gone. */
  readonly cpuSeconds?: number;
  /** An open file that the child finds at `INPUT_DESCRIPTOR`: it needs no right to open one. */
  readonly input?: number;
}

/** What this platform gives to keep readers apart. Resolves at once after the first call. */
export const findReaderSandbox = (): Promise<ReaderSandbox> => readerSandbox(ENTRY);

/** Starts the process that does one task with a file of a stranger. */
export async function startChild(
  limits: { readonly milliseconds: number; readonly memoryMb: number },
  input?: number,
): Promise<ChildProcess> {
  return startReader({
    entry: ENTRY,
    heapMb: Math.max(Math.floor(limits.memoryMb * HEAP_SHARE), 32),
    cpuSeconds: Math.ceil(limits.milliseconds / 1000) * 2 + 5,
    ...(input === undefined ? {} : { input }),
  });
}

/**
 * Starts a process for content of strangers: an empty environment, no files but the code, no writing, no further
 * processes or threads (Node's permission model), and a user and a network of its own where the platform gives them.
 */
export async function startReader(plan: ReaderPlan): Promise<ChildProcess> {
  const sandbox = await findReaderSandbox();
  const node = [
    process.execPath,
    '--permission',
    ...[...CODE, path.join(path.dirname(plan.entry), '*')].map((folder) => `--allow-fs-read=${folder}`),
    `--max-old-space-size=${plan.heapMb}`,
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
    plan.entry,
  ];
  const inner = [...sandboxCommand(sandbox), ...node];
  // A core dump of a stranger's document has no place on the disk. A shell exports its folder.
  const limit = plan.cpuSeconds === undefined ? 'unlimited' : String(plan.cpuSeconds);
  const [program = process.execPath, ...parameters] = existsSync(SHELL)
    ? [SHELL, '-c', 'unset PWD; ulimit -c 0; ulimit -t "$0"; exec "$@"', limit, ...inner]
    : inner;
  return spawn(program, parameters, {
    env: {},
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc', ...(plan.input === undefined ? [] : [plan.input])],
    serialization: 'advanced',
    windowsHide: true,
  });
}
