import { type AccountId, BotId, GroupId } from '@hanasu/contract/ids';
import { CompletionInput } from '@hanasu/contract/openai';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type Answer, type BegunOnce, beginOnce } from '../../answering/public.ts';
import type { LiveKey } from '../../api-keys/public.ts';
import { type CompletionHead, createCompletionStream, usageOf } from './completion-stream.ts';
import type { OpenAiDependencies } from './dependencies.ts';
import { fault, faultOf, NO_MODEL, OVER_BUDGET } from './domain/answer-fault.ts';
import { type ReadCompletion, readCompletion } from './domain/read-completion.ts';
import { bodyOf, OpenAiError } from './openai-error.ts';

type Asked = Extract<ReadCompletion, { kind: 'read' }>;
type Begun = Extract<BegunOnce, { kind: 'begun' }>;

/** POST /v1/chat/completions, once its caller is known. */
export async function complete(
  dependencies: OpenAiDependencies,
  key: LiveKey,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const input = parse(request.body);
  const asked = readCompletion(input);
  if (asked.kind === 'refused') {
    throw new OpenAiError(fault(400, asked.code, asked.message, { param: asked.param }));
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
  throw new OpenAiError(fault(400, 'invalid_value', message, { param }));
}

/** `messages[0].content`, as OpenAI writes it; null for the body itself. */
function paramOf(path: z.core.$ZodIssue['path']): string | null {
  const text = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  return text === '' ? null : text.replace(/^\./, '');
}

async function begin(
  dependencies: OpenAiDependencies,
  key: LiveKey,
  model: string,
  asked: Asked,
  signal: AbortSignal,
): Promise<Begun> {
  const { accountId } = key;
  const { text, history, context, images } = asked;
  const ask = (botId: BotId): Promise<BegunOnce> =>
    beginOnce(dependencies, { accountId, botId, key, text, history, context, attachments: images, signal });
  const id = BotId.safeParse(model.replace(/^(?:bot|group):/, ''));
  // A key for some bots asks those, and no group.
  if (!id.success || (key.botIds && !key.botIds.includes(id.data))) throw new OpenAiError(NO_MODEL);
  const begun = await ask(id.data);
  if (begun.kind !== 'bot-not-found' || key.botIds) return accepted(begun);
  return accepted(await ask(await chooseBot(dependencies, accountId, GroupId.parse(id.data), asked)));
}

function accepted(begun: BegunOnce): Begun {
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
  { router }: OpenAiDependencies,
  accountId: AccountId,
  groupId: GroupId,
  { text, history }: Asked,
): Promise<BotId> {
  const chosen = await router.choose({ accountId, groupId, text, history, previousBotId: null });
  if (chosen.kind === 'chosen') return chosen.botId;
  if (chosen.kind === 'not-found') throw new OpenAiError(NO_MODEL);
  const message = 'No bot of this group can answer now';
  throw new OpenAiError(fault(403, 'bot_paused', message, { type: 'permission_error', param: 'model' }));
}

const SILENT = { onPassages: () => undefined, onText: () => undefined, onTool: () => undefined };

async function answerWhole(begun: Begun): Promise<Answer> {
  const answer = await begun.answer(SILENT);
  const failed = faultOf(answer.outcome);
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
  const failed = faultOf(answer.outcome);
  if (failed && !out.isOpen) throw new OpenAiError(failed);
  if (failed) out.fail(bodyOf(failed));
  else {
    if (!out.isOpen) out.text(answer.text);
    out.finish(hasUsage ? answer.usage : null, extraOf(begun, answer));
  }
  return reply;
}
