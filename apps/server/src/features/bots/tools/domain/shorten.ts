import { TOOL_OUTPUT_MAX } from '@hanasu/contract/tools';

/** What a model is told of an answer: the value itself, or the beginning of its text when it is too long. */
export function shorten(output: unknown): unknown {
  const text = typeof output === 'string' ? output : (JSON.stringify(output) ?? '');
  if (text.length <= TOOL_OUTPUT_MAX) return output ?? null;
  return `${text.slice(0, TOOL_OUTPUT_MAX).toWellFormed()}…`;
}
