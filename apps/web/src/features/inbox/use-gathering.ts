import { useEffect, useEffectEvent, useState } from 'react';
import { createGathering, type Gathering } from './gathering.ts';

/** What this component is told often; `take` is handed all of it, also what still waits when the component leaves. */
export function useGathering<Item>(take: (items: readonly Item[]) => void, pauseMs: number): Gathering<Item> {
  const latest = useEffectEvent(take);
  const [gathering] = useState(() => createGathering<Item>((items) => latest(items), pauseMs));
  useEffect(() => () => gathering.flush(), [gathering]);
  return gathering;
}
