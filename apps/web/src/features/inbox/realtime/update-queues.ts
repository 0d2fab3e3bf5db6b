import type { ConversationId } from '@hanasu/contract/ids';
import type { ConversationView } from '@hanasu/contract/inbox';
import { useEffect, useEffectEvent, useState } from 'react';
import { log } from '../../../shell/log.ts';

export interface Batcher<Item> {
  add(item: Item): void;
  /** Hands over what still waits, for whoever leaves. */
  flush(): void;
}

/**
 * Hands over in order what is added: at once when it is quiet, and all that comes within `pauseMs` of the last time
 * together, so that work which costs the same for one and for many is done once.
 */
export function createBatcher<Item>(take: (items: readonly Item[]) => void, pauseMs: number): Batcher<Item> {
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

/** What this component is told often; `take` is handed all of it, also what still waits when the component leaves. */
export function useBatcher<Item>(take: (items: readonly Item[]) => void, pauseMs: number): Batcher<Item> {
  const latest = useEffectEvent(take);
  const [batcher] = useState(() => createBatcher<Item>((items) => latest(items), pauseMs));
  useEffect(() => () => batcher.flush(), [batcher]);
  return batcher;
}

/**
 * Runs `act` when it is wanted, but one at a time and at most once in `pauseMs`; whatever is wanted meanwhile is one
 * more run after it, so that the last state is always heard of.
 */
export function createThrottle(act: () => Promise<unknown>, pauseMs: number): () => void {
  let isBusy = false;
  let isWanted = false;
  const run = async () => {
    isBusy = true;
    while (isWanted) {
      isWanted = false;
      const pause = new Promise((resolve) => setTimeout(resolve, pauseMs));
      // What failed is tried again when it is wanted again.
      await act().catch(() => log.info('the inbox could not ask for what has changed'));
      await pause;
    }
    isBusy = false;
  };
  return () => {
    isWanted = true;
    if (!isBusy) void run();
  };
}

/** So many are remembered; of more, the first asked for are left as they were heard of. */
const REMEMBERED = 200;

interface RefetchQueueOptions {
  one(uuid: ConversationId): Promise<ConversationView>;
  newest(): Promise<readonly ConversationView[]>;
  answered(conversations: readonly ConversationView[]): void;
  pauseMs: number;
}

/**
 * Asks for conversations as this person sees them, with one request at a time: a single one by itself, many with the
 * list of those that something has happened in last, and after that the ones that were not among them.
 */
export function createRefetchQueue({
  one,
  newest,
  answered,
  pauseMs,
}: RefetchQueueOptions): (uuids: ConversationId[]) => void {
  const wanted = new Set<ConversationId>();
  const notAmongNewest = new Set<ConversationId>();
  const askNewest = async () => {
    const asked = [...wanted];
    wanted.clear();
    const found = new Map((await newest()).map((each) => [each.uuid, each]));
    for (const uuid of asked) if (!found.has(uuid)) notAmongNewest.add(uuid);
    answered(asked.flatMap((uuid) => found.get(uuid) ?? []));
  };
  const askNext = async () => {
    const [uuid] = [...wanted, ...notAmongNewest];
    if (!uuid) return;
    wanted.delete(uuid);
    notAmongNewest.delete(uuid);
    answered([await one(uuid)]);
  };
  const run = createThrottle(async () => {
    try {
      await (wanted.size > 1 ? askNewest() : askNext());
    } finally {
      forgetBeyond(wanted);
      forgetBeyond(notAmongNewest);
      if (wanted.size + notAmongNewest.size > 0) run();
    }
  }, pauseMs);
  return (uuids) => {
    if (uuids.length === 0) return;
    for (const uuid of uuids) wanted.add(uuid);
    run();
  };
}

function forgetBeyond(uuids: Set<ConversationId>): void {
  for (const uuid of uuids) {
    if (uuids.size <= REMEMBERED) return;
    uuids.delete(uuid);
  }
}
