// @vitest-environment jsdom

import { type BudgetView, createBudget } from '@hanasu/contract/budgets';
import { BotId, BudgetId } from '@hanasu/contract/ids';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { renderWithProviders } from '../../testing/render.tsx';
import { problem, sendJson, startTestServer } from '../../testing/test-server.ts';
import { TargetBudgets } from './TargetBudgets.tsx';

const bot = {
  kind: 'bot',
  uuid: BotId.parse('01932f00-0000-7000-8000-000000000001'),
  name: 'Front desk',
} as const;
const perMonth: BudgetView = {
  uuid: BudgetId.parse('01932f00-0000-7000-8000-000000000002'),
  of: bot,
  period: 'month',
  limit: 100_000,
  action: 'cheaper',
  spent: 85_000,
  isReached: false,
  endsAt: '2026-01-01T00:00:00Z',
};
const ofAccount: BudgetView = {
  ...perMonth,
  uuid: BudgetId.parse('01932f00-0000-7000-8000-000000000003'),
  of: { kind: 'account' },
  spent: 1,
};

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  cleanup();
  await close?.();
});

/** Its server has `items` and refuses each new budget. */
async function open(items: readonly BudgetView[]) {
  const sent: unknown[] = [];
  const server = await startTestServer((request, response, body) => {
    if (request.method === 'POST') {
      sent.push(JSON.parse(body));
      return sendJson(response, 409, problem(409, 'budget_exists'));
    }
    if (request.url?.startsWith('/api/user/budgets')) return sendJson(response, 200, { items });
    return sendJson(response, 401, problem(401, 'unauthenticated'));
  });
  close = server.close;
  const onSubmit = vi.fn();
  await renderWithProviders(
    <div onSubmit={onSubmit}>
      <TargetBudgets target={bot} />
    </div>,
  );
  return { sent, onSubmit };
}

describe('the budgets of a bot', () => {
  test('shows its own with what they do now', async () => {
    await open([ofAccount, perMonth]);
    expect(await screen.findByText('85,000 of 100,000 tokens (85%)')).toBeTruthy();
    expect(screen.getByText('80% reached')).toBeTruthy();
    expect(screen.getByText(/^The economy model is answering now/)).toBeTruthy();
    expect(screen.getAllByRole('progressbar')).toHaveLength(1);
  });

  test('offers no further budget when there is one for each period', async () => {
    await open([perMonth, { ...perMonth, uuid: ofAccount.uuid, period: 'day' }]);
    await screen.findByText('Per day');
    expect(screen.queryByRole('button', { name: 'Add budget' })).toBeNull();
  });

  test('keeps what was typed when the server refuses, and does not submit the form around it', async () => {
    const { sent, onSubmit } = await open([perMonth]);
    fireEvent.click(await screen.findByRole('button', { name: 'Add budget' }));
    const drawer = await screen.findByRole('dialog');
    const submit = () => fireEvent.submit(drawer.querySelector('form') as HTMLFormElement);
    submit();
    const limit = screen.getByLabelText<HTMLInputElement>('Limit in tokens');
    await waitFor(() => expect(limit.getAttribute('aria-invalid')).toBe('true'));
    fireEvent.change(limit, { target: { value: '50000' } });
    fireEvent.click(screen.getByRole('radio', { name: 'Pause' }));
    submit();
    expect(await screen.findByText(/^There is already a budget per day for this/)).toBeTruthy();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(createBudget.body.parse(sent[0])).toEqual({
      of: { kind: 'bot', uuid: bot.uuid },
      period: 'day',
      limit: 50_000,
      action: 'pause',
    });
    expect(limit.value).toBe('50000');
    expect(onSubmit).not.toHaveBeenCalled();
  });
});
