import type { AnswerTimeouts } from './answer-request.ts';

export type Stop = { by: 'caller' } | { by: 'timeout'; which: keyof AnswerTimeouts };

/** Ends a call that takes too long or that the caller aborts. */
export interface Watchdog {
  /** Aborted as soon as the call is stopped; for the provider's connection. */
  signal: AbortSignal;
  /** Why the call was stopped, null while it may go on. */
  stop(): Stop | null;
  /** Resolves when the call is stopped. A provider may ignore the signal, so callers don't wait for it alone. */
  stopped: Promise<Stop>;
  /** The model said something. */
  progress(): void;
  dispose(): void;
}

/**
 * One timer for all three limits: it is set for the nearest one and looks again when it fires, because setting a
 * timer anew for each token costs more than the token.
 */
export function createWatchdog(timeouts: AnswerTimeouts, abortSignal: AbortSignal | undefined): Watchdog {
  const controller = new AbortController();
  const { promise: stopped, resolve } = Promise.withResolvers<Stop>();
  const startedAt = performance.now();
  let lastProgressAt: number | null = null;
  let reason: Stop | null = null;
  let timer: NodeJS.Timeout | undefined;

  const end = (stop: Stop) => {
    if (reason) return;
    reason = stop;
    clearTimeout(timer);
    resolve(stop);
    controller.abort(new DOMException('the call was stopped', 'AbortError'));
  };
  const nearest = () => {
    const total = { which: 'totalMs', at: startedAt + timeouts.totalMs } as const;
    const next =
      lastProgressAt === null
        ? ({ which: 'firstTokenMs', at: startedAt + timeouts.firstTokenMs } as const)
        : ({ which: 'idleMs', at: lastProgressAt + timeouts.idleMs } as const);
    return next.at < total.at ? next : total;
  };
  const watch = () => {
    const { which, at } = nearest();
    const wait = at - performance.now();
    if (wait <= 0) end({ by: 'timeout', which });
    else timer = setTimeout(watch, Math.ceil(wait));
  };
  const onAbort = () => end({ by: 'caller' });

  if (abortSignal?.aborted) onAbort();
  else {
    abortSignal?.addEventListener('abort', onAbort, { once: true });
    watch();
  }
  return {
    signal: controller.signal,
    stop: () => reason,
    stopped,
    progress: () => {
      const isFirst = lastProgressAt === null;
      lastProgressAt = performance.now();
      // The idle limit may come before the first-token limit that the timer is set for.
      if (isFirst && !reason) {
        clearTimeout(timer);
        watch();
      }
    },
    dispose: () => {
      clearTimeout(timer);
      abortSignal?.removeEventListener('abort', onAbort);
    },
  };
}
