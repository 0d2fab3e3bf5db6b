import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type FakeAnswer, FakeUpload, type FakeWorld, fail, fields, type Params } from './answer.ts';
import type { Fault, FaultEffect, Faults } from './faults.ts';
import { METHODS, readForm, unauthorised } from './methods.ts';
import { SAMPLE_FILES } from './sample-files.ts';

/** One call to the fake vendor, for tests to look at. */
export interface FakeCall {
  readonly at: number;
  readonly method: string;
  readonly params: Params;
  /** The status that was answered, or the fault that was played instead. */
  readonly result: FaultEffect;
}

export interface ServeOptions {
  readonly world: FakeWorld;
  readonly faults: Faults;
  /** Messages in a second, over all chats. */
  readonly ratePerSecond: () => number;
  readonly record: (call: FakeCall) => void;
}

const MOST_BYTES = 60 * 1024 * 1024;

/** The Bot API and its files on one free port of this machine. */
export async function serve(options: ServeOptions): Promise<{ url: string; close(): Promise<void> }> {
  const isTooFast = createRate(options);
  const server = createServer((request, response) => {
    answer(options, isTooFast, request, response).catch((error: unknown) => {
      // A defect of the fake itself, told to whoever called it.
      write(response, fail(500, `fake: ${String(error)}`));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the fake server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close() {
      // Hanging calls would keep the server open for ever.
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function createRate({ world, ratePerSecond }: ServeOptions): (method: string) => boolean {
  let sent: number[] = [];
  return (method) => {
    if (!/^send(?!ChatAction)/.test(method)) return false;
    const now = world.now();
    sent = [...sent.filter((at) => at > now - 1_000), now];
    return sent.length > ratePerSecond();
  };
}

async function answer(
  { world, faults, record }: ServeOptions,
  isTooFast: (method: string) => boolean,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://fake');
  const body = await read(request);
  if (body === null) return;
  const [, kind, token = '', rest = ''] =
    /^\/(file\/bot|bot)([^/]+)\/(.+)$/.exec(decodeURIComponent(pathname)) ?? [];
  const bot = world.state.bots.get(token);
  if (kind === undefined) return write(response, fail(404, 'Not Found'));
  if (!bot) return write(response, unauthorised(token));
  if (kind === 'file/bot') return writeFile(response, rest);
  const params = await readParams(request, body);
  const done = (result: FaultEffect): void => record({ at: world.now(), method: rest, params, result });
  const fault = faults.take(rest);
  if (fault && fault.status !== 'reset-after-accept') {
    playFault(response, fault);
    return done(fault.status);
  }
  const handler = Object.hasOwn(METHODS, rest) ? METHODS[rest] : undefined;
  const result = isTooFast(rest)
    ? fail(429, 'Too Many Requests: retry after 1', { retry_after: 1 })
    : (handler?.(world, bot, params) ?? fail(404, 'Not Found'));
  done(fault?.status ?? result.status);
  if (fault) response.destroy();
  else write(response, result);
}

function playFault(response: ServerResponse, { status, description, parameters }: Fault): void {
  if (status === 'reset') response.destroy();
  if (typeof status !== 'number') return;
  if (description === undefined) response.writeHead(status).end('<html>');
  else write(response, fail(status, description, parameters));
}

async function readParams(request: IncomingMessage, body: Buffer): Promise<Params> {
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('multipart/form-data')) {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
    const entries = [...form.entries()].map(([name, value]): [string, unknown] => [
      name,
      typeof value === 'string' ? value : new FakeUpload(value.name, value.size),
    ]);
    return readForm(entries);
  }
  if (type.startsWith('application/x-www-form-urlencoded')) {
    return readForm(new URLSearchParams(body.toString('utf8')));
  }
  return body.length === 0 ? {} : fields(JSON.parse(body.toString('utf8')));
}

async function read(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request) {
      bytes += chunk.length;
      if (bytes <= MOST_BYTES) chunks.push(chunk);
    }
  } catch {
    return null;
  }
  return Buffer.concat(chunks);
}

function writeFile(response: ServerResponse, path: string): void {
  const file = Object.values(SAMPLE_FILES).find((each) => each.path === path);
  if (file) response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(file.bytes);
  else write(response, fail(404, 'Not Found'));
}

function write(response: ServerResponse, { status, body }: FakeAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
