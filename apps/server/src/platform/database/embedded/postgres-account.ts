import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/** Ids the database programs run under; null when they run as whoever runs the server. */
export type PostgresAccount = { readonly uid: number; readonly gid: number } | null;

const ACCOUNT_NAME = 'hanasu';

/**
 * PostgreSQL refuses to run as root. As root this finds or creates an account that owns nothing else; initdb
 * wants it listed in /etc/passwd, so a bare number is not enough.
 */
export function choosePostgresAccount(cluster: string, log: (message: string) => void): PostgresAccount {
  if (process.getuid?.() !== 0) return null;
  const owner = ownerOf(cluster);
  if (owner !== null && owner.uid !== 0) return owner;
  const existing = findAccount(ACCOUNT_NAME);
  if (existing !== null) return existing;
  createAccount();
  // Looked up whatever the command said: another start may have created it a moment before.
  const created = findAccount(ACCOUNT_NAME);
  if (created !== null) {
    log(`created the system user "${ACCOUNT_NAME}" for the database, which does not run as root`);
    return created;
  }
  const borrowed = findAccount('postgres') ?? findAccount('nobody');
  if (borrowed !== null) return borrowed;
  throw new EmbeddedPostgresError(
    'folder_not_usable',
    'PostgreSQL does not run as root and no other user could be created. ' +
      'Start Hanasu as an ordinary user, or set DATABASE_URL.',
  );
}

function ownerOf(folder: string): PostgresAccount {
  const stat = statSync(folder, { throwIfNoEntry: false });
  return stat === undefined ? null : { uid: stat.uid, gid: stat.gid };
}

function findAccount(name: string): PostgresAccount {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined || uid === '0'
    ? null
    : { uid: Number(uid), gid: Number(gid) };
}

/** `useradd` on Debian and most others, `adduser` on BusyBox systems. Their folder is not in everyone's PATH. */
function createAccount(): void {
  const attempts = [
    [
      'useradd',
      '--system',
      '--user-group',
      '--no-create-home',
      '--home-dir',
      '/nonexistent',
      '--shell',
      '/usr/sbin/nologin',
      ACCOUNT_NAME,
    ],
    ['adduser', '-S', '-D', '-H', '-h', '/nonexistent', '-s', '/sbin/nologin', ACCOUNT_NAME],
  ] as const;
  attempts.some(([command, ...rest]) =>
    ['/usr/sbin', '/sbin'].some((folder) => spawnSync(path.join(folder, command), rest).status === 0),
  );
}
