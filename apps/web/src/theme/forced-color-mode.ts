import { useEffect, useSyncExternalStore } from 'react';
import { warn } from '../shell/log.ts';
import type { ColorMode } from './color-mode.ts';

type Forced = Exclude<ColorMode, 'system'>;

/** Pages that force a mode, the newest last; more than one only while one page gives way to the next. */
let demands: readonly { mode: Forced }[] = [];
const listeners = new Set<() => void>();
const set = (next: typeof demands) => {
  demands = next;
  for (const listener of listeners) listener();
};

/** Light or dark while this page is shown, whatever the person prefers; the preference is left alone. */
export function useForcedColorMode(mode: ColorMode): void {
  useEffect(() => {
    if (mode === 'system') {
      warn('A page may not force the colour mode system');
      return;
    }
    const demand = { mode };
    set([...demands, demand]);
    return () => set(demands.filter((each) => each !== demand));
  }, [mode]);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What the page in view forces; undefined when it leaves the choice to the person. */
export const useForcedMode = (): Forced | undefined =>
  useSyncExternalStore(subscribe, () => demands.at(-1)?.mode);
