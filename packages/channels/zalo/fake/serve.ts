import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type FakeServer, readBody, startFakeServer } from '../../spec/fake/fake-server.ts';
import {
  type Caller,
  type FakeAnswer,
  type FakeFile,
  type FakeRequest,
  type FakeWorld,
  fail,
  fields,
  invalid,
  ok,
  type Route,
} from './answer.ts';
import type { Fault, FaultEffect, ZaloFaults } from './faults.ts';
import { issueTokens } from './oauth.ts';
import { accountRoutes } from './routes-account.ts';
import { messageRoutes } from './routes-messages.ts';

const MOST_BYTES = 8 * 1024 * 1024;

/** One call to the fake vendor, for tests and bench to look at. */
export interface FakeCall {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly oaId: string | null;
  readonly body: unknown;
  /** The status that was answered, or the fault that was played instead. */
  readonly result: FaultEffect;
  /** The vendor's own code of the answer: 0 is success. */
  readonly error: number | null;
}

interface ServeOptions {
  readonly address: string;
  readonly api: Api;
  readonly faults: ZaloFaults;
  readonly now: () => number;
  readonly record: (call: FakeCall) => void;
}

/** All hosts of the vendor on one free port. */
export const serve = (options: ServeOptions): Promise<FakeServer> =>
  startFakeServer({
    address: options.address,
    answer: (request, response) => answer(options, request, response),
    answerDefect: (response, detail) => write(response, { status: 500, body: { message: detail } }),
  });

async function answer(
  options: ServeOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const raw = await read(request);
  if (raw === 'gone') return;
  const fault = options.faults.take({ path: raw.url.pathname, body: raw.body });
  if (fault && !fault.isCarriedOut && !isAfterAccept(fault.status)) {
    playFault(options, raw, { response, fault });
    return;
  }
  const result = await options.api(raw);
  options.record(describe(options, raw, { answered: result, result: fault?.status ?? result.status }));
  if (fault?.status === 'reset-after-accept') response.destroy();
  else if (!fault) write(response, result);
  else if (typeof fault.status === 'number')
    write(response, { status: fault.status, body: fault.body ?? {} });
}

const isAfterAccept = (effect: FaultEffect): boolean =>
  effect === 'reset-after-accept' || effect === 'hang-after-accept';

function playFault(
  options: ServeOptions,
  raw: FakeRequest,
  { response, fault }: { readonly response: ServerResponse; readonly fault: Fault },
): void {
  options.record(describe(options, raw, { answered: null, result: fault.status }));
  if (fault.status === 'reset') response.destroy();
  if (typeof fault.status === 'number') write(response, { status: fault.status, body: fault.body ?? {} });
}

function describe(
  { now }: ServeOptions,
  { method, url }: FakeRequest,
  { answered, result }: { readonly answered: ApiAnswer | null; readonly result: FaultEffect },
): FakeCall {
  const body = answered?.body;
  const error = typeof body === 'object' && body !== null && 'error' in body ? Number(body.error) : null;
  const { oaId = null, read: asked = null } = answered ?? {};
  return { at: now(), method, path: url.pathname, oaId, body: asked, result, error };
}

async function read(request: IncomingMessage): Promise<FakeRequest | 'gone'> {
  const received = await readBody(request, MOST_BYTES);
  if (received === null) return 'gone';
  const url = new URL(request.url ?? '/', 'http://fake');
  return { method: request.method ?? 'GET', url, headers: request.headers, body: received.body };
}

function write(response: ServerResponse, { status, body, headers }: FakeAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

const ROUTES: readonly Route[] = [...accountRoutes, ...messageRoutes];
const TOKENS = '/v4/oa/access_token';
/** No such thing at the vendor, where a person types it into the console. */
const CONSOLE = '/console/webhook';
const RATE_WINDOW = 60_000;

interface ApiAnswer extends FakeAnswer {
  readonly oaId: string | null;
  /** What was read from the request, for the record of calls. */
  readonly read: unknown;
}
type Api = (request: FakeRequest) => Promise<ApiAnswer>;

/** The vendor's HTTP API over a world: path, rate, token, proof, input, then the handler. */
export function createApi(world: FakeWorld, ratePerMinute: () => number): Api {
  const rate = createRate(world.now, ratePerMinute);
  return async (request) => {
    const { method, url } = request;
    if (method === 'POST' && url.pathname === TOKENS) {
      const read = Object.fromEntries(new URLSearchParams(request.body.toString('utf8')));
      return { ...issueTokens(world, request), oaId: null, read };
    }
    if (method === 'POST' && url.pathname === CONSOLE) return saveWebhook(world, request);
    const route = ROUTES.find((each) => each.method === method && each.path === url.pathname);
    const caller = callerOf(world, request);
    const counted = rate(caller);
    const done = (answer: FakeAnswer, read: unknown = null): ApiAnswer => ({
      ...answer,
      headers: { ...counted.headers, ...answer.headers },
      oaId: caller.kind === 'known' ? caller.account.oaId : null,
      read,
    });
    if (!route) return done({ status: 404, body: { error: 404, message: 'empty or invalid API' } });
    if (caller.kind === 'refused') return done(caller.answer);
    if (counted.isTooFast) return done(fail(-32, 'Your application reached limit call api'));
    const input = await readInput(route, request);
    if (input.kind === 'refused') return done(input.answer);
    return done(route.handle(world, caller, input.value), input.value);
  };
}

async function saveWebhook(world: FakeWorld, { body }: FakeRequest): Promise<ApiAnswer> {
  const read = fields(JSON.parse(body.toString('utf8')));
  const isTaken = await world.saveWebhook(String(read.app_id), String(read.url));
  const answer = isTaken ? ok({}) : fail(-1, 'the address does not answer 200');
  return { ...answer, oaId: null, read };
}

type CallerOutcome =
  | ({ readonly kind: 'known' } & Caller)
  | { readonly kind: 'refused'; readonly answer: FakeAnswer };

/** Only the header of its own name counts; a Bearer token is not looked at. */
function callerOf({ state, now }: FakeWorld, { headers }: FakeRequest): CallerOutcome {
  const token = headers.access_token;
  const refused = (code: number, text: string): CallerOutcome => ({
    kind: 'refused',
    answer: fail(code, text),
  });
  const issued = typeof token === 'string' ? state.accessTokens.get(token) : undefined;
  const account = issued && state.accounts.get(issued.oaId);
  const app = issued && state.apps.get(issued.appId);
  if (!issued || !account || !app) return refused(-216, 'Access token is invalid');
  if (issued.expiresAt <= now()) return refused(-220, 'access_token is expired or removed');
  const proof = createHmac('sha256', app.appSecret).update(String(token)).digest('hex');
  const given = headers.appsecret_proof;
  // One that is wrong is refused also where none is needed.
  if (given === undefined ? app.needsProof === true : given !== proof) {
    return refused(-242, 'Invalid appsecret_proof provided in the API argument');
  }
  return { kind: 'known', app, account };
}

type Input =
  | { readonly kind: 'read'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly answer: FakeAnswer };

async function readInput({ takes }: Route, request: FakeRequest): Promise<Input> {
  switch (takes) {
    case 'nothing':
      return { kind: 'read', value: null };
    case 'file': {
      const file = await readFile(request);
      return file ? { kind: 'read', value: file } : { kind: 'refused', answer: invalid('file') };
    }
    case 'data':
      return readJson(request.url.searchParams.get('data') ?? '', 'data');
    case 'json': {
      const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim();
      if (type !== 'application/json') return { kind: 'refused', answer: invalid('content-type') };
      return readJson(request.body.toString('utf8'), 'body');
    }
    default:
      return takes satisfies never;
  }
}

function readJson(text: string, field: string): Input {
  try {
    return { kind: 'read', value: JSON.parse(text) };
  } catch {
    return { kind: 'refused', answer: invalid(field) };
  }
}

async function readFile({ headers, body }: FakeRequest): Promise<FakeFile | null> {
  const type = headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) return null;
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const file = form.get('file');
  return file === null || typeof file === 'string' ? null : { name: file.name, bytes: file.size };
}

/** Calls counted per app in fixed windows of a minute. */
function createRate(now: () => number, ratePerMinute: () => number) {
  const windows = new Map<string, { start: number; calls: number }>();
  return (caller: CallerOutcome) => {
    const id = caller.kind === 'known' ? caller.app.appId : '';
    const start = Math.floor(now() / RATE_WINDOW) * RATE_WINDOW;
    const current = windows.get(id);
    const calls = current?.start === start ? current.calls + 1 : 1;
    windows.set(id, { start, calls });
    const most = ratePerMinute();
    const headers = {
      'x-ratelimit-limit': String(most),
      'x-ratelimit-remain': String(Math.max(0, most - calls)),
    };
    return { isTooFast: calls > most, headers };
  };
}
