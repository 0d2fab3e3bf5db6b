import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

export interface FakeServerOptions {
  readonly address?: string;
  readonly answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** A defect of the fake itself is reported to the caller. */
  readonly answerDefect: (response: ServerResponse, detail: string) => void;
}

export interface FakeServer {
  readonly url: string;
  close(): Promise<void>;
}

/** A host of a fake vendor on a free port. */
export async function startFakeServer(options: FakeServerOptions): Promise<FakeServer> {
  const { address = '127.0.0.1', answer, answerDefect } = options;
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => answerDefect(response, `fake: ${String(error)}`));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, address, resolve);
  });
  return { url: `http://${address}:${portOf(server)}`, close: () => close(server) };
}

function portOf(server: Server): number {
  const address = server.address();
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

/** The body up to `mostBytes`; null when the caller is gone. */
export async function readBody(
  request: IncomingMessage,
  mostBytes: number,
): Promise<{ readonly body: Buffer; readonly isCut: boolean } | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request) {
      bytes += chunk.length;
      if (bytes <= mostBytes) chunks.push(chunk);
    }
  } catch {
    return null;
  }
  return { body: Buffer.concat(chunks), isCut: bytes > mostBytes };
}
