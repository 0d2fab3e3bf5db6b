import type { IncomingMessage, ServerResponse } from 'node:http';
import { type FakeServer, readBody, startFakeServer } from '../../spec/fake/fake-server.ts';
import type { Api, ApiAnswer, RawRequest } from './api.ts';
import { type Fault, type FaultEffect, faultBody, type LineFaults } from './faults.ts';

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
  /** The status that was answered, or the fault that was played instead. */
  readonly result: FaultEffect;
  readonly requestId: string | null;
}

export interface ServeOptions {
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
  options.record({ ...describe(options, raw, null), result: fault.status });
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
