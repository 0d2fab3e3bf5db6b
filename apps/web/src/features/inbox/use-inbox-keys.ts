import { type HotkeyItem, useHotkeys } from '@mantine/hooks';

const OVERLAYS = '[role="menu"], [role="dialog"]';
const SCROLLS = new Set(['ArrowUp', 'ArrowDown']);

/** False: what lies over the page has the key, or a thread that is being scrolled. */
function isForPage({ key, target }: Pick<KeyboardEvent, 'key' | 'target'>): boolean {
  const element = target instanceof Element ? target : null;
  if (SCROLLS.has(key) && element?.closest('[role="log"]')) return false;
  // A menu that closes itself on this very press is out of the page by now, and its button has the focus again.
  return !element?.closest(OVERLAYS) && !document.querySelector(OVERLAYS);
}

/** The keys of the inbox, as long as nothing is open over it. */
export function useInboxKeys(keys: readonly (readonly [key: string, run: () => void])[]): void {
  useHotkeys(
    keys.map(([key, run]): HotkeyItem => {
      const onKey = (event: KeyboardEvent) => {
        if (!isForPage(event)) return;
        event.preventDefault();
        run();
      };
      return [key, onKey, { preventDefault: false }];
    }),
  );
}
