// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { renderWithProviders } from '../../testing/render.tsx';
import { problem, sendJson, startTestServer } from '../../testing/test-server.ts';
import { itemAt } from './navigation.ts';
import { Sidebar } from './Sidebar.tsx';

let server: Awaited<ReturnType<typeof startTestServer>>;
beforeEach(async () => {
  server = await startTestServer((_, response) => sendJson(response, 403, problem(403, 'forbidden')));
});
afterEach(async () => {
  cleanup();
  await server.close();
});

const EVERY_DAY = [
  'Home',
  'Bots',
  'Knowledge',
  'Inbox',
  'Channels',
  'Forms',
  'Rich menus',
  'Broadcasts',
  'Customers',
  'Account settings',
];

async function showRail(path = '/') {
  let opened = 0;
  const router = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  await renderWithProviders(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterContextProvider router={router as never}>
        <Sidebar
          narrow
          onSearch={() => undefined}
          more={{
            isOpen: false,
            onOpen: () => {
              opened += 1;
            },
          }}
        />
      </RouterContextProvider>
    </QueryClientProvider>,
  );
  const menu = within(screen.getByRole('navigation', { name: 'Main menu' }));
  return { menu, opened: () => opened };
}
const namesOf = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent);

describe('rail', () => {
  test('has ten pages and a way to the others', async () => {
    const { menu, opened } = await showRail();
    expect(namesOf(menu.getAllByRole('link'))).toEqual(EVERY_DAY);
    fireEvent.click(menu.getByRole('button', { name: 'More' }));
    expect(opened()).toBe(1);
  });

  test('shows the page that is open, too, in its place', async () => {
    const { menu } = await showRail('/Channel/tag');
    expect(namesOf(menu.getAllByRole('link'))).toEqual(EVERY_DAY.toSpliced(9, 0, 'Tags'));
  });

  test.each([
    ['hover', (link: HTMLElement) => fireEvent.mouseEnter(link)],
    ['focus', (link: HTMLElement) => fireEvent.focus(link)],
  ])('names an icon at once on %s', async (_, point) => {
    const { menu } = await showRail();
    point(menu.getByRole('link', { name: 'Rich menus' }));
    expect(screen.getByRole('tooltip').textContent).toBe('Rich menus');
  });
});

test.each([
  ['/', 'home'],
  ['/Channel', 'channels'],
  ['/Channel/Instance/1', 'channels'],
  ['/Channel/custom_form/1', 'forms'],
  ['/Bot-Group/1', 'groups'],
  ['/elsewhere', undefined],
])('the page of the menu for %s is %s', (pathname, page) => {
  expect(itemAt(pathname)?.page).toBe(page);
});
