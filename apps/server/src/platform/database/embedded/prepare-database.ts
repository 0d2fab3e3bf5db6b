import { spawn } from 'node:child_process';
import pg from 'pg';
import { errorFromOutput } from './embedded-postgres-error.ts';
import type { PostgresAccount } from './postgres-account.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { programEnvironment } from './program-environment.ts';
import { canConnectToSocket } from './socket.ts';

const { Client, escapeIdentifier, escapeLiteral } = pg;

export interface DatabasePlan {
  readonly databaseName: string;
  readonly ownerRole: string;
  readonly ownerPassword: string;
  /** The role exists with a password nobody knows any more. */
  readonly passwordsWereLost: boolean;
}

/**
 * `postgresql://role:password@host:port/database` of a server that runs. The host is the folder of its socket,
 * percent-encoded, when that takes connections: statements take a fifth less time than over 127.0.0.1, which is the host
 * otherwise.
 */
export async function localUrl({
  role,
  password,
  cluster,
  port,
  database,
}: {
  readonly role: string;
  readonly password: string;
  readonly cluster: string;
  readonly port: number;
  readonly database: string;
}): Promise<string> {
  const host = (await canConnectToSocket(cluster, port)) ? encodeURIComponent(cluster) : '127.0.0.1';
  return `postgresql://${encodeURIComponent(role)}:${encodeURIComponent(password)}@${host}:${port}/${encodeURIComponent(database)}`;
}

/** The folder a running server says it works on, or null when it doesn't answer us (in time, or at all). */
export async function askDataFolder(administratorUrl: string): Promise<string | null> {
  const client = new Client({
    connectionString: administratorUrl,
    connectionTimeoutMillis: 3_000,
    query_timeout: 3_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    return rows[0]?.data_directory ?? null;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Creates the application's role and database when they are missing. The role is no superuser and can't pass
 * row-level security by itself; it owns its database and may create the trusted extensions in it.
 */
export async function prepareDatabase(administratorUrl: string, plan: DatabasePlan): Promise<void> {
  const client = new Client({ connectionString: administratorUrl });
  // A connection that is lost fails its query too; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const role = escapeIdentifier(plan.ownerRole);
    const found = await client.query<{ role: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as role,
              exists (select from pg_database where datname = $2) as database`,
      [plan.ownerRole, plan.databaseName],
    );
    const password = `login password ${escapeLiteral(plan.ownerPassword)}`;
    if (found.rows[0]?.role !== true) await client.query(`create role ${role} ${password}`);
    else if (plan.passwordsWereLost) await client.query(`alter role ${role} ${password}`);
    if (found.rows[0]?.database !== true) {
      await client.query(`create database ${escapeIdentifier(plan.databaseName)} owner ${role}`);
    }
  } finally {
    await client.end();
  }
}

/** Sets the administrator's password while no server runs: needed when the file with the passwords was lost. */
export function resetAdministratorPassword(plan: {
  readonly cluster: string;
  readonly binaries: PostgresBinaries;
  readonly account: PostgresAccount;
  readonly password: string;
}): Promise<void> {
  const single = spawn(plan.binaries.postgres, ['--single', '-D', plan.cluster, 'postgres'], {
    ...plan.account,
    cwd: '/',
    env: programEnvironment(),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  const collect = (chunk: Buffer): void => {
    output += chunk.toString('utf8');
  };
  single.stdout.on('data', collect);
  single.stderr.on('data', collect);
  single.stdin.end(`alter role postgres password ${escapeLiteral(plan.password)}\n`);
  return new Promise((resolve, reject) => {
    single.once('error', reject);
    single.once('close', (code) =>
      code === 0
        ? resolve()
        : reject(errorFromOutput('start_failed', 'The database password could not be reset', output)),
    );
  });
}
