import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface SeenCall {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface FakeSystem {
  readonly url: string;
  readonly calls: SeenCall[];
  close(): Promise<void>;
}

/** Another system that bots ask, with the bad habits that such systems have. */
export async function startFakeSystem(): Promise<FakeSystem> {
  const calls: SeenCall[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const call = { method, url, headers, body: await text(request) };
    calls.push(call);
    answer(call, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const ORDER = {
  id: '42',
  status: 'shipped',
  total: 3200,
  items: [
    { name: 'tea', price: 1200 },
    { name: 'cup', price: 2000 },
  ],
  'ship to': { city: '京都' },
};

function answer(call: SeenCall, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(call.url, 'http://here');
  const json = (value: unknown, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  switch (pathname) {
    case '/echo':
      return void json({ ...call, more: [call.headers], [String(call.headers['x-key'])]: 1 });
    case '/echo-text':
      return void response.end(`sent: ${JSON.stringify(call.headers)} ${call.body}`);
    case '/slow':
      return;
    case '/huge':
      return void response.end('x'.repeat(3_000_000));
    case '/long':
      return void response.end('長'.repeat(50_000));
    case '/deep':
      return void response.end('['.repeat(100_000) + ']'.repeat(100_000));
    case '/broken':
      return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"a": ');
    case '/redirect':
      return void response.writeHead(302, { location: searchParams.get('to') ?? '/' }).end();
    case '/loop':
      return void response.writeHead(302, { location: '/loop' }).end();
    case '/rpc-error': {
      const { id = null } = JSON.parse(call.body || '{}');
      const message = `not with ${call.headers.authorization}`;
      return void json({ jsonrpc: '2.0', id, error: { code: -32602, message } });
    }
    case '/missing':
      return void json({ error: 'no such order', key: call.headers['x-key'] }, 404);
    case '/fails':
      return void response.writeHead(500).end('Stack trace: …');
    case '/empty':
      return void response.writeHead(204).end();
    default:
      return void json(ORDER);
  }
}
