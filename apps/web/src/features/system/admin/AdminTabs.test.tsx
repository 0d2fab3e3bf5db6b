// @vitest-environment jsdom
import { me } from '@hanasu/contract/accounts';
import type { AdminAccountView, QueueView, ReportedBotView } from '@hanasu/contract/admin';
import { AccountId, BotId, PostId, UserId } from '@hanasu/contract/ids';
import type { ReportedPostView } from '@hanasu/contract/posts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { renderWithProviders } from '../../../testing/render.tsx';
import { problem, sendJson, startTestServer } from '../../../testing/test-server.ts';
import { AccountsTab, QueuesTab } from './AdminPage.tsx';
import { ReportsTab } from './ReportsTab.tsx';

const idOf = (last: number) => `01932f00-0000-7000-8000-00000000000${last}`;
const OWN = AccountId.parse(idOf(1));
const account = (last: number, more: Partial<AdminAccountView>): AdminAccountView => ({
  uuid: AccountId.parse(idOf(last)),
  name: 'Sakura',
  owner: { uuid: UserId.parse(idOf(9)), username: 'hana', email: 'hana@example.com', emailVerified: false },
  members: 3,
  bytes: 2_097_152,
  conversations: 12,
  balance: 20_000,
  lastUsedAt: null,
  createdAt: '2026-01-01T00:00:00Z',
  suspendedAt: null,
  deleteAt: null,
  ...more,
});
const ACCOUNTS = [
  account(1, { name: 'Mine' }),
  account(2, {}),
  account(3, { name: 'Closed', suspendedAt: '2026-01-02T00:00:00Z' }),
];
const BOTS: ReportedBotView[] = [
  {
    uuid: BotId.parse(idOf(4)),
    slug: 'rude',
    title: 'Rude bot',
    description: 'Insults everyone',
    account: { uuid: OWN, name: 'Sakura' },
    reports: 2,
    texts: [{ reason: 'harmful', text: 'It called me names', createdAt: '2026-01-02T00:00:00Z' }],
    hiddenAt: null,
  },
  {
    uuid: BotId.parse(idOf(5)),
    slug: 'gone',
    title: 'Gone bot',
    description: '',
    account: { uuid: OWN, name: 'Sakura' },
    reports: 0,
    texts: [],
    hiddenAt: '2026-01-02T00:00:00Z',
  },
];
const post = (last: number, more: Partial<ReportedPostView>): ReportedPostView => ({
  uuid: PostId.parse(idOf(last)),
  title: 'Miracle cure',
  path: '/p/sakura/miracle-cure',
  account: { uuid: OWN, name: 'Sakura' },
  reports: 0,
  texts: [],
  hiddenAt: null,
  ...more,
});
const POSTS: ReportedPostView[] = [
  post(6, {
    reports: 1,
    texts: [{ reason: 'wrong', text: 'It cures nothing', createdAt: '2026-01-02T00:00:00Z' }],
  }),
  post(7, { title: 'Gone post', hiddenAt: '2026-01-02T00:00:00Z' }),
  post(8, { title: '', path: null, reports: 1 }),
];
const QUEUES: QueueView[] = [
  { name: 'mails', waiting: 2, oldestAt: '2026-01-01T00:00:00Z', failed: 0 },
  { name: 'web_hooks', waiting: 0, oldestAt: null, failed: 1200 },
];

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  cleanup();
  await close?.();
});

const REPORTED = { 'reported-bots': BOTS, 'reported-posts': POSTS };

/** What each kind of act answers; the lists otherwise. */
async function open(
  content: ReactNode,
  acts: (url: string, body: string) => [number, unknown],
  lists: Record<string, unknown[]> = REPORTED,
) {
  const server = await startTestServer(({ method, url = '' }, response, body) => {
    if (method === 'POST') return sendJson(response, ...acts(url, body));
    if (url.startsWith(me.path)) {
      return sendJson(response, 200, { username: 'host', hasPassword: true, account: { uuid: OWN } });
    }
    if (url.startsWith('/api/admin/accounts')) {
      const items = url.includes('q=nobody') ? [] : ACCOUNTS;
      return sendJson(response, 200, { items, total: items.length, page: 1, pageSize: 20 });
    }
    const [, items = QUEUES] = Object.entries(lists).find(([path]) => url.includes(path)) ?? [];
    return sendJson(response, 200, { items, total: items.length, page: 1, pageSize: 2 });
  });
  close = server.close;
  await renderWithProviders(content);
  const acted = () => server.requests.filter(({ method }) => method === 'POST');
  return { ...server, acted };
}

const accountsTab = (q?: string) => (
  <AccountsTab filter={{ q }} onSearch={() => undefined} onPage={() => undefined} />
);
const reportsTab = (onPage: (page: number) => void = () => undefined) => (
  <ReportsTab page={undefined} onPage={onPage} />
);
const openMenu = async (name: string, item: string) => {
  fireEvent.click(await screen.findByRole('button', { name: `More actions: ${name}` }));
  fireEvent.click(await screen.findByRole('menuitem', { name: item }));
};

it('shows what each account uses, and offers nothing for the one that the administrator is in', async () => {
  await open(accountsTab(), () => [204, null]);
  const row = within((await screen.findByText('Sakura')).closest('tr') as HTMLElement);
  expect(row.getByText('hana · hana@example.com · not confirmed', { exact: false })).toBeTruthy();
  expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['3', '12', '2 MB', '20,000', 'Never used']),
  );
  await screen.findByRole('button', { name: 'More actions: Sakura' });
  expect(screen.queryByRole('button', { name: 'More actions: Mine' })).toBeNull();
});

it('says when nothing was found', async () => {
  await open(accountsTab('nobody'), () => [204, null]);
  expect(await screen.findByText('No account found')).toBeTruthy();
});

it('suspends after a question, and resumes', async () => {
  const server = await open(accountsTab(), () => [204, null]);
  await openMenu('Sakura', 'Suspend');
  const dialog = within(await screen.findByRole('dialog', { name: 'Suspend Sakura?' }));
  expect(server.acted()).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: 'Suspend' }));
  await waitFor(() => expect(server.acted()).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await openMenu('Closed', 'Resume');
  await waitFor(() =>
    expect(server.acted().map(({ url }) => url)).toEqual([
      `/api/admin/account/${idOf(2)}/suspend`,
      `/api/admin/account/${idOf(3)}/resume`,
    ]),
  );
});

it('erases only with the name of the account and the password, and says which of them is wrong', async () => {
  const server = await open(accountsTab(), (_, body) => {
    const given = JSON.parse(body);
    if (given.password !== 'mine') return [403, problem(403, 'wrong_password')];
    return given.name === 'Sakura' ? [204, null] : [422, problem(422, 'name_differs')];
  });
  await openMenu('Sakura', 'Erase');
  const dialog = within(await screen.findByRole('dialog', { name: 'Erase Sakura?' }));
  const type = (label: string, value: string) =>
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  const erase = () => fireEvent.click(dialog.getByRole('button', { name: 'Erase' }));
  type('Type the account name: Sakura', 'sakura');
  type('Your password', 'other');
  erase();
  expect(await dialog.findByText('The current password is not right. Nothing was changed.')).toBeTruthy();
  type('Your password', 'mine');
  erase();
  expect(await dialog.findByText('This is not the name of the account. Nothing was erased.')).toBeTruthy();
  type('Type the account name: Sakura', 'Sakura');
  erase();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.acted().map(({ url }) => url)).toEqual(Array(3).fill(`/api/admin/account/${idOf(2)}/erase`));
});

it('takes a reported bot down and puts one back, with the reports beside it', async () => {
  const server = await open(reportsTab(), () => [204, null]);
  const rude = within(await screen.findByRole('region', { name: 'Rude bot' }));
  expect(rude.getByText('Harmful or offensive')).toBeTruthy();
  expect(rude.getByText('It called me names')).toBeTruthy();
  expect(rude.getByText('reported 2 times')).toBeTruthy();
  expect(rude.getByRole('link', { name: 'Rude bot' }).getAttribute('href')).toBe('/ExploreBot/rude');
  fireEvent.click(rude.getByRole('button', { name: 'Take down' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Take down Rude bot?' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Take down' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const gone = within(screen.getByRole('region', { name: 'Gone bot' }));
  // Its public page is not there while it is taken down.
  expect(gone.queryByRole('link')).toBeNull();
  fireEvent.click(gone.getByRole('button', { name: 'Put back' }));
  const other = within(await screen.findByRole('dialog', { name: 'Put back Gone bot?' }));
  fireEvent.click(other.getByRole('button', { name: 'Put back' }));
  await waitFor(() =>
    expect(server.acted().map(({ url }) => url)).toEqual([
      `/api/admin/public-bot/${idOf(4)}/take-down`,
      `/api/admin/public-bot/${idOf(5)}/put-back`,
    ]),
  );
});

it('takes a reported post down and puts one back, with its public page a click away', async () => {
  const server = await open(reportsTab(), () => [204, null]);
  const list = within(await screen.findByRole('region', { name: 'Posts' }));
  const cure = within(list.getByRole('region', { name: 'Miracle cure' }));
  expect(cure.getByText('Wrong or misleading')).toBeTruthy();
  expect(cure.getByText('It cures nothing')).toBeTruthy();
  expect(cure.getByText('reported 1 time')).toBeTruthy();
  const link = cure.getByRole('link', { name: 'Miracle cure' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
    '/p/sakura/miracle-cure',
    '_blank',
  ]);
  fireEvent.click(cure.getByRole('button', { name: 'Take down' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Take down Miracle cure?' }));
  expect(dialog.getByText('The public page of the post closes.', { exact: false })).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Take down' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const gone = within(list.getByRole('region', { name: 'Gone post' }));
  // Neither a page that was taken down nor one that was never there is linked.
  expect(gone.queryByRole('link')).toBeNull();
  expect(within(list.getByRole('region', { name: 'Untitled post' })).queryByRole('link')).toBeNull();
  fireEvent.click(gone.getByRole('button', { name: 'Put back' }));
  const other = within(await screen.findByRole('dialog', { name: 'Put back Gone post?' }));
  fireEvent.click(other.getByRole('button', { name: 'Put back' }));
  await waitFor(() =>
    expect(server.acted().map(({ url }) => url)).toEqual([
      `/api/admin/post/${idOf(6)}/take-down`,
      `/api/admin/post/${idOf(7)}/put-back`,
    ]),
  );
});

it('shows a heading only where something was reported, and says when nothing was', async () => {
  await open(reportsTab(), () => [204, null], { 'reported-bots': [], 'reported-posts': POSTS });
  await screen.findByRole('heading', { name: 'Posts' });
  expect(screen.queryByRole('heading', { name: 'Bots' })).toBeNull();
  expect(screen.queryByText('No reports')).toBeNull();
  cleanup();
  await close?.();
  await open(reportsTab(), () => [204, null], { 'reported-bots': [], 'reported-posts': [] });
  expect(await screen.findByText('No reports')).toBeTruthy();
});

it('leads to the further pages of reported posts', async () => {
  const pages: number[] = [];
  const server = await open(
    reportsTab((page) => pages.push(page)),
    () => [204, null],
  );
  const pager = within(await screen.findByRole('navigation', { name: 'Posts' }));
  fireEvent.click(pager.getByRole('button', { name: /next/i }));
  expect(pages).toEqual([2]);
  expect(server.requests.map(({ url }) => url)).toContain('/api/admin/reported-posts?page=1');
});

it('tries again what failed, where something failed', async () => {
  const server = await open(<QueuesTab />, () => [200, { retried: 1000 }]);
  fireEvent.click(await screen.findByRole('button', { name: 'Try again: Webhooks' }));
  expect(screen.queryByRole('button', { name: 'Try again: Emails' })).toBeNull();
  expect(screen.getByText('1,200')).toBeTruthy();
  await waitFor(() =>
    expect(server.acted().map(({ url }) => url)).toEqual(['/api/admin/queue/web_hooks/retry']),
  );
});

it('shows a failed fetch with a way to try again', async () => {
  const server = await startTestServer((_, response) => sendJson(response, 404, problem(404, 'not_found')));
  close = server.close;
  await renderWithProviders(<QueuesTab />);
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(server.requests.length).toBeGreaterThan(1));
});
