// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ToastRegion, toasts } from '../../../shell/notifications/toasts.tsx';
import { renderWithProviders } from '../../../testing/render.tsx';
import { problem, sendJson, startTestServer } from '../../../testing/test-server.ts';
import { CreateBot } from './CreateBot.tsx';

const SERVICE = {
  uuid: 'builtin-extractive',
  name: 'Built-in',
  group: 'model',
  provider: 'builtin',
  available: true,
  contextTokens: 8_000,
  outputTokens: 1_000,
  rates: { input: 0, output: 0 },
  key: null,
};
const TEMPLATE = {
  template: 'faq',
  locale: 'en',
  name: 'Frequent questions',
  description: 'Answers from your documents.',
  facts: [],
};
let state: 'live' | 'draft';
let close: () => Promise<void>;
beforeEach(async () => {
  ({ close } = await startTestServer(({ method, url = '' }, response) => {
    const bot = { uuid: '01932f00-0000-7000-8000-000000000001', name: 'Clerk', state };
    if (method === 'POST') return sendJson(response, 201, url === '/api/user/bot/template' ? { bot } : bot);
    if (url === '/api/service') return sendJson(response, 200, [SERVICE]);
    if (url === '/api/user/bot/templates') return sendJson(response, 200, { items: [TEMPLATE] });
    if (url.startsWith('/api/user/knowledge'))
      return sendJson(response, 200, { items: [], page: 1, pageSize: 100, total: 0 });
    return sendJson(response, 404, problem(404, 'not_found'));
  }));
});
afterEach(async () => {
  act(() => toasts.clear());
  cleanup();
  await close();
});

async function open() {
  await renderWithProviders(
    <>
      <CreateBot opened onClose={() => undefined} />
      <ToastRegion label="Messages" />
    </>,
  );
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Clerk' } });
}
const create = () => fireEvent.click(screen.getByRole('button', { name: 'Create bot' }));

describe('a new bot', () => {
  test('without a template is live: that is said before and after it is created', async () => {
    state = 'live';
    await open();
    expect(screen.getByText(/^It can answer as soon as it is created/)).toBeTruthy();
    create();
    expect(await screen.findByText('Clerk is live and can answer; no channel is connected yet')).toBeTruthy();
  });

  test('from a template is a draft: that is said before and after it is created', async () => {
    state = 'draft';
    await open();
    fireEvent.click(await screen.findByRole('radio', { name: /Frequent questions/ }));
    expect(screen.getByText(/^It is created as a draft/)).toBeTruthy();
    create();
    expect(await screen.findByText('Clerk is a draft. Publish it so that it can answer')).toBeTruthy();
  });
});
