import type { DeltaFormat } from './merge-deltas.ts';

type Fields = Record<string, unknown>;

const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;

/** The value under `path` where each step is an object; undefined otherwise. */
function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => fieldsOf(inner)?.[name], value);
}

/** The text of an object that holds nothing but it. */
function onlyText(holder: unknown, name: string, besides: readonly string[] = []): string | null {
  const fields = fieldsOf(holder);
  const text = fields?.[name];
  if (!fields || typeof text !== 'string') return null;
  return Object.keys(fields).every((key) => key === name || besides.includes(key)) ? text : null;
}

function firstChoice(event: unknown): Fields | null {
  const choices = fieldsOf(event)?.choices;
  return Array.isArray(choices) && choices.length === 1 ? fieldsOf(choices[0]) : null;
}

/** Chat completions of OpenAI and of servers like it: `choices[0].delta.content`. */
export const openaiDeltas: DeltaFormat = {
  read(event) {
    const choice = firstChoice(event);
    const text = choice && onlyText(choice.delta, 'content');
    const isBare = !choice?.finish_reason && !choice?.logprobs && !fieldsOf(event)?.usage;
    return choice && text && isBare ? { text, key: choice.index } : null;
  },
  write(event, text) {
    const delta = fieldsOf(firstChoice(event)?.delta);
    if (delta) delta.content = text;
  },
};

/** Messages of Anthropic: `content_block_delta` with a `text_delta`. */
export const anthropicDeltas: DeltaFormat = {
  read(event) {
    if (at(event, 'type') !== 'content_block_delta' || at(event, 'delta', 'type') !== 'text_delta')
      return null;
    const text = onlyText(at(event, 'delta'), 'text', ['type']);
    return text === null ? null : { text, key: at(event, 'index') };
  },
  write(event, text) {
    const delta = fieldsOf(at(event, 'delta'));
    if (delta) delta.text = text;
  },
};

/** Chat of Cohere: `content-delta` with a text. */
export const cohereDeltas: DeltaFormat = {
  read(event) {
    if (at(event, 'type') !== 'content-delta') return null;
    const text = onlyText(at(event, 'delta', 'message', 'content'), 'text');
    return text === null ? null : { text, key: at(event, 'index') };
  },
  write(event, text) {
    const content = fieldsOf(at(event, 'delta', 'message', 'content'));
    if (content) content.text = text;
  },
};
