// @vitest-environment jsdom
import type { Role } from '@hanasu/contract/accounts';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { renderWithProviders } from '../../testing/render.tsx';
import { sendJson, startTestServer } from '../../testing/test-server.ts';
import { BudgetsLink } from './StatusPill.tsx';

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  cleanup();
  await close?.();
});

describe('the link to budgets', () => {
  test.each<[Role, 'no_budget' | 'no_tokens', number]>([
    ['admin', 'no_budget', 1],
    ['operator', 'no_budget', 0],
    ['admin', 'no_tokens', 0],
  ])('for %s where the reason is %s: %i', async (role, reason, count) => {
    const server = await startTestServer((_request, response) => sendJson(response, 200, { role }));
    close = server.close;
    await renderWithProviders(<BudgetsLink reason={reason} />);
    await waitFor(() => expect(server.requests).toHaveLength(1));
    if (count > 0) await screen.findByRole('link', { name: 'Open budgets' });
    expect(screen.queryAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
      Array.from({ length: count }, () => '/Token?tab=budgets'),
    );
  });
});
