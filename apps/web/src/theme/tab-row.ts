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

/** Marks the ends of a row beyond which there is more: there it fades. */
function markEnds(list: HTMLElement): void {
  const { scrollLeft, scrollWidth, clientWidth } = list;
  list.toggleAttribute('data-before', scrollLeft > ROUNDING_PX);
  list.toggleAttribute('data-after', scrollWidth - clientWidth - scrollLeft > ROUNDING_PX);
}

/** Keeps the ends of a row marked while it moves or its size changes. Returns how to stop. */
export function markEndsOfRow(row: HTMLElement, onSize = () => markEnds(row)): () => void {
  const mark = () => markEnds(row);
  const size = new ResizeObserver(onSize);
  for (const part of [row, ...row.children]) size.observe(part);
  row.addEventListener('scroll', mark, { passive: true });
  return () => {
    size.disconnect();
    row.removeEventListener('scroll', mark);
  };
}

/** For the ref of a row of tabs that may be longer than the window: keeps the chosen tab in view, and says where there are more. */
export function keepTabInView(list: HTMLElement | null): (() => void) | undefined {
  if (!list) return undefined;
  const show = () => {
    showChosen(list);
    markEnds(list);
  };
  const chosen = new MutationObserver(show);
  chosen.observe(list, {
    attributes: true,
    attributeFilter: ['aria-selected'],
    subtree: true,
    childList: true,
  });
  const leaveEnds = markEndsOfRow(list, show);
  return () => {
    chosen.disconnect();
    leaveEnds();
  };
}
