import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

interface Options {
  /** Share of the time since the last question in which this thread was busy, from 0 to 1. */
  readonly busyShare?: () => number;
  /** Bytes that the heap of this thread takes. */
  readonly heapBytes?: () => number;
  readonly collect?: () => void;
}

/** Looked at this often; the thread must have been idle for all of the time between. */
const LOOK_MS = 20_000;
const IDLE_SHARE = 0.03;
/** A collection is worth its tenth of a second when the heap has grown by this much. */
const GROWN_BYTES = 32 * 1024 * 1024;

/**
 * Gives back what the last busy minute took, once a thread has nothing to do. V8 collects only while objects are made, so
 * that an idle server would keep it: with Node 24.21 128 MiB for young objects alone, in each thread.
 */
export function collectWhenIdle(options: Options = {}): { stop(): void } {
  const { busyShare = measureBusyShare(), heapBytes = totalHeap, collect = createCollector() } = options;
  let collectedAt = 0;
  const timer = setInterval(() => {
    if (busyShare() > IDLE_SHARE) return;
    // The heap shrinks as well while it is used.
    collectedAt = Math.min(collectedAt, heapBytes());
    if (heapBytes() - collectedAt < GROWN_BYTES) return;
    collect();
    collectedAt = heapBytes();
  }, LOOK_MS);
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
