import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FakeAnswer, FakeRequest } from './answer.ts';
import type { Api, ApiAnswer } from './api.ts';
import type { Fault, FaultEffect, Faults } from './faults.ts';

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

export interface ServeOptions {
  readonly address: string;
  readonly api: Api;
  readonly faults: Faults;
  readonly now: () => number;
  readonly record: (call: FakeCall) => void;
}

export interface Served {
  readonly url: string;
  close(): Promise<void>;
}

/** All hosts of the vendor on one free port. */
export async function serve(options: ServeOptions): Promise<Served> {
  const server = createServer((request, response) => {
    answer(options, request, response).catch((error: unknown) => {
      // A defect of the fake itself, told to whoever called it.
      write(response, { status: 500, body: { message: `fake: ${String(error)}` } });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, options.address, resolve);
  });
  return { url: `http://${options.address}:${portOf(server)}`, close: () => close(server) };
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('the fake server has no port');
  return address.port;
}

function close(server: Server): Promise<void> {
  // Hanging calls would keep the server open for ever.
  server.closeAllConnections();
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

async function answer(
  options: ServeOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const raw = await read(request);
  if (raw === 'gone') return;
  const fault = options.faults.take(raw.url.pathname, raw.body);
  if (fault && !fault.isCarriedOut && !isAfterAccept(fault.status)) {
    playFault(options, raw, response, fault);
    return;
  }
  const result = await options.api(raw);
  options.record(describe(options, raw, result, fault?.status ?? result.status));
  if (fault?.status === 'reset-after-accept') response.destroy();
  else if (!fault) write(response, result);
  else if (typeof fault.status === 'number')
    write(response, { status: fault.status, body: fault.body ?? {} });
}

const isAfterAccept = (effect: FaultEffect): boolean =>
  effect === 'reset-after-accept' || effect === 'hang-after-accept';

function playFault(options: ServeOptions, raw: FakeRequest, response: ServerResponse, fault: Fault): void {
  options.record(describe(options, raw, null, fault.status));
  if (fault.status === 'reset') response.destroy();
  if (typeof fault.status === 'number') write(response, { status: fault.status, body: fault.body ?? {} });
}

function describe(
  { now }: ServeOptions,
  { method, url }: FakeRequest,
  answered: ApiAnswer | null,
  result: FaultEffect,
): FakeCall {
  const body = answered?.body;
  const error = typeof body === 'object' && body !== null && 'error' in body ? Number(body.error) : null;
  const { oaId = null, read: asked = null } = answered ?? {};
  return { at: now(), method, path: url.pathname, oaId, body: asked, result, error };
}

async function read(request: IncomingMessage): Promise<FakeRequest | 'gone'> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request) {
      bytes += chunk.length;
      if (bytes <= MOST_BYTES) chunks.push(chunk);
    }
  } catch {
    return 'gone';
  }
  const url = new URL(request.url ?? '/', 'http://fake');
  return { method: request.method ?? 'GET', url, headers: request.headers, body: Buffer.concat(chunks) };
}

function write(response: ServerResponse, { status, body, headers }: FakeAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
