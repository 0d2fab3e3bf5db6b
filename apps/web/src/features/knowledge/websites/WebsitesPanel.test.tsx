// @vitest-environment jsdom
import { KnowledgeId, WebsiteId } from '@hanasu/contract/ids';
import type { WebsiteView } from '@hanasu/contract/websites';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderWithProviders } from '../../../testing/render.tsx';
import { problem, sendJson, startTestServer } from '../../../testing/test-server.ts';
import { WebsitesPanel } from './WebsitesPanel.tsx';

const time = '2026-01-01T00:00:00Z';
const base = KnowledgeId.parse('01932f00-0000-7000-8000-000000000002');
const site: WebsiteView = {
  uuid: WebsiteId.parse('01932f00-0000-7000-8000-000000000003'),
  knowledgeUuid: base,
  url: 'https://www.example.com/help/',
  mode: 'site',
  schedule: 'weekly',
  depth: 3,
  pageLimit: 200,
  include: [],
  exclude: [],
  tags: [],
  status: 'done',
  failure: null,
  known: 5,
  done: 5,
  counts: { new: 0, changed: 1, unchanged: 3, skipped: 1, failed: 0, gone: 0 },
  startedAt: time,
  finishedAt: time,
  nextCrawlAt: '2026-01-08T00:00:00Z',
  createdAt: time,
};

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  cleanup();
  await close?.();
});

/** The panel in front of a server that has these sites and answers additions with `added`. */
async function open(items: readonly WebsiteView[], added: [number, unknown] = [202, site]) {
  const server = await startTestServer((request, response) =>
    request.method === 'POST'
      ? sendJson(response, added[0], added[1])
      : sendJson(response, 200, { items, total: 0, page: 1, pageSize: 20 }),
  );
  close = server.close;
  await renderWithProviders(<WebsitesPanel knowledgeUuid={base} />);
  return server;
}

it('shows how each site stands, with its counts and its progress', async () => {
  const crawling = {
    uuid: WebsiteId.parse('01932f00-0000-7000-8000-000000000004'),
    url: 'https://b.example/',
  };
  await open([site, { ...site, ...crawling, status: 'crawling', known: 4, done: 1, finishedAt: null }]);
  expect(await screen.findByText('www.example.com/help')).toBeTruthy();
  expect(screen.getAllByText('1 changed · 3 unchanged · 1 left out')).toHaveLength(2);
  expect(screen.getByText('1 of 4 pages')).toBeTruthy();
  expect(
    screen.getByRole('progressbar', { name: 'Progress of b.example' }).getAttribute('aria-valuenow'),
  ).toBe('25');
  expect(screen.getByRole('button', { name: 'Stop reading b.example' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Check now: www.example.com/help' })).toBeTruthy();
});

it('says why a site could not be read, what was kept and what to do', async () => {
  await open([{ ...site, status: 'failed', failure: 'sitemap_broken' }]);
  const reason = 'This is no sitemap, or a broken one. Check the address. What was read before stays.';
  expect((await screen.findByRole('status')).textContent).toBe(reason);
});

it('adds a site as it was typed, and shows at the address what is wrong with it', async () => {
  const server = await open([], [409, problem(409, 'website_exists')]);
  fireEvent.click(await screen.findByRole('button', { name: 'Add a website' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Read it' }));
  expect(await screen.findByText('Fill this in.')).toBeTruthy();
  const address = screen.getByLabelText('Address');
  fireEvent.change(address, { target: { value: 'not an address' } });
  fireEvent.click(screen.getByRole('button', { name: 'Read it' }));
  expect(await screen.findByText(/Give a whole web address/)).toBeTruthy();
  fireEvent.change(address, { target: { value: 'example.com/help' } });
  fireEvent.click(screen.getByRole('radio', { name: 'A sitemap' }));
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  fireEvent.change(screen.getByLabelText('Not these paths'), { target: { value: '/old/*\n\n /old/* \n/x' } });
  fireEvent.click(screen.getByRole('button', { name: 'Read it' }));
  expect(await screen.findByText('This base already reads that address.')).toBeTruthy();
  await waitFor(() => expect(address.getAttribute('aria-invalid')).toBe('true'));
  const sent = server.requests.find(({ method }) => method === 'POST');
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    url: 'https://example.com/help',
    mode: 'sitemap',
    schedule: 'weekly',
    depth: 3,
    pageLimit: 200,
    include: [],
    exclude: ['/old/*', '/x'],
    tags: [],
  });
});
