// @vitest-environment jsdom
import { me, register } from '@hanasu/contract/accounts';
import { chat } from '@hanasu/contract/chat';
import { endpoint, type Method } from '@hanasu/contract/endpoint';
import { BotId } from '@hanasu/contract/ids';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { startI18n } from '../../i18n/i18n.ts';
import { problem, sendJson, startTestServer } from '../../testing/test-server.ts';
import { clearToken, saveToken } from '../session/session.ts';
import { shell } from '../words/en.ts';
import { call, whenSessionEnds } from './api-client.ts';
import { ApiError } from './api-error.ts';
import { errorMessage } from './error-message.ts';
import { stream } from './stream.ts';
import { errors } from './words/en.ts';

const RETRIED = [408, 409, 425, 429, 500, 502, 503, 504];
const NOT_RETRIED = [400, 401, 403, 404, 422, 501];
const bot = BotId.parse('01932f00-0000-7000-8000-000000000001');
const bodyOf = { body: { name: 'x' } };
const endpointOf = (method: Method) =>
  endpoint({
    method,
    path: '/api/x',
    summary: 'x',
    tag: 'x',
    access: 'public',
    status: 200,
    output: z.unknown(),
  });
/** How often each is tried when the server fails every time. */
const METHODS = [
  ['GET', 2, () => call(endpointOf('GET'))],
  ['PUT', 2, () => call(endpointOf('PUT'), bodyOf as object)],
  ['DELETE', 2, () => call(endpointOf('DELETE'))],
  ['POST', 1, () => call(endpointOf('POST'), bodyOf as object)],
  ['PATCH', 1, () => call(endpointOf('PATCH'), bodyOf as object)],
] as const satisfies readonly (readonly [Method, number, () => Promise<unknown>])[];
const person = { username: 'hanako', email: 'a@b.jp', password: 'long enough', acceptedTerms: true as const };

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  await close?.();
  close = undefined;
  clearToken();
  whenSessionEnds(() => undefined);
});
async function serve(...parameters: Parameters<typeof startTestServer>) {
  const server = await startTestServer(...parameters);
  close = server.close;
  return server;
}
const faultOf = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.then(
    () => new Error('it did not fail'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw error;
  return error;
};

/** Before any other call of this file has failed. */
it('has words for what failed, which come with the first failure', async () => {
  await startI18n();
  expect(errorMessage(new ApiError({ code: 'not_found' }))).toBe(shell.errorHeadline);
  await serve((_, response) => sendJson(response, 404, problem(404, 'not_found')));
  expect(errorMessage(await faultOf(call(endpointOf('GET'))))).toBe(errors.not_found);
});

describe('call', () => {
  describe.each(METHODS)('spec:118 %s', (method, tries, request) => {
    it.each(RETRIED)(`is tried ${tries} time(s) on %i`, async (status) => {
      const server = await serve((_, response) => sendJson(response, status, problem(status, 'internal')));
      await faultOf(request());
      expect(server.requests.map((each) => each.method)).toEqual(Array(tries).fill(method));
    });

    it.each(NOT_RETRIED)('is tried once on %i', async (status) => {
      const server = await serve((_, response) => sendJson(response, status, problem(status, 'not_found')));
      await faultOf(request());
      expect(server.requests).toHaveLength(1);
    });
  });

  it('gives what a second try brings', async () => {
    let tries = 0;
    await serve((_, response) => {
      tries += 1;
      if (tries === 1) sendJson(response, 502, {});
      else sendJson(response, 200, { username: 'hanako' });
    });
    expect(await call(me)).toEqual({ username: 'hanako' });
  });

  it('spec:86 sends the bearer token of the jwt cookie, and none when signed out', async () => {
    const server = await serve((_, response) => sendJson(response, 200, {}));
    await call(me);
    saveToken('a.b=c');
    await call(me, { query: { populate: 'avatar' } });
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer a.b=c']);
    expect(server.requests[1]?.url).toBe('/api/users/me?populate=avatar');
  });

  it('turns a problem document into a fault with its fields', async () => {
    const errors = [{ path: 'body.email', code: 'invalid_format', message: 'no e-mail' }];
    await serve((_, response) => sendJson(response, 400, problem(400, 'validation_failed', { errors })));
    const fault = await faultOf(call(register, { body: person }));
    expect(fault).toMatchObject({ code: 'validation_failed', status: 400, errors, requestId: 'request-1' });
  });

  it("understands a proxy's page by its status", async () => {
    await serve((_, response) => response.writeHead(413, { 'content-type': 'text/html' }).end('<h1>no</h1>'));
    expect(await faultOf(call(register, { body: person }))).toMatchObject({
      code: 'body_too_large',
      status: 413,
    });
  });

  it('spec:116 an aborted request is named, and not tried again', async () => {
    const server = await serve(() => undefined);
    const controller = new AbortController();
    const fault = faultOf(call(me, { signal: controller.signal }));
    await expect.poll(() => server.requests.length).toBe(1);
    controller.abort();
    expect(await fault).toMatchObject({ code: 'aborted', status: 0 });
    expect(server.requests).toHaveLength(1);
  });

  it('spec:116 a server that does not answer in time is named, also when the caller could have stopped it', async () => {
    await serve(() => undefined);
    const { signal } = new AbortController();
    expect(await faultOf(call(me, { signal, timeoutMs: 20 }))).toMatchObject({ code: 'timeout', status: 0 });
    expect(await faultOf(call(register, { body: person, timeoutMs: 20 }))).toMatchObject({ code: 'timeout' });
  });

  it('spec:116 a lost connection is named', async () => {
    await serve((request) => request.socket.destroy());
    expect(await faultOf(call(register, { body: person }))).toMatchObject({
      code: 'network_error',
      status: 0,
    });
  });

  it('says when the session has ended, but not for a wrong password', async () => {
    let ended = 0;
    whenSessionEnds(() => {
      ended += 1;
    });
    const codes = ['wrong_credentials', 'session_expired'];
    await serve((_, response) => sendJson(response, 401, problem(401, codes.shift() ?? '')));
    await faultOf(call(me));
    expect(ended).toBe(0);
    await faultOf(call(me));
    expect(ended).toBe(1);
  });
});

describe('a call that the page has begun before the application was there', () => {
  const begin = (authorization: string, answers: Record<string, () => Promise<Response>>) => {
    const calls = new Map(Object.entries(answers).map(([path, answer]) => [path, answer()]));
    Object.assign(globalThis, { hanasuBegun: { authorization, calls } });
  };
  const asked: string[] = [];
  /** Since the page was opened. */
  const clock = vi.spyOn(performance, 'now');
  beforeEach(async () => {
    clock.mockReturnValue(2_000);
    asked.length = 0;
    saveToken('mine');
    await serve((request, response) => {
      asked.push(request.url ?? '');
      sendJson(response, 200, { from: 'server' });
    });
  });
  afterEach(() => {
    clock.mockReset();
    Object.assign(globalThis, { hanasuBegun: undefined });
  });

  it('is taken over once, and asked anew after', async () => {
    begin('Bearer mine', { '/api/x?days=7': async () => Response.json({ from: 'page' }) });
    const query = { days: 7 } as never;
    expect(await call(endpointOf('GET'), { query })).toEqual({ from: 'page' });
    expect(asked).toEqual([]);
    expect(await call(endpointOf('GET'), { query })).toEqual({ from: 'server' });
    expect(asked).toEqual(['/api/x?days=7']);
  });

  it('is not taken when the page was opened longer ago than a call may take', async () => {
    begin('Bearer mine', { '/api/x': async () => Response.json({ from: 'page' }) });
    clock.mockReturnValue(30_000);
    expect(await call(endpointOf('GET'))).toEqual({ from: 'server' });
  });

  it('is not taken by somebody else, for another query, or to change something', async () => {
    begin('Bearer theirs', { '/api/x': async () => Response.json({ from: 'page' }) });
    expect(await call(endpointOf('GET'))).toEqual({ from: 'server' });
    begin('Bearer mine', { '/api/x': async () => Response.json({ from: 'page' }) });
    expect(await call(endpointOf('GET'), { query: { days: 7 } as never })).toEqual({ from: 'server' });
    expect(await call(endpointOf('POST'), bodyOf as object)).toEqual({ from: 'server' });
    expect(asked).toHaveLength(3);
  });

  it('is asked again when it failed on the way, and says when the session has ended', async () => {
    begin('Bearer mine', { '/api/x': () => Promise.reject(new TypeError('Failed to fetch')) });
    expect(await call(endpointOf('GET'))).toEqual({ from: 'server' });
    begin('Bearer mine', {
      '/api/x': async () => Response.json(problem(401, 'session_expired'), { status: 401 }),
    });
    let ended = 0;
    whenSessionEnds(() => {
      ended += 1;
    });
    expect((await faultOf(call(endpointOf('GET')))).code).toBe('session_expired');
    expect(ended).toBe(1);
    expect(asked).toHaveLength(1);
  });

  it('can be given up', async () => {
    begin('Bearer mine', { '/api/x': () => new Promise(() => undefined) });
    const given = new AbortController();
    const fault = faultOf(call(endpointOf('GET'), { signal: given.signal }));
    given.abort();
    expect((await fault).code).toBe('aborted');
  });
});

describe('stream', () => {
  it('yields each event, also when it arrives in pieces, and ends at [DONE]', async () => {
    await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(': keep-alive\n\ndata: {"type":"te');
      setTimeout(() => {
        response.write('xt"}\r\n\r\ndata: {"n":2}\n\ndata: [DONE]\n\ndata: {"after":true}\n\n');
        response.end();
      }, 20);
    });
    const events: unknown[] = [];
    for await (const event of stream(chat, { body: { botUuid: bot, message: 'hi' } })) events.push(event);
    expect(events).toEqual([{ type: 'text' }, { n: 2 }]);
  });

  it('fails with the problem when the stream does not begin', async () => {
    await serve((_, response) => sendJson(response, 409, problem(409, 'conversation_busy')));
    const read = async () => {
      for await (const _ of stream(chat, { body: { botUuid: bot, message: 'hi' } })) void _;
    };
    expect(await faultOf(read())).toMatchObject({ code: 'conversation_busy' });
  });
});
