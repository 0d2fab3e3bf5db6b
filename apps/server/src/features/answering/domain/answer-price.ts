import type { Usage } from '@hanasu/contract/chat';
import type { CatalogueEntry } from '@hanasu/models/catalogue/catalogue-entry';
import { costInTokens } from '@hanasu/models/catalogue/cost-in-tokens';
import type { AnswerUsage } from '@hanasu/models/gateway/answer-part';
import { estimateTokens } from '@hanasu/models/tokens/estimate-tokens';
import { BUDGET } from './build-context.ts';

/** Model tokens of what stands around the texts in a prompt: rules, titles and headings of passages. */
const FRAME_TOKENS = 1_500;

const estimateAll = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + estimateTokens(text), 0);

/** Prepaid tokens that one answer may cost at most: what is set aside for it. At least 1, so that none is refused. */
export function largestCost(entry: CatalogueEntry, instructions: string, question: string): number {
  const input = BUDGET.passages + BUDGET.history + FRAME_TOKENS + estimateAll([instructions, question]);
  const output = Math.min(BUDGET.output, entry.outputTokens);
  return Math.max(1, Math.ceil(input * entry.rates.input + output * entry.rates.output));
}

/** Output tokens that the granted tokens pay for after the input, within the model's and our own limit. */
export function affordableOutput(
  entry: CatalogueEntry,
  grantedTokens: number,
  inputTexts: readonly string[],
): number {
  const left = grantedTokens - estimateAll(inputTexts) * entry.rates.input;
  const affordable = entry.rates.output > 0 ? Math.floor(left / entry.rates.output) : BUDGET.output;
  return left < 0 ? 0 : Math.min(BUDGET.output, entry.outputTokens, affordable);
}

/**
 * What the account pays: never more than was granted. A model may count more tokens than we had estimated, and a
 * balance below zero is nothing that a prepaid customer has agreed to.
 */
export const chargedUsage = (entry: CatalogueEntry, usage: AnswerUsage, grantedTokens: number): Usage => ({
  inputTokens: usage.inputTokens,
  outputTokens: usage.outputTokens,
  tokens: Math.min(grantedTokens, Number(costInTokens(entry.rates, usage))),
});
