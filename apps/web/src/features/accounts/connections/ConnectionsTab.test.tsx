// @vitest-environment jsdom

import { BotId, ToolId } from '@hanasu/contract/ids';
import type { N8nConnectionView, N8nWorkflow } from '@hanasu/contract/n8n';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderWithProviders } from '../../../testing/render.tsx';
import { problem, sendJson, startTestServer } from '../../../testing/test-server.ts';
import { ConnectionsTab } from './ConnectionsTab.tsx';

const time = '2026-01-01T00:00:00Z';
const stored: N8nConnectionView = {
  ...{ baseUrl: 'https://n8n.example', webhookBaseUrl: null, ending: 'k9Zq' },
  ...{ checkedAt: time, changedAt: time, changedBy: 'Mai', tools: 0, failing: [] },
};
const workflow: N8nWorkflow = {
  ...{ id: 'w1', name: 'Free slots', tags: ['hanasu'], updatedAt: time },
  triggers: [
    {
      ...{ id: 't1', name: 'Webhook', kind: 'webhook', methods: ['POST'], path: 'webhook/slots' },
      ...{ authentication: 'none', responseMode: 'lastNode', url: 'https://n8n.example/webhook/slots' },
    },
  ],
};

let role = 'admin';
let connection: N8nConnectionView | null = null;
let workflows: N8nWorkflow[] = [];
let refusal: object | null = null;
let server: Awaited<ReturnType<typeof startTestServer>>;
beforeEach(async () => {
  [role, connection, workflows, refusal] = ['admin', null, [], null];
  server = await startTestServer(({ method, url = '' }, response, body) => {
    if (url.startsWith('/api/n8n/list')) {
      const page = { total: workflows.length, page: 1, pageSize: 100, fetchedAt: time };
      return sendJson(response, 200, { items: workflows, ...page });
    }
    if (url !== '/api/n8n/connection') return sendJson(response, 200, { role, emailVerified: true });
    if (method === 'GET') return sendJson(response, 200, { connection });
    if (refusal) return sendJson(response, 422, refusal);
    connection = method === 'PUT' ? { ...stored, ...keptOf(JSON.parse(body)) } : null;
    return sendJson(response, method === 'PUT' ? 200 : 204, connection);
  });
});
afterEach(async () => {
  cleanup();
  await server.close();
});

const keptOf = ({ apiKey: _apiKey, ...kept }: Record<string, string>) => ({
  ...kept,
  changedAt: new Date().toISOString(),
});
const sent = (method: string) => server.requests.filter((request) => request.method === method);
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('a connection to n8n', () => {
  it('is made with an address out of the browser’s bar and a key, and shows what bots can run', async () => {
    workflows = [workflow];
    await renderWithProviders(<ConnectionsTab />);
    expect((await screen.findByRole('list', { name: 'How to get the API key' })).textContent).toContain(
      'workflow:list',
    );
    type('Address of your n8n', ' https://n8n.example/home/workflows?tab=1 ');
    expect(screen.getByRole('link', { name: /Open the API keys/ }).getAttribute('href')).toBe(
      'https://n8n.example/settings/api',
    );
    type('API key of n8n', 'key-of-n8n-k9Zq');
    press('Connect');
    await screen.findByText('A key ending in k9Zq is stored.');
    expect(sent('PUT').map(({ body }) => JSON.parse(body))).toEqual([
      { baseUrl: 'https://n8n.example', webhookBaseUrl: null, apiKey: 'key-of-n8n-k9Zq' },
    ]);
    await screen.findByText('1 workflow');
    expect(screen.getByRole('link', { name: 'Open in n8n: Free slots' }).getAttribute('href')).toBe(
      'https://n8n.example/workflow/w1',
    );
    expect(document.body.innerHTML).not.toContain('key-of-n8n');
  });

  it('asks for what is missing before it calls the server', async () => {
    await renderWithProviders(<ConnectionsTab />);
    await screen.findByLabelText('Address of your n8n');
    type('Address of your n8n', 'n8n.example');
    press('Connect');
    await screen.findByText('Enter a full address, like https://n8n.example.com');
    type('Address of your n8n', 'https://n8n.example');
    press('Connect');
    await screen.findByText('Fill this in.');
    expect(sent('PUT')).toEqual([]);
  });

  it.each([
    ['n8n_unreachable', 'body.baseUrl', 'Address of your n8n', /n8n did not answer/],
    ['n8n_not_found', 'body.baseUrl', 'Address of your n8n', /but not as n8n/],
    ['n8n_api_off', 'body.baseUrl', 'Address of your n8n', /no public API/],
    ['n8n_key_refused', 'body.apiKey', 'API key of n8n', /does not accept this API key/],
    ['n8n_scope_missing', 'body.apiKey', 'API key of n8n', /scope workflow:list/],
    ['address_not_allowed', 'body.baseUrl', 'Address of your n8n', /ALLOW_PRIVATE_HOSTS/],
    ['address_not_allowed', 'body.webhookBaseUrl', /Address for webhooks/, /ALLOW_PRIVATE_HOSTS/],
  ])('that is refused with %s says so at %s', async (code, path, label, text) => {
    refusal = problem(422, code, { errors: [{ path, code, message: code }] });
    await renderWithProviders(<ConnectionsTab />);
    await screen.findByLabelText('Address of your n8n');
    type('Address of your n8n', 'https://n8n.example');
    type('API key of n8n', 'key-of-n8n-k9Zq');
    press('Connect');
    const message = await screen.findByText(text);
    const ids = screen.getByLabelText(label).getAttribute('aria-describedby') ?? '';
    expect(ids.split(' ')).toContain(message.id);
  });

  it('keeps its key when only the address for webhooks changes, and asks for one at another address', async () => {
    connection = stored;
    await renderWithProviders(<ConnectionsTab />);
    await screen.findByText('A key ending in k9Zq is stored.');
    type(/Address for webhooks/, 'https://hooks.example/');
    press('Save');
    await screen.findByDisplayValue('https://hooks.example');
    expect(JSON.parse(sent('PUT')[0]?.body ?? '')).toEqual({
      ...{ baseUrl: 'https://n8n.example', webhookBaseUrl: 'https://hooks.example' },
    });
    type('Address of your n8n', 'https://N8N.example/');
    press('Save');
    await screen.findByDisplayValue('https://N8N.example');
    type('Address of your n8n', 'https://n8n.example/other');
    press('Save');
    await screen.findByText('This is another address. Enter an API key of the n8n there.');
    expect(sent('PUT')).toHaveLength(2);
  });

  it('without workflows says what to do, and is removed after a question', async () => {
    connection = { ...stored, tools: 2 };
    await renderWithProviders(<ConnectionsTab />);
    await screen.findByText('No workflow is offered yet.');
    screen.getByText('Give it the tag hanasu.');
    press('Disconnect');
    const dialog = await screen.findByRole('dialog', { name: 'Disconnect n8n?' });
    expect(dialog.textContent).toContain('n8n.example is deleted.2 tools of your bots run workflows');
    fireEvent.click(screen.getAllByRole('button', { name: 'Disconnect' }).at(-1) as HTMLElement);
    await screen.findByRole('button', { name: 'Connect' });
    expect(sent('DELETE')).toHaveLength(1);
  });

  it('names the tools whose workflows fail in place of its green sign', async () => {
    const botUuid = BotId.parse('01932f00-0000-7000-8000-000000000001');
    const uuid = ToolId.parse('01932f00-0000-7000-8000-000000000002');
    const failing = [{ uuid, name: 'slots', botUuid, reason: 'n8n_workflow_failed' }];
    connection = { ...stored, tools: 2, failing };
    await renderWithProviders(<ConnectionsTab />);
    await screen.findByText('1 workflow fails');
    expect(screen.queryByText('Connected')).toBeNull();
    const link = screen.getByRole('link', { name: 'slots' });
    expect(link.getAttribute('href')).toBe(`/Bot/${botUuid}?tab=tools`);
    expect(link.parentElement?.textContent).toBe(
      'slots: The workflow ended with an error. n8n shows it under Executions.',
    );
  });

  it('has n8n asked again by “Refresh”', async () => {
    connection = stored;
    await renderWithProviders(<ConnectionsTab />);
    await screen.findByText('No workflow is offered yet.');
    workflows = [workflow];
    press('Refresh');
    await screen.findByText('1 workflow');
    const asked = sent('GET').filter(({ url }) => url.includes('list-workflows'));
    expect(asked.map(({ url }) => url.includes('refresh=true'))).toEqual([false, true]);
  });

  it('is for Owners and Admins', async () => {
    role = 'operator';
    await renderWithProviders(<ConnectionsTab />);
    await screen.findByText(/Only an Owner or Admin/);
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});
