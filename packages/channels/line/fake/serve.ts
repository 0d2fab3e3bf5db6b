import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { type FakeServer, readBody, startFakeServer } from '../../spec/fake/fake-server.ts';
import { type FakeAnswer, type FakeWorld, type Route, refuse } from './answer.ts';
import { type Fault, type FaultEffect, faultBody, type LineFaults } from './faults.ts';
import { liffRoutes } from './liff.ts';
import { liffAppRoutes } from './liff-apps.ts';
import { settleNarrowcasts } from './narrowcasts.ts';
import { countRoutes } from './quota.ts';
import { accountRoutes, peopleRoutes } from './routes-account.ts';
import { audienceRoutes } from './routes-audiences.ts';
import { campaignRoutes } from './routes-campaigns.ts';
import { insightRoutes } from './routes-insight.ts';
import { membershipRoutes } from './routes-memberships.ts';
import { menuLinkRoutes } from './routes-menu-links.ts';
import { menuAliasRoutes, menuRoutes } from './routes-menus.ts';
import { chatRoutes, messageRoutes } from './routes-messages.ts';
import { retargetingRoutes } from './routes-retargeting.ts';
import { tokenRoutes } from './routes-tokens.ts';
import type { FakeChannel } from './state.ts';
import { unitRoutes } from './units.ts';

const MOST_BYTES = 2 * 1024 * 1024;

/** One call to the fake vendor, for tests and bench to look at. */
export interface FakeCall {
  readonly at: number;
  readonly host: 'api' | 'data';
  readonly method: string;
  readonly path: string;
  readonly channelId: string | null;
  readonly retryKey: string | null;
  readonly body: unknown;
  /** The call was answered by a fault, and not looked at. */
  readonly isFault?: true;
  /** The status that was answered, or the fault that was played instead. */
  readonly result: FaultEffect;
  readonly requestId: string | null;
}

interface ServeOptions {
  readonly host: 'api' | 'data';
  readonly address: string;
  readonly api: Api;
  readonly faults: LineFaults;
  readonly now: () => number;
  readonly record: (call: FakeCall) => void;
}

/** One host of the vendor on a free port of `address`. */
export const serve = (options: ServeOptions): Promise<FakeServer> =>
  startFakeServer({
    address: options.address,
    answer: (request, response) => answer(options, request, response),
    answerDefect: (response, detail) => write(response, { status: 500, body: { message: detail } }, ''),
  });

async function answer(
  options: ServeOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const raw = await read(options.host, request);
  if (raw === 'gone') return;
  if (raw === 'too large') {
    write(response, { status: 413, body: { message: 'Request body is too large' } }, '');
    return;
  }
  const fault = options.faults.take({ path: raw.url.pathname, body: raw.body });
  if (fault && !isAfterAccept(fault.status)) {
    playFault(options, raw, { response, fault });
    return;
  }
  const result = await options.api(raw);
  options.record({ ...describe(options, raw, result), result: fault ? fault.status : result.status });
  if (fault?.status === 'reset-after-accept') response.destroy();
  else if (fault?.status === 'stall') writeHalf(response, result);
  else if (!fault) write(response, result, result.requestId);
}

function isAfterAccept(effect: FaultEffect): boolean {
  return effect === 'reset-after-accept' || effect === 'hang-after-accept' || effect === 'stall';
}

function playFault(
  options: ServeOptions,
  raw: RawRequest,
  { response, fault }: { readonly response: ServerResponse; readonly fault: Fault },
): void {
  options.record({ ...describe(options, raw, null), result: fault.status, isFault: true });
  if (fault.status === 'reset') response.destroy();
  if (typeof fault.status === 'number') {
    const { status, body, headers = {} } = fault;
    write(response, { status, body: faultBody(status, body), headers }, 'fault');
  }
}

function describe(
  options: ServeOptions,
  raw: RawRequest,
  result: ApiAnswer | null,
): Omit<FakeCall, 'result'> {
  const retryKey = raw.headers['x-line-retry-key'];
  return {
    at: options.now(),
    host: options.host,
    method: raw.method,
    path: raw.url.pathname,
    channelId: result?.channelId ?? null,
    retryKey: typeof retryKey === 'string' ? retryKey : null,
    body: result?.read ?? null,
    requestId: result?.requestId ?? null,
  };
}

async function read(
  host: 'api' | 'data',
  request: IncomingMessage,
): Promise<RawRequest | 'too large' | 'gone'> {
  const received = await readBody(request, MOST_BYTES);
  if (received === null) return 'gone';
  if (received.isCut) return 'too large';
  const url = new URL(request.url ?? '/', 'http://fake');
  return { host, method: request.method ?? 'GET', url, headers: request.headers, body: received.body };
}

function write(
  response: ServerResponse,
  { status, body, headers }: { status: number; body: unknown; headers?: Readonly<Record<string, string>> },
  requestId: string,
): void {
  const bytes = bytesOf(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'x-line-request-id': requestId,
    ...headers,
  });
  response.end(bytes);
}

const bytesOf = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body)));

/** As a line that dies in the middle of a file: the length is told, the second half never comes. */
function writeHalf(response: ServerResponse, { status, body, headers }: ApiAnswer): void {
  const bytes = bytesOf(body);
  response.writeHead(status, { ...headers, 'content-length': String(bytes.length) });
  response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)));
}

const ROUTES: readonly Route[] = [
  ...tokenRoutes,
  ...accountRoutes,
  ...chatRoutes,
  ...peopleRoutes,
  ...messageRoutes,
  ...audienceRoutes,
  ...retargetingRoutes,
  ...campaignRoutes,
  ...countRoutes,
  ...insightRoutes,
  ...unitRoutes,
  ...menuAliasRoutes,
  ...menuLinkRoutes,
  ...menuRoutes,
  ...membershipRoutes,
  ...liffAppRoutes,
  ...liffRoutes,
];
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const USUAL_RATE = [2_000, 1_000] as const;
const BAD_TOKEN =
  'Authentication failed due to the following reason: invalid token. Confirm that the access token in the authorization header is valid.';

interface RawRequest {
  readonly host: 'api' | 'data';
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

type CalledRoute = Pick<FakeCall, 'host' | 'method' | 'path'>;
const routeOf = ({ host, method, path }: CalledRoute): Route | undefined =>
  ROUTES.find((each) => each.host === host && each.method === method && each.path.test(path));
/** Whether the fake knows the call at all: its other answers with 404 are about what the call names. */
export const isRouted = (call: CalledRoute): boolean => routeOf(call) !== undefined;

/** A token of a LINE Login channel opens its own routes, and no others. */
const isFor = ({ auth }: Route, channel: FakeChannel | null): boolean =>
  auth === 'none' || (channel?.kind === 'login') === (auth === 'login');

interface ApiAnswer extends FakeAnswer {
  readonly requestId: string;
  readonly channelId: string | null;
  /** What was read from the body, for the record of calls. */
  readonly read: unknown;
}

type Api = (request: RawRequest) => Promise<ApiAnswer>;

/** The vendor's HTTP API over a world: path and host, token, rate, content type, retry key, then the handler. */
export function createApi(world: FakeWorld): Api {
  const isTooFast = createRateLimit(world.now);
  return async (raw) => {
    const requestId = randomUUID();
    const route = routeOf({ ...raw, path: raw.url.pathname });
    const owner = channelOf(world, raw.headers.authorization);
    const channel = route && isFor(route, owner) ? owner : null;
    const done = (answer: FakeAnswer, read: unknown = null): ApiAnswer => ({
      ...answer,
      requestId,
      channelId: channel?.channelId ?? null,
      // Files would fill the record of calls.
      read: Buffer.isBuffer(read) ? null : read,
    });
    if (!route) return done(refuse(404, 'Not found'));
    if (route.auth !== 'none' && !channel) return done(refuse(401, BAD_TOKEN));
    if (isTooFast(route, channel)) {
      return done(refuse(429, 'The API rate limit has been exceeded. Try again later.'));
    }
    const body = readInput(route, raw);
    if (body.kind === 'refused') return done(body.answer);
    const wrongKey = checkRetryKey(route, raw.headers);
    if (wrongKey) return done(wrongKey, body.value);
    const request = {
      params: (route.path.exec(raw.url.pathname) ?? []).slice(1),
      query: raw.url.searchParams,
      headers: raw.headers,
      body: body.value,
      requestId,
    };
    settleNarrowcasts(world);
    if (route.auth === 'none') return done(await route.handle(world, request), body.value);
    return channel
      ? done(await route.handle(world, channel, request), body.value)
      : done(refuse(401, BAD_TOKEN));
  };
}

function channelOf({ state, now }: FakeWorld, authorization: string | undefined): FakeChannel | null {
  const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
  if (token === undefined) return null;
  const issued = state.tokens.get(token);
  if (issued) return issued.expiresAt > now() ? (state.channels.get(issued.channelId) ?? null) : null;
  return [...state.channels.values()].find((channel) => channel.channelAccessToken === token) ?? null;
}

const CONTENT_TYPES = {
  json: ['application/json'],
  form: ['application/x-www-form-urlencoded'],
  image: ['image/jpeg', 'image/png'],
  multipart: ['multipart/form-data'],
} as const;

type Body = { kind: 'read'; value: unknown } | { kind: 'refused'; answer: FakeAnswer };

function readInput(route: Route, { headers, body }: RawRequest): Body {
  if (!route.accepts) return { kind: 'read', value: null };
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const wanted: readonly string[] = CONTENT_TYPES[route.accepts];
  if (!wanted.includes(type)) {
    return { kind: 'refused', answer: refuse(415, `The content type, ${type}, is not supported`) };
  }
  if (route.accepts === 'image' || route.accepts === 'multipart') return { kind: 'read', value: body };
  const text = body.toString('utf8');
  if (route.accepts === 'form') {
    return { kind: 'read', value: Object.fromEntries(new URLSearchParams(text)) };
  }
  try {
    return { kind: 'read', value: JSON.parse(text) };
  } catch {
    const message = 'The request body could not be parsed as JSON (line: 1, column: 1)';
    return { kind: 'refused', answer: refuse(400, message) };
  }
}

function checkRetryKey(route: Route, headers: IncomingHttpHeaders): FakeAnswer | null {
  const retryKey = headers['x-line-retry-key'];
  if (retryKey === undefined) return null;
  if (!route.retryKey) return refuse(400, 'The retry key is not supported by this API');
  return typeof retryKey === 'string' && UUID.test(retryKey) ? null : refuse(400, 'The retry key is invalid');
}

/** One bucket for each channel and route: as many calls as fit, and a new one each share of the window. */
function createRateLimit(now: () => number): (route: Route, channel: FakeChannel | null) => boolean {
  const buckets = new Map<Route, Map<string, { left: number; at: number }>>();
  return (route, channel) => {
    const [most, windowMs] = route.rate ?? USUAL_RATE;
    const ofRoute = buckets.get(route) ?? new Map<string, { left: number; at: number }>();
    buckets.set(route, ofRoute);
    const id = channel?.channelId ?? '';
    const at = now();
    const before = ofRoute.get(id) ?? { left: most, at };
    const left = Math.min(most, before.left + ((at - before.at) * most) / windowMs);
    const isTooFast = left < 1;
    ofRoute.set(id, { left: isTooFast ? left : left - 1, at });
    return isTooFast;
  };
}
