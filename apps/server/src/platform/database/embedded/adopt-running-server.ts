import { setTimeout as delay } from 'node:timers/promises';
import {
  disownPostmasterFile,
  isPostmasterOf,
  type PostmasterFile,
  readPostmasterFile,
} from './postmaster-file.ts';
import { askDataFolder, localUrl } from './prepare-database.ts';
import { endPostgres } from './run-postgres.ts';

export interface RunningServer {
  readonly pid: number;
  readonly port: number;
}

/** A server that an earlier process left behind may still be replaying its journal. */
const RECOVERY_PATIENCE_MS = 30_000;
const STOP_PATIENCE = { politeMs: 2_000, abruptMs: 2_000 };

/**
 * Looks for a server that still runs on the cluster after its parent was killed. Returns it when it answers
 * with our password and names this folder; ends it when it doesn't; null when a new one is to be started.
 */
export async function adoptRunningServer(
  cluster: string,
  administratorPassword: string,
  log: (message: string) => void,
): Promise<RunningServer | null> {
  const file = clearStrangersFile(cluster);
  if (file === null) return null;
  const settled = await waitForRecovery(cluster, file);
  const url = await localUrl({
    role: 'postgres',
    password: administratorPassword,
    cluster,
    port: settled.port,
    database: 'postgres',
  });
  if (settled.status === 'ready' && (await askDataFolder(url)) === cluster) {
    return { pid: settled.pid, port: settled.port };
  }
  log(`a database server (process ${settled.pid}) was left behind and does not answer; stopping it`);
  await endPostgres(settled.pid, STOP_PATIENCE);
  clearStrangersFile(cluster);
  return null;
}

/** Reads who claims the cluster; a claim by a process that is no PostgreSQL on it is made harmless. */
function clearStrangersFile(cluster: string): PostmasterFile | null {
  const file = readPostmasterFile(cluster);
  if (file === null) return null;
  if (isPostmasterOf(cluster, file.pid)) return file;
  disownPostmasterFile(cluster);
  return null;
}

async function waitForRecovery(cluster: string, first: PostmasterFile): Promise<PostmasterFile> {
  const deadline = performance.now() + RECOVERY_PATIENCE_MS;
  let file = first;
  while (file.status === 'starting' && isPostmasterOf(cluster, file.pid) && performance.now() < deadline) {
    await delay(100);
    file = readPostmasterFile(cluster) ?? file;
  }
  return file;
}
