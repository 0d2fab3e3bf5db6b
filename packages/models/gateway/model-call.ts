import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4Usage,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider';
import type { ProviderName } from '../catalogue/catalogue-entry.ts';
import { estimateTokens } from '../tokens/estimate-tokens.ts';
import type { AnswerUsage } from './answer-part.ts';
import type { AnsweredStep, AnswerRequest, AnswerTimeouts, ChatTurn, JsonFormat } from './answer-request.ts';
import { readJson } from './check-tool-input.ts';
import { toProviderSchema } from './tool-schema.ts';

/** The call of a model for a request. Throws when the last message isn't the user's. */
export function buildCallOptions(
  request: AnswerRequest,
  abortSignal: AbortSignal,
): LanguageModelV4CallOptions {
  const { entry, temperature, providerOptions } = request;
  const turns = alternate(request.messages);
  const isBuiltin = entry.provider === 'builtin';
  const { json } = request;
  return {
    prompt: buildPrompt(request, turns),
    ...toolOptions(request),
    maxOutputTokens: Math.min(request.maxOutputTokens ?? entry.outputTokens, entry.outputTokens),
    abortSignal,
    ...(temperature !== undefined && { temperature: Math.min(temperature, hottestOf(entry)) }),
    ...(entry.reasoning && { reasoning: entry.reasoning }),
    ...(json && { responseFormat: responseFormatOf(json) }),
    providerOptions: {
      ...providerOptions,
      ...(json?.schema && strictness(json)),
      ...(isBuiltin && { builtin: builtinOptions(request, turns.at(-1)?.text ?? '') }),
    },
  };
}

const responseFormatOf = ({ schema, name, description }: JsonFormat) => ({
  type: 'json' as const,
  ...(schema && { schema }),
  ...(name && { name }),
  ...(description && { description }),
});

/** The adapters ask for strict schemas by default; OpenAI's API does not. */
function strictness({ strict = false }: JsonFormat): SharedV4ProviderOptions {
  const options = { strictJsonSchema: strict };
  return { openai: options, openaiCompatible: options };
}

/**
 * Turns that every provider takes: none empty, no two neighbours of one role, and a user first. Anthropic and
 * Gemini refuse other orders, which arise when a conversation begins with a greeting or a reply failed.
 */
function alternate(messages: readonly ChatTurn[]): ChatTurn[] {
  const turns: ChatTurn[] = [];
  for (const { role, text } of messages) {
    const last = turns.at(-1);
    if (text.trim() === '' || (!last && role === 'assistant')) continue;
    if (last?.role === role) turns[turns.length - 1] = { role, text: `${last.text}\n\n${text}` };
    else turns.push({ role, text });
  }
  if (turns.at(-1)?.role !== 'user') throw new TypeError('the last message must be the user’s');
  return turns;
}

function buildPrompt(request: AnswerRequest, turns: readonly ChatTurn[]): LanguageModelV4Prompt {
  const { instructions, images = [], steps = [] } = request;
  const prompt: LanguageModelV4Prompt = turns.map(({ role, text }) => ({
    role,
    content: [{ type: 'text', text }],
  }));
  const last = prompt.at(-1);
  if (last?.role === 'user') {
    for (const { mediaType, bytes } of images)
      last.content.push({ type: 'file', mediaType, data: { type: 'data', data: bytes } });
  }
  prompt.push(...steps.flatMap(stepMessages));
  return instructions.trim() === '' ? prompt : [{ role: 'system', content: instructions }, ...prompt];
}

/** What the model said and asked for, and what came of it. */
const stepMessages = ({ text, reasoning, calls, results }: AnsweredStep): LanguageModelV4Message[] => [
  {
    role: 'assistant',
    content: [
      ...reasoning,
      ...(text.trim() === '' ? [] : [{ type: 'text' as const, text }]),
      ...calls.map(({ id, name, input, providerOptions }) => ({
        type: 'tool-call' as const,
        toolCallId: id,
        toolName: name,
        // Providers take an object only, whatever the model wrote.
        input: readJson(input).value ?? {},
        ...(providerOptions && { providerOptions }),
      })),
    ],
  },
  {
    role: 'tool',
    // Adapters write an error each in their own way, and some as JSON in JSON: as text it is plain to every model.
    content: results.map(({ id, name, text: value }) => ({
      type: 'tool-result' as const,
      toolCallId: id,
      toolName: name,
      output: { type: 'text' as const, value },
    })),
  },
];

function toolOptions({
  tools = [],
  isLastRound,
}: AnswerRequest): Pick<LanguageModelV4CallOptions, 'tools' | 'toolChoice'> {
  if (tools.length === 0) return {};
  return {
    tools: tools.map(({ name, description, inputSchema }) => ({
      type: 'function',
      name,
      description,
      inputSchema: toProviderSchema(inputSchema),
    })),
    toolChoice: { type: isLastRound ? 'none' : 'auto' },
  };
}

function builtinOptions(request: AnswerRequest, last: string): SharedV4ProviderOptions[string] {
  const asked = request.questions ?? [{ text: last, question: last, passages: [] }];
  const questions = asked.map(({ text, question, passages, written }) => ({
    text,
    question,
    passages: passages.map(({ number, title, text, confidence }) => ({ number, title, text, confidence })),
    ...(written !== undefined && { written }),
  }));
  const { locale, isLocaleFixed, tone } = request;
  return {
    questions,
    ...(tone && { tone }),
    ...(locale && { locale, ...(isLocaleFixed && { always: locale }) }),
  };
}

/** Anthropic and Cohere refuse what the others take. */
const hottestOf = ({ provider }: AnswerRequest['entry']): number =>
  provider === 'anthropic' || provider === 'cohere' ? 1 : 2;

export type Stop = { by: 'caller' } | { by: 'timeout'; which: keyof AnswerTimeouts };

/** Ends a call that takes too long or that the caller aborts. */
export interface Watchdog {
  /** Aborted as soon as the call is stopped; for the provider's connection. */
  signal: AbortSignal;
  /** Why the call was stopped, null while it may go on. */
  stop(): Stop | null;
  /** Resolves when the call is stopped. A provider may ignore the signal, so callers don't wait for it alone. */
  stopped: Promise<Stop>;
  /** The model said something. */
  progress(): void;
  dispose(): void;
}

/**
 * One timer for all three limits: it is set for the nearest one and looks again when it fires, because setting a
 * timer anew for each token costs more than the token.
 */
export function createWatchdog(timeouts: AnswerTimeouts, abortSignal: AbortSignal | undefined): Watchdog {
  const controller = new AbortController();
  const { promise: stopped, resolve } = Promise.withResolvers<Stop>();
  const startedAt = performance.now();
  let lastProgressAt: number | null = null;
  let reason: Stop | null = null;
  let timer: NodeJS.Timeout | undefined;

  const end = (stop: Stop) => {
    if (reason) return;
    reason = stop;
    clearTimeout(timer);
    resolve(stop);
    controller.abort(new DOMException('the call was stopped', 'AbortError'));
  };
  const nearest = () => {
    const total = { which: 'totalMs', at: startedAt + timeouts.totalMs } as const;
    const next =
      lastProgressAt === null
        ? ({ which: 'firstTokenMs', at: startedAt + timeouts.firstTokenMs } as const)
        : ({ which: 'idleMs', at: lastProgressAt + timeouts.idleMs } as const);
    return next.at < total.at ? next : total;
  };
  const watch = () => {
    const { which, at } = nearest();
    const wait = at - performance.now();
    if (wait <= 0) end({ by: 'timeout', which });
    else timer = setTimeout(watch, Math.ceil(wait));
  };
  const onAbort = () => end({ by: 'caller' });

  if (abortSignal?.aborted) onAbort();
  else {
    abortSignal?.addEventListener('abort', onAbort, { once: true });
    watch();
  }
  return {
    signal: controller.signal,
    stop: () => reason,
    stopped,
    progress: () => {
      const isFirst = lastProgressAt === null;
      lastProgressAt = performance.now();
      // The idle limit may come before the first-token limit that the timer is set for.
      if (isFirst && !reason) {
        clearTimeout(timer);
        watch();
      }
    },
    dispose: () => {
      clearTimeout(timer);
      abortSignal?.removeEventListener('abort', onAbort);
    },
  };
}

const MESSAGE_OVERHEAD = 4;
/** The other models have no local tokenizer; their counts run higher than the estimate made for o200k. */
const CORRECTION = {
  builtin: 1,
  openai: 1,
  anthropic: 1.15,
  google: 1.15,
  cohere: 1.15,
  compatible: 1.15,
} as const satisfies Record<ProviderName, number>;

/** What providers count for a picture differs by its size; this is about one of a megapixel. */
const IMAGE_TOKENS = 1_000;

type PromptPart = Exclude<LanguageModelV4Prompt[number]['content'], string>[number];

function estimatePart(part: PromptPart): number {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return estimateTokens(part.text);
    case 'file':
      return IMAGE_TOKENS;
    case 'tool-call':
      return estimateTokens(JSON.stringify(part.input));
    case 'tool-result':
      return 'value' in part.output ? estimateTokens(String(part.output.value)) : 0;
    default:
      return 0;
  }
}

function estimatePrompt(prompt: LanguageModelV4Prompt): number {
  let tokens = 0;
  for (const { content } of prompt) {
    tokens += MESSAGE_OVERHEAD;
    if (typeof content === 'string') tokens += estimateTokens(content);
    else for (const part of content) tokens += estimatePart(part);
  }
  return tokens;
}

/** Usage by our own count: for a call that was stopped or broke off, where the provider says nothing. */
export function estimateUsage(
  provider: ProviderName,
  prompt: LanguageModelV4Prompt,
  text: string,
): AnswerUsage {
  const correction = CORRECTION[provider];
  return {
    inputTokens: Math.ceil(estimatePrompt(prompt) * correction),
    outputTokens: Math.ceil(estimateTokens(text) * correction),
    estimated: true,
  };
}

/** The provider's usage where it is there and plausible; every number of it may be undefined or NaN. */
export function readUsage(
  usage: LanguageModelV4Usage | undefined,
  {
    provider,
    prompt,
    text,
  }: { readonly provider: ProviderName; readonly prompt: LanguageModelV4Prompt; readonly text: string },
): AnswerUsage {
  const input = usage?.inputTokens.total;
  const output = usage?.outputTokens.total;
  const isCount = (value: number | undefined): value is number => Number.isFinite(value) && Number(value) > 0;
  if (isCount(input) && isCount(output))
    return { inputTokens: input, outputTokens: output, estimated: false };
  const estimate = estimateUsage(provider, prompt, text);
  return {
    inputTokens: isCount(input) ? input : estimate.inputTokens,
    outputTokens: isCount(output) ? output : estimate.outputTokens,
    estimated: true,
  };
}
