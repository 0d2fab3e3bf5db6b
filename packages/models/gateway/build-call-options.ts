import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
} from '@ai-sdk/provider';
import type { AnsweredStep, AnswerRequest, ChatTurn } from './answer-request.ts';
import { readJson } from './read-json.ts';

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
      inputSchema,
    })),
    toolChoice: { type: isLastRound ? 'none' : 'auto' },
  };
}

function builtinOptions(request: AnswerRequest, question: string) {
  const passages = (request.passages ?? []).map(({ number, title, text, confidence }) => ({
    number,
    title,
    text,
    confidence,
  }));
  const { locale, isLocaleFixed } = request;
  return { question, passages, ...(locale && { locale, ...(isLocaleFixed && { always: locale }) }) };
}

/** Anthropic and Cohere refuse what the others take. */
const hottestOf = ({ provider }: AnswerRequest['entry']): number =>
  provider === 'anthropic' || provider === 'cohere' ? 1 : 2;

/** The call of a model for a request. Throws when the last message isn't the user's. */
export function buildCallOptions(
  request: AnswerRequest,
  abortSignal: AbortSignal,
): LanguageModelV4CallOptions {
  const { entry, temperature, providerOptions } = request;
  const turns = alternate(request.messages);
  const isBuiltin = entry.provider === 'builtin';
  return {
    prompt: buildPrompt(request, turns),
    ...toolOptions(request),
    maxOutputTokens: Math.min(request.maxOutputTokens ?? entry.outputTokens, entry.outputTokens),
    abortSignal,
    ...(temperature !== undefined && { temperature: Math.min(temperature, hottestOf(entry)) }),
    ...(entry.reasoning && { reasoning: entry.reasoning }),
    providerOptions: {
      ...providerOptions,
      ...(isBuiltin && { builtin: builtinOptions(request, request.question ?? turns.at(-1)?.text ?? '') }),
    },
  };
}
