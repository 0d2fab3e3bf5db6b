import type { ServerResponse } from 'node:http';
import type { Citation, Usage } from '@hanasu/contract/chat';
import { type AccountId, BotId, GroupId } from '@hanasu/contract/ids';
import {
  COMPLETION_LIMITS,
  CompletionInput,
  type CompletionMessage,
  type OpenAiErrorBody,
} from '@hanasu/contract/openai';
import type { ChatTurn } from '@hanasu/models/gateway/answer-request';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import {
  type Answer,
  answerStateless,
  type StatelessAnswer,
  type StatelessDependencies,
} from '../../answering/public.ts';
import type { LiveKey } from '../../api-keys/public.ts';
import type { BotGroupRouter } from '../../bots/public.ts';
import { apiError, apiErrorOf, bodyOf, NO_MODEL, OpenAiError, OVER_BUDGET } from './openai-error.ts';

type Asked = Extract<ReadCompletion, { kind: 'read' }>;
type Begun = Extract<StatelessAnswer, { kind: 'begun' }>;

export interface CompleteDependencies extends StatelessDependencies {
  readonly router: BotGroupRouter;
}

/** POST /v1/chat/completions, once its caller is known. */
export async function complete(
  dependencies: CompleteDependencies,
  {
    key,
    request,
    reply,
  }: { readonly key: LiveKey; readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<FastifyReply> {
  const input = parse(request.body);
  const asked = readCompletion(input);
  if (asked.kind === 'refused') {
    throw new OpenAiError(
      apiError(400, { code: asked.code, message: asked.message }, { param: asked.param }),
    );
  }
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const begun = await begin(dependencies, key, input.model, asked, gone.signal);
  const head = {
    id: `chatcmpl-${begun.id}`,
    created: Math.floor(dependencies.database.now() / 1000),
    model: input.model,
  };
  if (!input.stream) return reply.send(whole(head, begun, await answerWhole(begun)));
  const hasUsage = input.stream_options?.include_usage === true;
  return stream(head, begun, { hasUsage, request, reply });
}

function parse(body: unknown): CompletionInput {
  const parsed = CompletionInput.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const param = issue ? paramOf(issue.path) : null;
  const message = `${param ?? 'body'}: ${issue?.message ?? 'not valid'}`;
  throw new OpenAiError(apiError(400, { code: 'invalid_value', message }, { param }));
}

/** `messages[0].content`, as OpenAI writes it; null for the body itself. */
function paramOf(path: z.core.$ZodIssue['path']): string | null {
  const text = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  return text === '' ? null : text.replace(/^\./, '');
}

async function begin(
  dependencies: CompleteDependencies,
  key: LiveKey,
  model: string,
  asked: Asked,
  signal: AbortSignal,
): Promise<Begun> {
  const { accountId } = key;
  const { text, history, context, images } = asked;
  const ask = (botId: BotId): Promise<StatelessAnswer> =>
    answerStateless(dependencies, {
      accountId,
      botId,
      key,
      text,
      history,
      context,
      attachments: images,
      signal,
    });
  const id = BotId.safeParse(model.replace(/^(?:bot|group):/, ''));
  // A key for some bots asks those, and no group.
  if (!id.success || (key.botIds && !key.botIds.includes(id.data))) throw new OpenAiError(NO_MODEL);
  const begun = await ask(id.data);
  if (begun.kind !== 'bot-not-found' || key.botIds) return accepted(begun);
  return accepted(
    await ask(await chooseBot(dependencies, { accountId, groupId: GroupId.parse(id.data) }, asked)),
  );
}

function accepted(begun: StatelessAnswer): Begun {
  switch (begun.kind) {
    case 'begun':
      return begun;
    case 'bot-not-found':
      throw new OpenAiError(NO_MODEL);
    case 'over-budget':
      throw new OpenAiError(OVER_BUDGET);
    default:
      return begun satisfies never;
  }
}

async function chooseBot(
  { router }: CompleteDependencies,
  { accountId, groupId }: { readonly accountId: AccountId; readonly groupId: GroupId },
  { text, history }: Asked,
): Promise<BotId> {
  const chosen = await router.choose({ accountId, groupId, text, history, previousBotId: null });
  if (chosen.kind === 'chosen') return chosen.botId;
  if (chosen.kind === 'not-found') throw new OpenAiError(NO_MODEL);
  const message = 'No bot of this group is available';
  throw new OpenAiError(
    apiError(403, { code: 'bot_paused', message }, { type: 'permission_error', param: 'model' }),
  );
}

const SILENT = { onPassages: () => undefined, onText: () => undefined, onTool: () => undefined };

async function answerWhole(begun: Begun): Promise<Answer> {
  const answer = await begun.answer(SILENT);
  const failed = apiErrorOf(answer.outcome);
  if (failed) throw new OpenAiError(failed);
  return answer;
}

const whole = (head: CompletionHead, begun: Begun, answer: Answer) => ({
  ...head,
  object: 'chat.completion',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: answer.text, refusal: null },
      logprobs: null,
      finish_reason: 'stop',
    },
  ],
  usage: usageOf(answer.usage),
  ...extraOf(begun, answer),
});

const extraOf = (begun: Begun, { citations, outcome, usage }: Answer) => ({
  citations,
  hanasu: { outcome, bot: begun.bot.id, tokens: usage.tokens },
});

async function stream(
  head: CompletionHead,
  begun: Begun,
  { hasUsage, request, reply }: { hasUsage: boolean; request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const out = createCompletionStream(head, reply.raw, () => {
    reply.header('x-request-id', request.id).hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
  });
  const answer = await begun.answer({ ...SILENT, onText: out.text });
  const failed = apiErrorOf(answer.outcome);
  if (failed && !out.isOpen) throw new OpenAiError(failed);
  if (failed) out.fail(bodyOf(failed));
  else {
    if (!out.isOpen) out.text(answer.text);
    out.finish(hasUsage ? answer.usage : null, extraOf(begun, answer));
  }
  return reply;
}

/** What is the same in every chunk of one answer. */
interface CompletionHead {
  readonly id: string;
  readonly created: number;
  readonly model: string;
}

const usageOf = ({ inputTokens, outputTokens }: Usage) => ({
  prompt_tokens: inputTokens,
  completion_tokens: outputTokens,
  total_tokens: inputTokens + outputTokens,
});

/** What OpenAI's shape has no place for. */
interface Extra {
  readonly citations: readonly Citation[];
  readonly hanasu: { readonly outcome: string; readonly bot: string; readonly tokens: number };
}

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  // Proxies would hold the stream back otherwise.
  'x-accel-buffering': 'no',
};

interface CompletionStream {
  readonly isOpen: boolean;
  text(delta: string): void;
  finish(usage: Usage | null, extra: Extra): void;
  fail(body: OpenAiErrorBody): void;
}

/** Opens with the first word: what fails before it is answered with a status of its own. */
function createCompletionStream(
  head: CompletionHead,
  response: ServerResponse,
  open: () => void,
): CompletionStream {
  let isOpen = false;
  const write = (members: object): void => {
    const chunk = { ...head, object: 'chat.completion.chunk', ...members };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  const choice = (delta: object, reason: string | null) => ({
    choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
  });
  function begin(): void {
    if (isOpen) return;
    isOpen = true;
    open();
    response.writeHead(200, HEADERS);
    write(choice({ role: 'assistant', content: '' }, null));
  }
  return {
    get isOpen() {
      return isOpen;
    },
    text(delta) {
      begin();
      if (delta !== '') write(choice({ content: delta }, null));
    },
    finish(usage, extra) {
      begin();
      write({ ...choice({}, 'stop'), ...extra });
      if (usage) write({ choices: [], usage: usageOf(usage) });
      response.end('data: [DONE]\n\n');
    },
    fail(body) {
      response.end(`data: ${JSON.stringify(body)}\n\n`);
    },
  };
}

interface AskedImage {
  readonly kind: 'image';
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

type ReadCompletion =
  | {
      readonly kind: 'read';
      readonly text: string;
      readonly history: readonly ChatTurn[];
      readonly context: string;
      readonly images: readonly AskedImage[];
    }
  | {
      readonly kind: 'refused';
      readonly param: string;
      readonly code: 'invalid_value' | 'string_above_max_length' | 'invalid_image';
      readonly message: string;
    };

type Refused = Extract<ReadCompletion, { kind: 'refused' }>;

/** The question is the last message, what was said before it is its history, system messages are context. */
function readCompletion({ messages }: Pick<CompletionInput, 'messages'>): ReadCompletion {
  const at = messages.findLastIndex(({ role }) => !isContext(role));
  const question = messages[at];
  if (question?.role !== 'user')
    return refuse('messages', 'invalid_value', 'The last message has to be by the user');
  const images = readImages(question, at);
  if ('kind' in images) return images;
  const text = textOf(question);
  if (text.trim() === '')
    return refuse(`messages[${at}].content`, 'invalid_value', 'The last message holds no text');
  if (text.length > COMPLETION_LIMITS.question) {
    return tooLong(`messages[${at}].content`, COMPLETION_LIMITS.question);
  }
  const context = messages
    .filter(({ role }) => isContext(role))
    .map(textOf)
    .join('\n\n');
  if (context.length > COMPLETION_LIMITS.context) return tooLong('messages', COMPLETION_LIMITS.context);
  return { kind: 'read', text, history: messages.slice(0, at).flatMap(turnOf), context, images };
}

const isContext = (role: CompletionMessage['role']): boolean => role === 'system' || role === 'developer';

const refuse = (param: string, code: Refused['code'], message: string): Refused => ({
  kind: 'refused',
  param,
  code,
  message,
});
const tooLong = (param: string, most: number): Refused =>
  refuse(param, 'string_above_max_length', `At most ${most} characters`);

function textOf({ content }: CompletionMessage): string {
  if (typeof content === 'string') return content;
  return (content ?? []).flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

/** Calls of tools and their results are left out: the bot has tools of its own. */
function turnOf(message: CompletionMessage): ChatTurn[] {
  if (message.role !== 'user' && message.role !== 'assistant') return [];
  const text = textOf(message);
  return text.trim() === '' ? [] : [{ role: message.role, text }];
}

const DATA_IMAGE = /^data:(image\/(?:png|jpeg|webp|gif));base64,([A-Za-z0-9+/]+={0,2})$/;

/** Only what is sent along: no address is fetched on behalf of a caller. */
function readImages({ content }: CompletionMessage, at: number): AskedImage[] | Refused {
  const parts = typeof content === 'string' ? [] : (content ?? []);
  const images: AskedImage[] = [];
  for (const [index, part] of parts.entries()) {
    if (part.type !== 'image_url') continue;
    const param = `messages[${at}].content[${index}].image_url`;
    const match = DATA_IMAGE.exec(part.image_url.url);
    if (!match) return refuse(param, 'invalid_image', 'Send images as data: URLs (png, jpeg, webp or gif)');
    if (images.length === COMPLETION_LIMITS.images) {
      return refuse(param, 'invalid_image', `At most ${COMPLETION_LIMITS.images} images`);
    }
    const [, mediaType = '', base64 = ''] = match;
    images.push({ kind: 'image', mediaType, bytes: Buffer.from(base64, 'base64') });
  }
  return images;
}
