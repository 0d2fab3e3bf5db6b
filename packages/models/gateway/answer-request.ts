import type { JSONSchema7, LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { QuestionWithPassages } from '../builtin/extract-answer.ts';
import type { CatalogueEntry, JsonForm } from '../catalogue/catalogue-entry.ts';
import type { AnswerUsage, RequestedStep } from './answer-part.ts';
import type { AnswerTool } from './answer-tool.ts';

export interface AnswerTimeouts {
  /** Until the first text or thought. Covers a server that accepts the call and never sends headers. */
  firstTokenMs: number;
  /** Between two pieces of output. */
  idleMs: number;
  totalMs: number;
}

export const DEFAULT_TIMEOUTS: AnswerTimeouts = { firstTokenMs: 20_000, idleMs: 15_000, totalMs: 90_000 };

export interface ChatTurn {
  role: 'user' | 'assistant';
  text: string;
}

/** A picture for a model that sees. */
export interface AnswerImage {
  mediaType: string;
  bytes: Uint8Array;
}

/** The JSON that an answer has to be. */
export interface JsonFormat {
  readonly form: JsonForm;
  /** Of `json_schema`. */
  readonly schema?: JSONSchema7;
  readonly name?: string;
  readonly description?: string;
  /** OpenAI's: every answer fits the schema, which has to be of a narrower kind for that. */
  readonly strict?: boolean;
}

/** A round of tool calls that is over: what the model wanted, and what it gets for each call. */
export interface AnsweredStep extends RequestedStep {
  results: readonly { id: string; name: string; text: string }[];
}

/** One call of a model. */
export interface AnswerRequest {
  model: LanguageModelV4;
  entry: Pick<CatalogueEntry, 'provider' | 'outputTokens' | 'reasoning'>;
  /** The system prompt; passages for a language model belong into it. */
  instructions: string;
  /** Oldest first; the last one is the user's. */
  messages: readonly ChatTurn[];
  /** For the built-in model only, which reads them structured; absent: the last message, without passages. */
  questions?: readonly QuestionWithPassages[];
  /** For the built-in model only: the language when the question doesn't tell. */
  locale?: 'en' | 'ja' | 'vi';
  /** For the built-in model only: `locale` counts even when the question is in another language. */
  isLocaleFixed?: boolean;
  /** For the built-in model only: of the bot. */
  tone?: string;
  /** Never more than the catalogue's limit. */
  maxOutputTokens?: number;
  temperature?: number;
  abortSignal?: AbortSignal;
  timeouts?: Partial<AnswerTimeouts>;
  providerOptions?: SharedV4ProviderOptions;
  /** Belong to the last message. */
  images?: readonly AnswerImage[];
  tools?: readonly AnswerTool[];
  /** Absent: a text. With it, what a model says before it calls tools is left out. */
  json?: JsonFormat;
  /** True: the tools are listed, because earlier calls need them, but none may be called. */
  isLastRound?: boolean;
  /** Rounds of calls since the last message, oldest first. */
  steps?: readonly AnsweredStep[];
  /** Output tokens that one more round may have after `spent`, with so many tokens of input; below 1: none. */
  outputAfter?: (spent: AnswerUsage, inputTokens: number) => number;
}
