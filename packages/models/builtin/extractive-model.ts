import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { z } from 'zod';
import { estimateTokens } from '../tokens/estimate-tokens.ts';
import { type ExtractedAnswer, extractAnswers } from './extract-answer.ts';

/**
 * The model that needs no key: answers by quoting the passages in `providerOptions.builtin` (`BuiltinOptions`).
 * `providerMetadata.builtin.outcome` is `answered`, `answered_partly`, `not_found` or `small_talk`; usage is
 * estimated.
 */
export function createExtractiveModel({
  now = () => new Date(),
}: {
  now?: () => Date;
} = {}): LanguageModelV4 {
  const answer = (options: LanguageModelV4CallOptions) => {
    options.abortSignal?.throwIfAborted();
    const { questions, ...spoken } = readOptions(options);
    return extractAnswers(questions, spoken);
  };
  return {
    specificationVersion: 'v4',
    provider: 'builtin',
    modelId: 'extractive',
    supportedUrls: {},
    async doStream(options) {
      const extracted = answer(options);
      const parts = streamParts(extracted, usageOf(options, extracted.text), now);
      return { stream: streamOf(parts, options.abortSignal) };
    },
    async doGenerate(options) {
      const extracted = answer(options);
      return {
        content: [{ type: 'text', text: extracted.text }],
        usage: usageOf(options, extracted.text),
        warnings: [],
        ...ending(extracted),
      };
    },
  };
}

const Passage = z.object({ number: z.number(), title: z.string(), text: z.string(), confidence: z.number() });

/**
 * What the built-in model reads, as `providerOptions.builtin`. Passages come structured and not as text in the
 * prompt, because a customer could write a forged passage into a message.
 */
export const BuiltinOptions = z.object({
  /** Each is answered apart. */
  questions: z
    .array(
      z.object({
        text: z.string(),
        question: z.string(),
        passages: z.array(Passage),
        written: z.string().optional(),
      }),
    )
    .min(1),
  locale: z.enum(['en', 'ja', 'vi']).optional(),
  /** Its own words are in this language, whatever the question's is. */
  always: z.enum(['en', 'ja', 'vi']).optional(),
  /** Of the bot: how it addresses a customer. */
  tone: z.string().optional(),
});
export type BuiltinOptions = z.infer<typeof BuiltinOptions>;

const DELTA_CHARACTERS = 24;

function textOf(prompt: LanguageModelV4Prompt): string {
  return prompt
    .map(({ content }) =>
      typeof content === 'string'
        ? content
        : content.map((part) => (part.type === 'text' ? part.text : '')).join('\n'),
    )
    .join('\n');
}

function lastQuestion(prompt: LanguageModelV4Prompt): string {
  const last = prompt.findLast(({ role }) => role === 'user');
  return last ? textOf([last]) : '';
}

function readOptions({ prompt, providerOptions }: LanguageModelV4CallOptions): BuiltinOptions {
  if (providerOptions?.builtin) return BuiltinOptions.parse(providerOptions.builtin);
  const text = lastQuestion(prompt);
  return { questions: [{ text, question: text, passages: [] }] };
}

function usageOf(options: LanguageModelV4CallOptions, text: string): LanguageModelV4Usage {
  const input = estimateTokens(textOf(options.prompt));
  const output = estimateTokens(text);
  return {
    inputTokens: { total: input, noCache: input, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: output, text: output, reasoning: undefined },
  };
}

function* streamParts(
  answer: ExtractedAnswer,
  usage: LanguageModelV4Usage,
  now: () => Date,
): Generator<LanguageModelV4StreamPart> {
  yield { type: 'stream-start', warnings: [] };
  yield { type: 'response-metadata', modelId: 'extractive', timestamp: now() };
  yield { type: 'text-start', id: '0' };
  const characters = [...answer.text];
  for (let start = 0; start < characters.length; start += DELTA_CHARACTERS) {
    yield { type: 'text-delta', id: '0', delta: characters.slice(start, start + DELTA_CHARACTERS).join('') };
  }
  yield { type: 'text-end', id: '0' };
  yield { type: 'finish', usage, ...ending(answer) };
}

function ending({ outcome, language, cited }: ExtractedAnswer) {
  return {
    finishReason: { unified: 'stop', raw: outcome },
    providerMetadata: { builtin: { outcome, language, cited } },
  } as const;
}

/** Parts on demand, so that a slow reader holds nothing and an abort takes effect between two parts. */
function streamOf(
  parts: Iterator<LanguageModelV4StreamPart>,
  signal: AbortSignal | undefined,
): ReadableStream<LanguageModelV4StreamPart> {
  return new ReadableStream<LanguageModelV4StreamPart>(
    {
      pull(controller) {
        if (signal?.aborted) return controller.error(signal.reason);
        const next = parts.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
    },
    { highWaterMark: 0 },
  );
}
