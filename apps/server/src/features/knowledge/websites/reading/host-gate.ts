/** One request to a host at a time, with a pause between them, whoever in this process asks. */
export interface HostGate {
  /** Rejects with the signal's reason when it ends the wait. */
  pass<T>(address: string, pauseMs: number, signal: AbortSignal, ask: () => Promise<T>): Promise<T>;
}

export function createHostGate(): HostGate {
  const hosts = new Map<string, { last: Promise<void>; waiting: number }>();
  return {
    async pass(address, pauseMs, signal, ask) {
      const { host } = new URL(address);
      const line = hosts.get(host) ?? { last: Promise.resolve(), waiting: 0 };
      hosts.set(host, line);
      line.waiting += 1;
      const before = line.last;
      const turn = Promise.withResolvers<void>();
      line.last = turn.promise;
      let asked = false;
      try {
        await untilTurn(before, signal);
        asked = true;
        return await ask();
      } finally {
        const leave = () => {
          line.waiting -= 1;
          if (line.waiting === 0) hosts.delete(host);
          turn.resolve();
        };
        // Who leaves before its turn must not let the next one in early.
        if (!asked) void before.then(leave);
        else if (pauseMs > 0 && !signal.aborted) setTimeout(leave, pauseMs).unref();
        else leave();
      }
    },
  };
}

function untilTurn(before: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    void before.then(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    });
  });
}
