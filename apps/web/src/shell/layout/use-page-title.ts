import { useEffect, useSyncExternalStore } from 'react';

let pageTitle = '';
const listeners = new Set<() => void>();

/** Names the browser tab. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    pageTitle = title ? `${title} · Hanasu` : 'Hanasu';
    document.title = pageTitle;
    for (const changed of listeners) changed();
  }, [title]);
}

function subscribe(changed: () => void) {
  listeners.add(changed);
  return () => void listeners.delete(changed);
}

/** What the page calls the browser tab, for whoever adds something to it. */
export const useCurrentPageTitle = () => useSyncExternalStore(subscribe, () => pageTitle);
