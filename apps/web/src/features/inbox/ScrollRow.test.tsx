// @vitest-environment jsdom
import { cleanup, fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderWithProviders } from '../../testing/render.tsx';
import { ScrollRow } from './ScrollRow.tsx';

/** jsdom lays nothing out: the row is 100 px wide, and what is in it `content`. */
let content = 0;
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(100);
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockImplementation(() => content);
  Element.prototype.scrollBy ??= () => undefined;
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function show(width: number) {
  content = width;
  const view = await renderWithProviders(
    <ScrollRow className="row" navLabel="Tabs" current="b">
      <button type="button">a</button>
      <button type="button" aria-current="page">
        b
      </button>
    </ScrollRow>,
  );
  const scroller = view.container.querySelector<HTMLElement>('nav > div');
  if (!scroller) throw new Error('no row');
  const sides = () =>
    [...view.container.querySelectorAll<HTMLElement>('nav > button')].map(({ dataset }) => dataset.side);
  const scrollTo = (left: number) => {
    scroller.scrollLeft = left;
    fireEvent.scroll(scroller);
  };
  return { ...view, scroller, sides, scrollTo };
}

test('a row that fits has no arrows', async () => {
  const { sides, scroller } = await show(100);
  expect([sides(), scroller.dataset.after]).toEqual([[], undefined]);
});

test('arrows stand at the ends where there is more', async () => {
  const { sides, scrollTo } = await show(250);
  expect(sides()).toEqual(['after']);
  scrollTo(60);
  expect(sides()).toEqual(['before', 'after']);
  scrollTo(150);
  expect(sides()).toEqual(['before']);
});

test('an arrow moves the row on, and no key or screen reader meets it', async () => {
  const moved = vi.spyOn(Element.prototype, 'scrollBy').mockImplementation(() => undefined);
  const { container } = await show(250);
  const arrow = container.querySelector<HTMLButtonElement>('nav > button');
  if (!arrow) throw new Error('no arrow');
  expect([arrow.tabIndex, arrow.getAttribute('aria-hidden')]).toEqual([-1, 'true']);
  fireEvent.click(arrow);
  expect(moved).toHaveBeenCalledWith({ left: 70 });
});

test('what is chosen is brought into view', async () => {
  const shown: string[] = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    shown.push(this.textContent ?? '');
  });
  await show(250);
  expect(shown).toEqual(['b']);
});
