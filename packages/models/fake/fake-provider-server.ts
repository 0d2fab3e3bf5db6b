import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer as readBuffer } from 'node:stream/consumers';
import { fakeAnthropic } from './fake-anthropic.ts';
import { fakeCohere } from './fake-cohere.ts';
import { fakeCompatible } from './fake-compatible.ts';
import { fakeGoogle } from './fake-google.ts';
import { type FakeKnowledge, fakeKnowledge, type Spoil } from './fake-knowledge.ts';
import { fakeOpenAI, readTranscription, TRANSCRIPTION_PATH } from './fake-openai.ts';
import type { FakeVendor } from './fake-vendor.ts';
import { type Behaviour, parseBehaviour, playReply } from './play-reply.ts';

const vendors: readonly FakeVendor[] = [fakeOpenAI, fakeAnthropic, fakeGoogle, fakeCohere, fakeCompatible];
const MOST_RECORDED = 1000;

export interface RecordedRequest {
  vendor: FakeVendor['name'];
  model: string;
  body: unknown;
  status: number;
  /** The client went away before the reply was over. */
  closedEarly: boolean;
}

/** OpenAI, Anthropic, Gemini, Cohere and an OpenAI-compatible server on one loopback port. */
export interface FakeProviders {
  url: string;
  baseUrls: Record<FakeVendor['name'], string>;
  /** Newest last. */
  requests: RecordedRequest[];
  /** Sets how calls of a model (`*`: of every model) are answered; a name of `parseBehaviour`. */
  behave(model: string, behaviour: string): void;
  /** Answers that are `held` go on, and later ones are not held. */
  release(): void;
  /** Releases what is held, and forgets behaviours and requests. */
  reset(): void;
  close(): Promise<void>;
}

interface State {
  requests: RecordedRequest[];
  /** Names by model. */
  behaviours: Map<string, string>;
  /** Ends the pause of answers that are held. */
  hold: PromiseWithResolvers<void>;
}

function setBehaviour({ behaviours, hold }: State, model: string, name: string): void {
  if (!parseBehaviour(name, hold.promise)) throw new RangeError(`unknown behaviour: ${name}`);
  behaviours.set(model, name);
}

function behaviourOf({ behaviours, hold }: State, model: string): Behaviour {
  for (const key of [model, '*']) {
    const behaviour = parseBehaviour(behaviours.get(key) ?? '', hold.promise);
    if (behaviour?.kind === 'error' && behaviour.once) behaviours.set(key, 'ok');
    if (behaviour) return behaviour;
  }
  return parseBehaviour(model, hold.promise) ?? { kind: 'ok' };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  // A short wait keeps tests short; the real ones ask for seconds.
  const headers = { 'content-type': 'application/json', ...(status === 429 && { 'retry-after': '1' }) };
  response.writeHead(status, headers).end(JSON.stringify(body));
}

function record(state: State, request: RecordedRequest, response: ServerResponse): void {
  state.requests.push(request);
  if (state.requests.length > MOST_RECORDED) state.requests.shift();
  response.on('close', () => {
    request.closedEarly = !response.writableFinished;
  });
}

async function answer(
  state: State,
  {
    vendor,
    model,
    asked: { body, headers },
    response,
  }: {
    readonly vendor: FakeVendor;
    readonly model: string;
    readonly asked: { body: unknown; headers: IncomingMessage['headers'] };
    readonly response: ServerResponse;
  },
): Promise<void> {
  const entry: RecordedRequest = { vendor: vendor.name, model, body, status: 200, closedEarly: false };
  record(state, entry, response);
  const refuse = (status: number, message: string) => {
    entry.status = status;
    sendJson(response, status, vendor.errorBody(status, message));
  };
  if (!vendor.isAuthorised(headers)) return refuse(401, 'Incorrect API key provided: wrong-secret-key');
  const call = vendor.read(model, body, headers);
  if ('problem' in call) return refuse(400, call.problem);
  const behaviour = behaviourOf(state, model);
  if (behaviour.kind === 'error') return refuse(behaviour.status, 'Incorrect: secret-detail');
  if (behaviour.kind === 'trouble') {
    const { status, body: words } = vendor.trouble(behaviour.trouble, model);
    entry.status = status;
    return sendJson(response, status, words);
  }
  await playReply(vendor, call, { behaviour, response });
}

type Asked = { body: unknown; headers: IncomingMessage['headers'] };

const SPOILS: Partial<Record<Behaviour['kind'], Spoil>> = {
  wrongdimension: (vector) => vector.slice(1),
  nan: ([_first, ...rest]) => [Number.NaN, ...rest],
};

/** Vectors and rankings: one JSON, in the way of a behaviour. */
function answerWhole(
  state: State,
  {
    fake,
    model,
    asked: { body, headers },
    response,
  }: {
    readonly fake: FakeKnowledge;
    readonly model: string;
    readonly asked: Asked;
    readonly response: ServerResponse;
  },
): unknown {
  const { vendor } = fake;
  const entry: RecordedRequest = { vendor: vendor.name, model, body, status: 200, closedEarly: false };
  record(state, entry, response);
  const refuse = (status: number, message: string) => {
    entry.status = status;
    sendJson(response, status, vendor.errorBody(status, message));
  };
  if (!vendor.isAuthorised(headers)) return refuse(401, 'Incorrect API key provided: wrong-secret-key');
  const behaviour = behaviourOf(state, model);
  const read = fake.read(model, body, SPOILS[behaviour.kind] ?? ((vector) => vector));
  if ('problem' in read) return refuse(400, read.problem);
  if (behaviour.kind === 'error') return refuse(behaviour.status, 'Incorrect: secret-detail');
  if (behaviour.kind === 'noheaders') return null;
  if (behaviour.kind === 'garbage') return response.end('{"data": [nonsense');
  if (behaviour.kind !== 'reset') return sendJson(response, 200, read.answer);
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"data": [');
  return response.destroy();
}

async function answerTranscription(
  state: State,
  {
    bytes,
    headers,
    response,
  }: {
    readonly bytes: Buffer;
    readonly headers: IncomingMessage['headers'];
    readonly response: ServerResponse;
  },
): Promise<void> {
  const read = await readTranscription(headers, bytes);
  const { model, body } = read;
  const entry: RecordedRequest = { vendor: 'openai', model, body, status: 200, closedEarly: false };
  record(state, entry, response);
  const refuse = (status: number, message: string) => {
    entry.status = status;
    sendJson(response, status, fakeOpenAI.errorBody(status, message));
  };
  if (!fakeOpenAI.isAuthorised(headers)) return refuse(401, 'Incorrect API key provided: wrong-secret-key');
  if ('problem' in read) return refuse(400, read.problem);
  const behaviour = behaviourOf(state, model);
  if (behaviour.kind === 'error') return refuse(behaviour.status, 'Incorrect: secret-detail');
  return sendJson(response, 200, read.answer);
}

async function handle(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? '/';
  const bytes = await readBuffer(request);
  if (request.method === 'POST' && path === TRANSCRIPTION_PATH)
    return answerTranscription(state, { bytes, headers: request.headers, response });
  const body = parseJson(bytes.toString('utf8'));
  if (request.method === 'POST' && path === '/behave' && isBehaveOrder(body)) {
    setBehaviour(state, body.model, body.behaviour);
    return sendJson(response, 200, { ok: true });
  }
  for (const vendor of vendors) {
    const model = request.method === 'POST' ? vendor.modelOf(path, body) : null;
    if (model !== null)
      return answer(state, { vendor, model, asked: { body, headers: request.headers }, response });
  }
  for (const fake of fakeKnowledge) {
    const model = request.method === 'POST' ? fake.modelOf(path, body) : null;
    if (model === null) continue;
    answerWhole(state, { fake, model, asked: { body, headers: request.headers }, response });
    return;
  }
  sendJson(response, 404, { error: { message: `no such path: ${request.method} ${path}` } });
}

function isBehaveOrder(body: unknown): body is { model: string; behaviour: string } {
  if (typeof body !== 'object' || body === null) return false;
  return typeof Reflect.get(body, 'model') === 'string' && typeof Reflect.get(body, 'behaviour') === 'string';
}

/**
 * Starts strict fakes of the providers on 127.0.0.1: unknown keys, wrong roles and missing keys are refused as the
 * real ones refuse them. Keys beginning with `wrong` get 401. From another process: POST `/behave`.
 */
export async function startFakeProviders({ port = 0 }: { port?: number } = {}): Promise<FakeProviders> {
  const state: State = { requests: [], behaviours: new Map(), hold: Promise.withResolvers() };
  const release = (): void => {
    for (const [model, name] of state.behaviours) if (name === 'held') state.behaviours.delete(model);
    state.hold.resolve();
    state.hold = Promise.withResolvers();
  };
  const server = createServer((request, response) => {
    handle(state, request, response).catch((error: unknown) => {
      // The client left while we were writing, which is what many tests are about; anything else is our mistake.
      if (!response.destroyed) sendJson(response, 500, { error: { message: String(error) } });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the fake has no port');
  const url = `http://127.0.0.1:${address.port}`;
  return {
    url,
    baseUrls: {
      openai: `${url}/openai/v1`,
      anthropic: `${url}/anthropic/v1`,
      google: `${url}/google/v1beta`,
      cohere: `${url}/cohere/v2`,
      compatible: `${url}/compatible/v1`,
    },
    requests: state.requests,
    behave: (model, behaviour) => setBehaviour(state, model, behaviour),
    release,
    reset: () => {
      release();
      state.requests.length = 0;
      state.behaviours.clear();
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
