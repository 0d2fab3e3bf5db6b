import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { AnswerRequest, ChatTurn } from './answer-request.ts';

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

function buildPrompt(instructions: string, turns: readonly ChatTurn[]): LanguageModelV4Prompt {
  const prompt: LanguageModelV4Prompt = turns.map(({ role, text }) => ({
    role,
    content: [{ type: 'text', text }],
  }));
  return instructions.trim() === '' ? prompt : [{ role: 'system', content: instructions }, ...prompt];
}

function builtinOptions(request: AnswerRequest, question: string) {
  const passages = (request.passages ?? []).map(({ number, title, text, confidence }) => ({
    number,
    title,
    text,
    confidence,
  }));
  return { question, passages, ...(request.locale && { locale: request.locale }) };
}

/** The call of a model for a request. Throws when the last message isn't the user's. */
export function buildCallOptions(
  request: AnswerRequest,
  abortSignal: AbortSignal,
): LanguageModelV4CallOptions {
  const { entry, temperature, providerOptions } = request;
  const turns = alternate(request.messages);
  const isBuiltin = entry.provider === 'builtin';
  return {
    prompt: buildPrompt(request.instructions, turns),
    maxOutputTokens: Math.min(request.maxOutputTokens ?? entry.outputTokens, entry.outputTokens),
    abortSignal,
    ...(temperature !== undefined && { temperature }),
    ...(entry.reasoning && { reasoning: entry.reasoning }),
    providerOptions: {
      ...providerOptions,
      ...(isBuiltin && { builtin: builtinOptions(request, request.question ?? turns.at(-1)?.text ?? '') }),
    },
  };
}
