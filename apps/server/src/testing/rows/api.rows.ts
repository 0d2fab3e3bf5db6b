import * as apiKeys from '@hanasu/contract/api-keys';
import * as budgets from '@hanasu/contract/budgets';
import * as webHooks from '@hanasu/contract/web-hooks';
import type { EndpointWorld } from '../endpoint-world.ts';
import { type EndpointRow, nothing, row, WRONG_PAGES, wrongBodies } from './row.ts';

const HOOK = { url: 'https://hooks.example.com/in', events: ['message.received' as const] };

async function newKey({ person }: EndpointWorld) {
  return (await person.call(apiKeys.createApiKey, { body: { name: 'Till', scopes: ['chat'] } })).uuid;
}

/** Of a key of its own: there is one budget for each period. */
const budgetBody = async (world: EndpointWorld) => ({
  of: { kind: 'key' as const, uuid: await newKey(world) },
  ...{ period: 'day' as const, limit: 1_000, action: 'warn' as const },
});
const budgetParams = async (world: EndpointWorld) => ({
  uuid: (await world.person.call(budgets.createBudget, { body: await budgetBody(world) })).uuid,
});

/** One for all calls: an account may have twenty. */
const hooks = new WeakMap<EndpointWorld, Promise<{ uuid: webHooks.WebHookView['uuid'] }>>();
function hookOf(world: EndpointWorld) {
  const known = hooks.get(world) ?? world.person.call(webHooks.createWebHook, { body: HOOK });
  hooks.set(world, known);
  return known;
}
const paramsOf = async (world: EndpointWorld) => ({ uuid: (await hookOf(world)).uuid });

export const API_ROWS: readonly EndpointRow[] = [
  row(apiKeys.listApiKeys, nothing),
  row(
    apiKeys.createApiKey,
    (world) => ({ body: { name: 'Till', scopes: ['chat' as const], botUuids: [world.bot.uuid] } }),
    wrongBodies({
      name: { name: ' ', scopes: ['chat'] },
      scopes: { name: 'Till', scopes: [] },
      'scopes.0': { name: 'Till', scopes: ['everything'] },
      'botUuids.0': { name: 'Till', scopes: ['chat'], botUuids: [crypto.randomUUID()] },
      expiresAt: { name: 'Till', scopes: ['chat'], expiresAt: '2020-01-01T00:00:00Z' },
    }),
  ),
  row(
    apiKeys.changeApiKey,
    async (world) => ({ params: { uuid: await newKey(world) }, body: { name: 'Till 2' } }),
    wrongBodies({ scopes: { scopes: ['chat', 'chat'] }, botUuids: { botUuids: [] } }),
  ),
  row(apiKeys.revokeApiKey, async (world) => ({ params: { uuid: await newKey(world) } })),

  row(budgets.listBudgets, nothing),
  row(budgets.getBudgetBasis, nothing, [
    { query: { botUuid: 'all' }, path: 'query.botUuid' },
    { query: { keyUuid: 'all' }, path: 'query.keyUuid' },
  ]),
  row(
    budgets.createBudget,
    async (world) => ({ body: await budgetBody(world) }),
    wrongBodies({
      'of.kind': { of: { kind: 'team' }, period: 'day', limit: 1, action: 'warn' },
      period: { of: { kind: 'account' }, period: 'week', limit: 1, action: 'warn' },
      limit: { of: { kind: 'account' }, period: 'day', limit: 0, action: 'warn' },
      action: { of: { kind: 'account' }, period: 'day', limit: 1, action: 'stop' },
    }),
  ),
  row(
    budgets.changeBudget,
    async (world) => ({ params: await budgetParams(world), body: { limit: 2_000 } }),
    wrongBodies({ limit: { limit: 1.5 }, action: { action: 'stop' } }),
  ),
  row(budgets.deleteBudget, async (world) => ({ params: await budgetParams(world) })),

  row(webHooks.listWebHooks, nothing),
  row(
    webHooks.createWebHook,
    () => ({ body: HOOK }),
    wrongBodies({
      url: { url: 'ftp://example.com', events: ['message.received'] },
      events: { ...HOOK, events: [] },
      'events.0': { ...HOOK, events: ['everything'] },
      description: { ...HOOK, description: 'x'.repeat(201) },
    }),
  ),
  row(
    webHooks.changeWebHook,
    async (world) => ({ params: await paramsOf(world), body: { enabled: false } }),
    wrongBodies({ url: { url: 'https://name:password@example.com/' }, enabled: { enabled: 'yes' } }),
  ),
  row(webHooks.rotateWebHookSecret, async (world) => ({ params: await paramsOf(world) })),
  row(webHooks.exportWebHookWorkflow, async (world) => ({ params: await paramsOf(world) })),
  row(webHooks.listWebHookDeliveries, async (world) => ({ params: await paramsOf(world) }), WRONG_PAGES),
  row(webHooks.testWebHook, async (world) => ({ params: await paramsOf(world) })),
  row(webHooks.replayWebHookDelivery, async (world) => {
    const params = await paramsOf(world);
    const { uuid: delivery } = await world.person.call(webHooks.testWebHook, { params });
    return { params: { ...params, delivery } };
  }),
  row(webHooks.deleteWebHook, async (world) => ({
    params: { uuid: (await world.person.call(webHooks.createWebHook, { body: HOOK })).uuid },
  })),
];
