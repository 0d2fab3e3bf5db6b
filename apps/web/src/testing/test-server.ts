import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** A real HTTP server for one test; `fetch` with a relative path reaches it until `close`. */
export async function startTestServer(answer: Answer) {
  const requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      requests.push({
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body,
      });
      answer(request, response, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const original = globalThis.fetch;
  globalThis.fetch = (input, init) =>
    original(typeof input === 'string' ? new URL(input, `http://127.0.0.1:${port}`) : input, init);
  return {
    requests,
    async close() {
      globalThis.fetch = original;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, {
    'content-type': status >= 400 ? 'application/problem+json' : 'application/json',
  });
  response.end(JSON.stringify(body));
}

export const problem = (status: number, code: string, more: object = {}) => ({
  type: 'about:blank',
  title: code,
  status,
  detail: code,
  code,
  requestId: 'request-1',
  ...more,
});
