import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { adoptRunningServer, type RunningServer } from './adopt-running-server.ts';
import { checkClusterVersion, clusterIn, createCluster } from './create-cluster.ts';
import { adviceFor, EmbeddedPostgresError, nameFullDisk } from './embedded-postgres-error.ts';
import { takeLauncherLock } from './launcher-lock.ts';
import {
  freePort,
  type LauncherSettings,
  newLauncherSettings,
  readLauncherSettings,
  writeLauncherSettings,
} from './launcher-settings.ts';
import { choosePostgresAccount } from './postgres-account.ts';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import { localUrl, prepareDatabase, resetAdministratorPassword } from './prepare-database.ts';
import { isAlive } from './process-identity.ts';
import { endPostgres, endWithProcess, logFileIn, type RunPlan, runPostgres } from './run-postgres.ts';
import { databaseFolder, reachableBinaries } from './usable-folders.ts';

export interface EmbeddedPostgresOptions {
  /** The data folder of the installation; the database goes to `postgres` in it. */
  readonly dataDir: string;
  readonly log: (message: string) => void;
  readonly databaseName?: string;
  readonly ownerRole?: string;
  /** False turns off everything that survives a power cut; for clusters that tests throw away. */
  readonly durable?: boolean;
  /** Ends a start in progress: what it began is stopped, and the signal's reason thrown. */
  readonly signal?: AbortSignal | undefined;
  /** The database died, and the data folder cannot be used at all any more. */
  readonly onUnusable?: (error: EmbeddedPostgresError) => void;
  /** Between tries to start it again after its death. */
  readonly pauses?: RestartPauses;
}

export interface EmbeddedPostgres {
  /** For the application: the owner of the database, not a superuser. */
  readonly url: string;
  /** For administration: the superuser `postgres` on the database `postgres`. */
  readonly administratorUrl: string;
  readonly port: number;
  /** The server's process at the start. */
  readonly pid: number;
  /** The server's process now: another one after it died and was started again. */
  currentPid(): number;
  /** True when a server left running by an earlier process was taken over. */
  readonly adopted: boolean;
  /** Stops the server, adopted or not, and gives the folder free. May be called twice. */
  stop(): Promise<void>;
}

const STOP_PATIENCE = { politeMs: 30_000, abruptMs: 5_000 };

/**
 * Starts the PostgreSQL that comes from npm on `dataDir`, or takes over the one that an earlier process left
 * running there. Listens on 127.0.0.1 only. Throws `EmbeddedPostgresError`.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await start(options);
  } catch (error) {
    throw nameFullDisk(error);
  }
}

async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = path.resolve(options.dataDir);
  const account = choosePostgresAccount(clusterIn(path.join(dataDir, 'postgres')), options.log);
  const folder = databaseFolder(dataDir, account, options.log);
  const lock = takeLauncherLock(folder, dataDir);
  try {
    const binaries = reachableBinaries(findPostgresBinaries(), account, options.log);
    const places = {
      folder,
      cluster: clusterIn(folder),
      binaries,
      account,
      durable: options.durable ?? true,
    };
    return await serve(places, options, lock.release);
  } catch (error) {
    lock.release();
    throw error;
  }
}

type Places = Omit<RunPlan, 'port'>;

async function serve(
  places: Places,
  options: EmbeddedPostgresOptions,
  releaseLock: () => void,
): Promise<EmbeddedPostgres> {
  const { log, databaseName = 'hanasu', ownerRole = 'hanasu' } = options;
  const { settings, passwordsWereLost } = await prepareCluster(places, log);
  options.signal?.throwIfAborted();
  const adopted = await adoptRunningServer(places.cluster, settings.administratorPassword, log);
  if (adopted === null && passwordsWereLost) {
    await resetAdministratorPassword({ ...places, password: settings.administratorPassword });
  }
  const server = adopted ?? (await startServer(places, settings.port, options.signal));
  const current = { ...settings, port: server.port };
  const administratorUrl = await localUrl({
    role: 'postgres',
    password: current.administratorPassword,
    cluster: places.cluster,
    port: server.port,
    database: 'postgres',
  });
  const plan = { databaseName, ownerRole, ownerPassword: current.ownerPassword, passwordsWereLost };
  try {
    await prepareDatabase(administratorUrl, plan);
    // Only now do the new passwords hold: an interrupted reset is done again by the next start.
    writeLauncherSettings(places.folder, current);
    options.signal?.throwIfAborted();
  } catch (error) {
    await endPostgres(server.pid, STOP_PATIENCE);
    throw error;
  }
  return {
    url: await localUrl({
      role: ownerRole,
      password: current.ownerPassword,
      cluster: places.cluster,
      port: server.port,
      database: databaseName,
    }),
    administratorUrl,
    port: server.port,
    pid: server.pid,
    adopted: adopted !== null,
    ...keepRunning({ places, server, settings: current, releaseLock }, options),
  };
}

interface StartedServer {
  readonly places: Places;
  readonly server: RunningServer;
  readonly settings: LauncherSettings;
  readonly releaseLock: () => void;
}

function keepRunning(
  { places, server, settings, releaseLock }: StartedServer,
  { log, onUnusable = () => undefined, pauses }: EmbeddedPostgresOptions,
): Pick<EmbeddedPostgres, 'currentPid' | 'stop'> {
  const restart = async (signal: AbortSignal): Promise<number> => {
    try {
      checkFolder(places);
      // Somebody may have started one by hand; on another port it is of no use.
      const found = await adoptRunningServer(places.cluster, settings.administratorPassword, log);
      if (found?.port === server.port) return found.pid;
      if (found) await endPostgres(found.pid, STOP_PATIENCE);
      return await runPostgres({ ...places, port: server.port }, signal);
    } catch (error) {
      throw nameFullDisk(error);
    }
  };
  const supervised = superviseServer({
    pid: server.pid,
    restart,
    log,
    logFile: logFileIn(places.folder),
    onUnusable,
    ...(pauses ? { pauses } : {}),
  });
  const keep = endWithProcess(supervised.pid);
  const stop = async (): Promise<void> => {
    await supervised.unwatch();
    await endPostgres(supervised.pid(), STOP_PATIENCE);
    keep();
    releaseLock();
  };
  let stopping: Promise<void> | undefined;
  return {
    currentPid: supervised.pid,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/** Makes the cluster on the first start; afterwards checks that these programs can read it. */
async function prepareCluster(
  places: Places,
  log: (message: string) => void,
): Promise<{ readonly settings: LauncherSettings; readonly passwordsWereLost: boolean }> {
  const stored = readLauncherSettings(places.folder);
  const settings = stored ?? newLauncherSettings();
  if (existsSync(places.cluster)) {
    checkClusterVersion(places.cluster, places.binaries);
    return { settings, passwordsWereLost: stored === null };
  }
  log('creating the database (first start)');
  writeLauncherSettings(places.folder, settings);
  await createCluster({ ...places, administratorPassword: settings.administratorPassword });
  return { settings, passwordsWereLost: false };
}

async function startServer(
  places: Places,
  wantedPort: number,
  signal: AbortSignal | undefined,
): Promise<RunningServer> {
  const port = await freePort(wantedPort);
  return { port, pid: await runPostgres({ ...places, port }, signal) };
}

/**
 * Throws `folder_not_usable` when the database was there and no start can bring it back: its files are gone, or the
 * folder cannot be written. A full disk passes as what it is.
 */
function checkFolder(plan: {
  readonly folder: string;
  readonly cluster: string;
  readonly binaries: PostgresBinaries;
}): void {
  if (!existsSync(path.join(plan.cluster, 'PG_VERSION')))
    throw notUsable(`the database's files in ${plan.cluster} are gone`);
  checkClusterVersion(plan.cluster, plan.binaries);
  const probe = path.join(plan.folder, `probe-${process.pid}`);
  try {
    writeFileSync(probe, 'probe');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT') throw error;
    throw notUsable(`${plan.folder} cannot be written (${code ?? message})`);
  } finally {
    rmSync(probe, { force: true });
  }
}

const notUsable = (why: string): EmbeddedPostgresError =>
  new EmbeddedPostgresError(
    'folder_not_usable',
    `Hanasu ends, because its data folder cannot be used: ${why}. ` +
      'Put the folder back (from a backup, or mount its disk) and start again, or set DATA_DIR to another one.',
  );

/** Pauses between the tries to start the server again. */
interface RestartPauses {
  /** Before the second try; each further one waits twice as long. The first try is made at once. */
  readonly firstMs: number;
  readonly longestMs: number;
  /** A server that lived this long counts as recovered: the next try is a first one again. */
  readonly settledMs: number;
}

export interface SuperviseOptions {
  readonly pid: number;
  /** Throws `EmbeddedPostgresError`; `folder_not_usable` and `version_mismatch` end the supervision. */
  readonly restart: (signal: AbortSignal) => Promise<number>;
  readonly log: (line: string) => void;
  readonly logFile: string;
  /** No further try can help. */
  readonly onUnusable: (error: EmbeddedPostgresError) => void;
  readonly pauses?: RestartPauses;
}

export interface SupervisedServer {
  readonly pid: () => number;
  /** Ends the supervision, also a restart in progress. */
  unwatch(): Promise<void>;
}

const PAUSES: RestartPauses = { firstMs: 1_000, longestMs: 60_000, settledMs: 60_000 };
const LOOK_EVERY_MS = 500;

/**
 * Starts the server again whenever it dies (PostgreSQL restarts its own workers, but not its main process), for ever:
 * webhooks are answered 503 meanwhile, and vendors send them again. Durations are measured by the monotonic clock.
 */
export function superviseServer(options: SuperviseOptions): SupervisedServer {
  const { pauses = PAUSES, log, logFile } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const wait = (ms: number): Promise<void> => delay(ms, undefined, { signal, ref: false });
  let pid = options.pid;
  let tries = 0;

  async function untilEnded(): Promise<void> {
    const since = performance.now();
    while (isAlive(pid)) await wait(LOOK_EVERY_MS);
    if (performance.now() - since >= pauses.settledMs) tries = 0;
  }

  async function startAgain(): Promise<void> {
    let reason = `The database (process ${pid}) ended unexpectedly`;
    for (;;) {
      tries += 1;
      const pauseMs = tries === 1 ? 0 : Math.min(pauses.firstMs * 2 ** (tries - 2), pauses.longestMs);
      log(`${reason}. Starting it again ${pauseMs === 0 ? 'now' : `in ${pauseMs / 1000} s`} (try ${tries}).`);
      await wait(pauseMs);
      try {
        pid = await options.restart(signal);
        return;
      } catch (error) {
        if (signal.aborted || isHopeless(error)) throw error;
        reason = `The database could not be started: ${adviceFor(error, logFile)}`;
      }
    }
  }

  async function supervise(): Promise<void> {
    for (;;) {
      await untilEnded();
      await startAgain();
    }
  }

  const supervising = supervise().catch((error: unknown) => {
    if (!signal.aborted && isHopeless(error)) options.onUnusable(error);
    else if (!signal.aborted) throw error;
  });
  return {
    pid: () => pid,
    unwatch: async () => {
      stopping.abort();
      await supervising;
    },
  };
}

const isHopeless = (error: unknown): error is EmbeddedPostgresError =>
  error instanceof EmbeddedPostgresError &&
  (error.problem === 'folder_not_usable' || error.problem === 'version_mismatch');
