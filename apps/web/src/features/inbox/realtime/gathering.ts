export interface Gathering<Item> {
  add(item: Item): void;
  /** Hands over what still waits, for whoever leaves. */
  flush(): void;
}

/**
 * Hands over in order what is added: at once when it is quiet, and all that comes within `pauseMs` of the last time
 * together, so that work which costs the same for one and for many is done once.
 */
export function createGathering<Item>(
  take: (items: readonly Item[]) => void,
  pauseMs: number,
): Gathering<Item> {
  let waiting: Item[] = [];
  let pause: ReturnType<typeof setTimeout> | undefined;
  const handOver = () => {
    const items = waiting;
    waiting = [];
    take(items);
  };
  const goOn = () => {
    pause = undefined;
    if (waiting.length > 0) begin();
  };
  const begin = () => {
    // Before anything is handed over: taking it may fail, which must not stop what comes after.
    pause = setTimeout(goOn, pauseMs);
    handOver();
  };
  return {
    add(item) {
      waiting.push(item);
      if (pause === undefined) begin();
    },
    flush() {
      clearTimeout(pause);
      pause = undefined;
      if (waiting.length > 0) handOver();
    },
  };
}
