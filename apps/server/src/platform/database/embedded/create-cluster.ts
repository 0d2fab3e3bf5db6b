import { spawn } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { EmbeddedPostgresError, errorFromOutput } from './embedded-postgres-error.ts';
import type { PostgresAccount } from './postgres-account.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { programEnvironment } from './program-environment.ts';

export interface ClusterPlan {
  /** The folder that holds the cluster; it becomes `<folder>/cluster`. */
  readonly folder: string;
  readonly binaries: PostgresBinaries;
  readonly account: PostgresAccount;
  readonly administratorPassword: string;
  /** False only for throw-away clusters of tests. */
  readonly durable: boolean;
}

export const clusterIn = (folder: string): string => path.join(folder, 'cluster');

/** Runs initdb into a folder beside and renames it, so that an interrupted one is never taken for a cluster. */
export async function createCluster(plan: ClusterPlan): Promise<void> {
  removeDrafts(plan.folder);
  const draft = path.join(plan.folder, `cluster.new-${process.pid}`);
  const passwordFile = `${draft}.password`;
  try {
    mkdirSync(draft, { mode: 0o700 });
    writeFileSync(passwordFile, `${plan.administratorPassword}\n`, { mode: 0o600 });
    if (plan.account !== null) {
      chownSync(draft, plan.account.uid, plan.account.gid);
      chownSync(passwordFile, plan.account.uid, plan.account.gid);
    }
    await runInitdb(plan, draft, passwordFile);
    renameSync(draft, clusterIn(plan.folder));
  } finally {
    removeDrafts(plan.folder);
  }
}

/** Throws when the cluster was made by another major version, which these programs can't read. */
export function checkClusterVersion(cluster: string, binaries: PostgresBinaries): void {
  const file = path.join(cluster, 'PG_VERSION');
  const found = existsSync(file) ? readFileSync(file, 'utf8').trim() : 'unknown';
  const wanted = binaries.version.split('.')[0];
  if (found === wanted) return;
  throw new EmbeddedPostgresError(
    'version_mismatch',
    `${cluster} was made by PostgreSQL ${found}, and this version brings PostgreSQL ${wanted}. ` +
      'Dump it with the old version and load it into a new folder.',
  );
}

function removeDrafts(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name.startsWith('cluster.new-')) rmSync(path.join(folder, name), { recursive: true, force: true });
  }
}

function runInitdb(plan: ClusterPlan, pgdata: string, passwordFile: string): Promise<void> {
  const initdb = spawn(
    plan.binaries.initdb,
    [
      `--pgdata=${pgdata}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...systemLocale(),
      ...(plan.durable ? [] : ['--no-sync']),
    ],
    { ...plan.account, cwd: plan.folder, env: programEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  const collect = (chunk: Buffer): void => {
    output += chunk.toString('utf8');
  };
  initdb.stdout.on('data', collect);
  initdb.stderr.on('data', collect);
  return new Promise((resolve, reject) => {
    initdb.once('error', reject);
    initdb.once('close', (code) =>
      code === 0
        ? resolve()
        : reject(errorFromOutput('initialisation_failed', 'The database could not be created', output)),
    );
  });
}

/** pg_trgm classifies letters by the system's locale: under plain `C` every Japanese letter is a separator. */
function systemLocale(): string[] {
  if (process.platform === 'linux') return ['--locale=C.UTF-8', '--lc-messages=C'];
  return ['--locale=C', '--lc-ctype=en_US.UTF-8'];
}
