// @vitest-environment jsdom

import { BotId, ConversationId, ToolId, ToolRunId } from '@hanasu/contract/ids';
import type { N8nTrigger, N8nWorkflow } from '@hanasu/contract/n8n';
import type { ToolRunView } from '@hanasu/contract/tool-runs';
import { type N8nToolConfig, ToolInput, type ToolView } from '@hanasu/contract/tools';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderWithProviders } from '../../../testing/render.tsx';
import { problem, sendJson, startTestServer } from '../../../testing/test-server.ts';
import { toolNameOf, WorkflowProblem } from './N8nFields.tsx';
import { ToolPanel } from './ToolPanel.tsx';

const time = '2026-01-01T00:00:00Z';
const botUuid = BotId.parse('01932f00-0000-7000-8000-000000000001');
const tool: ToolView = {
  uuid: ToolId.parse('01932f00-0000-7000-8000-000000000002'),
  botUuid,
  name: 'order_state',
  description: 'Where an order is',
  enabled: true,
  config: {
    kind: 'http',
    method: 'GET',
    url: 'https://shop.example/orders',
    parameters: [],
    headers: [
      { name: 'X-Shop', secret: false, value: 'kyoto' },
      { name: 'Authorization', secret: true, value: null },
    ],
    body: '',
    timeoutSeconds: 10,
    mapping: [],
  },
  form: null,
  failure: null,
  createdAt: time,
  updatedAt: time,
};

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  cleanup();
  await close?.();
});

async function open(onClose = vi.fn()) {
  const sent: unknown[] = [];
  const server = await startTestServer(({ method }, response, body) => {
    if (method === 'GET') return sendJson(response, 200, { items: [], total: 0, page: 1, pageSize: 10 });
    sent.push(JSON.parse(body));
    sendJson(response, 200, tool);
  });
  close = server.close;
  await renderWithProviders(<ToolPanel botUuid={botUuid} open={{ kind: 'http', tool }} onClose={onClose} />);
  await screen.findByDisplayValue('order_state');
  return { sent, onClose };
}

it('keeps a stored secret that nobody typed over, also when a row before it goes', async () => {
  const { sent, onClose } = await open();
  fireEvent.change(screen.getByLabelText('Value of header 2'), { target: { value: 'Bearer x' } });
  fireEvent.change(screen.getByLabelText('Value of header 2'), { target: { value: '' } });
  fireEvent.click(screen.getByRole('button', { name: 'Remove Header 1' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(ToolInput.parse(sent[0]).config).toMatchObject({
    headers: [{ name: 'Authorization', secret: true, value: null }],
  });
});

it('asks before what was typed is thrown away', async () => {
  const { onClose } = await open();
  fireEvent.change(screen.getByDisplayValue('order_state'), { target: { value: 'orders' } });
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(onClose).toHaveBeenCalled();
});

const trigger = (more: Partial<N8nTrigger> = {}) => ({
  ...{
    id: 't1',
    name: 'Webhook',
    kind: 'webhook' as const,
    methods: ['POST' as const],
    path: 'webhook/slots',
  },
  ...{ authentication: 'none' as const, responseMode: 'lastNode' as const, ...more },
});
const workflow = (name: string, ...triggers: N8nTrigger[]): N8nWorkflow => ({
  ...{ id: name, name, tags: ['hanasu'], updatedAt: time },
  triggers: triggers.map((one) => ({ ...one, url: `https://n8n.example/${one.path}` })),
});
const config: N8nToolConfig = {
  ...{ kind: 'n8n', workflowId: 'Free slots', triggerId: 't1', method: 'POST', parameters: [] },
  ...{ auth: { kind: 'none' }, timeoutSeconds: 25, answerPath: '', readOnly: false },
  target: { ...trigger(), workflow: 'Free slots', origin: 'https://n8n.example' },
};
const n8nTool: ToolView = { ...tool, name: 'free_slots', config };

interface N8nWorld {
  readonly connected?: boolean;
  readonly workflows?: readonly N8nWorkflow[];
  /** Code of the error in place of the workflows. */
  readonly away?: string;
  readonly runs?: readonly ToolRunView[] | 'broken';
  /** Answer to a tool that is saved. */
  readonly saved?: [status: number, body: unknown];
}

/** Answers as the server does for an account with this n8n. */
async function startN8nServer({ connected = true, workflows = [], away, runs = [], saved }: N8nWorld = {}) {
  const server = await startTestServer(({ method, url = '' }, response) => {
    const page = { page: 1, pageSize: 100 };
    if (url === '/api/n8n/connection') {
      const connection = { baseUrl: 'https://n8n.example', webhookBaseUrl: null, ending: 'k9Zq' };
      const now = { checkedAt: time, changedAt: time, changedBy: null, tools: 0 };
      return sendJson(response, 200, { connection: connected ? { ...connection, ...now } : null });
    }
    if (url.startsWith('/api/n8n/list')) {
      if (away) return sendJson(response, 422, problem(422, away));
      return sendJson(response, 200, { items: workflows, total: workflows.length, ...page, fetchedAt: time });
    }
    if (url.includes('/runs')) {
      if (runs === 'broken') return sendJson(response, 404, problem(404, 'not_found'));
      return sendJson(response, 200, { items: runs, total: runs.length, ...page });
    }
    if (method === 'GET') return sendJson(response, 200, { role: 'admin' });
    return sendJson(response, ...(saved ?? [200, n8nTool]));
  });
  close = server.close;
  const bodies = () =>
    server.requests.filter(({ method }) => method !== 'GET').map(({ body }) => JSON.parse(body));
  return { ...server, bodies };
}

const openN8n = (shown: ToolView | null) =>
  renderWithProviders(<ToolPanel botUuid={botUuid} open={{ kind: 'n8n', tool: shown }} onClose={vi.fn()} />);
const textOf = (label: string) => (screen.getAllByLabelText(label)[0] as HTMLInputElement).value;
async function choose(label: string, option: string) {
  fireEvent.click(await screen.findByRole('combobox', { name: label }));
  fireEvent.click(await screen.findByRole('option', { name: option, hidden: true }));
}

describe('a tool that calls a workflow', () => {
  it('says that the account is not connected, with the way there', async () => {
    await startN8nServer({ connected: false });
    await openN8n(null);
    await screen.findByText('This account is not connected to n8n yet.');
    expect(screen.getByRole('link', { name: 'Connect n8n' }).getAttribute('href')).toContain(
      'tab=connections',
    );
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('says how a workflow is offered when there is none', async () => {
    await startN8nServer();
    await openN8n(null);
    await screen.findByText(/needs the tag hanasu/);
  });

  it('is filled in from the workflow that is chosen', async () => {
    const basic = trigger({ path: 'webhook/slots/{day}', authentication: 'basic', methods: ['GET', 'POST'] });
    const { bodies } = await startN8nServer({
      workflows: [workflow('Cancel', trigger()), workflow('Giờ trống', basic)],
      saved: [201, n8nTool],
    });
    await openN8n(null);
    await choose('Workflow', 'Giờ trống');
    await waitFor(() => expect(textOf('Name')).toBe('gio_trong'));
    fireEvent.change(screen.getByLabelText('When should the bot use it?'), {
      target: { value: 'For slots' },
    });
    fireEvent.change(screen.getByLabelText('Username'), { target: { value: 'hana' } });
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(bodies()).toHaveLength(1));
    expect(ToolInput.parse(bodies()[0])).toEqual({
      ...{ name: 'gio_trong', description: 'For slots', enabled: true },
      config: {
        ...{ kind: 'n8n', workflowId: 'Giờ trống', triggerId: 't1', method: 'POST', timeoutSeconds: 25 },
        parameters: [
          { name: 'day', type: 'string', values: [], description: '', required: true, in: 'path' },
        ],
        ...{ auth: { kind: 'basic', user: 'hana', password: 'secret' }, answerPath: '', readOnly: false },
        confirmation: 'customer',
      },
    });
  });

  it('keeps its stored password, and shows at its field what the server refuses', async () => {
    const auth = { kind: 'basic' as const, user: 'hana', password: null };
    const refused = problem(422, 'validation_failed', {
      errors: [
        { path: 'body.config.auth.kind', code: 'auth_differs', message: 'header' },
        { path: 'body.config.answerPath', code: 'not_a_path', message: 'path' },
      ],
    });
    const { bodies } = await startN8nServer({
      workflows: [workflow('Free slots', trigger())],
      saved: [422, refused],
    });
    await openN8n({ ...n8nTool, config: { ...config, auth } });
    await screen.findByPlaceholderText(/\(set\)/);
    fireEvent.change(screen.getByLabelText('Part of the result the bot reads'), { target: { value: '[' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('The trigger asks for another kind of authentication.');
    screen.getByText('Write it like items[0].price');
    expect(bodies()[0].config).toMatchObject({ auth, answerPath: '[' });
  });

  it('stays editable while n8n is away', async () => {
    await startN8nServer({ away: 'n8n_key_refused' });
    await openN8n(n8nTool);
    await screen.findByText(/does not accept this API key/);
    screen.getByDisplayValue('Free slots');
    screen.getByRole('button', { name: 'Save' });
  });

  it('that has no result says so, and one that only reads asks nobody', async () => {
    const started = trigger({ responseMode: 'onReceived' });
    await startN8nServer({ workflows: [workflow('Free slots', started)] });
    await openN8n({ ...n8nTool, config: { ...config, target: { ...config.target, ...started } as never } });
    await screen.findByText(/the bot gets no result/);
    expect(screen.queryByLabelText('Part of the result the bot reads')).toBeNull();
    screen.getByLabelText('Who confirms each call?');
    fireEvent.click(screen.getByLabelText('The workflow only looks things up'));
    await waitFor(() => expect(screen.queryByLabelText('Who confirms each call?')).toBeNull());
  });

  it.each([
    ['Free slots', 'free_slots'],
    ['Đặt lịch!', 'dat_lich'],
    ['空き状況', 'workflow'],
  ])('of “%s” is called %s', (name, expected) => {
    expect(toolNameOf(name)).toBe(expected);
  });

  it.each([
    [{ away: 'n8n_unreachable' }, /n8n did not answer/],
    [{ workflows: [] }, /no longer offers this workflow/],
    [{ workflows: [workflow('Free slots', trigger({ id: 'other' }))] }, /no such trigger/],
    [{ workflows: [workflow('Free slots', trigger({ path: 'webhook/moved' }))] }, /changed in n8n/],
  ] satisfies [N8nWorld, RegExp][])('with %j says on its row %s', async (world, text) => {
    await startN8nServer(world);
    await renderWithProviders(<WorkflowProblem config={config} />);
    await screen.findByText(text);
  });
});

const run: ToolRunView = {
  uuid: ToolRunId.parse('01932f00-0000-7000-8000-000000000003'),
  ...{ state: 'done', reason: null, status: 200, milliseconds: 840, input: '{"day":"Monday"}' },
  ...{ output: '{"answer":"at ten"}', key: 'k', executionId: '29', createdAt: time },
  conversationUuid: ConversationId.parse('01932f00-0000-7000-8000-000000000004'),
};

describe('the runs of a tool', () => {
  it('say what became of each call, and where it was made', async () => {
    const failed = { ...run, uuid: ToolRunId.parse('01932f00-0000-7000-8000-000000000005') };
    await startN8nServer({
      workflows: [workflow('Free slots', trigger())],
      runs: [
        {
          ...failed,
          state: 'failed',
          reason: 'n8n_workflow_failed',
          conversationUuid: null,
          output: '{"bro',
        },
        run,
      ],
    });
    await openN8n(n8nTool);
    await screen.findByText(/ended with an error/);
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent?.slice(0, 6))).toEqual([
      'Failed',
      'DoneJa',
    ]);
    const link = screen.getByRole('link', { name: 'Open conversation' });
    expect(link.getAttribute('href')).toBe(`/Channel/conversation/${run.conversationUuid}`);
    screen.getByText('{"bro');
    screen.getByText(/execution 29/, { selector: 'li:last-child summary' });
  });

  it('are none at first, and say when they cannot be loaded', async () => {
    await startN8nServer({ workflows: [workflow('Free slots', trigger())] });
    await openN8n(n8nTool);
    await screen.findByText(/No runs yet/);
    cleanup();
    await close?.();
    await startN8nServer({ workflows: [workflow('Free slots', trigger())], runs: 'broken' });
    await openN8n(n8nTool);
    await screen.findByText('This could not be loaded', { exact: false });
  });
});
