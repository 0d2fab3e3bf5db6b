/** Wraps an asynchronous function so that at most `limit` calls run at once; the others wait their turn. */
export function limitConcurrency<Arguments extends unknown[], Result>(
  run: (...values: Arguments) => Promise<Result>,
  limit: number,
): (...values: Arguments) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (...values) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
    try {
      return await run(...values);
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}
