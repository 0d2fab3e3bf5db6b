// @vitest-environment jsdom
import type { TokenUsageView } from '@hanasu/contract/billing';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderWithProviders } from '../../../testing/render.tsx';
import { TokenBars } from './TokenBars.tsx';

afterEach(cleanup);

const day = (key: string, tokens: number, calls: number): TokenUsageView['items'][number] =>
  ({
    ...({ name: null, isGone: false } as object),
    key,
    from: `${key}T00:00:00Z`,
    to: `${key}T23:59:59Z`,
    tokens,
    calls,
  }) as TokenUsageView['items'][number];

test('the bar of each day is a link that names the day and what was used', async () => {
  const items = [day('2026-01-30', 1_500, 3), day('2026-01-31', 0, 0)];
  const usage = { items, total: { tokens: 1_500, calls: 3 } } as TokenUsageView;
  const page = createRootRoute({ component: () => <TokenBars usage={usage} /> });
  const history = createMemoryHistory({ initialEntries: ['/'] });
  await renderWithProviders(<RouterProvider router={createRouter({ routeTree: page, history }) as never} />);
  await screen.findByText('Tokens per day');
  const names = screen
    .getAllByRole('link', { hidden: true })
    .flatMap((link) => link.getAttribute('aria-label') ?? []);
  expect(names).toEqual(['Fri, Jan 30: 1,500 tokens, 3 calls', 'Sat, Jan 31: 0 tokens, 0 calls']);
});
