// @vitest-environment jsdom
import { MENU_SIZES, RichMenuDefinition } from '@hanasu/contract/rich-menus';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fillInBrowser, renderWithProviders } from '../../../testing/render.tsx';
import { AreaEditor } from './AreaEditor.tsx';
import { AreaList } from './AreaList.tsx';
import { applyGrid } from './menu-draft.ts';
import type { Picture } from './picture-draft.ts';
import { PictureEditingContext } from './use-picture-editing.ts';

const scrolled = vi.fn<(element: Element) => void>();
let isNarrow = false;
beforeEach(() => {
  scrolled.mockClear();
  Element.prototype.scrollIntoView = function scrollIntoView() {
    scrolled(this);
  };
  fillInBrowser();
  const { matchMedia } = window;
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({
    ...matchMedia(query),
    matches: isNarrow && query === '(max-width: 61.99em)',
  }));
});
afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
});

let last = 0;
const { pages } = applyGrid(
  RichMenuDefinition.parse({
    size: 'large',
    chatBarText: '',
    selected: true,
    pages: [{ id: 'p1', name: '', picture: null, areas: [] }],
  }),
  'p1',
  { grid: 'two', hasTabs: false, newId: () => `a${++last}` },
);

/** A menu of two cells whose areas may be moved. */
function Editor() {
  const [drawn, setDrawn] = useState<Picture>(pages[0] as Picture);
  const [areaId, setArea] = useState<string | null>(null);
  return (
    <PictureEditingContext
      value={{
        drawn,
        known: drawn,
        size: MENU_SIZES.large,
        editPicture: (change) => setDrawn(change),
        mayEdit: true,
        areasMax: 20,
        labelMax: 20,
        areaId,
        setArea,
        wordsOf: () => '',
        wrong: new Set(),
      }}
    >
      <AreaEditor url={null} isDrawing={false} isLocked={false} />
      <AreaList isLocked={false}>{() => null}</AreaList>
    </PictureEditingContext>
  );
}
const tap = () => fireEvent.click(screen.getByRole('button', { name: /^1\. / }));
function type(label: string, typed: string): { value: string; isWrong: boolean } {
  const field = screen.getByLabelText<HTMLInputElement>(label);
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: typed } });
  fireEvent.blur(field);
  const { value } = field;
  return { value, isWrong: field.getAttribute('aria-invalid') === 'true' };
}

describe('the fields of a tap area', () => {
  test('show the true place once they are left, or an error', async () => {
    await renderWithProviders(<Editor />);
    tap();
    expect(type('Left', '100')).toEqual({ value: '100', isWrong: false });
    // An area of 1,250 pixels does not fit there, in a picture of 2,500.
    expect(type('Left', '2000')).toEqual({ value: '2000', isWrong: true });
    expect(type('Left', '')).toEqual({ value: '100', isWrong: false });
    // It moves to the left, and its other field says so.
    expect(type('Width', '2450')).toEqual({ value: '2,450', isWrong: false });
    expect(screen.getByLabelText<HTMLInputElement>('Left').value).toBe('50');
    expect(type('Width', '1').isWrong).toBe(true);
    expect(type('Top', 'up').isWrong).toBe(true);
  });

  test('keep the text of the cell when the area gets another width', async () => {
    await renderWithProviders(<Editor />);
    tap();
    fireEvent.change(screen.getByLabelText('Button text'), { target: { value: 'Hours' } });
    type('Width', '900');
    expect(screen.getByLabelText<HTMLInputElement>('Button text').value).toBe('Hours');
  });

  test.each([true, false])('are scrolled into view by a tap where they stand below: %s', async (narrow) => {
    isNarrow = narrow;
    await renderWithProviders(<Editor />);
    tap();
    await screen.findByLabelText('Left');
    if (narrow) await waitFor(() => expect(scrolled).toHaveBeenCalledTimes(2));
    else expect(scrolled).not.toHaveBeenCalled();
  });
});
