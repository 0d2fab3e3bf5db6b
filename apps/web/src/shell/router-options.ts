import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';

/**
 * Reads a query value as JSON only where writing it again gives the same text. Ids of vendors are digits beyond what a
 * number holds, and codes look like numbers now and then: those stay the text that they are.
 */
function parseExactly(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'string' && JSON.stringify(value) !== text) throw new Error('not exact');
  return value;
}

export const exactSearch = {
  parseSearch: parseSearchWith(parseExactly),
  stringifySearch: stringifySearchWith(JSON.stringify, parseExactly),
};

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
