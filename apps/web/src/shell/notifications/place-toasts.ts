import { useCallback, useEffect } from 'react';

const GAP = 8;
/** Titles further down, as those of centred dialogs, stay clear of toasts at the top. */
const REACH = 1 / 3;
const TITLES = 'main h1, [role="dialog"] header';

/** Where toasts begin: below the titles at the top of the window, so that these stay readable. */
function topOfToasts(): number {
  const reach = window.innerHeight * REACH;
  const ends = [...document.querySelectorAll<HTMLElement>(TITLES)]
    .map((title) => (title.closest('header') ?? title).getBoundingClientRect().bottom)
    .filter((end) => end <= reach);
  return Math.max(0, ...ends) + GAP;
}

/** Keeps toasts below the title of the page that is shown. Returns what to call when one is added. */
export function usePlaceBelowTitles(): () => void {
  const place = useCallback(
    () => document.documentElement.style.setProperty('--toast-top', `${topOfToasts()}px`),
    [],
  );
  useEffect(() => {
    // Another page names the browser tab. Scrolling moves no toast away from the pointer.
    const observer = new MutationObserver(place);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    window.addEventListener('resize', place);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', place);
    };
  }, [place]);
  return place;
}
