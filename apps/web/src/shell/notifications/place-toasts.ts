import { useCallback, useEffect } from 'react';

const GAP = 8;
/** Titles further down, as those of centred dialogs, stay clear of toasts at the top. */
const REACH = 1 / 3;
const TITLES = 'main h1, [role="dialog"] header';
/** A phone has toasts on the bar at its top: below a title they would lie on what is read or written. */
const PHONE = '(max-width: 47.99em)';
const PHONE_TITLES = '[role="dialog"] header';

/** Where toasts begin: below the titles at the top of the window, so that these stay readable. */
function topOfToasts(): number {
  const reach = window.innerHeight * REACH;
  const titles = window.matchMedia(PHONE).matches ? PHONE_TITLES : TITLES;
  const ends = [...document.querySelectorAll<HTMLElement>(titles)]
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
