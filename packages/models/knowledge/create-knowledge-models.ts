import { setTimeout as sleep } from 'node:timers/promises';
import type { KnowledgeModelView } from '@hanasu/contract/knowledge-models';
import type { CompatibleEndpoint } from '../providers/compatible-endpoint.ts';
import type { ProviderSettings } from '../providers/load-providers.ts';
import { cutToTokens, estimateTokens } from '../tokens/estimate-tokens.ts';
import {
  compatibleKnowledgeRows,
  costOf,
  type EmbeddingModelRow,
  KNOWLEDGE_CATALOGUE,
  type KnowledgeModelRow,
  type KnowledgeProvider,
} from './knowledge-catalogue.ts';
import type { Embedded, KnowledgeModelFailure, KnowledgeModels, Reranked } from './knowledge-models.ts';
import { cohereWire, googleWire, openaiWire, type Wire, type WireCall } from './wires.ts';

/** How long to wait for one answer, and how often to ask. */
interface Patience {
  readonly attempts: number;
  readonly timeoutMs: number;
}

interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** For the log; never holds the key. */
  readonly provider: string;
  readonly patience: Patience;
  readonly signal: AbortSignal | undefined;
}

interface Posting {
  readonly fetch: typeof globalThis.fetch;
  /** Rejects when the signal aborts. */
  readonly pause: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
}

type Posted =
  | { readonly kind: 'ok'; readonly answer: unknown }
  /** `isTooLarge`: shorter texts may be let through. */
  | (KnowledgeModelFailure & { readonly isTooLarge?: boolean });

const pauseFor: Posting['pause'] = (milliseconds, signal) =>
  sleep(milliseconds, undefined, signal && { signal });

const FIRST_WAIT_MS = 500;
/** Whoever asks to wait longer than this is away for now. */
const LONGEST_WAIT_MS = 60_000;

type Attempt =
  | { readonly kind: 'done'; readonly posted: Posted }
  | { readonly kind: 'again'; readonly detail: string; readonly waitMs: number | null };

/** Sends JSON and reads JSON; asks again after 408, 429, 5xx and lost connections, as long as `Retry-After` says. */
async function postJson(posting: Posting, post: Post): Promise<Posted> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await tryOnce(posting, post);
    if (outcome.kind === 'done') return outcome.posted;
    const waitMs = outcome.waitMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1);
    if (attempt >= post.patience.attempts || waitMs > LONGEST_WAIT_MS)
      return { kind: 'failed', reason: 'unavailable', detail: `${post.provider}: ${outcome.detail}` };
    try {
      await posting.pause(waitMs, post.signal);
    } catch {
      return STOPPED;
    }
  }
}

const STOPPED = { kind: 'failed', reason: 'stopped', detail: 'stopped' } as const;

async function tryOnce(posting: Posting, post: Post): Promise<Attempt> {
  const patience = AbortSignal.timeout(post.patience.timeoutMs);
  try {
    const response = await posting.fetch(post.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...post.headers },
      body: JSON.stringify(post.body),
      redirect: 'error',
      signal: post.signal ? AbortSignal.any([post.signal, patience]) : patience,
    });
    const text = await response.text();
    if (response.ok) return { kind: 'done', posted: { kind: 'ok', answer: parse(text) } };
    return classify(response, parse(text), post.provider);
  } catch {
    if (post.signal?.aborted) return { kind: 'done', posted: STOPPED };
    return { kind: 'again', detail: patience.aborted ? 'no answer in time' : 'no connection', waitMs: null };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const AGAIN = new Set([408, 409, 425, 429]);
const TOO_LARGE = new Set([400, 413, 422]);

function classify({ status, headers }: Response, body: unknown, provider: string): Attempt {
  const code = codeOf(body);
  const detail = ['HTTP', status, code].filter(Boolean).join(' ');
  // A used-up account is answered with 429 as well; waiting doesn't help.
  const isAgain = (AGAIN.has(status) || status >= 500) && code !== 'insufficient_quota';
  if (isAgain) return { kind: 'again', detail, waitMs: retryAfter(headers) };
  const reason = status === 404 || status === 410 ? 'model_gone' : 'refused';
  const failed = { kind: 'failed', reason, detail: `${provider}: ${detail}` } as const;
  return { kind: 'done', posted: { ...failed, isTooLarge: TOO_LARGE.has(status) && !isKeyError(body) } };
}

/** Google answers a wrong key with 400 and says so only in the message. */
const isKeyError = (body: unknown): boolean => /api key not valid/i.test(JSON.stringify(body) ?? '');

const SAFE_CODE = /^[\w.-]{1,64}$/;
const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** The short machine code of an error body. Its message is left out: it can carry parts of the key. */
function codeOf(body: unknown): string | undefined {
  const error = property(body, 'error') ?? body;
  return [property(error, 'status'), property(error, 'code'), property(error, 'type')]
    .filter((value) => typeof value === 'string')
    .find((value) => SAFE_CODE.test(value));
}

function retryAfter(headers: Headers): number | null {
  const after = headers.get('retry-after');
  if (after === null) return null;
  const seconds = Number(after);
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(after) - Date.now();
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : null;
}

type KeyedProvider = Exclude<KnowledgeProvider, 'compatible'>;

interface KnowledgeModelsOptions {
  readonly providers: Partial<Record<KeyedProvider, ProviderSettings>>;
  /** OpenAI-compatible servers of this installation; their models join the list. */
  readonly compatible?: readonly CompatibleEndpoint[];
  readonly fetch?: typeof globalThis.fetch;
  /** Waits before an attempt is repeated; for tests. */
  readonly pause?: Posting['pause'];
}

const KEYED = {
  openai: {
    setting: 'OPENAI_API_KEY',
    baseUrl: 'https://api.openai.com/v1',
    wire: (apiKey: string) => openaiWire(apiKey, 'base64'),
  },
  google: {
    setting: 'GOOGLE_API_KEY',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    wire: googleWire,
  },
  cohere: { setting: 'COHERE_API_KEY', baseUrl: 'https://api.cohere.com/v2', wire: cohereWire },
} as const satisfies Record<KeyedProvider, { setting: string; baseUrl: string; wire: (key: string) => Wire }>;

/** A search is interactive, a batch of passages is not. */
const PATIENCE = {
  query: { attempts: 2, timeoutMs: 8_000 },
  document: { attempts: 5, timeoutMs: 60_000 },
} as const satisfies Record<string, Patience>;

/** The estimate of tokens is within 6 % on prose, further off on codes and names. */
const LIMIT_SHARE = 0.85;
/** Texts that are refused are tried again at half their length, down to this many tokens. */
const SHORTEST_LIMIT = 120;

interface Server {
  readonly baseUrl: string;
  readonly wire: Wire;
}

/** The models of this installation that compare texts by meaning or put them in order. */
export function createKnowledgeModels(options: KnowledgeModelsOptions): KnowledgeModels {
  const endpoints = options.compatible ?? [];
  const rows = [...KNOWLEDGE_CATALOGUE, ...compatibleKnowledgeRows(endpoints)];
  const byUuid = new Map(rows.map((row) => [row.uuid, row]));
  const posting: Posting = { fetch: options.fetch ?? globalThis.fetch, pause: options.pause ?? pauseFor };
  const serverOf = (row: KnowledgeModelRow): Server | null => findServer(options, row);
  return {
    list: () => rows.map((row) => toView(row, serverOf(row) !== null)),
    estimateCost(model, texts) {
      const row = byUuid.get(model);
      if (!row) return 0;
      const tokens = texts.map((text) => Math.min(estimateTokens(text), row.textTokens));
      const calls = row.kind === 'reranker' ? packCalls(tokens, row).length : 0;
      return costOf(row, Math.ceil(sumOf(tokens) * 1.15), calls);
    },
    async embed({ model, purpose, texts, signal }) {
      const row = byUuid.get(model);
      const server = row && serverOf(row);
      if (row?.kind !== 'embedding' || !server) return gone(model);
      return embedAll({ row, server, posting, purpose, signal }, texts);
    },
    async rerank({ model, query, texts, signal }) {
      const row = byUuid.get(model);
      const server = row && serverOf(row);
      if (row?.kind !== 'reranker' || !server?.wire.rerank) return gone(model);
      const asking = { row, server, posting, purpose: 'query', signal } as const;
      return rerankAll(asking, server.wire.rerank, { query, texts });
    },
  };
}

const gone = (model: string): KnowledgeModelFailure => ({
  kind: 'failed',
  reason: 'model_gone',
  detail: `${model} is not available here`,
});

function findServer(
  { providers, compatible = [] }: KnowledgeModelsOptions,
  row: KnowledgeModelRow,
): Server | null {
  if (row.provider === 'compatible') {
    const endpoint = compatible.find(({ name }) => name === row.endpoint);
    return endpoint ? { baseUrl: endpoint.baseUrl, wire: openaiWire(endpoint.apiKey, 'float') } : null;
  }
  const settings = providers[row.provider];
  if (!settings?.apiKey) return null;
  const { baseUrl, wire } = KEYED[row.provider];
  return { baseUrl: (settings.baseUrl ?? baseUrl).replace(/\/+$/, ''), wire: wire(settings.apiKey) };
}

const toView = (row: KnowledgeModelRow, available: boolean): KnowledgeModelView => ({
  uuid: row.uuid,
  kind: row.kind,
  name: row.name,
  provider: row.provider,
  dimensions: row.kind === 'embedding' ? row.dimensions : null,
  rate: row.rate,
  perCall: row.kind === 'reranker' ? row.callPrice : 0,
  available,
  setting: row.provider === 'compatible' ? 'OPENAI_COMPATIBLE' : KEYED[row.provider].setting,
});

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

interface Asking<Row extends KnowledgeModelRow = KnowledgeModelRow> {
  readonly row: Row;
  readonly server: Server;
  readonly posting: Posting;
  readonly purpose: 'query' | 'document';
  readonly signal: AbortSignal | undefined;
}

const post = ({ row, server, posting, purpose, signal }: Asking, { path, headers, body }: WireCall) =>
  postJson(posting, {
    url: `${server.baseUrl}${path}`,
    headers,
    body,
    provider: row.endpoint ?? row.provider,
    patience: PATIENCE[purpose],
    signal,
  });

/** No provider takes an empty text. */
const sendable = (text: string, most: number): string => cutToTokens(text.trim(), most) || '.';

async function embedAll(asking: Asking<EmbeddingModelRow>, texts: readonly string[]): Promise<Embedded> {
  const { row } = asking;
  const cut = texts.map((text) => sendable(text, Math.floor(row.textTokens * LIMIT_SHARE)));
  const vectors: Float32Array[] = [];
  let tokens = 0;
  for (const { from, to } of packCalls(cut.map(estimateTokens), row)) {
    const embedded = await embedCall(asking, cut.slice(from, to), row.textTokens);
    if (embedded.kind !== 'ok') return embedded;
    vectors.push(...embedded.vectors);
    tokens += embedded.tokens;
    // Vectors of two lengths can't be compared: the first answer decides when the catalogue doesn't know.
    if (vectors.some((vector) => vector.length !== vectors[0]?.length))
      return unusable(asking, 'vectors of different lengths');
  }
  return { kind: 'ok', vectors, tokens, cost: costOf(row, tokens, 0) };
}

type EmbeddedCall = { kind: 'ok'; vectors: Float32Array[]; tokens: number } | KnowledgeModelFailure;

async function embedCall(
  asking: Asking<EmbeddingModelRow>,
  texts: readonly string[],
  limit: number,
): Promise<EmbeddedCall> {
  const { row, server, purpose } = asking;
  if (!server.wire.embed) return gone(row.uuid);
  const posted = await post(asking, server.wire.embed.ask(row, purpose, texts));
  if (posted.kind === 'failed') {
    const longest = Math.max(...texts.map(estimateTokens));
    const half = Math.floor(Math.min(limit, longest) / 2);
    // The estimate was too low for one of them: half of a text finds its neighbours still.
    if (!posted.isTooLarge || half < SHORTEST_LIMIT) return strip(posted);
    return embedCall(
      asking,
      texts.map((text) => sendable(text, half)),
      half,
    );
  }
  try {
    const { vectors, tokens } = server.wire.embed.read(posted.answer);
    if (vectors.length !== texts.length) return unusable(asking, 'another number of vectors');
    return {
      kind: 'ok',
      vectors: vectors.map((vector) => unitVector(vector, row.dimensions)),
      tokens: tokens ?? sumOf(texts.map(estimateTokens)),
    };
  } catch (error) {
    return unusable(asking, error instanceof RangeError ? error.message : 'an answer of another shape');
  }
}

async function rerankAll(
  asking: Asking,
  wire: NonNullable<Wire['rerank']>,
  { query, texts }: { readonly query: string; readonly texts: readonly string[] },
): Promise<Reranked> {
  const { row } = asking;
  if (row.kind !== 'reranker') return gone(row.uuid);
  const most = Math.floor(row.textTokens * LIMIT_SHARE);
  const question = sendable(query, most >> 1);
  const cut = texts.map((text) => sendable(text, most - estimateTokens(question)));
  const calls = packCalls(cut.map(estimateTokens), row);
  const scores: number[] = [];
  let tokens = 0;
  for (const { from, to } of calls) {
    const part = cut.slice(from, to);
    const posted = await post(asking, wire.ask(row, question, part));
    if (posted.kind === 'failed') return strip(posted);
    try {
      const read = wire.read(posted.answer, part.length);
      if (read.scores.some((score) => !Number.isFinite(score)))
        return unusable(asking, 'a score that is none');
      scores.push(...read.scores.map((score) => Math.min(1, Math.max(0, score))));
      tokens += read.tokens ?? sumOf(part.map(estimateTokens)) + estimateTokens(question) * part.length;
    } catch {
      return unusable(asking, 'an answer of another shape');
    }
  }
  return { kind: 'ok', scores, tokens, cost: costOf(row, tokens, calls.length) };
}

const strip = ({ kind, reason, detail }: KnowledgeModelFailure): KnowledgeModelFailure => ({
  kind,
  reason,
  detail,
});

/** A provider that answers nonsense is treated as one that is away: nothing of it may be stored. */
const unusable = ({ row }: Asking, what: string): KnowledgeModelFailure => ({
  kind: 'failed',
  reason: 'unavailable',
  detail: `${row.endpoint ?? row.provider}: ${what}`,
});

/**
 * A provider's vector with length 1. Throws for a wrong number of values, values that are none, and a vector without
 * direction: stored, each of them would spoil every search of its base.
 */
export function unitVector(values: ArrayLike<number>, dimensions: number | null): Float32Array {
  if (values.length === 0 || (dimensions !== null && values.length !== dimensions))
    throw new RangeError(`a vector of ${values.length} values, ${dimensions ?? 'some'} were asked for`);
  let squares = 0;
  for (let index = 0; index < values.length; index += 1) squares += (values[index] ?? 0) ** 2;
  const length = Math.sqrt(squares);
  if (!Number.isFinite(length) || length === 0) throw new RangeError('a vector that is not made of numbers');
  return Float32Array.from(values, (value) => value / length);
}

/** Runs of texts, in order, that each fit one call. `tokens` are those of each text; a text alone always fits. */
export function packCalls(
  tokens: readonly number[],
  limits: { readonly callTexts: number; readonly callTokens: number },
): { readonly from: number; readonly to: number }[] {
  const calls: { from: number; to: number }[] = [];
  let from = 0;
  let sum = 0;
  for (const [index, count] of tokens.entries()) {
    const isFull = index - from >= limits.callTexts || sum + count > limits.callTokens;
    if (isFull && index > from) {
      calls.push({ from, to: index });
      from = index;
      sum = 0;
    }
    sum += count;
  }
  if (from < tokens.length) calls.push({ from, to: tokens.length });
  return calls;
}
