import { useEffect } from 'react';

const FIRST_ROWS = 'first-rows';

/** Marks the moment at which what the page is for first stands on it, once for each load, for `npm run bench -- web`. */
export function useRowsMark(isThere: boolean): void {
  useEffect(() => {
    if (isThere && performance.getEntriesByName(FIRST_ROWS).length === 0) performance.mark(FIRST_ROWS);
  }, [isThere]);
}
