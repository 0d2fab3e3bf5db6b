// @vitest-environment jsdom
import { BotId, ConversationId, ToolConfirmationId, UserId } from '@hanasu/contract/ids';
import type { ToolConfirmationView } from '@hanasu/contract/tool-confirmations';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderWithProviders } from '../../../testing/render.tsx';
import { problem, sendJson, startTestServer } from '../../../testing/test-server.ts';
import { ConfirmationCards } from './ConfirmationCards.tsx';

const conversation = ConversationId.parse('01932f00-0000-7000-8000-000000000001');
const later = new Date(Date.now() + 1_800_000).toISOString();
const pending: ToolConfirmationView = {
  uuid: ToolConfirmationId.parse('01932f00-0000-7000-8000-000000000002'),
  conversationUuid: conversation,
  bot: { uuid: BotId.parse('01932f00-0000-7000-8000-000000000003'), name: 'Kaze' },
  tool: 'cancel_order',
  input: { id: '4711', note: '<b>now</b>', refund: true },
  ...{ confirmer: 'staff', state: 'pending', reason: null, output: null, decidedBy: null, decidedAt: null },
  expiresAt: later,
  createdAt: new Date().toISOString(),
};
const mai = { uuid: UserId.parse('01932f00-0000-7000-8000-000000000004'), name: 'Mai' };

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  cleanup();
  await close?.();
});

/** Says when what the server has is known. */
function Loaded() {
  const cache = useQueryClient().getQueryCache();
  const isAsking = useIsFetching() > 0;
  return !isAsking && cache.getAll().some(({ state }) => state.status === 'success') && <p>Loaded</p>;
}

/** The server has `items`; once somebody decides, it answers with `status` and has `after`. */
async function show(
  items: ToolConfirmationView[],
  { status = 200, after = items }: { status?: number; after?: ToolConfirmationView[] } = {},
) {
  let now = items;
  const sent: unknown[] = [];
  const server = await startTestServer((request, response, body) => {
    if (request.method === 'GET') return sendJson(response, 200, { items: now });
    sent.push([request.url, JSON.parse(body)]);
    now = after;
    sendJson(response, status, status === 200 ? after[0] : problem(status, 'tool_confirmation_closed'));
  });
  close = server.close;
  const { container } = await renderWithProviders(
    <>
      <ConfirmationCards conversation={conversation} />
      <Loaded />
    </>,
  );
  return { sent, container };
}

it('shows each argument as text, and sends what is decided', async () => {
  const done = { ...pending, state: 'done' as const, decidedBy: mai, decidedAt: new Date().toISOString() };
  const { sent, container } = await show([pending], { after: [done] });
  expect((await screen.findByText('cancel_order')).tagName).toBe('CODE');
  expect(screen.getByText('<b>now</b>').tagName).toBe('DD');
  expect(screen.getByText('true')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }));
  await screen.findByText('Approved by Mai. Done.');
  expect(screen.queryByRole('button')).toBeNull();
  expect(sent).toEqual([
    [`/api/user/conversation/${conversation}/tool-confirmation/${pending.uuid}`, { decision: 'approve' }],
  ]);
  expect(container.querySelector('b')).toBeNull();
});

it('tells whoever comes second, and shows what the first has decided', async () => {
  const declined = {
    ...pending,
    state: 'declined' as const,
    decidedBy: mai,
    decidedAt: new Date().toISOString(),
  };
  await show([pending], { status: 409, after: [declined] });
  fireEvent.click(await screen.findByRole('button', { name: 'Approve' }));
  expect((await screen.findByRole('alert')).textContent).toContain('decided already');
  await screen.findByText('Declined by Mai. Nothing was done.');
});

it('says plainly that it is not known whether a call was made', async () => {
  await show([{ ...pending, confirmer: 'customer', state: 'unknown', reason: 'interrupted' }]);
  await screen.findByText(/It is not known whether it ran/);
  expect(screen.queryByRole('button')).toBeNull();
});

it('shows a call whose other side goes on as received, not as done', async () => {
  const started = { ...pending, state: 'done' as const, reason: 'started', decidedBy: mai };
  await show([{ ...started, decidedAt: new Date().toISOString() }]);
  await screen.findByText(/^Approved by Mai. It was received and is under way/);
});

it('leaves what customers decide to them', async () => {
  const { container } = await show([{ ...pending, confirmer: 'customer' }]);
  await screen.findByText('Loaded');
  expect(container.querySelector('section')).toBeNull();
});
