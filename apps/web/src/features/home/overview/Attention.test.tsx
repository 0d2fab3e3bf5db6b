// @vitest-environment jsdom
import type { Role } from '@hanasu/contract/accounts';
import type { BudgetView } from '@hanasu/contract/budgets';
import { BotId, BudgetId, ToolId } from '@hanasu/contract/ids';
import type { HomeView } from '@hanasu/contract/insights';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderWithProviders } from '../../../testing/render.tsx';
import { sendJson, startTestServer } from '../../../testing/test-server.ts';
import { Attention } from './Attention.tsx';

const paused: BudgetView = {
  uuid: BudgetId.parse('01932f00-0000-7000-8000-000000000001'),
  of: { kind: 'account' },
  period: 'month',
  limit: 1_000,
  action: 'pause',
  spent: 1_000,
  isReached: true,
  endsAt: '2026-01-01T00:00:00Z',
  economyModels: null,
};
const near: BudgetView = { ...paused, period: 'day', spent: 900, isReached: false };

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  cleanup();
  await close?.();
});

async function show(
  budgets: readonly BudgetView[],
  role: Role,
  changes: Partial<HomeView['attention']> = {},
): Promise<void> {
  const server = await startTestServer((_request, response) =>
    sendJson(response, 200, { role, emailConfirmed: true, account: { timeZone: 'UTC' } }),
  );
  close = server.close;
  const attention: Partial<HomeView['attention']> = {
    ...{ waiting: 0, longestWaiting: null, failedDocument: null, brokenChannel: null, silentBot: null },
    ...{ failingTools: 0, failingTool: null },
    ...{ failedDeliveries: 0, unconfirmedDeliveries: 0, lowBalance: false, lowStorage: false, disk: 'ok' },
    budgets: [...budgets],
    ...changes,
  };
  const home = { attention, balance: 1, withheldTokens: 0 } as HomeView;
  await renderWithProviders(<Attention home={home} isQuiet={false} />);
}

test('of several budgets the one that decides stands in one line, with what happens now', async () => {
  await show([near, paused], 'admin');
  expect(await screen.findByText('Token budget (Whole account, Per month): Limit reached')).toBeTruthy();
  expect(
    screen.getByText(/^Paused until Jan 1, 2026.*prepared answers only.*And 1 more budget\.$/),
  ).toBeTruthy();
  const link = await screen.findByRole('link', { name: /^Show: Token budget/ });
  expect(link.getAttribute('href')).toBe('/Token?tab=budgets');
  expect(screen.queryByText('Nothing is waiting for you.')).toBeNull();
});

test('those who may not change budgets read it without a link', async () => {
  await show([near], 'operator');
  expect(await screen.findByText('Token budget (Whole account, Per day): 80% reached')).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});

test('a tool that fails leads to the tools of its bot', async () => {
  const uuid = BotId.parse('01932f00-0000-7000-8000-000000000002');
  const bot = { uuid, name: 'Shop' };
  const tool = ToolId.parse('01932f00-0000-7000-8000-000000000003');
  const failingTool = { uuid: tool, name: 'orders', bot, reason: 'timeout' };
  await show([], 'admin', { failingTools: 1, failingTool });
  expect(await screen.findByText('1 tool fails')).toBeTruthy();
  expect(screen.getByText('orders of Shop: The other system took too long to answer.')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Check: 1 tool fails' });
  expect(link.getAttribute('href')).toBe(`/Bot/${uuid}?tab=tools`);
});
