import { BotId } from '@hanasu/contract/ids';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/app-error.ts';
import type { LiveKey } from '../../api-keys/public.ts';
import { type BotRow, findBotsAcross } from '../../bots/public.ts';
import { admit } from './admit.ts';
import { createBotServer } from './bot-server.ts';
import type { McpDependencies } from './dependencies.ts';

const PATH = '/mcp/:bot';
type BotRequest = FastifyRequest<{ Params: { bot: string } }>;

/** Each bot as an MCP server over streamable HTTP, without sessions: every POST stands for itself. */
export function addMcpRoutes(app: FastifyInstance, dependencies: McpDependencies): void {
  const schema = { hide: true };
  const callers = new WeakMap<FastifyRequest, LiveKey>();
  app.post<{ Params: { bot: string } }>(
    PATH,
    {
      schema,
      onRequest: async (request, reply) => {
        callers.set(request, await admit(dependencies, request, reply));
      },
    },
    async (request, reply) => {
      const key = callers.get(request);
      if (!key) throw new Error('nobody was admitted');
      await serve(dependencies, key, request, reply);
      return reply;
    },
  );
  // There is nothing to listen to and no session to end.
  for (const method of ['GET', 'DELETE'] as const) {
    app.route({
      method,
      url: PATH,
      schema,
      handler: async (_request, reply) => {
        reply.header('allow', 'POST');
        throw new AppError('method_not_allowed', 'Only POST');
      },
    });
  }
}

async function serve(
  dependencies: McpDependencies,
  key: LiveKey,
  request: BotRequest,
  reply: FastifyReply,
): Promise<void> {
  const bot = await findBot(dependencies, key, request.params.bot);
  // One request a POST: a batch would be many questions for one count.
  if (Array.isArray(request.body)) throw new AppError('validation_failed', 'Batches are not taken');
  const gone = new AbortController();
  const server = createBotServer(dependencies, { key, bot, signal: gone.signal }, dependencies.version);
  const transport = new StreamableHTTPServerTransport({});
  reply.raw.once('close', () => {
    gone.abort();
    void server.close();
  });
  // Its getters are typed wider than its own interface.
  await server.connect(transport as Parameters<typeof server.connect>[0]);
  reply.header('x-request-id', request.id).hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  await transport.handleRequest(request.raw, reply.raw, request.body);
}

async function findBot(
  { database }: McpDependencies,
  { accountId, botIds }: LiveKey,
  text: string,
): Promise<BotRow> {
  const id = BotId.safeParse(text);
  const mayAsk = id.success && (botIds === null || botIds.includes(id.data));
  const [bot] = mayAsk
    ? await database.system((transaction) => findBotsAcross(transaction, [{ accountId, botId: id.data }]))
    : [];
  if (!bot) throw new AppError('not_found', 'There is no such bot, or this key may not ask it');
  return bot;
}
