import { BotId } from '@hanasu/contract/ids';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import { answerStateless, type StatelessDependencies } from '../../answering/public.ts';
import type { ApiKeyGate, LiveKey } from '../../api-keys/public.ts';
import { type BotRow, findBotsAcross } from '../../bots/public.ts';

const QUESTION_LENGTH = 32_000;
const QUERY_LENGTH = 2_000;
const PASSAGES_MAX = 20;

const Source = z.object({
  number: z.number().int(),
  title: z.string(),
  page: z.number().int().nullable(),
  quote: z.string(),
  documentUuid: z.string(),
});
const Passage = z.object({
  title: z.string(),
  headingPath: z.array(z.string()),
  page: z.number().int().nullable(),
  text: z.string(),
  confidence: z.number(),
  documentUuid: z.string(),
});

const ASK_INPUT = {
  question: z.string().trim().min(1).max(QUESTION_LENGTH).describe('What to ask, in any language'),
};
const ASK_OUTPUT = { answer: z.string(), outcome: z.string(), sources: z.array(Source) };
const SEARCH_INPUT = {
  query: z.string().trim().min(1).max(QUERY_LENGTH).describe('What to look for'),
  limit: z.number().int().min(1).max(PASSAGES_MAX).default(8),
};
const SEARCH_OUTPUT = { passages: z.array(Passage) };

interface Asked {
  readonly key: LiveKey;
  readonly bot: BotRow;
  /** Aborts when the client has gone. */
  readonly signal: AbortSignal;
}

/** A bot with its two tools, for one request. */
async function createBotServer(
  dependencies: McpDependencies,
  asked: Asked,
  version: string,
): Promise<McpServer> {
  const { McpServer } = await import('@modelcontextprotocol/sdk/server/mcp.js');
  const { name } = asked.bot;
  const server = new McpServer(
    { name: 'hanasu', title: name, version },
    {
      instructions: `Ask "${name}" with the tool ask. Look passages of its documents up with search_knowledge.`,
    },
  );
  const readOnly = { readOnlyHint: true, openWorldHint: false };
  server.registerTool(
    'ask',
    {
      title: `Ask ${name}`,
      description: `Asks the assistant "${name}". Answers with the passages the answer rests on. Costs tokens.`,
      inputSchema: ASK_INPUT,
      outputSchema: ASK_OUTPUT,
      annotations: { ...readOnly, readOnlyHint: false },
    },
    ({ question }) => ask(dependencies, asked, question),
  );
  server.registerTool(
    'search_knowledge',
    {
      title: `Search the documents of ${name}`,
      description: `Finds passages in the documents that "${name}" answers from. Costs no tokens.`,
      inputSchema: SEARCH_INPUT,
      outputSchema: SEARCH_OUTPUT,
      annotations: readOnly,
    },
    ({ query, limit }) => search(dependencies, { asked, query, limit }),
  );
  return server;
}

const WHY_NOT: Readonly<Record<string, string>> = {
  'bot-not-found': 'This bot is gone.',
  'over-budget': 'What the budget of this key leaves is too little for this call.',
  model_failed: 'The model behind this bot did not answer.',
  no_tokens: 'The account has no tokens left.',
  busy: 'All tokens of the account are in use by other answers. Try again in a moment.',
  no_budget: 'What a budget of the account or the bot leaves is too little for this answer.',
  paused: 'This bot is paused or was never published.',
};

const refusal = (why: string) => ({ content: [{ type: 'text' as const, text: why }], isError: true });
const said = <Content extends Record<string, unknown>>(text: string, structuredContent: Content) => ({
  content: [{ type: 'text' as const, text }],
  structuredContent,
});

const SILENT = { onPassages: () => undefined, onText: () => undefined, onTool: () => undefined };

async function ask(dependencies: McpDependencies, { key, bot, signal }: Asked, question: string) {
  const { accountId } = key;
  const call = { accountId, botId: bot.id, key, text: question, signal };
  const begun = await answerStateless(dependencies, { ...call, history: [], context: '', attachments: [] });
  if (begun.kind !== 'begun') return refusal(WHY_NOT[begun.kind] ?? begun.kind);
  const { text, outcome, citations } = await begun.answer(SILENT);
  const why = WHY_NOT[outcome];
  if (why) return refusal(why);
  const sources = citations.map(({ number, title, page, quote, documentUuid }) => ({
    number,
    title,
    page,
    quote,
    documentUuid,
  }));
  const list = sources.map(({ number, title, page }) => `[${number}] ${title}${page ? `, p. ${page}` : ''}`);
  return said([text, ...(list.length > 0 ? ['', ...list] : [])].join('\n'), {
    answer: text,
    outcome,
    sources,
  });
}

async function search(
  { search: find }: McpDependencies,
  {
    asked: { key, bot },
    query,
    limit,
  }: { readonly asked: Asked; readonly query: string; readonly limit: number },
) {
  const found = await find({ accountId: key.accountId, knowledgeIds: bot.knowledgeIds, query, limit });
  const passages = found.map(({ title, headingPath, page, text, confidence, documentId }) => ({
    title,
    headingPath: [...headingPath],
    page,
    text,
    confidence,
    documentUuid: documentId,
  }));
  const texts = passages.map(({ title, text }) => `${title}\n${text}`);
  return said(texts.length > 0 ? texts.join('\n\n') : 'Nothing was found.', { passages });
}

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
  const server = await createBotServer(dependencies, { key, bot, signal: gone.signal }, dependencies.version);
  const { StreamableHTTPServerTransport } = await import(
    '@modelcontextprotocol/sdk/server/streamableHttp.js'
  );
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
