import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { answerStateless } from '../../answering/public.ts';
import type { LiveKey } from '../../api-keys/public.ts';
import type { BotRow } from '../../bots/public.ts';
import type { McpDependencies } from './routes.ts';

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
export function createBotServer(dependencies: McpDependencies, asked: Asked, version: string): McpServer {
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
  'over-budget': 'This key has spent its tokens of this month.',
  model_failed: 'The model behind this bot did not answer.',
  no_tokens: 'The account has no tokens left.',
  busy: 'All tokens of the account are in use by other answers. Try again in a moment.',
  no_budget: 'This bot has spent its budget of this month.',
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
