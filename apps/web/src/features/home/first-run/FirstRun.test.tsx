// @vitest-environment jsdom
import type { FirstStepsView } from '@hanasu/contract/insights';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderWithProviders } from '../../../testing/render.tsx';
import { sendJson, startTestServer } from '../../../testing/test-server.ts';
import { FirstRun } from './FirstRun.tsx';

const uuid = '01932f00-0000-7000-8000-000000000001';

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  cleanup();
  await close?.();
});

async function show(unanswered: unknown): Promise<string> {
  const server = await startTestServer((_request, response) => sendJson(response, 200, { role: 'owner' }));
  close = server.close;
  const view = {
    steps: { knowledge: true, bot: true, tested: true, channel: true, answered: false },
    isConnected: false,
    document: { uuid, knowledgeUuid: uuid, title: 'Handbook', language: 'en', passages: 4 },
    bot: { uuid, name: 'Front desk', state: 'live' },
    channel: { uuid, name: 'Shop', kind: 'test', sandbox: true },
    unanswered,
    questions: [],
  } as unknown as FirstStepsView;
  const { container } = await renderWithProviders(<FirstRun view={view} />);
  return container.textContent ?? '';
}

test('a first question without an answer says that it went to staff, why, and what can be done', async () => {
  const text = await show({ conversationUuid: uuid, question: 'Is parking free?' });
  expect(text).toContain('The question went to your team');
  expect(text).toContain('“Is parking free?”: the bot found no answer in its documents');
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(hrefOf('Try another question')).toBe(`/Channel/Instance/${uuid}/simulator`);
  expect(hrefOf('Open in the inbox')).toBe(`/Channel/conversation/${uuid}`);
  const add = await screen.findByRole('link', { name: 'Add the answer to a document' });
  expect(add.getAttribute('href')).toBe(`/Knowledge/${uuid}/documents/Create`);
});

test.each([
  ['no base', [], '/Knowledge/Add'],
  ['an empty base', [{ uuid, documents: 0 }], `/Knowledge/${uuid}/documents/Create?tab=file`],
  [
    'an empty base beside one whose documents could not be read',
    [
      { uuid: '01932f00-0000-7000-8000-000000000002', documents: 2 },
      { uuid, documents: 0 },
    ],
    `/Knowledge/${uuid}/documents/Create?tab=file`,
  ],
])('with %s the first document is added where it belongs', async (_, items, address) => {
  const server = await startTestServer(({ url = '' }, response) =>
    sendJson(response, 200, url.startsWith('/api/user/knowledges') ? { items } : { role: 'owner' }),
  );
  close = server.close;
  const steps = { knowledge: false, bot: false, tested: false, channel: false, answered: false };
  const view = { steps, isConnected: false, document: null, bot: null, channel: null, unanswered: null };
  await renderWithProviders(<FirstRun view={{ ...view, questions: [] }} />);
  const add = await screen.findByRole('link', { name: 'Add a document' });
  await waitFor(() => expect(add.getAttribute('href')).toBe(address));
});

test('before any question the next step is to write', async () => {
  const text = await show(null);
  expect(text).toContain('Write to “Shop” as a friend');
  expect(text).not.toContain('The question went to your team');
});
