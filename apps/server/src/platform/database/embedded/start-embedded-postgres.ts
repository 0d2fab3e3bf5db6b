import { existsSync } from 'node:fs';
import { checkClusterVersion, clusterIn, createCluster } from './create-cluster.ts';
import { takeLauncherLock } from './launcher-lock.ts';
import {
  freePort,
  type LauncherSettings,
  newLauncherSettings,
  readLauncherSettings,
  writeLauncherSettings,
} from './launcher-settings.ts';
import { choosePostgresAccount } from './postgres-account.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { disownPostmasterFile, isPostmasterOf, readPostmasterFile } from './postmaster-file.ts';
import { askDataFolder, localUrl, prepareDatabase, resetAdministratorPassword } from './prepare-database.ts';
import { endPostgres, type RunPlan, runPostgres } from './run-postgres.ts';
import { superviseServer } from './supervise-server.ts';
import { databaseFolder, reachableBinaries } from './usable-folders.ts';

export interface EmbeddedPostgresOptions {
  /** The data folder of the installation; the database goes to `postgres` in it. */
  readonly dataDir: string;
  readonly log: (message: string) => void;
  readonly databaseName?: string;
  readonly ownerRole?: string;
  /** False turns off everything that survives a power cut; for clusters that tests throw away. */
  readonly durable?: boolean;
}

export interface EmbeddedPostgres {
  /** For the application: the owner of the database, not a superuser. */
  readonly url: string;
  /** For administration: the superuser `postgres` on the database `postgres`. */
  readonly administratorUrl: string;
  readonly port: number;
  /** The server's process; another one after it had to be started again. */
  readonly pid: number;
  /** True when a server left running by an earlier process was taken over. */
  readonly adopted: boolean;
  /** Stops the server, adopted or not, and gives the folder free. May be called twice. */
  stop(): Promise<void>;
}

const POLITE_STOP_MS = 30_000;
const UNRESPONSIVE_STOP_MS = 5_000;

/**
 * Starts the PostgreSQL that comes from npm on `dataDir`, or takes over the one that an earlier process left
 * running there. Listens on 127.0.0.1 only. Throws `EmbeddedPostgresError`.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, dataDir, durable = true } = options;
  const account = choosePostgresAccount(clusterIn(`${dataDir}/postgres`), log);
  const folder = databaseFolder(dataDir, account, log);
  const lock = takeLauncherLock(folder, dataDir);
  try {
    const binaries = reachableBinaries(findPostgresBinaries(), account, log);
    const plan = { folder, cluster: clusterIn(folder), binaries, account, durable };
    const settings = await prepareCluster(plan, log);
    const running = await adoptRunning(plan, settings, log);
    const server = running ?? (await startServer(plan, settings));
    return await serve(plan, server, running !== null, options, lock.release);
  } catch (error) {
    lock.release();
    throw error;
  }
}

type ClusterPlaces = Omit<RunPlan, 'port'>;
type RunningServer = { readonly pid: number; readonly settings: LauncherSettings };

/** Makes the cluster on the first start; afterwards checks that these programs can read it. */
async function prepareCluster(
  plan: ClusterPlaces,
  log: (message: string) => void,
): Promise<LauncherSettings & { readonly isNew: boolean }> {
  const stored = readLauncherSettings(plan.folder);
  const settings = stored ?? newLauncherSettings();
  if (stored === null) writeLauncherSettings(plan.folder, settings);
  if (existsSync(plan.cluster)) {
    checkClusterVersion(plan.cluster, plan.binaries);
    return { ...settings, isNew: stored === null };
  }
  log('creating the database (first start)');
  await createCluster({ ...plan, administratorPassword: settings.administratorPassword });
  return { ...settings, isNew: false };
}
