import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ENTRY = fileURLToPath(new URL('./child.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** The code that readers are made of; nothing else on this machine can be read. */
const CODE = [path.join(ROOT, 'packages', '*'), path.join(ROOT, 'node_modules', '*')];
const SHELL = '/bin/sh';
/** Part of the cap for V8's own heap; the rest is for buffers and the program. */
const HEAP_SHARE = 0.75;

/** Number of the open file that is to be read, in the child. */
export const INPUT_DESCRIPTOR = 4;

interface ReaderPlan {
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

/** What keeps a reading process apart beside Node's permission model, as far as this platform gives it. */
interface ReaderSandbox {
  /** A user that owns nothing and that nothing else runs as: other users' files and processes are out of reach. */
  readonly ownUser: boolean;
  /** A network namespace without any interface: no connection can be made. */
  readonly noNetwork: boolean;
}

/** Of the numbers that Debian reserves and systemd leaves unused; needs no line in /etc/passwd. */
const READER_ID = '65532';

const AS_OWN_USER = [
  'setpriv',
  `--reuid=${READER_ID}`,
  `--regid=${READER_ID}`,
  '--clear-groups',
  '--no-new-privs',
  '--',
];
const WITHOUT_NETWORK = ['unshare', '--net', '--'];
/** An ordinary user may make a network namespace only inside a user namespace, where the system allows that. */
const WITHOUT_NETWORK_AS_USER = ['unshare', '--user', '--map-current-user', '--net', '--'];
const PATH = '/usr/sbin:/usr/bin:/sbin:/bin';

const isRoot = (): boolean => process.getuid?.() === 0;
const withoutNetwork = (): readonly string[] => (isRoot() ? WITHOUT_NETWORK : WITHOUT_NETWORK_AS_USER);

let found: Promise<ReaderSandbox> | null = null;

/** Finds out once what this platform gives. The other user must be able to run Node and to read `entry`. */
function readerSandbox(entry: string): Promise<ReaderSandbox> {
  found ??= findSandbox(entry);
  return found;
}

async function findSandbox(entry: string): Promise<ReaderSandbox> {
  if (process.platform !== 'linux') return { ownUser: false, noNetwork: false };
  const mayRead = ['/bin/sh', '-c', 'test -x "$0" && test -r "$1"', process.execPath, entry];
  const [ownUser, noNetwork] = await Promise.all([
    isRoot() && succeeds([...AS_OWN_USER, ...mayRead]),
    succeeds([...withoutNetwork(), '/bin/sh', '-c', ':']),
  ]);
  return { ownUser, noNetwork };
}

async function succeeds([program = '', ...parameters]: readonly string[]): Promise<boolean> {
  const child = spawn(program, parameters, { env: { PATH }, cwd: '/', stdio: 'ignore' });
  try {
    const [code] = await once(child, 'close');
    return code === 0;
  } catch {
    // There is no such program here.
    return false;
  }
}

/** The command that runs another one inside the sandbox. */
const sandboxCommand = ({ ownUser, noNetwork }: ReaderSandbox): readonly string[] => [
  ...(noNetwork ? withoutNetwork() : []),
  ...(ownUser ? AS_OWN_USER : []),
];

/** What is missing, as sentences for whoever runs the server. */
export function missingOf({ ownUser, noNetwork }: ReaderSandbox): string[] {
  return [
    ...(ownUser
      ? []
      : [
          'Uploaded documents are read without a user of their own: that needs Linux, root, setpriv, and a program folder that other users can read.',
        ]),
    ...(noNetwork
      ? []
      : [
          'Uploaded documents are read without a closed network: that needs Linux, unshare, and the right to make network namespaces.',
        ]),
  ];
}
