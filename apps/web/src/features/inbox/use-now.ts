import { useSyncExternalStore } from 'react';

const STEP_MS = 30_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, STEP_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time, anew each half minute: one clock for everything that counts minutes. */
export const useNow = (): number =>
  useSyncExternalStore(subscribe, () => {
    // Nobody has listened for a while.
    if (timer === undefined && Date.now() - now > STEP_MS) now = Date.now();
    return now;
  });
