import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
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
        log('Colour mode could not be read:', error);
        return fallback;
      }
    },
    set: (scheme) => {
      try {
        localStorage.setItem(KEY, toColorMode(scheme));
      } catch (error) {
        log('Colour mode could not be saved:', error);
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
