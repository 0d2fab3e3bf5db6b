import * as n8n from '@hanasu/contract/n8n';
import * as toolRuns from '@hanasu/contract/tool-runs';
import * as tools from '@hanasu/contract/tools';
import type { EndpointWorld } from '../endpoint-world.ts';
import { startFakeMcp } from '../fake-mcp.ts';
import { startFakeN8n, webhookNode } from '../fake-n8n.ts';
import { type EndpointRow, nothing, row, WRONG_PAGES, wrongBodies } from './row.ts';

const handover = (name: string) => ({
  name,
  description: 'When somebody wants to talk to a person',
  config: { kind: 'handover' as const },
});

async function newTool({ person, newBot }: EndpointWorld) {
  const params = { uuid: await newBot() };
  return (await person.call(tools.createTool, { params, body: handover('person') })).uuid;
}

/** A server of its own, which ends with the tests. */
async function newMcpTool(world: EndpointWorld) {
  const { url } = await startFakeMcp();
  const config = { kind: 'mcp' as const, url, headers: [], tools: ['stock'] };
  const body = { name: 'warehouse', description: 'What is in stock', config };
  const params = { uuid: await world.newBot() };
  return (await world.person.call(tools.createTool, { params, body })).uuid;
}

/** A server of its own, which ends with the tests, and a workflow there. */
async function newN8n() {
  const fake = await startFakeN8n();
  const node = webhookNode({ httpMethod: 'POST', path: 'orders', responseMode: 'lastNode' });
  const config = {
    kind: 'n8n' as const,
    workflowId: fake.add({ name: 'Orders', nodes: [node] }),
    triggerId: node.id,
  };
  return { config, body: { baseUrl: fake.url, apiKey: fake.addKey() } };
}

async function connectN8n({ person }: EndpointWorld) {
  const { config, body } = await newN8n();
  await person.call(n8n.saveN8nConnection, { body });
  return config;
}

async function newWorkflowTool(world: EndpointWorld) {
  const body = { name: 'orders', description: 'Where an order is', config: await connectN8n(world) };
  const params = { uuid: await world.newBot() };
  return (await world.person.call(tools.createTool, { params, body })).uuid;
}

const http = (changes: object) => ({
  name: 'orders',
  description: 'Where an order is',
  config: {
    kind: 'http',
    method: 'GET',
    url: 'https://shop.example/orders',
    parameters: [],
    headers: [],
    body: '',
    timeoutSeconds: 10,
    mapping: [],
    ...changes,
  },
});

export const TOOL_ROWS: readonly EndpointRow[] = [
  row(tools.listTools, (world) => ({ params: { uuid: world.bot.uuid } })),
  row(
    tools.createTool,
    async (world) => ({ params: { uuid: await world.newBot() }, body: handover('person') }),
    wrongBodies({
      name: handover('with space'),
      description: { ...handover('person'), description: ' ' },
      'config.kind': { ...handover('person'), config: { kind: 'pigeon' } },
      'config.formId': { ...handover('book'), config: { kind: 'form', formId: 'mine' } },
      'config.method': http({ method: 'TRACE' }),
      'config.timeoutSeconds': http({ timeoutSeconds: 21 }),
      'config.workflowId': { ...handover('orders'), config: { kind: 'n8n', workflowId: '', triggerId: 'a' } },
      'config.auth.kind': {
        ...handover('orders'),
        config: { kind: 'n8n', workflowId: 'w', triggerId: 'a', auth: { kind: 'jwt' } },
      },
      'config.headers.0.name': http({ headers: [{ name: 'Host', secret: false, value: 'evil' }] }),
      'config.headers.0.value': http({ headers: [{ name: 'x-a', secret: true, value: 'a\r\nb: c' }] }),
      'config.parameters.0.type': http({
        parameters: [{ name: 'id', type: 'date', values: [], description: '', required: true, in: 'query' }],
      }),
    }),
  ),
  row(tools.getTool, async (world) => ({ params: { uuid: await newTool(world) } })),
  row(
    tools.changeTool,
    async (world) => ({ params: { uuid: await newTool(world) }, body: { enabled: false } }),
    wrongBodies({ enabled: { enabled: 'yes' }, name: { name: '' } }),
  ),
  row(tools.deleteTool, async (world) => ({ params: { uuid: await newTool(world) } })),
  row(
    tools.testTool,
    async (world) => ({ params: { uuid: await newTool(world) }, body: { input: {} } }),
    wrongBodies({ input: { input: 'all' } }),
  ),
  row(tools.loadRemoteTools, async (world) => ({ params: { uuid: await newMcpTool(world) } })),
  row(n8n.getN8nConnection, nothing),
  row(
    n8n.saveN8nConnection,
    async () => ({ body: (await newN8n()).body }),
    wrongBodies({
      baseUrl: { baseUrl: 'https://user:password@n8n.example', apiKey: 'n8n_api_key' },
      webhookBaseUrl: { baseUrl: 'https://n8n.example', webhookBaseUrl: 'https://n8n.example?a=b' },
      apiKey: { baseUrl: 'https://n8n.example', apiKey: 'two words' },
    }),
  ),
  row(
    n8n.listN8nWorkflows,
    async (world) => {
      await connectN8n(world);
      return {};
    },
    WRONG_PAGES,
  ),
  row(
    toolRuns.listToolRuns,
    async (world) => ({ params: { uuid: await newWorkflowTool(world) } }),
    WRONG_PAGES.filter(({ path }) => path !== 'query.q'),
  ),
  row(n8n.deleteN8nConnection, async (world) => {
    await connectN8n(world);
    return {};
  }),
];
