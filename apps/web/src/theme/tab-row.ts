/** As wide as the ends of a row that fade, in `tab-row.css`. */
const FADE_PX = 40;
const ROUNDING_PX = 2;

/** Moves a row of tabs, and nothing else of the page, so that the tab that is chosen is seen whole. */
function showChosen(list: HTMLElement): void {
  const tab = list.querySelector<HTMLElement>(':scope > [aria-selected="true"]');
  if (!tab || list.scrollWidth <= list.clientWidth) return;
  const row = list.getBoundingClientRect();
  const { left, right } = tab.getBoundingClientRect();
  if (left < row.left + FADE_PX) list.scrollLeft -= row.left + FADE_PX - left;
  else if (right > row.right - FADE_PX) list.scrollLeft += right - row.right + FADE_PX;
}

/** Marks the ends of a row of tabs beyond which there are more: there it fades. */
function markEnds(list: HTMLElement): void {
  const { scrollLeft, scrollWidth, clientWidth } = list;
  list.toggleAttribute('data-before', scrollLeft > ROUNDING_PX);
  list.toggleAttribute('data-after', scrollWidth - clientWidth - scrollLeft > ROUNDING_PX);
}

/** For the ref of a row of tabs that may be longer than the window: keeps the chosen tab in view, and says where there are more. */
export function keepTabInView(list: HTMLElement | null): (() => void) | undefined {
  if (!list) return undefined;
  const show = () => {
    showChosen(list);
    markEnds(list);
  };
  const mark = () => markEnds(list);
  const chosen = new MutationObserver(show);
  chosen.observe(list, {
    attributes: true,
    attributeFilter: ['aria-selected'],
    subtree: true,
    childList: true,
  });
  const size = new ResizeObserver(show);
  for (const part of [list, ...list.children]) size.observe(part);
  list.addEventListener('scroll', mark, { passive: true });
  return () => {
    chosen.disconnect();
    size.disconnect();
    list.removeEventListener('scroll', mark);
  };
}
