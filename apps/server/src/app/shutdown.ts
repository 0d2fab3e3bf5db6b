export interface Shutdown {
  /** Aborted as soon as the process is to end. */
  readonly signal: AbortSignal;
  /** What is to be stopped, the last added first. Called at once when the process is ending already. */
  onEnd(stop: () => Promise<void>): void;
  /** The start in progress: it is waited for before anything is stopped, so that nothing it begins stays behind. */
  whileStarting(start: Promise<void>): void;
  /** Stops everything, prints `words` as the reason if there are any, and ends the process. Only the first call counts. */
  end(exitCode: number, words?: string): void;
}

/** npm may pass one Ctrl-C on twice; only a later one asks to stop immediately. */
const SAME_KEYPRESS_MS = 1_500;

/** Sets the handlers of Ctrl-C, SIGTERM and a closed terminal: call it before anything is started. */
export function createShutdown(say: (line: string) => void): Shutdown {
  const ending = new AbortController();
  const stops: (() => Promise<void>)[] = [];
  let starting: Promise<void> = Promise.resolve();
  let since = 0;

  async function stopAll(exitCode: number): Promise<void> {
    let code = exitCode;
    await starting;
    for (const stop of stops.toReversed()) {
      await stop().catch((error: unknown) => {
        process.stderr.write(`Could not stop cleanly: ${String(error)}\n`);
        code = 1;
      });
    }
    process.exit(code);
  }

  function end(exitCode: number, words?: string): void {
    if (ending.signal.aborted) return;
    since = performance.now();
    ending.abort();
    if (words !== undefined) process.stderr.write(`${words}\n`);
    void stopAll(exitCode);
  }

  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (ending.signal.aborted && performance.now() - since > SAME_KEYPRESS_MS) process.exit(130);
      if (!ending.signal.aborted) say('Stopping…');
      end(0);
    });
  }
  return {
    signal: ending.signal,
    onEnd: (stop) => void stops.push(stop),
    whileStarting(start) {
      starting = start;
    },
    end,
  };
}
