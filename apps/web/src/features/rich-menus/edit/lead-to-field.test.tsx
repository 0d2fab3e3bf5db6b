// @vitest-environment jsdom
import {
  MENU_SIZES,
  type MenuProblem,
  RichMenuDefinition,
  type TapAction,
} from '@hanasu/contract/rich-menus';
import { Button } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { renderWithProviders } from '../../../testing/render.tsx';
import { AreaPanel } from './AreaPanel.tsx';
import { useLeadToField } from './lead-to-field.ts';
import { MenuTab } from './MenuTab.tsx';
import { applyGrid, changeArea } from './menu-draft.ts';
import { type MenuEditing, MenuEditingContext } from './use-menu-draft.ts';
import { PictureEditingContext } from './use-picture-editing.ts';

const scrolled = vi.fn<(element: Element) => void>();
beforeEach(() => {
  scrolled.mockClear();
  Element.prototype.scrollIntoView = function scrollIntoView() {
    scrolled(this);
  };
});
afterEach(cleanup);

const EMPTY = RichMenuDefinition.parse({
  size: 'large',
  chatBarText: '',
  selected: true,
  pages: [{ id: 'p1', name: '', picture: null, areas: [] }],
});
let last = 0;
const TWO_CELLS = applyGrid(EMPTY, 'p1', { grid: 'two', hasTabs: true, newId: () => `a${++last}` });
const withAction = (action: TapAction | null) => changeArea(TWO_CELLS, 'a2', { action });

/** The menu's tab once the button that leads to a problem was clicked. */
function Editor({ draft, problem }: { draft: RichMenuDefinition; problem: MenuProblem }) {
  const [areaId, setArea] = useState<string | null>(null);
  const [isShown, setShown] = useState(false);
  const leadToField = useLeadToField();
  const [page] = draft.pages;
  if (!page) return null;
  const editing = {
    draft,
    edit: () => undefined,
    mayEdit: true,
    menu: { uuid: 'm', channelUuid: 'c' },
    page,
    setPage: () => undefined,
  } as unknown as MenuEditing;
  return (
    <MenuEditingContext value={editing}>
      <PictureEditingContext
        value={{
          drawn: page,
          known: page,
          size: MENU_SIZES.large,
          editPicture: () => undefined,
          mayEdit: true,
          areasMax: 20,
          labelMax: 20,
          areaId,
          setArea,
          wordsOf: () => '',
          wrong: new Set([problem.areaId]),
        }}
      >
        <Button
          onClick={() => {
            setArea(problem.areaId);
            leadToField(problem);
            // The tab of the router comes later than the state of this page.
            setTimeout(() => setShown(true));
          }}
        >
          Next missing
        </Button>
        {isShown && problem.areaId === null && <MenuTab ActionList={() => null} />}
        {isShown && problem.areaId !== null && <AreaPanel ActionList={() => null} isLocked={false} />}
      </PictureEditingContext>
    </MenuEditingContext>
  );
}

async function lead(draft: RichMenuDefinition, problem: Pick<MenuProblem, 'reason' | 'areaId'>) {
  const page = createRootRoute({
    component: () => (
      <Editor draft={draft} problem={{ pageId: problem.areaId && 'p1', detail: null, ...problem }} />
    ),
  });
  const history = createMemoryHistory({ initialEntries: ['/'] });
  await renderWithProviders(<RouterProvider router={createRouter({ routeTree: page, history }) as never} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Next missing' }));
}

describe('the next missing field', () => {
  test.each<[MenuProblem['reason'], TapAction | null, string]>([
    ['no_action', null, 'Action'],
    ['no_label', null, 'Label for screen readers'],
    ['area_too_small', null, 'Left'],
    ['link_too_long', { kind: 'link', url: 'https://a.example' }, 'Link'],
    ['value_too_long', { kind: 'copy', text: 'CODE' }, 'Text to copy'],
    [
      'date_range',
      { kind: 'date', mode: 'date', text: 'When?', min: '2026-05-02', max: '2026-05-01' },
      'Latest',
    ],
  ])('of “%s” is scrolled into view with its label and focused', async (reason, action, label) => {
    await lead(withAction(action), { reason, areaId: 'a2' });
    const field = await screen.findByLabelText(label, { selector: 'input:not([type="hidden"]), textarea' });
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(scrolled).toHaveBeenCalledWith(field.closest('.mantine-InputWrapper-root'));
  });

  test('of the menu bar is its text, once its tab is shown', async () => {
    await lead(TWO_CELLS, { reason: 'no_chat_bar_text', areaId: null });
    const field = await screen.findByLabelText('Text of the menu bar');
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(scrolled).toHaveBeenCalledOnce();
  });
});
