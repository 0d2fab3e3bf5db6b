import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** What keeps a reading process apart beside Node's permission model, as far as this platform gives it. */
export interface ReaderSandbox {
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
export function readerSandbox(entry: string): Promise<ReaderSandbox> {
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
export const sandboxCommand = ({ ownUser, noNetwork }: ReaderSandbox): readonly string[] => [
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
