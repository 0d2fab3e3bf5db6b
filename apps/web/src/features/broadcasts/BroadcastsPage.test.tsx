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
const JAPANESE = PostId.parse('01932f00-0000-7000-8000-0000000000a2');
const message = (name: string, language: string, all = [language]) => ({
  name,
  content: { ...EMPTY_CONTENT, bubbles: [{ kind: 'text', id: 'card', text: name }] },
  language,
  languages: all.map((each) => ({
    uuid: each === 'ja' ? JAPANESE : POST,
    language: each,
    isDefault: each === 'en',
  })),
});
const MESSAGE = message('New tea', 'en');

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  cleanup();
  await close?.();
});

/** The dialog for a new broadcast as a post opens it. */
interface Site {
  isPublished?: boolean;
  languages?: string[];
  hasChannel?: boolean;
  isReachable?: boolean;
}
async function open(site: Site = {}) {
  const { isPublished = true, languages, hasChannel = true, isReachable = true } = site;
  const created: unknown[] = [];
  const server = await startTestServer(({ method, url = '' }, response, body) => {
    if (url === `/api/post/${POST}/message`)
      return isPublished
        ? sendJson(response, 200, message('New tea', 'en', languages))
        : sendJson(response, 409, problem(409, 'post_not_published'));
    if (url === `/api/post/${JAPANESE}/message`)
      return sendJson(response, 200, message('新茶', 'ja', languages));
    if (url === '/api/message-content/preview') {
      const [{ text }] = JSON.parse(body).content.bubbles;
      const channel = { kind: 'line', isConnected: true, messages: [{ type: 'text', text }], losses: [] };
      return sendJson(response, 200, { problems: [], channels: [channel], missing: [] });
    }
    if (url === '/api/system')
      return sendJson(response, 200, { publicUrl: 'https://a.example', publicUrlReachable: isReachable });
    if (method === 'POST' && url === '/api/broadcast') {
      created.push(JSON.parse(body));
      return sendJson(response, 201, { uuid: '01932f00-0000-7000-8000-000000000009' });
    }
    if (url.startsWith('/api/users/me')) return sendJson(response, 200, { role: 'owner', account: {} });
    if (url.startsWith('/api/channel'))
      return sendJson(response, 200, {
        items: hasChannel ? [{ uuid: CHANNEL, name: 'Camellia', status: 'connected' }] : [],
      });
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
  expect(within(dialog).queryByLabelText('Language of the card')).toBeNull();
  const preview = await within(dialog).findByRole('region', { name: 'Preview' });
  expect(preview.textContent).toBe('New tea');
  expect(dialog.textContent).not.toContain('no public https address');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create broadcast' }));
  expect(await screen.findByText('Composer')).toBeTruthy();
  await waitFor(() =>
    expect(created).toEqual([
      expect.objectContaining({
        ...{ name: 'New tea', content: MESSAGE.content, channelUuids: [CHANNEL] },
        audience: { kind: 'everybody' },
      }),
    ]),
  );
});

test('a post that is no longer public says so', async () => {
  const { dialog } = await open({ isPublished: false });
  expect(await within(dialog).findByText(/This post is not published/)).toBeTruthy();
});

test('of a post in several languages, the default goes to all but the readers of the others', async () => {
  const { created, dialog } = await open({ languages: ['en', 'ja'] });
  expect(await within(dialog).findByText(/For all customers except those who use Japanese/)).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create broadcast' }));
  await waitFor(() => expect(created).toHaveLength(1));
  const definition = { kind: 'not', items: [{ kind: 'language', languages: ['ja'] }] };
  expect(created[0]).toMatchObject({ name: 'New tea', audience: { kind: 'conditions', definition } });
});

test('another language of the post can be chosen, for those who use it', async () => {
  const { created, dialog } = await open({ languages: ['en', 'ja'] });
  fireEvent.click(await within(dialog).findByRole('combobox', { name: 'Language of the card' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Japanese' }));
  expect(await within(dialog).findByText(/For customers who use Japanese/)).toBeTruthy();
  expect(dialog.textContent).toContain('The post is also published in: English.');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create broadcast' }));
  await waitFor(() => expect(created).toHaveLength(1));
  const definition = { kind: 'and', items: [{ kind: 'language', languages: ['ja'] }] };
  expect(created[0]).toMatchObject({ name: '新茶', audience: { kind: 'conditions', definition } });
});

test('without a channel the dialog leads to one, to the sandbox, and back to the post', async () => {
  const { dialog } = await open({ hasChannel: false });
  const link = async (name: string) =>
    (await within(dialog).findByRole('link', { name })).getAttribute('href');
  expect(await link('Connect a channel')).toBe('/Channel');
  expect(await link('Try in the sandbox')).toBe('/Channel?connect=sandbox');
  expect(await link('Back to the post')).toBe(`/Post-Manage/edit/${POST}`);
});

test('warns where friends can’t open the address of the post', async () => {
  const { dialog } = await open({ isReachable: false });
  expect(await within(dialog).findByText(/no public https address/)).toBeTruthy();
});
