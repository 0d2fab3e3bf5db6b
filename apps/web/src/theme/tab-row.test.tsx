// @vitest-environment jsdom
import { Tabs } from '@mantine/core';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderWithProviders } from '../testing/render.tsx';

/** jsdom lays nothing out: the row is 390 px wide, and its tabs `content`. */
let content = 0;
let measure: () => void = () => undefined;
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(390);
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockImplementation(() => content);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(call: () => void) {
        measure = call;
      }
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function show(width: number) {
  content = width;
  await renderWithProviders(
    <Tabs value="one">
      <Tabs.List>
        <Tabs.Tab value="one">One</Tabs.Tab>
        <Tabs.Tab value="two">Two</Tabs.Tab>
      </Tabs.List>
    </Tabs>,
  );
  const list = screen.getByRole('tablist');
  measure();
  const fading = () => ['before', 'after'].filter((side) => list.hasAttribute(`data-${side}`));
  const scrollTo = (left: number) => {
    list.scrollLeft = left;
    fireEvent.scroll(list);
  };
  return { fading, scrollTo };
}

it('a row of tabs that fits does not fade', async () => {
  const { fading } = await show(390);
  expect(fading()).toEqual([]);
});

it('a longer one fades where there are more tabs', async () => {
  const { fading, scrollTo } = await show(600);
  expect(fading()).toEqual(['after']);
  scrollTo(100);
  expect(fading()).toEqual(['before', 'after']);
  scrollTo(210);
  expect(fading()).toEqual(['before']);
});
