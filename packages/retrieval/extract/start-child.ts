import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ENTRY = fileURLToPath(new URL('./child.ts', import.meta.url));
const SHELL = '/bin/sh';
/** Part of the cap for V8's own heap; the rest is for buffers and the program. */
const HEAP_SHARE = 0.75;

/**
 * Starts the reading process: no environment, no writing, no further processes (Node's permission model), a heap
 * limit, and a limit on CPU seconds that the kernel keeps even when this process is gone.
 */
export function startChild(limits: {
  readonly milliseconds: number;
  readonly memoryMb: number;
}): ChildProcess {
  const heap = Math.max(Math.floor(limits.memoryMb * HEAP_SHARE), 32);
  const node = [
    process.execPath,
    '--permission',
    '--allow-fs-read=*',
    `--max-old-space-size=${heap}`,
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
    ENTRY,
  ];
  const seconds = String(Math.ceil(limits.milliseconds / 1000) * 2 + 5);
  // A core dump of a stranger's document has no place on the disk.
  const command = existsSync(SHELL)
    ? [SHELL, '-c', 'ulimit -c 0; ulimit -t "$0"; exec "$@"', seconds, ...node]
    : node;
  return spawn(command[0] ?? process.execPath, command.slice(1), {
    env: {},
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    windowsHide: true,
  });
}
