import type { ConversationId } from '@hanasu/contract/ids';
import type { ConversationView } from '@hanasu/contract/inbox';
import { useMemo, useState } from 'react';

export interface SteadyRows {
  readonly rows: readonly ConversationView[];
  /** Rows that stand here only because somebody points at them: they belong elsewhere by now. */
  readonly gone: ReadonlySet<ConversationId>;
  /** How many have come in above and wait to be shown. */
  readonly fresh: number;
}

const NONE: ReadonlySet<ConversationId> = new Set();

/** Rows stay at the places they had: what has changed is shown in place, and what came in above is only counted. */
export function steadyRows(held: readonly ConversationView[], live: readonly ConversationView[]): SteadyRows {
  const now = new Map(live.map((each) => [each.uuid, each]));
  const known = new Set(held.map(({ uuid }) => uuid));
  const lastKnown = live.findLastIndex(({ uuid }) => known.has(uuid));
  const isNew = ({ uuid }: ConversationView) => !known.has(uuid);
  return {
    rows: [...held.map((each) => now.get(each.uuid) ?? each), ...live.slice(lastKnown + 1).filter(isNew)],
    gone: new Set(held.flatMap(({ uuid }) => (now.has(uuid) ? [] : uuid))),
    fresh: live.slice(0, lastKnown + 1).filter(isNew).length,
  };
}

interface Held {
  readonly rows: readonly ConversationView[];
  readonly from: number;
}

/** `isHeld`: somebody points at the list, so nothing may move under their pointer. */
export function useSteadyRows(
  live: readonly ConversationView[],
  from: number,
  isHeld: boolean,
): SteadyRows & { readonly release: () => void } {
  const [held, setHeld] = useState<Held | null>(null);
  // Far from where it was held other pages are loaded.
  const isUseful = isHeld && live.length > 0;
  if (isUseful ? held?.from !== from : held !== null) setHeld(isUseful ? { rows: live, from } : null);
  const rows = held?.rows;
  const steady = useMemo(
    () => (rows ? steadyRows(rows, live) : { rows: live, gone: NONE, fresh: 0 }),
    [rows, live],
  );
  return { ...steady, release: () => setHeld({ rows: live, from }) };
}
