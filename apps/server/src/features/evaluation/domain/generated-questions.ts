import { compactText } from '@hanasu/contract/text';
import { readJson } from '@hanasu/models/gateway/check-tool-input';
import type { GivenPassage } from '@hanasu/models/prompts/tasks';

export interface GeneratedQuestion {
  readonly question: string;
  /** Words of the passage that hold the answer. */
  readonly text: string;
}

const SPAN_LEAST = 4;
const SPAN_MOST = 300;
const QUESTION_MOST = 300;

/**
 * Questions of the model's answer by passage, in order. Strict: an item counts only when its question is one, and its
 * answer really stands in its passage. Anything else gives nothing.
 */
export function readGenerated(answer: string, passages: readonly GivenPassage[]): GeneratedQuestion[] {
  const { value } = readJson(unfenced(answer));
  const items: unknown = value?.items;
  if (!Array.isArray(items)) return [];
  const byPassage = new Map<number, GeneratedQuestion>();
  for (const item of items) {
    const read = readItem(item, passages);
    if (read && !byPassage.has(read.passage)) byPassage.set(read.passage, read.generated);
  }
  return [...byPassage.entries()].toSorted(([one], [other]) => one - other).map(([, generated]) => generated);
}

/** Models like to put JSON into a block of code. */
const unfenced = (answer: string): string => {
  const text = answer.trim();
  return /^```(?:json)?\s*\n([\s\S]*)\n```$/.exec(text)?.[1] ?? text;
};

function readItem(
  item: unknown,
  passages: readonly GivenPassage[],
): { passage: number; generated: GeneratedQuestion } | null {
  if (typeof item !== 'object' || item === null) return null;
  const { passage, question, answer } = item as Record<string, unknown>;
  if (typeof passage !== 'number' || typeof question !== 'string' || typeof answer !== 'string') return null;
  const given = passages[passage - 1];
  const asked = question.trim();
  const text = answer.trim();
  if (!given || compactText(asked) === '' || asked.length > QUESTION_MOST || text.length > SPAN_MOST)
    return null;
  const span = compactText(text);
  if (span.length < SPAN_LEAST || !compactText(given.text).includes(span)) return null;
  // A question that is the passage itself tests nothing.
  if (compactText(given.text) === compactText(asked)) return null;
  return { passage, generated: { question: asked, text } };
}
