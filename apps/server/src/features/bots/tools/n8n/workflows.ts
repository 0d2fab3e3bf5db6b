import type { ErrorCode } from '@hanasu/contract/errors';
import type { AccountId } from '@hanasu/contract/ids';
import { N8N_TAG, type N8nTrigger, type N8nWorkflow } from '@hanasu/contract/n8n';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { AppError } from '../../../../platform/app-error.ts';
import type { SecretBox } from '../../../../platform/crypto/secret-box.ts';
import type { Database } from '../../../../platform/database/database.ts';
import {
  FetchFailure,
  type FetchFailureReason,
  type GuardedFetch,
} from '../../../../platform/net/guarded-fetch.ts';
import { parseJson } from '../call-http.ts';
import { type ConnectionRow, findConnection, keyContext } from './n8n.store.ts';

/** Of one page. All accounts share the thread that parses it. */
export const API_LIMITS = { maxBytes: 2 * 1024 * 1024, timeoutMs: 15_000 };
/** Workflows of a page; fewer when so many are larger than allowed. */
const PAGE_SIZES = [50, 10, 1];
/** More workflows with the tag are not listed. */
const WORKFLOWS_MAX = 1_000;
const PAGES_MAX = 100;
const LIST_MS = 30_000;
/** A workflow with more of them is left out. */
const NODES_MAX = 1_000;
const TAGS_MAX = 50;
/** More triggers of a workflow are not listed. */
const TRIGGERS_MAX = 50;

type N8nProblem = Extract<ErrorCode, `n8n_${string}` | 'address_not_allowed'>;

/** The public API of an n8n. */
export interface N8nApi {
  readonly baseUrl: string;
  readonly apiKey: string;
}

const TEXTS = {
  address_not_allowed: 'This address cannot be reached from here',
  n8n_not_connected: 'Connect n8n first',
  n8n_unreachable: 'n8n did not answer',
  n8n_not_found: 'Something else than n8n answers at this address',
  n8n_api_off: 'There is no public API of n8n at this address',
  n8n_key_refused: 'n8n does not accept the API key',
  n8n_scope_missing: 'The API key lacks the scope workflow:list',
  n8n_too_large: 'A workflow of n8n is too large to be read',
} as const satisfies Record<N8nProblem, string>;

const ON_KEY: ReadonlySet<N8nProblem> = new Set(['n8n_key_refused', 'n8n_scope_missing']);

/** An error without the answer of the other side, which may quote the key. */
const n8nError = (code: N8nProblem): AppError => new AppError(code, TEXTS[code]);

/** The same error at the field of the connection that caused it. */
export const n8nFieldError = (code: N8nProblem): AppError =>
  AppError.field(code, ON_KEY.has(code) ? 'body.apiKey' : 'body.baseUrl', TEXTS[code]);

/** A list whose items are not parsed. Its length comes first: zod takes seconds to build the errors of a million items. */
const listOf = (max: number) =>
  z.custom<readonly unknown[]>((given) => Array.isArray(given) && given.length <= max);

const pageOf = (limit: number) => z.object({ data: listOf(limit), nextCursor: z.string().nullish() });
type Page = z.infer<ReturnType<typeof pageOf>>;

type Outcome<T> =
  | { readonly kind: 'ok'; readonly value: T }
  | { readonly kind: 'failed'; readonly code: N8nProblem };

const failed = (code: N8nProblem) => ({ kind: 'failed', code }) as const;

/** Makes one real call with the key; null: it works. */
export async function checkApi(ask: GuardedFetch, api: N8nApi): Promise<N8nProblem | null> {
  const outcome = await fetchPage(ask, api, { limit: 1, cursor: null, signal: AbortSignal.timeout(LIST_MS) });
  return outcome.kind === 'ok' ? null : outcome.code;
}

/** All workflows that a bot can call, by name. */
export async function fetchWorkflows(
  ask: GuardedFetch,
  api: N8nApi,
): Promise<Outcome<readonly FoundWorkflow[]>> {
  const signal = AbortSignal.timeout(LIST_MS);
  // A cursor keeps the size of the first page, so that smaller pages begin anew.
  for (const limit of PAGE_SIZES) {
    const outcome = await fetchPages(ask, api, { limit, signal });
    if (outcome.kind === 'ok' || outcome.code !== 'n8n_too_large') return outcome;
  }
  return failed('n8n_too_large');
}

async function fetchPages(
  ask: GuardedFetch,
  api: N8nApi,
  { limit, signal }: Omit<PageOrder, 'cursor'>,
): Promise<Outcome<readonly FoundWorkflow[]>> {
  // Pages are offsets in a list that may change meanwhile, so that a workflow can come twice.
  const found = new Map<string, FoundWorkflow>();
  let cursor: string | null = null;
  for (let page = 0; page < Math.min(PAGES_MAX, WORKFLOWS_MAX / limit); page += 1) {
    const outcome: Outcome<Page> = await fetchPage(ask, api, { limit, cursor, signal });
    if (outcome.kind === 'failed') return outcome;
    for (const workflow of outcome.value.data.flatMap(readWorkflow)) found.set(workflow.id, workflow);
    cursor = outcome.value.nextCursor ?? null;
    if (cursor === null) break;
  }
  const value = [...found.values()].sort((one, other) => one.name.localeCompare(other.name));
  return { kind: 'ok', value };
}

interface PageOrder {
  readonly limit: number;
  readonly cursor: string | null;
  readonly signal: AbortSignal;
}

const CODES_OF_FAILURES: Partial<Record<FetchFailureReason, N8nProblem>> = {
  address_refused: 'address_not_allowed',
  too_large: 'n8n_too_large',
};

async function fetchPage(
  ask: GuardedFetch,
  { baseUrl, apiKey }: N8nApi,
  { limit, cursor, signal }: PageOrder,
): Promise<Outcome<Page>> {
  const url = new URL(`${baseUrl}/api/v1/workflows`);
  const place: Record<string, string> = cursor === null ? { limit: String(limit) } : { cursor };
  // Pinned data is test data of a workflow's author.
  url.search = new URLSearchParams({ tags: N8N_TAG, ...place, excludePinnedData: 'true' }).toString();
  try {
    const response = await ask(url, {
      headers: { accept: 'application/json', 'user-agent': 'Hanasu', 'x-n8n-api-key': apiKey },
      redirect: 'manual',
      signal,
    });
    return readPage(response.status, await response.text(), limit);
  } catch (error) {
    const reason = error instanceof FetchFailure ? error.reason : null;
    if (reason === null && !signal.aborted) throw error;
    return failed((reason && CODES_OF_FAILURES[reason]) ?? 'n8n_unreachable');
  }
}

function readPage(status: number, text: string, limit: number): Outcome<Page> {
  const json = parseJson(text);
  if (status === 401) return failed('n8n_key_refused');
  if (status === 403) return failed(json === undefined ? 'n8n_not_found' : 'n8n_scope_missing');
  if (status === 404) return failed('n8n_api_off');
  if (status >= 500 || status === 429) return failed('n8n_unreachable');
  const page = pageOf(limit).safeParse(json);
  return status === 200 && page.success ? { kind: 'ok', value: page.data } : failed('n8n_not_found');
}

type FoundWorkflow = Omit<N8nWorkflow, 'triggers'> & { readonly triggers: readonly N8nTrigger[] };

const Workflow = z.object({
  id: z.union([z.string().min(1).max(100), z.number()]).transform(String),
  name: z.string(),
  active: z.boolean().nullish(),
  isArchived: z.boolean().nullish(),
  tags: listOf(TAGS_MAX)
    .pipe(z.array(z.object({ name: z.string().max(200) })))
    .nullish(),
  updatedAt: z.iso.datetime({ offset: true }),
  nodes: listOf(NODES_MAX),
  activeVersion: z.object({ nodes: listOf(NODES_MAX) }).nullish(),
});

/** The workflow; empty when it cannot be called, or does not fit the API's description. */
function readWorkflow(given: unknown): FoundWorkflow[] {
  const parsed = Workflow.safeParse(given);
  if (!parsed.success) return [];
  const { id, name, isArchived, updatedAt } = parsed.data;
  const tags = (parsed.data.tags ?? []).map((tag) => tag.name);
  if (isArchived || !tags.includes(N8N_TAG)) return [];
  const triggers = findTriggers(id, publishedNodes(parsed.data));
  return triggers.length === 0 ? [] : [{ id, name: name.slice(0, 200), tags, updatedAt, triggers }];
}

/** Nodes that run. `nodes` is the draft, except at n8n 1, which has no versions: there it runs while `active`. */
function publishedNodes({ active, nodes, activeVersion }: z.infer<typeof Workflow>): readonly unknown[] {
  if (activeVersion === undefined) return active ? nodes : [];
  return activeVersion?.nodes ?? [];
}

const FRESH_MS = 60_000;
/** Time in which n8n is not asked again after a failure. */
const FAILED_MS = 5_000;
const ACCOUNTS_MAX = 500;

export interface ListedWorkflows {
  readonly items: readonly N8nWorkflow[];
  readonly fetchedAt: Date;
  readonly webhookBaseUrl: string;
}

/** The workflows of connected accounts. */
export interface WorkflowDirectory {
  /**
   * Of this connection as it is now, at most `maxAgeMs` old: a minute unless less is given, at 0 n8n is asked in any case.
   * Throws when n8n is not connected or does not answer, and then again for 5 seconds unless `maxAgeMs` is 0.
   */
  list(accountId: AccountId, options?: { readonly maxAgeMs?: number | undefined }): Promise<ListedWorkflows>;
}

interface DirectoryDependencies {
  readonly database: Database;
  readonly box: SecretBox;
  /** Fetches with `API_LIMITS`. */
  readonly askApi: GuardedFetch;
}

interface Remembered {
  readonly version: string;
  readonly fetched: Promise<ListedWorkflows>;
  /** Milliseconds of the database's clock: when n8n was asked, after a failure when it failed. */
  readonly at: number;
  readonly keptMs: number;
}

export function createWorkflowDirectory(dependencies: DirectoryDependencies): WorkflowDirectory {
  const { database } = dependencies;
  const known = new LRUCache<AccountId, Remembered>({ max: ACCOUNTS_MAX, ttl: FRESH_MS });
  return {
    async list(accountId, { maxAgeMs = FRESH_MS } = {}) {
      const connection = await database.account(accountId, findConnection);
      if (!connection) throw n8nError('n8n_not_connected');
      const { version } = connection;
      const cached = known.get(accountId);
      const isCurrent = cached?.version === version;
      if (isCurrent && database.now() - cached.at < Math.min(maxAgeMs, cached.keptMs)) return cached.fetched;
      const entry = {
        version,
        at: database.now(),
        keptMs: FRESH_MS,
        fetched: fetchListed(dependencies, accountId, connection),
      };
      known.set(accountId, entry);
      try {
        return await entry.fetched;
      } catch (error) {
        if (known.peek(accountId) === entry)
          known.set(accountId, { ...entry, at: database.now(), keptMs: FAILED_MS });
        throw error;
      }
    },
  };
}

async function fetchListed(
  { database, box, askApi }: DirectoryDependencies,
  accountId: AccountId,
  { baseUrl, webhookBaseUrl: given, sealedKey }: ConnectionRow,
): Promise<ListedWorkflows> {
  const apiKey = box.tryOpen(sealedKey, keyContext(accountId));
  if (apiKey === null) throw n8nError('n8n_key_refused');
  const fetchedAt = new Date(database.now());
  const outcome = await fetchWorkflows(askApi, { baseUrl, apiKey });
  if (outcome.kind === 'failed') throw n8nError(outcome.code);
  const webhookBaseUrl = given ?? baseUrl;
  const items = outcome.value.map((workflow) => ({
    ...workflow,
    triggers: workflow.triggers.map((trigger) => ({
      ...trigger,
      url: trigger.path === null ? null : `${webhookBaseUrl}/${trigger.path}`,
    })),
  }));
  return { items, fetchedAt, webhookBaseUrl };
}

/** n8n's prefix of production addresses. Another one (`N8N_ENDPOINT_WEBHOOK`) is not supported: the API does not name it. */
const PREFIX = 'webhook';
const METHODS: readonly N8nTrigger['methods'][number][] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const WEBHOOK = 'n8n-nodes-base.webhook';
const CHAT = '@n8n/n8n-nodes-langchain.chatTrigger';
const TRIGGER_TYPES: ReadonlySet<unknown> = new Set([WEBHOOK, CHAT]);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const Node = z.object({
  id: z.string().min(1).max(100),
  name: z.string().min(1),
  type: z.string(),
  webhookId: z.string().min(1).nullish(),
  disabled: z.boolean().nullish(),
  parameters: z.custom<Readonly<Record<string, unknown>>>(isObject).catch({}),
});
type Node = z.infer<typeof Node>;

/** Finds the nodes by which a published workflow can be called, with their addresses by n8n's rules. */
export function findTriggers(workflowId: string, nodes: readonly unknown[]): N8nTrigger[] {
  const triggers = nodes.filter((node) => isObject(node) && TRIGGER_TYPES.has(node.type));
  return triggers.slice(0, TRIGGERS_MAX).flatMap((given) => {
    const parsed = Node.safeParse(given);
    if (!parsed.success || parsed.data.disabled) return [];
    return triggerOf(workflowId, parsed.data) ?? [];
  });
}

function triggerOf(workflowId: string, node: Node): N8nTrigger | null {
  if (node.type === WEBHOOK) return webhookOf(workflowId, node);
  // A chat that is not public answers only in n8n's own editor.
  const isChat = node.type === CHAT && node.parameters.public === true;
  return isChat ? chatOf(workflowId, node) : null;
}

function webhookOf(workflowId: string, node: Node): N8nTrigger | null {
  const { httpMethod, multipleMethods, path, responseMode = 'onReceived', authentication } = node.parameters;
  const named = multipleMethods === true ? (httpMethod ?? ['GET', 'POST']) : [httpMethod ?? 'GET'];
  const methods = METHODS.filter((method) => Array.isArray(named) && named.includes(method));
  if (methods.length === 0) return null;
  return {
    ...{ id: node.id, name: node.name.slice(0, 200), kind: 'webhook', methods },
    path: isExpression(path)
      ? null
      : addressOf(webhookPath(workflowId, node, typeof path === 'string' ? path : '')),
    authentication: authenticationOf(authentication),
    responseMode: responseModeOf(responseMode),
  };
}

function chatOf(workflowId: string, node: Node): N8nTrigger {
  const { options, authentication, availableInChat } = node.parameters;
  const given = isObject(options) ? options.responseMode : undefined;
  return {
    ...{ id: node.id, name: node.name.slice(0, 200), kind: 'chat', methods: ['POST'] },
    path: addressOf(joinPath(workflowId, node, 'chat')),
    authentication: authenticationOf(authentication),
    responseMode: responseModeOf(given ?? (availableInChat === true ? 'streaming' : 'lastNode')),
  };
}

/** The path that n8n registers: as it is, and below the id of the webhook when it has `:parameters`. */
function webhookPath(workflowId: string, node: Node, given: string): string {
  const path = given.trim().replace(/^\/|\/$/g, '');
  const hasParameters = path.startsWith(':') || path.includes('/:');
  if (!node.webhookId || hasParameters) return joinPath(workflowId, node, path);
  return path || node.webhookId;
}

const joinPath = (workflowId: string, { webhookId, name }: Node, path: string): string =>
  webhookId
    ? `${webhookId}/${path}`
    : `${workflowId}/${encodeURIComponent(name.toLowerCase().toWellFormed())}/${path}`;

const PATH_MAX = 1_000;
const PARAMETER = /^:([A-Za-z_][A-Za-z0-9_-]{0,39})$/;

/** Parameters as tools write them; null when one has a name that they cannot have. */
function addressOf(path: string): string | null {
  if (path.length > PATH_MAX) return null;
  const segments = path.split('/').map((segment) => {
    const name = PARAMETER.exec(segment)?.[1];
    if (name !== undefined) return `{${name}}`;
    return segment.startsWith(':') ? null : encodeURIComponent(segment.toWellFormed());
  });
  const address = [PREFIX, ...segments].join('/');
  return segments.includes(null) || address.length > PATH_MAX ? null : address;
}

const isExpression = (value: unknown): boolean => typeof value === 'string' && value.startsWith('=');

const AUTHENTICATIONS = new Map<unknown, N8nTrigger['authentication']>([
  [undefined, 'none'],
  ['none', 'none'],
  ['basicAuth', 'basic'],
  ['headerAuth', 'header'],
  ['jwtAuth', 'jwt'],
  ['n8nUserAuth', 'user'],
]);

const authenticationOf = (value: unknown): N8nTrigger['authentication'] =>
  AUTHENTICATIONS.get(value) ?? 'other';

const RESPONSE_MODES = ['onReceived', 'lastNode', 'responseNode', 'responseNodes', 'streaming'] as const;

const responseModeOf = (value: unknown): N8nTrigger['responseMode'] =>
  RESPONSE_MODES.find((mode) => mode === value) ?? 'unknown';
