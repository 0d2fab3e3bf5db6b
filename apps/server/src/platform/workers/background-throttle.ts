import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as defaultSleep } from 'node:timers/promises';

/** Lets work in the background wait while what somebody waits for is slow. */
export interface BackgroundThrottle {
  /** A call from outside, measured. */
  watch<T>(call: () => Promise<T>): Promise<T>;
  /** Something that somebody waits for came after so many milliseconds. */
  recordLatency(milliseconds: number): void;
  /** Resolves at once, or, while it is slow, a little later; never later than `longestMs`. True: it still is. */
  wait(): Promise<boolean>;
  stop(): void;
}

interface Options {
  /** A call that takes longer is slow. */
  readonly slowMs?: number;
  /** Background work waits no longer than this in one go: it is never starved. */
  readonly longestMs?: number;
  readonly now?: () => number;
  readonly sleep?: (milliseconds: number) => Promise<unknown>;
  /** Milliseconds the event loop was late lately. */
  readonly loopDelay?: () => number;
  /** Told how long each call took. */
  readonly onLatency?: (milliseconds: number) => void;
}

const SLOW_MS = 12;
const LONGEST_MS = 150;
const STEP_MS = 8;
/** Fewer calls than this within so long are a quiet server: there is no next one to give way to. */
const FEW_CALLS = 3;
const QUIET_MS = 250;
/** Weight of the newest call in the running mean. */
const NEWEST = 0.2;

export function createBackgroundThrottle(options: Options = {}): BackgroundThrottle {
  const {
    slowMs = SLOW_MS,
    longestMs = LONGEST_MS,
    now = () => performance.now(),
    sleep = defaultSleep,
  } = options;
  const loop = options.loopDelay ? null : createLoopWatch();
  const loopDelay = options.loopDelay ?? (() => loop?.worst() ?? 0);
  const running = new Map<symbol, number>();
  let mean = 0;
  /** Of the last few calls, the oldest first. */
  const endedAt: number[] = [];

  function isPressed(): boolean {
    const at = now();
    const [oldest] = running.values();
    if (oldest !== undefined && at - oldest > slowMs) return true;
    const isQuiet = endedAt.length < FEW_CALLS || at - (endedAt[0] ?? 0) > QUIET_MS;
    if (running.size === 0 && isQuiet) return false;
    return mean > slowMs || loopDelay() > slowMs;
  }

  function recordLatency(milliseconds: number): void {
    loop?.watch();
    if (endedAt.push(now()) > FEW_CALLS) endedAt.shift();
    mean += NEWEST * (milliseconds - mean);
    options.onLatency?.(milliseconds);
  }

  return {
    recordLatency,
    async watch(call) {
      const id = Symbol('call');
      const startedAt = now();
      loop?.watch();
      running.set(id, startedAt);
      try {
        return await call();
      } finally {
        running.delete(id);
        recordLatency(now() - startedAt);
      }
    },
    async wait() {
      for (let waited = 0; waited < longestMs && isPressed(); waited += STEP_MS) await sleep(STEP_MS);
      return isPressed();
    },
    stop: () => loop?.stop(),
  };
}

/** How often the delay of the event loop is sampled. */
const SAMPLE_MS = 5;
const WINDOW_MS = 100;

/** Measures how late the event loop is, for a while after each call: doing so for ever would keep an idle processor busy. */
function createLoopWatch() {
  const histogram = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  let worst = 0;
  let calledAt = 0;
  let timer: NodeJS.Timeout | null = null;

  function endWindow(): void {
    // Nanoseconds, the time between samples included.
    worst = Math.max(0, histogram.percentile(90) / 1e6 - SAMPLE_MS);
    histogram.reset();
    if (performance.now() - calledAt > 2 * QUIET_MS) stop();
  }
  function stop(): void {
    if (timer) clearInterval(timer);
    timer = null;
    histogram.disable();
    worst = 0;
  }
  return {
    /** The delay in the last window, in milliseconds. */
    worst: () => worst,
    watch() {
      calledAt = performance.now();
      if (timer) return;
      histogram.enable();
      timer = setInterval(endWindow, WINDOW_MS).unref();
    },
    stop,
  };
}
