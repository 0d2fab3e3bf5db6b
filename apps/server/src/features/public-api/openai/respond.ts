import type { Usage } from '@hanasu/contract/chat';
import { type CompletionMessage, ResponseInput, type ResponseItem } from '@hanasu/contract/openai';
import type { FastifyReply } from 'fastify';
import type { Answer } from '../../answering/public.ts';
import { type AnswerEvents, type Extra, streamAnswer, type TextKind } from './answer-stream.ts';
import {
  type AskDependencies,
  answerWhole,
  beginAnswer,
  extraOf,
  isRefusal,
  jsonOf,
  parseBody,
} from './ask-bot.ts';
import type { AdmittedRequest } from './complete.ts';
import { apiError, OpenAiError } from './openai-error.ts';

/**
 * POST /v1/responses, once its caller is known: OpenAI's newer API, which its client libraries call by default. It asks
 * what chat completions ask, and nothing is stored.
 */
export async function respond(
  dependencies: AskDependencies,
  { key, request, reply }: AdmittedRequest,
): Promise<FastifyReply> {
  const input = parseBody(ResponseInput, request.body);
  refuseReferences(input);
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const format = input.text?.format;
  const schema = format?.type === 'json_schema' ? format : undefined;
  const asked = {
    model: input.model,
    messages: messagesOf(input),
    name: 'input',
    signal: gone.signal,
    json: jsonOf(format?.type, schema, 'text.format'),
  } as const;
  const begun = await beginAnswer(dependencies, key, asked);
  const head: ResponseHead = {
    id: `resp_${begun.id}`,
    messageId: `msg_${begun.id}`,
    createdAt: Math.floor(dependencies.database.now() / 1000),
    input,
  };
  if (!input.stream) {
    const answer = await answerWhole(begun);
    const kind = isRefusal(begun, answer) ? 'refusal' : 'text';
    return reply.send(ended(head, { answer, kind, extra: extraOf(begun, answer) }));
  }
  return streamAnswer(begun, { request, reply }, (write) => responseEvents(head, write));
}

const NOT_STORED =
  "Answers are not stored here, so an item can't be named by its id: send the message itself (AI SDK: providerOptions.openai.store = false)";

/** Left out, an earlier answer would be missing without a trace. */
function refuseReferences({ input }: ResponseInput): void {
  const at = typeof input === 'string' ? -1 : input.findIndex(({ type }) => type === 'item_reference');
  if (at < 0) return;
  throw new OpenAiError(
    apiError(400, { code: 'invalid_value', message: NOT_STORED }, { param: `input[${at}]` }),
  );
}

/** Instructions come behind the messages, so that places in `input` are those that the caller has sent. */
function messagesOf({ input, instructions }: ResponseInput): CompletionMessage[] {
  const items: CompletionMessage[] =
    typeof input === 'string' ? [{ role: 'user', content: input }] : input.map(messageOf);
  return instructions ? [...items, { role: 'system', content: instructions }] : items;
}

/** Calls, their results and thoughts of earlier answers are left out: the bot has tools of its own. */
const messageOf = (item: ResponseItem): CompletionMessage =>
  'role' in item && isMessage(item) ? item : { role: 'tool', content: '' };

const isMessage = (item: ResponseItem): item is CompletionMessage & ResponseItem =>
  item.type === undefined || item.type === 'message';

interface ResponseHead {
  readonly id: string;
  readonly messageId: string;
  /** In seconds. */
  readonly createdAt: number;
  readonly input: ResponseInput;
}

const usageOf = ({ inputTokens, outputTokens }: Usage) => ({
  input_tokens: inputTokens,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: outputTokens,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: inputTokens + outputTokens,
});

/** What is the same from the first event to the last. */
const responseOf = ({ id, createdAt, input }: ResponseHead, status: string, members: object = {}) => ({
  id,
  object: 'response',
  created_at: createdAt,
  status,
  background: false,
  error: null,
  incomplete_details: null,
  instructions: input.instructions ?? null,
  max_output_tokens: null,
  metadata: input.metadata ?? {},
  model: input.model,
  output: [],
  parallel_tool_calls: true,
  previous_response_id: null,
  reasoning: { effort: null, summary: null },
  store: false,
  temperature: null,
  text: { format: input.text?.format ?? { type: 'text' } },
  tool_choice: 'auto',
  tools: [],
  top_p: null,
  truncation: 'disabled',
  usage: null,
  ...members,
});

const partOf = (text: string, kind: TextKind) =>
  kind === 'refusal'
    ? { type: 'refusal', refusal: text }
    : { type: 'output_text', text, annotations: [], logprobs: [] };

const messageItem = ({ messageId }: ResponseHead, status: string, content: readonly object[]) => ({
  id: messageId,
  type: 'message',
  status,
  role: 'assistant',
  content,
});

/** Why OpenAI calls an answer incomplete; null: it is complete. */
const INCOMPLETE = { whole: null, cut: 'max_output_tokens', withheld: 'content_filter' } as const;

interface EndedAnswer {
  readonly answer: Answer;
  readonly kind: TextKind;
  readonly extra: Extra;
}

function ended(head: ResponseHead, { answer: { text, usage, json = 'whole' }, kind, extra }: EndedAnswer) {
  const reason = INCOMPLETE[json];
  const status = reason ? 'incomplete' : 'completed';
  return responseOf(head, status, {
    ...(reason && { incomplete_details: { reason } }),
    output: [messageItem(head, status, [partOf(text, kind)])],
    usage: usageOf(usage),
    ...extra,
  });
}

/** The events that OpenAI sends for one message of text, in its order. */
function responseEvents(head: ResponseHead, send: (event: string) => void): AnswerEvents {
  let sequence = 0;
  const write = (type: string, members: object): void => {
    send(`event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence, ...members })}\n\n`);
    sequence += 1;
  };
  const place = { item_id: head.messageId, output_index: 0, content_index: 0 };
  return {
    begin(kind) {
      const response = responseOf(head, 'in_progress');
      write('response.created', { response });
      write('response.in_progress', { response });
      write('response.output_item.added', { output_index: 0, item: messageItem(head, 'in_progress', []) });
      write('response.content_part.added', { ...place, part: partOf('', kind) });
    },
    text: (delta, kind) =>
      kind === 'refusal'
        ? write('response.refusal.delta', { ...place, delta })
        : write('response.output_text.delta', { ...place, delta, logprobs: [] }),
    finish(answer, kind, extra) {
      const { text } = answer;
      const part = partOf(text, kind);
      const response = ended(head, { answer, kind, extra });
      const { status } = response;
      if (kind === 'refusal') write('response.refusal.done', { ...place, refusal: text });
      else write('response.output_text.done', { ...place, text, logprobs: [] });
      write('response.content_part.done', { ...place, part });
      write('response.output_item.done', { output_index: 0, item: messageItem(head, status, [part]) });
      write(`response.${status}`, { response });
    },
    fail({ code, message }) {
      write('response.failed', { response: responseOf(head, 'failed', { error: { code, message } }) });
    },
  };
}
