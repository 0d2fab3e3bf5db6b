import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

interface Options {
  /** Share of the time since the last call in which this thread was busy, from 0 to 1. */
  readonly busyShare?: () => number;
  /** Bytes that the heap of this thread takes. */
  readonly heapBytes?: () => number;
  readonly collect?: () => void;
}

/** How often the thread is asked whether it is idle; it is after two such times in a row. */
const CHECK_MS = 20_000;
const IDLE_SHARE = 0.02;
/** A collection takes up to 0.3 s. It is worth that when the heap has grown by this much … */
const GROWN_BYTES = 32 * 1024 * 1024;
/** … and so long after the one before. */
const BETWEEN_MS = 5 * 60_000;

/**
 * Gives back what the last busy minute took, once a thread has nothing to do. V8 would keep it until its next collection of
 * old objects, which an idle server may not need for hours: 128 MiB for young objects alone, in each thread (Node 24.21).
 */
export function collectWhenIdle(options: Options = {}): { stop(): void } {
  const { busyShare = measureBusyShare(), heapBytes = totalHeap, collect = createCollector() } = options;
  let idleChecks = 0;
  let checksSince = BETWEEN_MS / CHECK_MS;
  let smallestHeap = 0;
  const timer = setInterval(() => {
    checksSince += 1;
    idleChecks = busyShare() > IDLE_SHARE ? 0 : idleChecks + 1;
    // The heap shrinks as well while it is used.
    smallestHeap = Math.min(smallestHeap, heapBytes());
    const isDue = idleChecks >= 2 && checksSince * CHECK_MS >= BETWEEN_MS;
    if (!isDue || heapBytes() - smallestHeap < GROWN_BYTES) return;
    collect();
    checksSince = 0;
    smallestHeap = heapBytes();
  }, CHECK_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

const totalHeap = (): number => getHeapStatistics().total_heap_size;

function measureBusyShare(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}

/** V8's own collector of the thread that asks, which a running program is given like this. */
function createCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as (options: object) => void;
  // Any other flavour keeps the pages for later.
  return () => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
