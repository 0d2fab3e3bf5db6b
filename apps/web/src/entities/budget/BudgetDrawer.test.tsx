// @vitest-environment jsdom

import type { Role } from '@hanasu/contract/accounts';
import { type BudgetBasis, type BudgetView, createBudget } from '@hanasu/contract/budgets';
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
  economyModels: { bots: 1, without: 0, examples: [] },
};
const basis: BudgetBasis = {
  day: { spent: 1_200, endsAt: '2026-01-01T00:00:00Z' },
  month: { spent: 85_000, endsAt: '2026-01-01T00:00:00Z' },
  answerTokens: 1_234,
  economyModels: { bots: 1, without: 1, examples: [bot] },
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

const submit = () => fireEvent.submit(screen.getByRole('dialog').querySelector('form') as HTMLFormElement);
const typeLimit = (value: string) =>
  fireEvent.change(screen.getByLabelText('Limit in tokens'), { target: { value } });

/** Its server has `items` and refuses each new budget. */
async function open(items: readonly BudgetView[], role?: Role) {
  const sent: unknown[] = [];
  const server = await startTestServer((request, response, body) => {
    if (request.method === 'POST') {
      sent.push(JSON.parse(body));
      return sendJson(response, 409, problem(409, 'budget_exists'));
    }
    if (request.url?.startsWith('/api/user/budgets/basis')) return sendJson(response, 200, basis);
    if (request.url === '/api/user/budgets') return sendJson(response, 200, { items });
    if (role && request.url?.startsWith('/api/users/me'))
      return sendJson(response, 200, { role, account: { timeZone: 'UTC' } });
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
    await screen.findByRole('dialog');
    submit();
    const limit = screen.getByLabelText<HTMLInputElement>('Limit in tokens');
    await waitFor(() => expect(limit.getAttribute('aria-invalid')).toBe('true'));
    typeLimit('50000');
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

  test('says at its effect that the bot has no economy model', async () => {
    await open([{ ...perMonth, economyModels: basis.economyModels }]);
    expect(await screen.findByText('1 bot has no usable economy model')).toBeTruthy();
    expect(screen.queryByText(/economy model is answering/)).toBeNull();
    expect(screen.getByRole('link', { name: 'Front desk' })).toBeTruthy();
  });

  test('shows what was used, what an answer costs, and a limit that is less', async () => {
    await open([perMonth]);
    fireEvent.click(await screen.findByRole('button', { name: 'Add budget' }));
    expect(await screen.findByText(/^Used so far today: 1,200 tokens/)).toBeTruthy();
    expect(screen.getByText(/One answer costs about 1,200 tokens/)).toBeTruthy();
    typeLimit('1234');
    expect(screen.queryByText(/below the cost of one answer/)).toBeNull();
    typeLimit('1233');
    expect(await screen.findByText(/below the cost of one answer/)).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: 'Economy model' }));
    expect(await screen.findByText('1 bot has no usable economy model')).toBeTruthy();
  });

  test('asks before a limit is saved that is reached already, and says what happens', async () => {
    const { sent } = await open([perMonth]);
    fireEvent.click(await screen.findByRole('button', { name: 'Add budget' }));
    await screen.findByRole('dialog');
    typeLimit('1200');
    submit();
    expect(await screen.findByText(/^Today 1,200 tokens have been used; the limit is 1,200/)).toBeTruthy();
    expect(screen.getByText(/^Paused until .*prepared answers only/)).toBeTruthy();
    expect(sent).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Save anyway' }));
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  test('offers a higher limit once it is used up, to those who may set one', async () => {
    const usedUp = { ...perMonth, spent: 100_000, isReached: true };
    await open([usedUp], 'admin');
    fireEvent.click(await screen.findByRole('button', { name: 'Raise limit: Bot: Front desk, Per month' }));
    expect(await screen.findByRole('dialog', { name: 'Edit budget' })).toBeTruthy();
    cleanup();
    await close?.();
    await open([usedUp], 'operator');
    await screen.findByText('Limit reached');
    expect(screen.queryByRole('button', { name: /^Raise limit/ })).toBeNull();
    cleanup();
    await close?.();
    await open([perMonth], 'admin');
    await screen.findByText('80% reached');
    expect(screen.queryByRole('button', { name: /^Raise limit/ })).toBeNull();
  });

  test('has the focus on the button again once the drawer is closed', async () => {
    await open([perMonth]);
    const button = await screen.findByRole('button', { name: 'Edit budget: Bot: Front desk, Per month' });
    button.focus();
    fireEvent.click(button);
    await screen.findByRole('dialog');
    await waitFor(() => expect(document.activeElement).not.toBe(button));
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(button);
  });
});
