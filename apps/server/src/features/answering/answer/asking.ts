import type { Citation, ToolCall } from '@hanasu/contract/chat';
import type { CustomerLanguage } from '@hanasu/contract/customer-words/customer-words';
import type { Question } from './answer.ts';
import type { AnswerGuardRules } from './answer-guard.ts';
import type { Context } from './build-context.ts';
import type { SearchedQuestion } from './retrieve-passages.ts';
import type { PendingConfirmation } from './with-confirmation.ts';

/** What is the same for every model that is asked. */
export interface Asking {
  readonly question: Question;
  readonly context: Context;
  /** Each with what was found for it, and what a person has written as its answer. */
  readonly questions: readonly (SearchedQuestion & { readonly written: string | undefined })[];
  readonly citations: readonly Citation[];
  readonly retrieval: number;
  readonly startedAt: number;
  readonly language: CustomerLanguage;
  readonly grantedTokens: number;
  readonly guard: AnswerGuardRules;
  /** Set while tools are called. */
  readonly pending: PendingConfirmation;
  /** Set when a key of the account is the reason why a model could not be asked. */
  readonly modelTrouble: { reason: 'key_refused' | 'key_budget' | 'prompt_too_long' | null };
}

/** What a model has said and done until now. */
export interface ModelOutput {
  text: string;
  firstToken: number | null;
  readonly toolCalls: ToolCall[];
  wantsPerson: boolean;
}
