import { setTimeout as delay } from 'node:timers/promises';
import { adviceFor, EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { isAlive } from './process-identity.ts';

/** Pauses between the tries to start the server again. */
export interface RestartPauses {
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
