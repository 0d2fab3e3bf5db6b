import { note } from '../../../shell/log.ts';

/**
 * Runs `act` when it is wanted, but one at a time and at most once in `pauseMs`; whatever is wanted meanwhile is one
 * more run after it, so that the last state is always heard of.
 */
export function createPaced(act: () => Promise<unknown>, pauseMs: number): () => void {
  let isBusy = false;
  let isWanted = false;
  const run = async () => {
    isBusy = true;
    while (isWanted) {
      isWanted = false;
      const pause = new Promise((resolve) => setTimeout(resolve, pauseMs));
      // What failed is tried again when it is wanted again.
      await act().catch(() => note('the inbox could not ask for what has changed'));
      await pause;
    }
    isBusy = false;
  };
  return () => {
    isWanted = true;
    if (!isBusy) void run();
  };
}
