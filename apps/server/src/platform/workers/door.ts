/** Lets so many in at once; the others wait their turn, unless their signal ends it. */
export function createDoor(most: number) {
  let inside = 0;
  const waiting: (() => void)[] = [];

  const wait = (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const enter = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        waiting.splice(waiting.indexOf(enter), 1);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      waiting.push(enter);
    });

  return async <T>(run: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    signal?.throwIfAborted();
    if (inside >= most) await wait(signal);
    else inside += 1;
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else inside -= 1;
    }
  };
}
