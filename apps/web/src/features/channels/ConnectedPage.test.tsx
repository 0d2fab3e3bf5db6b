// @vitest-environment jsdom
import type { ChannelView } from '@hanasu/contract/channels';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderWithProviders } from '../../testing/render.tsx';
import { problem, sendJson, startTestServer } from '../../testing/test-server.ts';
import { Finishing, vendorQuery } from './ConnectedPage.tsx';

const CHANNEL = { uuid: '0199a000-0000-7000-8000-000000000001', name: 'Shop' };

let server: Awaited<ReturnType<typeof startTestServer>>;
/** Answers in turn; the channel when none is left. */
const refusals: [number, string][] = [];
const done: ChannelView[] = [];
beforeEach(async () => {
  refusals.length = 0;
  done.length = 0;
  server = await startTestServer((_, response) => {
    const [status, code] = refusals.shift() ?? [200, ''];
    sendJson(response, status, status === 200 ? CHANNEL : problem(status, code));
  });
});
afterEach(async () => {
  cleanup();
  await server.close();
});

const QUERY = { code: 'abc', state: 'xyz', oa_id: '4318657068771012646' };
const show = (query: Record<string, string> = QUERY) =>
  renderWithProviders(
    <StrictMode>
      <Finishing query={query} onDone={(channel) => done.push(channel)} />
    </StrictMode>,
  );

describe('coming back from a vendor', () => {
  it('hands over everything the vendor said, once, and goes on once', async () => {
    await show();
    expect(screen.getByRole('status').textContent).toContain('Finishing');
    await waitFor(() => expect(done.map(({ name }) => name)).toEqual(['Shop']));
    expect(server.requests.map(({ url, body }) => [url, JSON.parse(body)])).toEqual([
      ['/api/channel/connected', { query: QUERY }],
    ]);
  });

  it.each([
    [403, 'channel_permission_refused', 'Not allowed'],
    [410, 'channel_permission_unknown', 'This sign-in was not started here'],
    [409, 'channel_other_account', 'That is another official account'],
    [409, 'channel_exists', 'Connected already'],
  ])('%d %s says what to do, and is not asked again', async (status, code, title) => {
    refusals.push([status, code]);
    await show();
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Start again' }).getAttribute('href')).toBe('/Channel');
    expect(server.requests).toHaveLength(1);
    expect(done).toEqual([]);
  });

  it('tries again with the same permission when nobody answered', async () => {
    refusals.push([422, 'channel_vendor_unreachable']);
    await show();
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(done).toHaveLength(1));
    expect(server.requests).toHaveLength(2);
  });

  it('without anything to finish asks nobody', async () => {
    await show({});
    expect(screen.getByRole('heading', { name: 'Nothing to finish here' })).toBeTruthy();
    expect(server.requests).toEqual([]);
  });
});

it('what the vendor appended goes on as texts', () => {
  expect(vendorQuery({ a: 'x', b: 12, c: true, d: ['first', 'last'], e: undefined, f: null })).toEqual({
    a: 'x',
    b: '12',
    c: 'true',
    d: 'last',
    f: 'null',
  });
});
