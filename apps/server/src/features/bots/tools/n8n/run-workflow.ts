import type { AccountId, ConversationId } from '@hanasu/contract/ids';
import type { HttpToolConfig, N8nToolConfig, ToolParameter } from '@hanasu/contract/tools';
import { FetchFailure, type GuardedFetch } from '../../../../platform/net/guarded-fetch.ts';
import { buildRequest, parseJson, shorten, whyFailed } from '../call-http.ts';
import type { CallDependencies } from '../dependencies.ts';
import { readInput, type ToolValues } from '../input-schema.ts';
import { readPath } from '../request-templates.ts';
import { failed, type ToolFailure, type ToolRun } from '../tool-result.ts';
import { storable } from '../tool-runs.ts';
import { createMasker, type Masker, type ToolSecrets } from '../tool-secrets.ts';
import { findConnection } from './n8n.store.ts';

/** One call of a workflow. */
export interface WorkflowUse {
  readonly accountId: AccountId;
  readonly config: N8nToolConfig;
  readonly secrets: ToolSecrets;
  readonly input: unknown;
  /** The conversation that the call is made in; null: a test, or a call of a program. */
  readonly conversationId: ConversationId | null;
  /** The same in all attempts of this call. */
  readonly key: string;
  readonly signal: AbortSignal;
}

/** Calls the workflow once, at the n8n of the account. Never throws for what n8n does. */
export async function runWorkflow(
  { database, guardedFetch }: CallDependencies,
  use: WorkflowUse,
): Promise<WorkflowRun> {
  const connection = await database.account(use.accountId, findConnection);
  const base = connection && (connection.webhookBaseUrl ?? connection.baseUrl);
  return base === null ? withoutId(failed('n8n_not_connected')) : callWorkflow(guardedFetch, base, use);
}

export const withoutId = (run: ToolRun): WorkflowRun => ({ run, executionId: null });

/** Calls the trigger below this base URL. Never throws for what n8n does. */
export async function callWorkflow(
  guardedFetch: GuardedFetch,
  webhookBaseUrl: string,
  use: Omit<WorkflowUse, 'accountId'>,
): Promise<WorkflowRun> {
  const { config, secrets, signal } = use;
  const { target } = config;
  if (!target || target.path === null)
    return withoutId(failed('n8n_not_registered', 'choose the workflow again'));
  const isMoved = new URL(webhookBaseUrl).origin !== target.origin;
  if (isMoved && Object.keys(secrets).length > 0) return withoutId(failed('n8n_secret_needed'));
  const read = readInput(parametersOf(config), use.input);
  if (read.kind === 'wrong') return withoutId(failed('bad_input', read.detail));
  const request = requestOf(use, `${webhookBaseUrl}/${target.path}`, read.values);
  if (request.kind === 'wrong') return withoutId(failed('bad_input', request.detail));
  const patience = AbortSignal.any([signal, AbortSignal.timeout(config.timeoutSeconds * 1000)]);
  try {
    const response = await sendUnlessSent(guardedFetch, request, patience);
    return readAnswer(config, {
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      text: await response.text(),
      masker: createMasker(Object.values(secrets)),
    });
  } catch (error) {
    return withoutId({ ...whyFailed(error, signal), ...(isUnsent(error) && { isUnsent: true }) });
  }
}

const CHAT_INPUT: ToolParameter = {
  name: 'chatInput',
  type: 'string',
  values: [],
  description: 'What to ask the workflow, with everything that it needs to know',
  required: true,
  in: 'body',
};

/** Values that the model fills in. */
export const parametersOf = ({ target, parameters }: N8nToolConfig): readonly ToolParameter[] =>
  target?.kind === 'chat' ? [CHAT_INPUT, ...parameters] : parameters;

/** Names of members that the server fills in. */
export const RESERVED_NAMES = {
  webhook: new Set(['messageId', 'sessionId']),
  chat: new Set(['chatInput', 'messageId']),
} as const;

const KEY_HEADER = 'Idempotency-Key';

/** The trigger at this address as an HTTP call, without its secrets. */
export const asHttpConfig = ({ method, parameters, auth }: N8nToolConfig, url: string): HttpToolConfig => ({
  ...{ kind: 'http', method, url, body: '', timeoutSeconds: 1, mapping: [] },
  parameters,
  headers: [KEY_HEADER, ...authHeader(auth)].map((name) => ({ name, secret: true, value: null })),
});

function authHeader(auth: N8nToolConfig['auth']): string[] {
  if (auth.kind === 'none') return [];
  return [auth.kind === 'basic' ? 'Authorization' : auth.name];
}

type Request = Exclude<ReturnType<typeof buildRequest>, { kind: 'wrong' }>;

function requestOf(use: Omit<WorkflowUse, 'accountId'>, url: string, values: ToolValues) {
  const { config, secrets, key, conversationId } = use;
  const built = buildRequest(
    asHttpConfig(config, url),
    { ...secrets, [KEY_HEADER.toLowerCase()]: key },
    values,
  );
  if (built.kind === 'wrong') return built;
  const sessionId = conversationId ?? key;
  if (config.target?.kind === 'chat') {
    const { chatInput, ...metadata } = values;
    const chat = { action: 'sendMessage', sessionId, chatInput, messageId: key };
    return withBody(built, { ...chat, metadata: { ...metadata, messageId: key } });
  }
  const own = { messageId: key, sessionId };
  if (config.method !== 'GET') return withBody(built, { ...JSON.parse(built.body ?? '{}'), ...own });
  for (const [name, value] of Object.entries(own)) built.url.searchParams.set(name, value);
  return built;
}

const withBody = (request: Request, body: object): Request => ({
  ...request,
  headers: { ...request.headers, 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Retries once when there was no connection, so that the request was not sent: webhooks are not idempotent. */
async function sendUnlessSent(
  guardedFetch: GuardedFetch,
  { url, method, headers, body }: Request,
  signal: AbortSignal,
): Promise<Response> {
  // A redirect would take a customer's words to another address.
  const send = () => guardedFetch(url, { method, headers, body, signal, redirect: 'manual' });
  try {
    return await send();
  } catch (error) {
    if (signal.aborted || !isUnsent(error)) throw error;
    return send();
  }
}

const UNSENT = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN']);

function isUnsent(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isUnsent);
  if (!(error instanceof Error)) return false;
  if ('code' in error && UNSENT.has(String(error.code))) return true;
  return (error instanceof FetchFailure ? error.reason === 'unreachable' : true) && isUnsent(error.cause);
}

/** Result of a call. */
export interface WorkflowRun {
  readonly run: ToolRun;
  /** The run's id at n8n; null: the answer does not name it. */
  readonly executionId: string | null;
}

interface WorkflowAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  readonly masker: Masker;
}

/** The model's result in place of an answer, so that it promises none. */
const STARTED =
  'The workflow has been started and runs on its own. It gives no answer here. Say only that the request was passed on.';
const NOTHING = 'The workflow has run. It returned no data.';
const NOT_RUN = 'The workflow did not run: its own condition was not met.';
const DETAIL_MAX = 500;

/** The first comes with the status 500 although the workflow has run to its end, the others with 200. */
const NO_DATA =
  /^(?:No item to return was found|Workflow executed successfully but (?:the last node did not return any data|no data was returned))$/;

/** Reads the answer of a webhook or a chat. n8n answers 200 as well when it has only started the workflow. */
export function readAnswer(config: N8nToolConfig, answer: WorkflowAnswer): WorkflowRun {
  const json = parseJson(answer.text);
  const message = messageOf(json) ?? '';
  const executionId = executionIdOf(json);
  const withId = (run: ToolRun): WorkflowRun => ({ run, executionId });
  const done = { kind: 'done', status: answer.status } as const;
  if (NO_DATA.test(message)) return withId({ ...done, output: NOTHING });
  if (answer.status >= 300) return withId(refusalOf(config, answer, json));
  if (message === 'Webhook call received') return withId({ ...done, output: NOT_RUN });
  if (isStartedOnly(config, json)) return withId({ ...done, output: STARTED, isStarted: true });
  return withId(outputOf(config, answer, json));
}

const isStartedOnly = ({ target }: N8nToolConfig, json: unknown): boolean =>
  target?.responseMode === 'onReceived' ||
  target?.responseMode === 'responseNodes' ||
  messageOf(json) === 'Workflow was started' ||
  memberOf(json, 'executionStarted') === true;

function refusalOf(config: N8nToolConfig, answer: WorkflowAnswer, json: unknown): ToolRun {
  // The message alone: n8n's stack trace names files of its host.
  const detail = answer.masker.text(messageOf(json) ?? answer.text);
  return failed(reasonOf(config, answer, json), detail.slice(0, DETAIL_MAX).toWellFormed(), answer.status);
}

const AUTH_REFUSED =
  /^(?:Authorization is required|Auth(?:orization|entication) data is wrong|IP is not allowed to access the webhook)!$/;
const NOT_REGISTERED = /^(?:The requested webhook\b.*|This webhook) is not registered\b/;

/**
 * A workflow may answer with any status after it has acted. Reasons of n8n's own, which say that it has not run, are
 * given only for texts of n8n's own.
 */
function reasonOf({ target }: N8nToolConfig, { status, text }: WorkflowAnswer, json: unknown): ToolFailure {
  const message = messageOf(json) ?? '';
  const own = text.trim();
  if ((status === 401 || status === 403) && AUTH_REFUSED.test(own)) return 'n8n_auth_refused';
  if (status === 404 && NOT_REGISTERED.test(message)) return 'n8n_not_registered';
  // A chat that is not public answers nothing, and only a Respond to Webhook node could do the same.
  const isChat = target?.kind === 'chat' && target.responseMode !== 'responseNode';
  if (status === 404 && own === '' && isChat) return 'n8n_not_registered';
  if (status === 428 && Array.isArray(memberOf(json, 'credentials'))) return 'n8n_credentials_missing';
  if (status === 500 && own === 'No authentication data defined on node!') return 'n8n_credentials_missing';
  if (status === 503 && memberOf(json, 'status') === 'credential_readiness_check_failed')
    return 'n8n_credentials_missing';
  if (status === 500 && (message === 'Error in workflow' || memberOf(json, 'code') === 0))
    return 'n8n_workflow_failed';
  return `http_error_${status}`;
}

function outputOf(config: N8nToolConfig, answer: WorkflowAnswer, json: unknown): ToolRun {
  const { status, contentType, masker } = answer;
  const text = answer.text.trim();
  const detail = masker.text(text).slice(0, DETAIL_MAX).toWellFormed();
  const done = (output: unknown): ToolRun => ({ kind: 'done', output: shorten(output), status });
  // n8n sends plain texts as `text/html`, so that the content decides.
  if (/^<(?:!doctype|html)[\s>]/i.test(text)) return failed('html_page', detail, status);
  if (!/^(?:$|text\/|application\/(?:[\w.-]+\+)?json)/i.test(contentType))
    return failed('bad_response', `a file: ${contentType.slice(0, 100)}`, status);
  const streamed = json === undefined || isChunk(json) ? readStream(text) : null;
  if (streamed?.kind === 'failed') return failed('n8n_workflow_failed', masker.text(streamed.detail), status);
  const content = streamed ? { text: streamed.text, json: parseJson(streamed.text) } : { text, json };
  if (content.text === '') return done(NOTHING);
  const found = foundIn(config, content);
  return found === undefined ? failed('bad_response', detail, status) : done(masker.value(found));
}

/** The part of the answer that the owner wants; undefined when it is not there. */
function foundIn(
  config: N8nToolConfig,
  { text, json }: { readonly text: string; readonly json: unknown },
): unknown {
  if (config.answerPath !== '') return json === undefined ? undefined : readPath(json, config.answerPath);
  return json === undefined ? text : wholeOf(config, json);
}

/** The whole answer; of a chat the text that n8n's own chat would show. */
function wholeOf({ target }: N8nToolConfig, json: unknown): unknown {
  if (target?.kind !== 'chat') return json;
  const item = Array.isArray(json) ? json[0] : json;
  const shown = memberOf(item, 'output') ?? memberOf(item, 'text') ?? memberOf(item, 'message');
  return (typeof shown === 'string' ? shown : memberOf(shown, 'text')) ?? json;
}

const CHUNKS = new Set(['begin', 'item', 'end', 'error']);
/** Chunks have `metadata`, unlike answers of workflows that have a `type` of their own. */
const isChunk = (value: unknown): value is { readonly type: string } => {
  const type = memberOf(value, 'type');
  return typeof type === 'string' && CHUNKS.has(type) && typeof memberOf(value, 'metadata') === 'object';
};

type Streamed =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'failed'; readonly detail: string };

/** The texts of a stream of JSON lines, by the node, run and item that they come from; null: it is none. */
function readStream(text: string): Streamed | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const chunks = lines.map((line) => ({ line, chunk: parseJson(line) }));
  if (!chunks.some(({ chunk }) => isChunk(chunk))) return null;
  const texts = new Map<string, string>();
  let open = 0;
  for (const { line, chunk } of chunks) {
    const type = isChunk(chunk) ? chunk.type : null;
    if (type === 'error') return { kind: 'failed', detail: errorOf(chunk) };
    if (type === 'begin') open += 1;
    if (type === 'end') open -= 1;
    if (type !== null && type !== 'item') continue;
    const source = type === null ? '' : sourceOf(chunk);
    texts.set(source, `${texts.get(source) ?? ''}${type === null ? `${line}\n` : contentOf(chunk)}`);
  }
  if (open > 0) return { kind: 'failed', detail: 'the stream broke off' };
  const parts = [...texts.values()].map((one) => one.trim()).filter((one) => one !== '');
  return { kind: 'text', text: parts.join('\n\n') };
}

function sourceOf(chunk: unknown): string {
  const metadata = memberOf(chunk, 'metadata');
  return JSON.stringify(['nodeId', 'runIndex', 'itemIndex'].map((name) => memberOf(metadata, name)));
}

function contentOf(chunk: unknown): string {
  const content = memberOf(chunk, 'content');
  return typeof content === 'string' ? content : (JSON.stringify(content) ?? '');
}

/** n8n says which node has failed, and often not why. */
function errorOf(chunk: unknown): string {
  const content = memberOf(chunk, 'content');
  const node = memberOf(memberOf(chunk, 'metadata'), 'nodeName');
  const text =
    typeof content === 'string' ? content : `error in the node ${typeof node === 'string' ? node : '?'}`;
  return text.slice(0, DETAIL_MAX).toWellFormed();
}

const ID_MAX = 100;

function executionIdOf(json: unknown): string | null {
  const id = memberOf(json, 'executionId');
  return typeof id === 'string' || typeof id === 'number' ? storable(String(id), ID_MAX) : null;
}

function messageOf(json: unknown): string | null {
  const message = memberOf(json, 'message');
  return typeof message === 'string' ? message : null;
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}
