import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { callWorkflow } from '../../apps/server/src/features/bots/tools/n8n/run-workflow.ts';
import { checkApi, fetchWorkflows } from '../../apps/server/src/features/bots/tools/n8n/workflows.ts';
import { n8nWorkflow } from '../../apps/server/src/features/webhooks/n8n-workflow.ts';
import { signedHeaders } from '../../apps/server/src/features/webhooks/signature.ts';
import { createGuardedFetch, type GuardedFetch } from '../../apps/server/src/platform/net/guarded-fetch.ts';
import type { WebHookId } from '../../packages/contract/ids.ts';
import type { N8nToolConfig, ToolParameter } from '../../packages/contract/tools.ts';
import { type Node, type RealN8n, startN8n } from './real-n8n.ts';

let failures = 0;
function report(what: string, found: unknown, isExpected: boolean): void {
  if (!isExpected) failures += 1;
  console.log(`${isExpected ? 'ok  ' : 'FAIL'} ${what}: ${JSON.stringify(found).slice(0, 200)}`);
}

const node = (
  name: string,
  type: string,
  typeVersion: number,
  parameters: object,
  more: object = {},
): Node => ({
  ...{ id: randomUUID(), name, type, typeVersion, position: [0, 0], webhookId: randomUUID(), parameters },
  ...more,
});
const webhook = (parameters: object, more: object = {}): Node =>
  node(
    'Webhook',
    'n8n-nodes-base.webhook',
    2.1,
    { httpMethod: 'POST', path: randomUUID(), ...parameters },
    more,
  );
const chat = (options: object, more: object = {}): Node =>
  node('Chat', '@n8n/n8n-nodes-langchain.chatTrigger', 1.4, { public: true, options, ...more });
const set = (json: string): Node =>
  node('Set', 'n8n-nodes-base.set', 3.4, { mode: 'raw', jsonOutput: json, options: {} });
const code = (jsCode: string): Node => node('Code', 'n8n-nodes-base.code', 2, { jsCode });
const respond = (parameters: object): Node =>
  node('Respond', 'n8n-nodes-base.respondToWebhook', 1.5, { options: {}, ...parameters });

const PASSWORD = 'very-secret-password';
const basic = { authorization: `Basic ${Buffer.from(`hana:${PASSWORD}`).toString('base64')}` };

interface Case {
  readonly name: string;
  readonly nodes: readonly Node[];
  readonly config?: Partial<N8nToolConfig>;
  readonly secrets?: Readonly<Record<string, string>>;
  readonly input?: Readonly<Record<string, unknown>>;
  /** `done` or `started` with a part of the output, or why it failed. */
  readonly expected: readonly [state: string, output?: string];
}

const last = { responseMode: 'lastNode' };
const fails = code('throw new Error("boom")');
const id: ToolParameter = {
  ...{ name: 'id', type: 'string', values: [], description: '', required: true, in: 'path' },
};

const casesOf = async (n8n: RealN8n): Promise<readonly Case[]> => {
  const basicAuth = await n8n.addCredential('httpBasicAuth', { user: 'hana', password: PASSWORD });
  const headerAuth = await n8n.addCredential('httpHeaderAuth', { name: 'X-Token', value: PASSWORD });
  const secured = (authentication: string, credentials: object) => [
    webhook({ ...last, authentication }, { credentials }),
    set('{"ok":true}'),
  ];
  return [
    { name: 'starts only', nodes: [webhook({}), set('{"x":1}')], expected: ['started'] },
    {
      name: 'gives the last node, with the key in body and header',
      nodes: [
        webhook(last),
        set(
          '={{ JSON.stringify({ answer: $json.body.messageId + " " + $json.headers["idempotency-key"] }) }}',
        ),
      ],
      config: { answerPath: 'answer' },
      expected: ['done', 'key-1 key-1'],
    },
    {
      name: 'gives all items',
      nodes: [webhook({ ...last, responseData: 'allEntries' }), code('return [{json:{a:1}},{json:{a:2}}]')],
      config: { answerPath: '[1].a' },
      expected: ['done', '2'],
    },
    { name: 'has no items', nodes: [webhook(last), code('return []')], expected: ['done', 'no data'] },
    { name: 'fails', nodes: [webhook(last), fails], expected: ['n8n_workflow_failed'] },
    {
      name: 'responds with a text',
      nodes: [
        webhook({ responseMode: 'responseNode' }),
        respond({ respondWith: 'text', responseBody: 'At ten' }),
      ],
      expected: ['done', 'At ten'],
    },
    {
      name: 'responds with 404 of its own',
      nodes: [
        webhook({ responseMode: 'responseNode' }),
        respond({ respondWith: 'json', responseBody: '{"error":"none"}', options: { responseCode: 404 } }),
      ],
      expected: ['http_error_404'],
    },
    {
      name: 'responds elsewhere',
      nodes: [
        webhook({ responseMode: 'responseNode' }),
        respond({ respondWith: 'redirect', redirectURL: 'https://example.com/' }),
      ],
      expected: ['http_error_307'],
    },
    {
      name: 'does not run',
      nodes: [webhook({ ...last, options: { onlyRunIf: '={{ false }}' } }), set('{}')],
      expected: ['done', 'did not run'],
    },
    {
      name: 'has a path with a parameter',
      nodes: [
        webhook({ ...last, path: 'orders/:id', httpMethod: 'GET' }),
        set('={{ JSON.stringify($json.params) }}'),
      ],
      config: { method: 'GET', parameters: [id] },
      input: { id: 'a b' },
      expected: ['done', '{"id":"a b"}'],
    },
    {
      name: 'has a path with other letters',
      nodes: [webhook({ ...last, path: '/my path/ü/' }), set('{"ok":true}')],
      expected: ['done', 'ok'],
    },
    {
      name: 'has no path',
      nodes: [webhook({ ...last, path: '' }), set('{"ok":true}')],
      expected: ['done', 'ok'],
    },
    {
      name: 'takes basic authentication',
      nodes: secured('basicAuth', basicAuth),
      secrets: basic,
      expected: ['done', 'ok'],
    },
    {
      name: 'refuses no authentication',
      nodes: secured('basicAuth', basicAuth),
      expected: ['n8n_auth_refused'],
    },
    {
      name: 'takes a header',
      nodes: secured('headerAuth', headerAuth),
      config: { auth: { kind: 'header', name: 'X-Token', value: null } },
      secrets: { 'x-token': PASSWORD },
      expected: ['done', 'ok'],
    },
    {
      name: 'streams',
      nodes: [
        webhook({ responseMode: 'streaming' }),
        respond({ respondWith: 'text', responseBody: 'At ten' }),
      ],
      expected: ['done', 'At ten'],
    },
    {
      name: 'streams items',
      nodes: [
        webhook({ responseMode: 'streaming' }),
        code('return [{json:{a:1}},{json:{a:2}}]'),
        respond({ respondWith: 'allIncomingItems' }),
      ],
      expected: ['done', '{"a":1}\\n\\n{"a":2}'.replaceAll('\\n', '\n')],
    },
    {
      name: 'streams an error',
      nodes: [webhook({ responseMode: 'streaming' }), fails, respond({ respondWith: 'allIncomingItems' })],
      expected: ['n8n_workflow_failed'],
    },
    {
      name: 'chats',
      nodes: [chat({}), set('={{ JSON.stringify({ output: $json.chatInput + " in " + $json.sessionId }) }}')],
      input: { chatInput: 'Hello' },
      expected: ['done', 'Hello in key-1'],
    },
    {
      name: 'chats by a node',
      nodes: [
        chat({ responseMode: 'responseNode' }),
        respond({ respondWith: 'text', responseBody: '={{ $json.chatInput }}!' }),
      ],
      input: { chatInput: 'Hello' },
      expected: ['done', 'Hello!'],
    },
    {
      name: 'chats in a stream',
      nodes: [
        chat({ responseMode: 'streaming' }),
        respond({ respondWith: 'text', responseBody: '={{ $json.chatInput }}' }),
      ],
      input: { chatInput: 'Hello' },
      expected: ['done', 'Hello'],
    },
    {
      name: 'chats by messages of its own',
      nodes: [
        chat({ responseMode: 'responseNodes' }),
        node('Message', '@n8n/n8n-nodes-langchain.chat', 1, {
          message: 'Hi',
          waitUserReply: false,
          options: {},
        }),
      ],
      input: { chatInput: 'Hello' },
      expected: ['started'],
    },
  ];
};

const LEFT_OUT = {
  draft: { nodes: [webhook({})], isPublished: false },
  'another tag': { nodes: [webhook({})], isTagged: false },
  'a closed chat': { nodes: [chat({}, { public: false }), set('{}')] },
};

async function tryApi(n8n: RealN8n, ask: GuardedFetch): Promise<void> {
  const [good, narrow] = [await n8n.addKey(['workflow:list']), await n8n.addKey(['tag:list'])];
  const checks = [
    ['a good key', { apiKey: good }, null],
    ['an unknown key', { apiKey: 'n8n_api_0123456789' }, 'n8n_key_refused'],
    ['a key without the scope', { apiKey: narrow }, 'n8n_scope_missing'],
    ['another path', { apiKey: good, baseUrl: `${n8n.url}/other` }, 'n8n_api_off'],
    ['a port where nothing listens', { apiKey: good, baseUrl: 'http://127.0.0.1:9' }, 'address_not_allowed'],
  ] as const;
  for (const [what, api, expected] of checks) {
    const code = await checkApi(ask, { baseUrl: n8n.url, ...api });
    report(`the API with ${what}`, code ?? 'works', code === expected);
  }
}

async function tryWorkflows(n8n: RealN8n, ask: GuardedFetch): Promise<void> {
  const cases = await casesOf(n8n);
  for (const one of cases) await n8n.add(one);
  for (const [name, one] of Object.entries(LEFT_OUT)) await n8n.add({ name, ...one });
  const listed = await fetchWorkflows(ask, { baseUrl: n8n.url, apiKey: await n8n.addKey(['workflow:list']) });
  if (listed.kind === 'failed') throw new Error(listed.code);
  const names = listed.value.map(({ name }) => name);
  const wanted = cases.map(({ name }) => name).sort((one, other) => one.localeCompare(other));
  report('the list of workflows', names.length, JSON.stringify(names) === JSON.stringify(wanted));
  for (const one of cases) {
    const workflow = listed.value.find(({ name }) => name === one.name);
    const trigger = workflow?.triggers[0];
    if (!workflow || !trigger) continue;
    const config: N8nToolConfig = {
      ...{ kind: 'n8n', workflowId: workflow.id, triggerId: trigger.id, method: 'POST', parameters: [] },
      ...{ auth: one.secrets ? { kind: 'basic', user: 'hana', password: null } : { kind: 'none' } },
      ...{ timeoutSeconds: 25, answerPath: '', readOnly: false },
      target: { ...trigger, workflow: workflow.name, origin: new URL(n8n.url).origin },
      ...one.config,
    };
    report(`a workflow that ${one.name}`, ...(await tryCase({ url: n8n.url, ask }, one, config)));
  }
}

const REGISTER_MS = 20_000;

/** n8n answers that a workflow is published before its addresses are registered. */
async function tryCase(
  { url, ask }: { readonly url: string; readonly ask: GuardedFetch },
  { secrets = {}, input = {}, expected: [state, part = ''] }: Case,
  config: N8nToolConfig,
): Promise<[found: unknown, isExpected: boolean]> {
  const endsAt = performance.now() + REGISTER_MS;
  while (true) {
    const use = { config, secrets, input, conversationId: null, key: 'key-1' };
    const { run } = await callWorkflow(ask, url, {
      ...use,
      signal: AbortSignal.timeout(30_000),
    });
    const found = run.kind === 'failed' ? run.reason : run.isStarted ? 'started' : 'done';
    if (found === 'n8n_not_registered' && performance.now() < endsAt) {
      await pause(500);
      continue;
    }
    const output = run.kind === 'failed' ? run.detail : run.output;
    const text = typeof output === 'string' ? output : JSON.stringify(output);
    return [[found, output], found === state && text.includes(part)];
  }
}

async function tryWebHook(n8n: RealN8n): Promise<void> {
  const secret = `whsec_${Buffer.from(randomUUID()).toString('base64')}`;
  const hook = {
    ...{ id: randomUUID() as WebHookId, url: n8n.url, description: 'Till', enabled: true },
    ...{ events: ['message.received' as const], lastState: null, lastAt: null, createdAt: new Date() },
  };
  const text = JSON.stringify(n8nWorkflow(hook)).replace('whsec_PUT_THE_SECRET_HERE', secret);
  const workflow = await n8n.add(JSON.parse(text));
  const body = JSON.stringify({ type: 'message.received', data: { text: '駐車場は？' } });
  const send = (given: string) => {
    const headers = signedHeaders(secret, { id: randomUUID(), sentAt: new Date(), body });
    return fetch(`${n8n.url}/webhook/hanasu-${hook.id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: given,
    });
  };
  const endsAt = performance.now() + REGISTER_MS;
  let answer = await send(body);
  while (answer.status === 404 && performance.now() < endsAt) {
    await pause(500);
    answer = await send(body);
  }
  await send(body.replace('駐車場', '駐輪場'));
  await pause(5_000);
  const runs = await n8n.executionsOf(workflow);
  report('the workflow of a web hook', runs, answer.status === 200 && runs.length === 2);
  report(
    'a signed event',
    runs[1],
    runs[1]?.status === 'success' && runs[1].nodes.includes('message.received'),
  );
  report('a changed event', runs[0], runs[0]?.status === 'error' && !runs[0].nodes.includes('Sort by event'));
}

/** Folder in which n8n is installed. */
const [folder = ''] = process.argv.slice(2);
const n8n = await startN8n(folder);
const ask = createGuardedFetch({ privateHosts: new Set([new URL(n8n.url).host]) });
try {
  await tryApi(n8n, ask);
  await tryWorkflows(n8n, ask);
  await tryWebHook(n8n);
} finally {
  await n8n.stop();
}
console.log(failures === 0 ? 'Everything is as the server expects it.' : `${failures} differ.`);
process.exitCode = failures === 0 ? 0 : 1;
