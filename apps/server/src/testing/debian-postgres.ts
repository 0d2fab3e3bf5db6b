import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { env } from 'node:process';
import { freePort } from './free-port.ts';

/** Folder of an unpacked Debian with PostgreSQL 17 and pgvector; null where it can't be set up. */
const ROOT = env.TEST_DEBIAN_POSTGRES ?? '';

/** Why a test that needs this server is skipped; null when it can run. */
export const noDebianPostgres: string | null =
  ROOT === '' ? 'skipped without TEST_DEBIAN_POSTGRES (npm test sets it on Debian as root)' : null;

/** A PostgreSQL 17 with pgvector and streaming replication, as an unprivileged user on a loopback port. */
export interface DebianPostgres {
  readonly port: number;
  /** For the superuser, who is asked for no password. */
  readonly url: string;
  /** Starts a copy of it that follows it. */
  startStandby(): Promise<DebianPostgres>;
  /** Makes a standby the primary. */
  promote(): void;
  /** SIGKILL of the postmaster, as when the machine is gone. */
  kill(): Promise<void>;
  /** Stops it and removes its data. */
  close(): Promise<void>;
}

const PROGRAMS = '/usr/lib/postgresql/17/bin';
const WITHIN_ROOT = ['--userspec=postgres:postgres', ROOT];
/** Within the unpacked Debian. */
const FOLDER = '/var/lib/postgresql';

/** `settings` are those of postgresql.conf. */
export async function startDebianPostgres(
  settings: Readonly<Record<string, string>> = {},
): Promise<DebianPostgres> {
  const folder = newFolder();
  runProgram('initdb', ['-D', folder, '--auth=trust', '--no-sync', '--locale=C.UTF-8']);
  return launch(folder, settings);
}

const newFolder = (): string => `${FOLDER}/test-${randomBytes(6).toString('hex')}`;

function runProgram(name: string, parameters: readonly string[]): void {
  const { status, stderr } = spawnSync('chroot', [...WITHIN_ROOT, `${PROGRAMS}/${name}`, ...parameters]);
  if (status !== 0) throw new Error(`${name} failed: ${String(stderr)}`);
}

async function launch(folder: string, settings: Readonly<Record<string, string>>): Promise<DebianPostgres> {
  const port = await freePort();
  const given = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    // The folder has no /dev/shm.
    dynamic_shared_memory_type: 'mmap',
    ...settings,
  };
  const child = spawn('chroot', [
    ...WITHIN_ROOT,
    `${PROGRAMS}/postgres`,
    ...['-D', folder, '-p', String(port)],
    ...Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  await ready(child);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };
  return {
    port,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async startStandby() {
      const copy = newFolder();
      const from = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres'];
      runProgram('pg_basebackup', [...from, '-D', copy, '--write-recovery-conf', '--checkpoint=fast']);
      return launch(copy, settings);
    },
    promote: () => runProgram('pg_ctl', ['promote', '-D', folder, '--wait']),
    kill: () => end('SIGKILL'),
    async close() {
      await end('SIGINT');
      rmSync(path.join(ROOT, folder), { recursive: true, force: true });
    },
  };
}

/** A standby is ready when it takes connections that read. */
async function ready(child: ChildProcess): Promise<void> {
  let log = '';
  for await (const chunk of child.stderr ?? []) {
    log += String(chunk);
    if (/ready to accept (read-only )?connections/.test(log)) return void child.stderr?.resume();
  }
  throw new Error(`PostgreSQL did not start: ${log}`);
}
