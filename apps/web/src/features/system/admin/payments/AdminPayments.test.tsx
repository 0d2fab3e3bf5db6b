// @vitest-environment jsdom
import { me } from '@hanasu/contract/accounts';
import type { AdminAccountView } from '@hanasu/contract/admin';
import type { PaymentEventView } from '@hanasu/contract/admin-payments';
import { AccountId, PaymentId, UserId } from '@hanasu/contract/ids';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { renderWithProviders } from '../../../../testing/render.tsx';
import { problem, sendJson, startTestServer } from '../../../../testing/test-server.ts';
import { PaymentsTab } from './PaymentsTab.tsx';
import { TokensTab } from './TokensTab.tsx';

const idOf = (last: number) => `01932f00-0000-7000-8000-00000000000${last}`;
const SHOP = AccountId.parse(idOf(2));
const ACCOUNTS: AdminAccountView[] = [
  {
    uuid: SHOP,
    name: 'Sakura',
    owner: { uuid: UserId.parse(idOf(9)), username: 'hana', email: 'hana@example.com', emailVerified: true },
    members: 3,
    bytes: 0,
    conversations: 12,
    balance: 20_000,
    lastUsedAt: null,
    createdAt: '2026-01-01T00:00:00Z',
    suspendedAt: null,
    deleteAt: null,
  },
];
const PACKAGES = {
  packages: [
    {
      id: 'small',
      tokens: 1_000_000,
      prices: [
        { currency: 'JPY', amount: 1_100, taxRate: 10, tax: 100 },
        { currency: 'USD', amount: 799, taxRate: 0, tax: 0 },
      ],
      days: 180,
    },
  ],
  gateway: { name: 'sandbox', isTest: true },
};
const eventOf = (id: string, more: Partial<PaymentEventView> = {}): PaymentEventView => ({
  gateway: 'sandbox',
  id,
  type: 'payment.succeeded',
  state: 'failed',
  problem: { kind: 'no_payment', detail: 'no payment of this installation' },
  receivedAt: '2026-11-29T00:00:00Z',
  payment: null,
  ...more,
});

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  cleanup();
  await close?.();
});

interface Answers {
  readonly hasPassword?: boolean;
  readonly packages?: object;
  readonly events?: readonly PaymentEventView[];
  /** What a call that changes something answers. */
  readonly act?: (url: string, body: string) => [number, unknown];
}

async function open(content: ReactNode, { hasPassword = true, act, ...given }: Answers = {}) {
  const server = await startTestServer(({ method, url = '' }, response, body) => {
    if (method === 'POST') return sendJson(response, ...(act?.(url, body) ?? [500, null]));
    if (url.startsWith(me.path))
      return sendJson(response, 200, { username: 'host', hasPassword, account: { uuid: idOf(1) } });
    if (url.startsWith('/api/admin/payment-packages')) return sendJson(response, 200, given.packages);
    const items = url.startsWith('/api/admin/payment-events') ? (given.events ?? []) : ACCOUNTS;
    return sendJson(response, 200, { items, total: items.length, page: 1, pageSize: 20 });
  });
  close = server.close;
  await renderWithProviders(content);
  const sent = () => server.requests.filter(({ method }) => method === 'POST');
  return { ...server, sent };
}

const tokensTab = <TokensTab filter={{}} onSearch={() => undefined} onPage={() => undefined} />;
const openDialog = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Add tokens: Sakura' }));
  return within(await screen.findByRole('dialog', { name: 'Add tokens to Sakura' }));
};
type Dialog = Awaited<ReturnType<typeof openDialog>>;
const type = (dialog: Dialog, label: string, value: string) =>
  fireEvent.change(dialog.getByLabelText(label), { target: { value } });
const submit = (dialog: Dialog) => fireEvent.click(dialog.getByRole('button', { name: 'Add tokens' }));

describe('adding tokens', () => {
  test('sends number, reason and password under one key until the server accepts them', async () => {
    const bodies: Record<string, unknown>[] = [];
    const server = await open(tokensTab, {
      act: (_url, body) => {
        bodies.push(JSON.parse(body));
        return bodies.length === 1 ? [403, problem(403, 'wrong_password')] : [200, { balance: 25_000 }];
      },
    });
    expect(await screen.findByText('20,000')).toBeTruthy();
    const dialog = await openDialog();
    submit(dialog);
    expect(await dialog.findByText('Enter a whole number from 1 to 1,000,000,000.')).toBeTruthy();
    // The reason and the password.
    expect(dialog.getAllByText('Fill this in.')).toHaveLength(2);
    type(dialog, 'Number of tokens', '5000');
    type(dialog, 'Reason', 'Outage');
    type(dialog, 'Your password', 'other');
    submit(dialog);
    expect(await dialog.findByText('The current password is not right. Nothing was changed.')).toBeTruthy();
    type(dialog, 'Your password', 'mine');
    submit(dialog);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const idempotencyKey = bodies[0]?.idempotencyKey;
    expect(bodies).toEqual([
      { idempotencyKey, tokens: 5_000, reason: 'Outage', password: 'other' },
      { idempotencyKey, tokens: 5_000, reason: 'Outage', password: 'mine' },
    ]);
    expect(idempotencyKey).toMatch(/^\S{8,}$/);
    expect(server.sent().map(({ url }) => url)).toEqual(Array(2).fill(`/api/admin/account/${SHOP}/tokens`));
  });

  test('says that the dialog was used for other values', async () => {
    await open(tokensTab, { act: () => [409, problem(409, 'payment_key_used')] });
    const dialog = await openDialog();
    type(dialog, 'Number of tokens', '5000');
    type(dialog, 'Reason', 'Outage');
    type(dialog, 'Days until they expire', '30');
    type(dialog, 'Your password', 'mine');
    submit(dialog);
    expect((await dialog.findByRole('alert')).textContent).toContain('already added tokens');
  });

  test('asks for a recent sign-in instead of a password where there is none', async () => {
    await open(tokensTab, { hasPassword: false, act: () => [403, problem(403, 'proof_needed')] });
    const dialog = await openDialog();
    expect(dialog.queryByLabelText('Your password')).toBeNull();
    type(dialog, 'Number of tokens', '5000');
    type(dialog, 'Reason', 'Outage');
    submit(dialog);
    expect((await dialog.findByRole('alert')).textContent).toContain('Sign in again');
  });
});

describe('payments', () => {
  const tab = <PaymentsTab page={1} onPage={() => undefined} />;

  test('show the packages on sale with the mode of the gateway', async () => {
    await open(tab, { packages: PACKAGES });
    const table = within(await screen.findByRole('table', { name: 'Packages on sale' }));
    const row = table.getByText('small').closest('tr') as HTMLElement;
    expect(row.textContent).toContain('1,000,000');
    expect(row.textContent).toContain('¥1,100');
    expect(row.textContent).toContain('$7.99');
    expect(row.textContent).toContain('180 days');
    expect(screen.getByText('Test mode: no money moves')).toBeTruthy();
    expect(screen.getByText('PAYMENT_PACKAGES')).toBeTruthy();
    expect(await screen.findByText('No failed events')).toBeTruthy();
  });

  test('say that nothing is sold', async () => {
    await open(tab, { packages: { packages: [], gateway: { name: 'stripe', isTest: false } } });
    expect(await screen.findByText('Nothing is sold')).toBeTruthy();
    expect(screen.getByText('Live: cards are charged')).toBeTruthy();
  });

  test('list failed events in words, and process one again', async () => {
    const account = { uuid: SHOP, name: 'Sakura' };
    const payment = { uuid: PaymentId.parse(idOf(5)), account };
    const refused = eventOf('evt_2', { problem: { kind: 'refused', detail: 'No such payment' }, payment });
    const waiting = eventOf('evt_3', { state: 'waiting', problem: null, payment });
    const server = await open(tab, {
      packages: PACKAGES,
      events: [eventOf('evt_1'), refused, waiting],
      act: () => [200, eventOf('evt_2', { state: 'processed', problem: null })],
    });
    const table = within(await screen.findByRole('table', { name: 'Failed events' }));
    expect(table.getByText('It is about a payment that is not stored on this server.')).toBeTruthy();
    expect(table.getByText('The gateway refused: No such payment')).toBeTruthy();
    expect(table.getByText('Not processed yet')).toBeTruthy();
    expect(table.getAllByText(`Payment ${idOf(5)}`)).toHaveLength(2);
    const lists = () =>
      server.requests.filter(({ url = '' }) => url.startsWith('/api/admin/payment-events')).length;
    const before = lists();
    fireEvent.click(table.getByRole('button', { name: 'Process again: evt_2' }));
    await waitFor(() =>
      expect(server.sent().map(({ url }) => url)).toEqual(['/api/admin/payment-event/sandbox/evt_2/replay']),
    );
    await waitFor(() => expect(lists()).toBeGreaterThan(before));
  });
});
