import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { z } from 'zod';

export interface FakeMcp {
  readonly url: string;
  /** Headers of the requests so far. */
  readonly seen: IncomingMessage['headers'][];
  /** Sessions that are open now. */
  readonly open: () => number;
  /** Breaks all connections, and refuses new ones. */
  die(): void;
}

/** An MCP server with the official SDK: `stock`, `look` (which says that it only reads), `echo-headers`, `refuse`, `slow`, `huge` and `dies`. */
export async function startFakeMcp(): Promise<FakeMcp> {
  const seen: IncomingMessage['headers'][] = [];
  let open = 0;
  const http = createServer(async (request, response) => {
    seen.push(request.headers);
    const server = makeServer(request, die);
    const transport = new StreamableHTTPServerTransport({});
    open += 1;
    response.on('close', () => {
      open -= 1;
      void transport.close();
      void server.close();
    });
    // Its types come from a TypeScript without exact optional properties.
    await server.connect(transport as Parameters<McpServer['connect']>[0]);
    await transport.handleRequest(request, response);
  });
  function die(): void {
    http.closeAllConnections();
    http.close();
  }
  http.listen(0, '127.0.0.1').unref();
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/mcp`, seen, open: () => open, die };
}

const say = (text: string) => ({ content: [{ type: 'text' as const, text }] });

function makeServer(request: IncomingMessage, die: () => void): McpServer {
  const server = new McpServer({ name: 'warehouse', version: '1.0.0' });
  const item = { item: z.string().describe('Name of the item') };
  server.registerTool('stock', { description: 'How many are left', inputSchema: item }, (input) =>
    say(`${input.item}: 12 left`),
  );
  server.registerTool(
    'look',
    { description: 'Looks around', inputSchema: item, annotations: { readOnlyHint: true } },
    (input) => say(`${input.item} is there`),
  );
  server.registerTool('echo-headers', { description: 'What was sent' }, () =>
    say(JSON.stringify(request.headers)),
  );
  server.registerTool('refuse', { description: 'Never works' }, () => ({
    ...say('The warehouse is closed on Sundays'),
    isError: true,
  }));
  server.registerTool('huge', { description: 'Says too much' }, () => say('x'.repeat(3_000_000)));
  server.registerTool('long', { description: 'Says a lot' }, () => say('y'.repeat(50_000)));
  server.registerTool('slow', { description: 'Takes its time' }, async () => {
    await new Promise((done) => setTimeout(done, 60_000).unref());
    return say('late');
  });
  server.registerTool('dies', { description: 'Breaks off' }, async () => {
    die();
    return say('gone');
  });
  return server;
}
