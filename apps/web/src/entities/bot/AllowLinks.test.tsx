// @vitest-environment jsdom
import { BotId } from '@hanasu/contract/ids';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderWithProviders } from '../../testing/render.tsx';
import { sendJson, startTestServer } from '../../testing/test-server.ts';
import { AllowLinks } from './AllowLinks.tsx';
import { useAllowHost } from './bots.queries.ts';

const botUuid = BotId.parse('01932f00-0000-7000-8000-000000000001');

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  cleanup();
  await close?.();
});

const onAsk = vi.fn();
function Note({ text }: { text: string }) {
  return <AllowLinks botUuid={botUuid} text={text} onAllow={useAllowHost(botUuid)} onAsk={onAsk} />;
}

/** The note in front of a server that keeps the bot's list and state. */
async function open({ text, role = 'admin', state = 'draft' }: Record<'text' | 'role' | 'state', string>) {
  let bot = { uuid: botUuid, state, settings: { linkHosts: ['mine.example'] } };
  const server = await startTestServer(({ method, url = '' }, response, body) => {
    if (url.startsWith('/api/users/me')) return sendJson(response, 200, { role });
    if (url.endsWith('/link-hosts'))
      return sendJson(response, 200, {
        items: [],
        unlisted: [
          { host: 'shop.example', documents: 2 },
          { host: 'other.example', documents: 1 },
        ],
      });
    if (method === 'PATCH')
      bot = { ...bot, ...JSON.parse(body), state: bot.state === 'draft' ? 'draft' : 'changed' };
    if (url.endsWith('/publish')) bot = { ...bot, state: 'live' };
    return sendJson(response, 200, bot);
  });
  close = server.close;
  onAsk.mockClear();
  await renderWithProviders(
    <>
      <p>An answer</p>
      <Note text={text} />
    </>,
  );
  return server;
}

const SHOWN = 'Order at form (shop . example/order).';

it('allows the website that the answer shows as plain text, and asks again', async () => {
  const { requests } = await open({ text: SHOWN, role: 'admin', state: 'draft' });
  fireEvent.click(await screen.findByRole('button', { name: 'Allow links' }));
  expect(screen.queryByText(/other\.example/)).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: 'Ask again' }));
  const patch = requests.find(({ method }) => method === 'PATCH');
  expect(JSON.parse(patch?.body ?? '')).toEqual({
    settings: { linkHosts: ['mine.example', 'shop.example'] },
  });
  expect(onAsk).toHaveBeenCalledOnce();
});

it('publishes a draft in which nothing else was changed', async () => {
  await open({ text: SHOWN, role: 'admin', state: 'live' });
  fireEvent.click(await screen.findByRole('button', { name: 'Allow links' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Publish' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Ask again' }));
  expect(onAsk).toHaveBeenCalledOnce();
});

it('leads to publishing where the draft holds other changes', async () => {
  await open({ text: SHOWN, role: 'admin', state: 'changed' });
  fireEvent.click(await screen.findByRole('button', { name: 'Allow links' }));
  expect(await screen.findByRole('link', { name: 'Go to publishing' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Ask again' })).toBeNull();
});

it('says nothing to people who may not change the bot, and under other answers', async () => {
  const server = await open({ text: SHOWN, role: 'viewer', state: 'draft' });
  await waitFor(() => expect(server.requests.some(({ url }) => url.startsWith('/api/users/me'))).toBe(true));
  await screen.findByText('An answer');
  expect(screen.queryByRole('button')).toBeNull();
  expect(server.requests.some(({ url }) => url.endsWith('/link-hosts'))).toBe(false);
});
