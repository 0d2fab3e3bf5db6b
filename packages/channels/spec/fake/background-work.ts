/** What a fake vendor does after it has answered: retries, redeliveries, echoes. */
export interface BackgroundWork {
  /** Aborted by `stop`; what rejects afterwards is not a failure. */
  readonly signal: AbortSignal;
  start(work: Promise<unknown>): void;
  /** Settles when there is none left. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

export function createBackgroundWork(): BackgroundWork {
  const stopped = new AbortController();
  const running = new Set<Promise<void>>();
  return {
    signal: stopped.signal,
    start(work) {
      const tracked = work
        .then(() => {})
        .catch((error: unknown) => {
          if (!stopped.signal.aborted) throw error;
        })
        .finally(() => running.delete(tracked));
      running.add(tracked);
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
    async stop() {
      stopped.abort();
      await Promise.all(running);
    },
  };
}
