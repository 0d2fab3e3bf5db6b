import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { useEffect, useSyncExternalStore } from 'react';
import { log } from '../shell/log.ts';

const KEY = 'color-mode';
export const COLOR_MODES = ['system', 'light', 'dark'] as const;
export type ColorMode = (typeof COLOR_MODES)[number];

const toScheme = (mode: string | null): MantineColorScheme =>
  mode === 'light' || mode === 'dark' ? mode : 'auto';

export const toColorMode = (scheme: MantineColorScheme): ColorMode => (scheme === 'auto' ? 'system' : scheme);

/** Keeps the preference as `system`, `light` or `dark`; `public/color-mode.js` reads the same key. */
export function colorModeManager(): MantineColorSchemeManager {
  let listener: ((event: StorageEvent) => void) | undefined;
  return {
    get: (fallback) => {
      try {
        return toScheme(localStorage.getItem(KEY));
      } catch (error) {
        log.error('Colour mode could not be read:', error);
        return fallback;
      }
    },
    set: (scheme) => {
      try {
        localStorage.setItem(KEY, toColorMode(scheme));
      } catch (error) {
        log.error('Colour mode could not be saved:', error);
      }
    },
    subscribe: (onUpdate) => {
      listener = (event) => event.key === KEY && onUpdate(toScheme(event.newValue));
      window.addEventListener('storage', listener);
    },
    unsubscribe: () => {
      if (listener) window.removeEventListener('storage', listener);
    },
    clear: () => localStorage.removeItem(KEY),
  };
}

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
      log.warn('A page may not force the colour mode system');
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
