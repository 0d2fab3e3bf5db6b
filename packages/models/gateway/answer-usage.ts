import type { LanguageModelV4Prompt, LanguageModelV4Usage } from '@ai-sdk/provider';
import type { ProviderName } from '../catalogue/catalogue-entry.ts';
import { estimateTokens } from '../tokens/estimate-tokens.ts';
import type { AnswerUsage } from './answer-part.ts';

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
  provider: ProviderName,
  prompt: LanguageModelV4Prompt,
  text: string,
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
