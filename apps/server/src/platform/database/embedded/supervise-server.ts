import { isAlive } from './process-identity.ts';

export interface SupervisedServer {
  readonly pid: () => number;
  /** Ends the watch and waits for a restart in progress. */
  unwatch(): Promise<void>;
}

const LOOK_EVERY_MS = 1_000;
const RESTARTS_MAX = 5;
const RESTARTS_WINDOW_MS = 60_000;

/** Starts the server again when it dies (PostgreSQL restarts its own workers, but not its main process). */
export function superviseServer(
  firstPid: number,
  restart: () => Promise<number>,
  log: (message: string) => void,
): SupervisedServer {
  let pid = firstPid;
  let restarting: Promise<void> | null = null;
  let restarts: number[] = [];
  const startAgain = async (): Promise<void> => {
    restarts = [...restarts.filter((time) => time > Date.now() - RESTARTS_WINDOW_MS), Date.now()];
    if (restarts.length > RESTARTS_MAX) {
      clearInterval(timer);
      log(`the database ended ${RESTARTS_MAX} times within a minute; not starting it again`);
      return;
    }
    log(`the database (process ${pid}) ended unexpectedly; starting it again`);
    try {
      pid = await restart();
    } catch (error) {
      log(`the database could not be started again: ${(error as Error).message}`);
    }
  };
  const timer = setInterval(() => {
    if (restarting !== null || isAlive(pid)) return;
    restarting = startAgain().finally(() => {
      restarting = null;
    });
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    pid: () => pid,
    unwatch: async () => {
      clearInterval(timer);
      await restarting;
    },
  };
}
