import { createServer, type IncomingHttpHeaders } from 'node:http';

export interface ReceivedCall {
  readonly rawBody: Buffer;
  readonly headers: IncomingHttpHeaders;
}

export interface WebhookReceiver {
  readonly url: string;
  /** Oldest first. */
  readonly received: readonly ReceivedCall[];
  /** Statuses for the next calls; 200 when there are none left. */
  answerWith(...statuses: number[]): void;
  close(): Promise<void>;
}

/** A webhook endpoint on loopback that keeps what it receives; for tests of fake vendors and adapters. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedCall[] = [];
  const statuses: number[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ rawBody: Buffer.concat(chunks), headers: request.headers });
    response.writeHead(statuses.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port');
  return {
    url: `http://127.0.0.1:${address.port}/webhook`,
    received,
    answerWith: (...next) => void statuses.push(...next),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
