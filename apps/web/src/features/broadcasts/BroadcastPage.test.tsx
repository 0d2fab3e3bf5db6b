// @vitest-environment jsdom
import type { BroadcastCheck, BroadcastView } from '@hanasu/contract/broadcasts';
import { BroadcastId, ChannelId } from '@hanasu/contract/ids';
import { EMPTY_CONTENT, type MessageCard } from '@hanasu/contract/message-content';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { renderWithProviders } from '../../testing/render.tsx';
import { sendJson, startTestServer } from '../../testing/test-server.ts';
import { BroadcastPage } from './BroadcastPage.tsx';

const LINE = ChannelId.parse('01932f00-0000-7000-8000-000000000002');
const CARD: MessageCard = {
  id: 'card1',
  layout: 'product',
  mediaUuid: null,
  title: 'Roll cake',
  lead: '$20',
  text: 'Fresh every day.',
  details: [],
  buttons: [],
};
const BROADCAST: BroadcastView = {
  uuid: BroadcastId.parse('01932f00-0000-7000-8000-000000000001'),
  name: 'Autumn menu',
  content: {
    ...EMPTY_CONTENT,
    bubbles: [{ id: 'b1', kind: 'cards', altText: 'Cakes', cards: [CARD], more: null }],
  },
  channelUuids: [LINE],
  audience: { kind: 'everybody' },
  state: 'draft',
  reason: null,
  startAt: null,
  peoplePerHour: null,
  later: 'skip',
  linkTracking: 'off',
  utm: null,
  version: 1,
  people: null,
  abTest: null,
  winner: null,
  decideAt: null,
  createdBy: null,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  startedAt: null,
  finishedAt: null,
};
const CHECK: BroadcastCheck = {
  isReady: true,
  count: 120,
  channels: [{ channelUuid: LINE, count: 120, cost: 120, left: 500, keep: 0, isShort: false }],
  sample: [],
  excluded: [],
  problems: [],
  audienceProblem: null,
  links: [],
  missing: [],
  quietUntil: null,
  variants: [],
};
const REPORT = {
  ...{ people: 120, open: 60, accepted: 60, skipped: 0, failed: 0, unknown: 0, cost: 60 },
  ...{ quietUntil: null, reasons: [], links: [], channels: [], linkTracking: 'off' },
  reactions: { clicks: 0, clicked: null, tapped: 0, replied: 0, filled: 0, blocked: 0, returned: 0 },
};
const EMPTY_PAGE = { items: [], total: 0, page: 1, pageSize: 20 };

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  cleanup();
  await close?.();
});

/** A server that keeps the broadcast; `changes` are what the page has sent. */
async function openPage(given: Partial<BroadcastView> = {}) {
  let broadcast = { ...BROADCAST, ...given };
  const changes: Partial<BroadcastView>[] = [];
  const server = await startTestServer(({ method, url = '' }, response, body) => {
    if (url.includes('/check')) return sendJson(response, 200, CHECK);
    if (url.includes('/report')) return sendJson(response, 200, REPORT);
    if (method === 'PATCH') {
      const { version, ...change } = JSON.parse(body) as Partial<BroadcastView>;
      changes.push(change);
      broadcast = { ...broadcast, ...change, version: (version ?? 0) + 1 };
    }
    if (/\/(sums|recipients)/.test(url)) return sendJson(response, 200, EMPTY_PAGE);
    if (url.startsWith('/api/broadcast/')) return sendJson(response, 200, broadcast);
    if (url.startsWith('/api/broadcast-settings'))
      return sendJson(response, 200, { quiet: null, timeZone: 'Asia/Tokyo' });
    if (url.startsWith('/api/users/me'))
      return sendJson(response, 200, { role: 'owner', account: { timeZone: 'Asia/Tokyo' } });
    if (url.startsWith('/api/channel'))
      return sendJson(response, 200, {
        items: [{ uuid: LINE, kind: 'line', name: 'Camellia', status: 'connected' }],
      });
    return sendJson(response, 200, EMPTY_PAGE);
  });
  close = server.close;
  const root = createRootRoute({ component: Outlet });
  const layout = createRoute({ getParentRoute: () => root, id: '_default' });
  const page = createRoute({
    getParentRoute: () => layout,
    path: 'Channel/message/$uuid',
    component: () => <BroadcastPage renderBuilder={() => null} />,
  });
  const home = createRoute({ getParentRoute: () => root, path: '/', component: () => <p>Home</p> });
  const history = createMemoryHistory({ initialEntries: [`/Channel/message/${BROADCAST.uuid}`] });
  const router = createRouter({ routeTree: root.addChildren([home, layout.addChildren([page])]), history });
  await renderWithProviders(<RouterProvider router={router as never} />);
  await screen.findByRole('heading', { name: 'Autumn menu' });
  // A page that asks first keeps the navigation waiting.
  return { changes, goHome: () => act(() => void router.navigate({ to: '/' as never })) };
}
const perHour = () => screen.findByLabelText<HTMLInputElement>('People per hour');
async function typePerHour(text: string) {
  const field = await perHour();
  fireEvent.change(field, { target: { value: text } });
  fireEvent.blur(field);
}

describe('a broadcast in the making', () => {
  test('says that a number outside its range is not saved, and asks before it is lost', async () => {
    const { changes, goHome } = await openPage();
    expect(await screen.findByText('All changes saved')).toBeTruthy();
    await typePerHour('0');
    expect((await perHour()).value).toBe('0');
    expect(screen.getByText('Enter a whole number from 1 to 1,000,000.')).toBeTruthy();
    expect(await screen.findByText('Saved, except for what is marked in red')).toBeTruthy();
    goHome();
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await typePerHour('60');
    expect(await screen.findByText('All changes saved')).toBeTruthy();
    expect(changes).toEqual([{ peoplePerHour: 60 }]);
    goHome();
    expect(await screen.findByText('Home')).toBeTruthy();
  });

  test('names the limit, its end and sample texts before it is sent', async () => {
    await openPage({ peoplePerHour: 60 });
    fireEvent.click(await screen.findByRole('button', { name: 'Send now' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('At most 60 people an hour get it.')).toBeTruthy();
    expect(await dialog.findByText(/^Expected to be done around /)).toBeTruthy();
    const warning = 'Card 1 still has the sample text “$20”.';
    expect(dialog.getByText(warning)).toBeTruthy();
    expect(screen.getAllByText(warning)).toHaveLength(2);
  });

  test('says what a test send costs and looks like', async () => {
    await openPage();
    fireEvent.click(await screen.findByRole('button', { name: 'Test send' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/nothing marks it as a test/)).toBeTruthy();
    expect(await dialog.findByText('It counts against the monthly message quota.')).toBeTruthy();
  });
});

describe('a broadcast that is being sent', () => {
  test.each([
    ['with a limit', { peoplePerHour: 60 }, 1],
    ['without a limit', {}, 0],
    ['that is paused', { peoplePerHour: 60, state: 'paused' as const }, 0],
  ])('%s', async (_, given, ends) => {
    await openPage({ state: 'sending', people: 120, ...given });
    expect(await screen.findByText('60 of 120 done')).toBeTruthy();
    if (ends > 0) await screen.findByText(/^Expected to be done around /);
    expect(screen.queryAllByText(/^Expected to be done around /)).toHaveLength(ends);
  });
});
