import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Heard {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Manner = number | 'hang' | 'redirect' | 'long';

/** A customer's server that hears web hooks and answers as it is told. */
export async function startSite() {
  const heard: Heard[] = [];
  let manner: Manner = 200;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      heard.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
      if (manner === 'redirect') response.writeHead(302, { location: '/elsewhere' }).end();
      else if (manner === 'long') response.writeHead(200).end('x'.repeat(200_000));
      else if (manner !== 'hang') response.writeHead(manner).end(`answer ${manner}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/in?token=secret`,
    heard,
    behave: (next: Manner) => {
      manner = next;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
