import type { Usage } from '@hanasu/contract/chat';
import { CompletionInput } from '@hanasu/contract/openai';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from '../../answering/public.ts';
import type { LiveKey } from '../../api-keys/public.ts';
import { type AnswerEvents, streamAnswer } from './answer-stream.ts';
import {
  type AskDependencies,
  answerWhole,
  type Begun,
  beginAnswer,
  extraOf,
  isRefusal,
  jsonOf,
  parseBody,
} from './ask-bot.ts';
import { bodyOf } from './openai-error.ts';

export interface AdmittedRequest {
  readonly key: LiveKey;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** POST /v1/chat/completions, once its caller is known. */
export async function complete(
  dependencies: AskDependencies,
  { key, request, reply }: AdmittedRequest,
): Promise<FastifyReply> {
  const input = parseBody(CompletionInput, request.body);
  const { model, messages, stream, stream_options, response_format: format } = input;
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const schema = format?.type === 'json_schema' ? format.json_schema : undefined;
  const json = jsonOf(format?.type, schema, 'response_format');
  const asked = { model, messages, name: 'messages', signal: gone.signal, json } as const;
  const begun = await beginAnswer(dependencies, key, asked);
  const created = Math.floor(dependencies.database.now() / 1000);
  const head = { id: `chatcmpl-${begun.id}`, created, model };
  if (!stream) return reply.send(whole(head, begun, await answerWhole(begun)));
  const hasUsage = stream_options?.include_usage === true;
  return streamAnswer(begun, { request, reply }, (write) => completionEvents(head, hasUsage, write));
}

/** What is the same in every chunk of one answer. */
interface CompletionHead {
  readonly id: string;
  readonly created: number;
  readonly model: string;
}

const whole = (head: CompletionHead, begun: Begun, answer: Answer) => ({
  ...head,
  object: 'chat.completion',
  choices: [
    {
      index: 0,
      message: isRefusal(begun, answer)
        ? { role: 'assistant', content: null, refusal: answer.text }
        : { role: 'assistant', content: answer.text, refusal: null },
      logprobs: null,
      finish_reason: finishReason(answer),
    },
  ],
  usage: usageOf(answer.usage),
  ...extraOf(begun, answer),
});

const FINISH_REASONS = { whole: 'stop', cut: 'length', withheld: 'content_filter' } as const;
const finishReason = ({ json = 'whole' }: Answer): string => FINISH_REASONS[json];

const usageOf = ({ inputTokens, outputTokens }: Usage) => ({
  prompt_tokens: inputTokens,
  completion_tokens: outputTokens,
  total_tokens: inputTokens + outputTokens,
});

function completionEvents(
  head: CompletionHead,
  hasUsage: boolean,
  send: (event: string) => void,
): AnswerEvents {
  const write = (members: object): void =>
    send(`data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', ...members })}\n\n`);
  const choice = (delta: object, reason: string | null) => ({
    choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
  });
  return {
    begin: () => write(choice({ role: 'assistant', content: '' }, null)),
    text: (delta, kind) => write(choice(kind === 'refusal' ? { refusal: delta } : { content: delta }, null)),
    finish(answer, _kind, extra) {
      const { usage } = answer;
      write({ ...choice({}, finishReason(answer)), ...extra });
      if (hasUsage) write({ choices: [], usage: usageOf(usage) });
      send('data: [DONE]\n\n');
    },
    fail: (error) => send(`data: ${JSON.stringify(bodyOf(error))}\n\n`),
  };
}
