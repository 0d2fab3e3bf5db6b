// @vitest-environment jsdom
import { ChannelId, PostId } from '@hanasu/contract/ids';
import { EMPTY_CONTENT } from '@hanasu/contract/message-content';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderWithProviders } from '../../testing/render.tsx';
import { problem, sendJson, startTestServer } from '../../testing/test-server.ts';
import { BroadcastsPage } from './BroadcastsPage.tsx';

const POST = PostId.parse('01932f00-0000-7000-8000-0000000000a1');
const CHANNEL = ChannelId.parse('01932f00-0000-7000-8000-000000000002');
const MESSAGE = {
  name: 'New tea',
  content: { ...EMPTY_CONTENT, bubbles: [{ kind: 'text', id: 'card', text: 'New tea' }] },
};

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  cleanup();
  await close?.();
});

/** The dialog for a new broadcast as a post opens it. */
async function open(isPublished = true) {
  const created: unknown[] = [];
  const server = await startTestServer(({ method, url = '' }, response, body) => {
    if (url === `/api/post/${POST}/message`)
      return isPublished
        ? sendJson(response, 200, MESSAGE)
        : sendJson(response, 409, problem(409, 'post_not_published'));
    if (method === 'POST' && url === '/api/broadcast') {
      created.push(JSON.parse(body));
      return sendJson(response, 201, { uuid: '01932f00-0000-7000-8000-000000000009' });
    }
    if (url.startsWith('/api/users/me')) return sendJson(response, 200, { role: 'owner', account: {} });
    if (url.startsWith('/api/channel'))
      return sendJson(response, 200, { items: [{ uuid: CHANNEL, name: 'Camellia', status: 'connected' }] });
    return sendJson(response, 200, { items: [], total: 0, page: 1, pageSize: 20 });
  });
  close = server.close;
  const root = createRootRoute({ component: Outlet });
  const layout = createRoute({ getParentRoute: () => root, id: '_default' });
  const page = createRoute({
    getParentRoute: () => layout,
    path: 'Channel/message/',
    component: BroadcastsPage,
    validateSearch: (search: Record<string, unknown>) => search,
  });
  const editor = createRoute({
    getParentRoute: () => layout,
    path: 'Channel/message/$uuid',
    component: () => <p>Composer</p>,
  });
  const initialEntries = [`/Channel/message/?create=true&post=${POST}`];
  const router = createRouter({
    routeTree: root.addChildren([layout.addChildren([page, editor])]),
    history: createMemoryHistory({ initialEntries }),
  });
  await renderWithProviders(<RouterProvider router={router as never} />);
  return { created, dialog: await screen.findByRole('dialog', { name: 'New broadcast' }) };
}

test('a broadcast that a post opens has its card and its title, and leads to the composer', async () => {
  const { created, dialog } = await open();
  const name = await within(dialog).findByLabelText<HTMLInputElement>('Name');
  expect(name.value).toBe('New tea');
  expect(dialog.textContent).toContain('The message has a card of your post.');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create broadcast' }));
  expect(await screen.findByText('Composer')).toBeTruthy();
  await waitFor(() =>
    expect(created).toEqual([
      expect.objectContaining({ name: 'New tea', content: MESSAGE.content, channelUuids: [CHANNEL] }),
    ]),
  );
});

test('a post that is no longer public says so', async () => {
  const { dialog } = await open(false);
  expect(await within(dialog).findByText(/This post is not published/)).toBeTruthy();
});
