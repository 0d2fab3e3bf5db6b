import { BotId } from '@hanasu/contract/ids';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/app-error.ts';
import type { StatelessDependencies } from '../../answering/public.ts';
import type { ApiKeyGate, LiveKey } from '../../api-keys/public.ts';
import { type BotRow, findBotsAcross } from '../../bots/public.ts';
import { createBotServer } from './bot-server.ts';

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
        callers.set(request, await authenticate(dependencies, request, reply));
      },
    },
    async (request, reply) => {
      const key = callers.get(request);
      if (!key) throw new Error('nobody was admitted');
      await serve(dependencies, { key, request, reply });
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
        throw new AppError('method_not_allowed', 'Use POST');
      },
    });
  }
}

async function serve(
  dependencies: McpDependencies,
  {
    key,
    request,
    reply,
  }: { readonly key: LiveKey; readonly request: BotRequest; readonly reply: FastifyReply },
): Promise<void> {
  const bot = await findBot(dependencies, key, request.params.bot);
  // One request a POST: a batch would be many questions for one count.
  if (Array.isArray(request.body))
    throw new AppError('validation_failed', 'Batch requests are not supported');
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
  if (!bot) throw new AppError('not_found', 'Bot not found, or this API key has no access to it');
  return bot;
}

/** Who calls, before the body is read. */
async function authenticate(
  { gate, origins }: McpDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<LiveKey> {
  const { authorization, origin } = request.headers;
  // A page of another site in somebody's browser, which may have made a name of its own stand for this server.
  if (origin !== undefined && !origins.includes(origin)) {
    throw new AppError('forbidden', 'This origin is not allowed');
  }
  const entrance = await gate.enter({ authorization, address: request.ip }, 'mcp');
  switch (entrance.kind) {
    case 'welcome':
      return entrance.key;
    case 'no-key':
      reply.header('www-authenticate', 'Bearer realm="hanasu"');
      throw new AppError('not_signed_in', 'Send an API key as bearer token');
    case 'wrong-key':
      reply.header('www-authenticate', 'Bearer realm="hanasu", error="invalid_token"');
      throw new AppError('not_signed_in', 'This API key is not valid or has been revoked');
    case 'wrong-scope':
      reply.header('www-authenticate', 'Bearer realm="hanasu", error="insufficient_scope", scope="mcp"');
      throw new AppError('forbidden', 'This key lacks the scope mcp');
    case 'wrong-role':
      throw new AppError('forbidden', 'The user who created this key no longer has the required role');
    case 'too-many':
      throw new AppError('rate_limited', 'Too many requests; wait a moment', {
        more: { retryAfter: Math.ceil(entrance.allowance.resetMs / 1000) },
      });
    default:
      return entrance satisfies never;
  }
}

export interface McpDependencies extends StatelessDependencies {
  readonly gate: ApiKeyGate;
  readonly version: string;
  /** Sites whose pages may call; programs that are no browsers send no origin. */
  readonly origins: readonly string[];
}
