/** Work that waits in the database, done as soon as somebody says so and looked for now and then anyway. */
export interface Pump {
  /** There may be something to do. Cheap; may be called as often as one likes. */
  wake(): void;
  /** Lets the pass that runs finish, then no more. */
  stop(): Promise<void>;
}

export interface PumpOptions {
  /** One pass. Returns the milliseconds until the next is due, 0 for at once, or null for nothing in sight. */
  readonly pass: () => Promise<number | null>;
  /** Looks at least this often: what another process or a crash has left is found too. */
  readonly idleMs: number;
  readonly onError: (error: unknown) => void;
}

const AFTER_ERROR_MS = 1_000;

/** Runs `pass` one at a time, again while it asks for it, and never lets an error end the loop. */
export function startPump({ pass, idleMs, onError }: PumpOptions): Pump {
  let isStopped = false;
  let isRunning = false;
  let isWanted = false;
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> = Promise.resolve();

  function schedule(milliseconds: number): void {
    if (isStopped) return;
    clearTimeout(timer);
    timer = setTimeout(run, Math.min(milliseconds, idleMs));
  }

  function run(): void {
    if (isRunning || isStopped) return;
    isRunning = true;
    isWanted = false;
    clearTimeout(timer);
    current = pass()
      .catch((error: unknown) => {
        onError(error);
        return AFTER_ERROR_MS;
      })
      .then((next) => {
        isRunning = false;
        schedule(isWanted ? 0 : (next ?? idleMs));
      });
  }

  schedule(0);
  return {
    wake() {
      // Set anew by every call, the timer would never fire while calls keep coming.
      if (isWanted) return;
      isWanted = true;
      if (!isRunning) schedule(0);
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}
