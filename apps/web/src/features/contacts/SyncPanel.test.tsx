// @vitest-environment jsdom
import type { ChannelView } from '@hanasu/contract/channels';
import type { FriendSyncView } from '@hanasu/contract/friends';
import { ChannelId, FriendSyncId } from '@hanasu/contract/ids';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderWithProviders } from '../../testing/render.tsx';
import { sendJson, startTestServer } from '../../testing/test-server.ts';
import { SyncPanel } from './SyncMenu.tsx';

const uuid = ChannelId.parse('01932f00-0000-7000-8000-000000000001');
const channel = { uuid, name: 'Sakura' } as ChannelView;
const sync: FriendSyncView = {
  uuid: FriendSyncId.parse('01932f00-0000-7000-8000-000000000002'),
  channelUuid: uuid,
  state: 'running',
  done: 300,
  total: 1200,
  added: 12,
  changed: 0,
  detail: null,
  startedAt: '2026-01-01T00:00:00Z',
  endedAt: null,
};

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  cleanup();
  await close?.();
});

async function open(syncs: readonly FriendSyncView[]) {
  const server = await startTestServer((request, response) =>
    sendJson(response, 200, request.url?.endsWith('/stop') ? sync : { items: [sync] }),
  );
  close = server.close;
  await renderWithProviders(<SyncPanel channels={[channel]} syncs={syncs} />);
  return server;
}

it('shows how far a running sync is, and stops it', async () => {
  const server = await open([sync]);
  expect(screen.getByText('300 of 1,200 read')).toBeTruthy();
  expect(screen.getByText('12 new')).toBeTruthy();
  const bar = screen.getByRole('progressbar', { name: 'Progress of Sakura' });
  expect(bar.getAttribute('aria-valuenow')).toBe('25');
  fireEvent.click(screen.getByRole('button', { name: 'Stop reading Sakura' }));
  await expect
    .poll(() => server.requests.map(({ method, url }) => `${method} ${url}`))
    .toContain(`POST /api/customers/reload/${sync.uuid}/stop`);
});

it('says why it failed in the vendor’s words, and goes on or begins anew', async () => {
  const server = await open([{ ...sync, state: 'failed', detail: 'Only verified accounts' }]);
  expect(screen.getByRole('status').textContent).toBe(
    'The channel said: Only verified accounts. What was read before stays.',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Continue with Sakura' }));
  await expect
    .poll(() => server.requests.map(({ url }) => url))
    .toContain(`/api/customers/reload/${sync.uuid}/resume`);
  expect(screen.getByRole('button', { name: 'Sync Sakura' }).textContent).toBe('From the start');
});

it('offers to read followers that were never read', async () => {
  const server = await open([]);
  expect(screen.getByText('Not synced yet.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Sync Sakura' }));
  await expect
    .poll(() => server.requests.find(({ method }) => method === 'POST')?.body)
    .toBe(JSON.stringify({ channelUuid: uuid }));
});
