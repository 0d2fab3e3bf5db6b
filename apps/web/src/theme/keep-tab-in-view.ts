/** Moves a row of tabs, and nothing else of the page, so that the tab that is chosen is seen whole. */
function showChosen(list: HTMLElement): void {
  const tab = list.querySelector<HTMLElement>(':scope > [aria-selected="true"]');
  if (!tab || list.scrollWidth <= list.clientWidth) return;
  const row = list.getBoundingClientRect();
  const { left, right } = tab.getBoundingClientRect();
  if (left < row.left) list.scrollLeft -= row.left - left;
  else if (right > row.right) list.scrollLeft += right - row.right;
}

/** For the ref of a row of tabs that may be longer than the window: keeps the chosen tab in view. */
export function keepTabInView(list: HTMLElement | null): (() => void) | undefined {
  if (!list) return undefined;
  const show = () => showChosen(list);
  const chosen = new MutationObserver(show);
  chosen.observe(list, { attributes: true, attributeFilter: ['aria-selected'], subtree: true });
  const size = new ResizeObserver(show);
  size.observe(list);
  return () => {
    chosen.disconnect();
    size.disconnect();
  };
}
