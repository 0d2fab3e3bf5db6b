import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A node of a workflow, as n8n keeps it. */
export interface FakeNode {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly typeVersion: number;
  readonly webhookId?: string;
  readonly disabled?: boolean;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Result of a run of the workflow. */
export type FakeRun =
  | { readonly kind: 'items'; readonly items: readonly unknown[] }
  | { readonly kind: 'fails' | 'hangs' | 'isNotRun' }
  /** The answer of a Respond to Webhook node. */
  | {
      readonly kind: 'responds';
      readonly body: string;
      readonly status?: number;
      readonly contentType?: string;
      readonly location?: string;
    }
  /** Texts of chunks, by the index of their item. */
  | { readonly kind: 'streams'; readonly chunks: readonly (readonly [item: number, text: string])[] }
  /** A stream that fails after its first chunk, or breaks off. */
  | { readonly kind: 'streamFails' | 'streamBreaks' }
  /** An answer of n8n itself: a status with a JSON body. */
  | { readonly kind: 'refuses'; readonly status: number; readonly json: unknown };

export interface FakeWorkflow {
  readonly name: string;
  readonly tags?: readonly string[];
  /** The published version; null: there is none. */
  readonly nodes: readonly FakeNode[] | null;
  /** The draft, when it differs. */
  readonly draft?: readonly FakeNode[];
  readonly isArchived?: boolean;
  /** Of n8n 1, which has no versions: whether it is active. */
  readonly isActive?: boolean;
  readonly run?: (received: FakeCall) => FakeRun | Promise<FakeRun>;
  /** The credential that its triggers name. */
  readonly credential?:
    | { readonly user: string; readonly password: string }
    | { readonly header: readonly [string, string] };
}

/** A request that a workflow has received. */
interface FakeCall {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

interface StoredWorkflow extends FakeWorkflow {
  readonly id: string;
  readonly updatedAt: string;
}

export interface FakeN8n {
  readonly url: string;
  /** Queries of the public API so far. */
  readonly listed: string[];
  /** Requests that workflows have received. */
  readonly calls: FakeCall[];
  addKey(scopes?: readonly string[]): string;
  /** Returns the id. */
  add(workflow: FakeWorkflow): string;
  /** Publishes other nodes, or none. */
  publish(id: string, nodes: readonly FakeNode[] | null): void;
  /** `off`: as n8n 2 does it, which then accepts no key. `old`: as n8n 1 does it. `html`: a page of the editor. */
  setApi(state: 'on' | 'off' | 'old' | 'html' | 'broken'): void;
  /** Holds the next answer of the public API back until the returned function is called. */
  holdNext(): () => void;
  close(): Promise<void>;
}

/**
 * An n8n after what n8n 2.41.1 does (`npm run try-n8n`): the public API with scopes, tags and cursors, and the production
 * addresses of published workflows. Strict: what n8n refuses is refused. Listens on any free port unless one is given.
 */
export async function startFakeN8n(at = 0): Promise<FakeN8n> {
  const keys = new Map<string, readonly string[]>();
  const workflows: StoredWorkflow[] = [];
  const [listed, calls]: [string[], FakeCall[]] = [[], []];
  let api = 'on';
  let held: Promise<void> | undefined;
  const server = createServer(async (request, response) => {
    const { method = '', headers } = request;
    const url = new URL(request.url ?? '/', 'http://n8n');
    const body = await text(request);
    if (url.pathname === '/api/v1/workflows') listed.push(url.search);
    if (url.pathname.startsWith('/api/v1/')) {
      const waits = held;
      held = undefined;
      await waits;
      const scopes = keys.get(String(headers['x-n8n-api-key']));
      send(response, replyOfApi({ api, url, scopes, workflows }));
    } else if (url.pathname.startsWith('/webhook/')) {
      send(response, await replyOfWebhook({ method, url, headers, body, workflows, calls }));
    } else send(response, PAGE);
  });
  server.listen(at, '127.0.0.1').unref();
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    listed,
    calls,
    addKey(scopes = ['workflow:list']) {
      const key = `eyJhbGciOiJIUzI1NiJ9.${randomBytes(24).toString('base64url')}`;
      keys.set(key, scopes);
      return key;
    },
    add(workflow) {
      const id = randomBytes(12).toString('base64url').replaceAll(/[-_]/g, '0');
      workflows.push({ ...workflow, id, updatedAt: new Date().toISOString() });
      workflows.sort((one, other) => (one.id < other.id ? -1 : 1));
      return id;
    },
    publish(id, nodes) {
      const index = workflows.findIndex((one) => one.id === id);
      const found = workflows[index];
      if (!found) throw new Error(`there is no workflow ${id}`);
      workflows[index] = { ...found, nodes, updatedAt: new Date().toISOString() };
    },
    setApi(state) {
      api = state;
    },
    holdNext() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const node = (type: string, typeVersion: number, given: Partial<FakeNode>): FakeNode => ({
  ...{ id: randomUUID(), name: 'Trigger', type, typeVersion, webhookId: randomUUID(), parameters: {} },
  ...given,
});

export const webhookNode = (parameters: FakeNode['parameters'], given: Partial<FakeNode> = {}): FakeNode =>
  node('n8n-nodes-base.webhook', 2.1, { ...given, parameters });

export const chatNode = (parameters: FakeNode['parameters'], given: Partial<FakeNode> = {}): FakeNode =>
  node('@n8n/n8n-nodes-langchain.chatTrigger', 1.4, { ...given, parameters });

/** `hang`: no answer comes. */
type Reply =
  | 'hang'
  | { readonly status: number; readonly body: string; readonly headers?: Readonly<Record<string, string>> };

function send(response: ServerResponse, reply: Reply): void {
  if (reply !== 'hang') response.writeHead(reply.status, reply.headers ?? {}).end(reply.body);
}

const json = (status: number, value: unknown): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
});

const PAGE = {
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!DOCTYPE html>\n<html lang="en"><head><title>n8n.io</title></head><body></body></html>',
} as const;

const LIMIT_MAX = 250;

interface ApiRequest {
  readonly api: string;
  readonly url: URL;
  readonly scopes: readonly string[] | undefined;
  readonly workflows: readonly StoredWorkflow[];
}

function replyOfApi({ api, url, scopes, workflows }: ApiRequest): Reply {
  if (api === 'html') return PAGE;
  if (api === 'old') return { ...PAGE, status: 404 };
  if (api === 'broken') return json(500, { message: 'Internal server error' });
  if (api === 'off' || !scopes) return json(401, { message: 'Unauthorized' });
  if (url.pathname !== '/api/v1/workflows') return json(404, { message: 'not found' });
  if (!scopes.includes('workflow:list')) return json(403, { message: 'Forbidden' });
  const { searchParams } = url;
  const given = searchParams.get('limit') ?? '100';
  if (!/^\d+$/.test(given))
    return json(400, { message: 'request/query/limit Param `limit` must be a valid integer' });
  const place = placeOf(searchParams.get('cursor'), Math.min(Number(given), LIMIT_MAX));
  if (!place) return json(400, { message: 'An invalid cursor was provided' });
  const wanted = (searchParams.get('tags') ?? '').split(',').filter((tag) => tag !== '');
  const found = workflows.filter(({ tags = ['hanasu'] }) => wanted.every((tag) => tags.includes(tag)));
  const { limit, offset } = place;
  const next = offset + limit < found.length ? { limit, offset: offset + limit } : null;
  const hasPins = searchParams.get('excludePinnedData') !== 'true';
  return json(200, {
    data: found.slice(offset, offset + limit).map((workflow) => viewOf(workflow, hasPins)),
    nextCursor: next && Buffer.from(JSON.stringify(next)).toString('base64'),
  });
}

function placeOf(cursor: string | null, limit: number): { limit: number; offset: number } | null {
  if (cursor === null) return { limit, offset: 0 };
  try {
    return JSON.parse(Buffer.from(cursor, 'base64').toString());
  } catch {
    return null;
  }
}

function viewOf(workflow: StoredWorkflow, hasPins: boolean) {
  const { id, name, tags = ['hanasu'], nodes, draft, isArchived = false, isActive, updatedAt } = workflow;
  const version = nodes && {
    versionId: randomUUID(),
    workflowId: id,
    nodes,
    connections: {},
    authors: 'Owner',
  };
  return {
    ...{ id, name, isArchived, updatedAt, createdAt: updatedAt, versionId: randomUUID(), triggerCount: 1 },
    ...{
      nodes: draft ?? nodes ?? [],
      connections: {},
      settings: {},
      staticData: null,
      meta: null,
      shared: [],
    },
    tags: tags.map((tag) => ({ id: tag, name: tag, createdAt: updatedAt, updatedAt })),
    ...(isActive === undefined
      ? { active: nodes !== null, activeVersionId: version?.versionId ?? null, activeVersion: version }
      : { active: isActive }),
    ...(hasPins && { pinData: { Trigger: [{ json: { secret: 'pinned' } }] } }),
  };
}

interface WebhookRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly workflows: readonly StoredWorkflow[];
  readonly calls: FakeCall[];
}

async function replyOfWebhook(request: WebhookRequest): Promise<Reply> {
  const { method, url, headers, workflows, calls } = request;
  const path = decodeURIComponent(url.pathname.slice('/webhook/'.length)).replace(/\/$/, '');
  const matches = workflows.flatMap((workflow) =>
    liveNodes(workflow).flatMap((trigger) => {
      const params = matchPath(registeredPath(workflow.id, trigger), path);
      return params ? [{ workflow, trigger, params }] : [];
    }),
  );
  const found = matches.find(({ trigger }) => methodsOf(trigger).includes(method));
  if (!found) return notRegistered(method, path, matches.length > 0);
  const { workflow, trigger, params } = found;
  const isChat = isChatTrigger(trigger);
  if (isChat && trigger.parameters.public !== true) return { status: 404, body: '' };
  const refusal = refusalOf(workflow, trigger, headers);
  if (refusal) return refusal;
  if (isChat && method === 'GET') return PAGE;
  const body = parseBody(request);
  if (!body) return json(422, { code: 422, message: 'Failed to parse request body' });
  const query = Object.fromEntries(url.searchParams);
  const call = { method, url: url.pathname, headers, params, query, body };
  calls.push(call);
  const answer = isChat ? { output: `You said: ${String(body.chatInput)}` } : { received: body };
  return replyOfRun(trigger, (await workflow.run?.(call)) ?? { kind: 'items', items: [answer] });
}

function notRegistered(method: string, path: string, isOtherMethod: boolean): Reply {
  const message = isOtherMethod
    ? `This webhook is not registered for ${method} requests. Did you mean to make a POST request?`
    : `The requested webhook "${method} ${path}" is not registered.`;
  const hint = 'The workflow must be active for a production URL to run successfully.';
  return json(404, { code: 404, message, hint, stacktrace: stackOf(message) });
}

const stackOf = (message: string): string =>
  `ResponseError: ${message}\n    at LiveWebhooks.findWebhook (/usr/lib/n8n/src/live-webhooks.ts:283:10)`;

function parseBody({ body, headers }: WebhookRequest): Record<string, unknown> | null {
  if (body === '') return {};
  if (headers['content-type'] !== 'application/json') return null;
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

const isChatTrigger = ({ type }: FakeNode): boolean => type.endsWith('.chatTrigger');

const liveNodes = ({ nodes, isActive, isArchived }: StoredWorkflow): readonly FakeNode[] =>
  isArchived || isActive === false ? [] : (nodes ?? []).filter(({ disabled }) => !disabled);

function methodsOf(trigger: FakeNode): readonly string[] {
  if (isChatTrigger(trigger)) return ['GET', 'POST'];
  const { httpMethod, multipleMethods } = trigger.parameters;
  if (multipleMethods) return (httpMethod as string[] | undefined) ?? ['GET', 'POST'];
  return [String(httpMethod ?? 'GET')];
}

/** The path that n8n's `getNodeWebhookPath` gives. */
function registeredPath(workflowId: string, trigger: FakeNode): string {
  const { name, webhookId, parameters } = trigger;
  const isFullPath = !isChatTrigger(trigger);
  let path = isFullPath ? String(parameters.path ?? '') : 'chat';
  if (path.startsWith('/')) path = path.slice(1);
  if (path.endsWith('/')) path = path.slice(0, -1);
  if (webhookId === undefined) return `${workflowId}/${encodeURIComponent(name.toLowerCase())}/${path}`;
  const isDynamic = path.startsWith(':') || path.includes('/:');
  return isFullPath && !isDynamic ? path || webhookId : `${webhookId}/${path}`;
}

function matchPath(pattern: string, path: string): Record<string, string> | null {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    if (segment.startsWith(':')) params[segment.slice(1)] = given[index] ?? '';
    else if (segment !== given[index]) return null;
  }
  return params;
}

function refusalOf(
  { credential }: StoredWorkflow,
  { parameters: { authentication = 'none' } }: FakeNode,
  headers: IncomingHttpHeaders,
): Reply | null {
  const refused = (status: number, body: string): Reply => ({
    status,
    headers: { 'www-authenticate': 'Basic realm="Webhook"' },
    body,
  });
  if (authentication === 'none') return null;
  if (authentication === 'basicAuth' && credential && 'user' in credential) {
    if (!headers.authorization) return refused(401, 'Authorization is required!');
    const { user, password } = credential;
    const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
    return headers.authorization === expected ? null : refused(401, 'Authentication data is wrong!');
  }
  if (authentication === 'headerAuth' && credential && 'header' in credential) {
    const [name, value] = credential.header;
    return headers[name.toLowerCase()] === value ? null : refused(403, 'Authorization data is wrong!');
  }
  return refused(500, 'No authentication data defined on node!');
}

function replyOfRun(trigger: FakeNode, run: FakeRun): Reply {
  const { parameters } = trigger;
  const mode = responseModeOf(trigger);
  if (run.kind === 'refuses') return json(run.status, run.json);
  if (run.kind === 'isNotRun') return json(200, { message: 'Webhook call received' });
  if (mode === 'onReceived') return json(200, { message: 'Workflow was started' });
  if (mode === 'responseNodes') return json(200, { executionStarted: true, executionId: '29' });
  if (run.kind === 'hangs') return 'hang';
  if (mode === 'streaming') return streamOf(run);
  if (run.kind === 'fails') return json(500, { message: 'Error in workflow' });
  if (run.kind === 'responds') {
    const { body, status = 200, contentType = 'text/html; charset=utf-8', location } = run;
    if (mode !== 'responseNode') return unfit('Unused Respond to Webhook node found in the workflow');
    return { status, headers: { 'content-type': contentType, ...(location && { location }) }, body };
  }
  if (mode === 'responseNode') return unfit('No Respond to Webhook node found in the workflow');
  if (run.kind !== 'items') throw new Error(`no answer to ${run.kind} with ${mode}`);
  if (parameters.responseData === 'noData') return { status: 200, body: '' };
  if (parameters.responseData === 'allEntries') return json(200, run.items);
  return run.items.length === 0 ? unfit('No item to return was found') : json(200, run.items[0]);
}

const unfit = (message: string): Reply => json(500, { code: 0, message, stacktrace: stackOf(message) });

function responseModeOf(trigger: FakeNode): string {
  const { responseMode, options } = trigger.parameters;
  if (!isChatTrigger(trigger)) return String(responseMode ?? 'onReceived');
  return String((options as { responseMode?: string } | undefined)?.responseMode ?? 'lastNode');
}

/** JSON lines. n8n answers 200 before the workflow has run, so that an error is a chunk as well. */
function streamOf(run: FakeRun): Reply {
  const chunk = (type: string, itemIndex: number, content?: unknown): string => {
    const metadata = { nodeId: 'a1', nodeName: 'Agent', runIndex: 0, itemIndex, timestamp: 1 };
    return `${JSON.stringify({ type, content, metadata })}\n`;
  };
  const chunks = run.kind === 'streams' ? run.chunks : ([[0, 'Half of']] as const);
  const items = [...new Set(chunks.map(([item]) => item))];
  const begun = [
    ...items.map((item) => chunk('begin', item)),
    ...chunks.map(([item, part]) => chunk('item', item, part)),
  ];
  const ends = { streamFails: [chunk('error', 0, 'The model is overloaded')], streamBreaks: [] };
  const lines =
    run.kind === 'fails'
      ? [chunk('error', 0, null)]
      : [
          ...begun,
          ...(run.kind in ends
            ? ends[run.kind as keyof typeof ends]
            : items.map((item) => chunk('end', item))),
        ];
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' },
    body: lines.join(''),
  };
}
