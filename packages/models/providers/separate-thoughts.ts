import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';

/**
 * How a server's model marks its thoughts in the text of its answers. `auto`: found out. `open`: answers begin inside
 * a thought and only its end is marked, as where the server's chat template writes the start. `none`: it never thinks
 * in its text, so marks are text.
 */
export const THOUGHT_MARKS = ['auto', 'open', 'none'] as const;
export type ThoughtMarks = (typeof THOUGHT_MARKS)[number];

/** Marks of models that servers without a parser for them pass on as text, in small letters. */
const PAIRS: readonly (readonly [start: string, end: string])[] = [
  // DeepSeek R1, Qwen 3, GLM, MiniMax and most others.
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  // Gemini and Gemma over OpenAI's protocol.
  ['<thought>', '</thought>'],
  ['<reasoning>', '</reasoning>'],
  // Magistral.
  ['[think]', '[/think]'],
  // Kimi VL.
  ['◁think▷', '◁/think▷'],
  // Seed OSS.
  ['<seed:think>', '</seed:think>'],
  ['<longcat_think>', '</longcat_think>'],
  ['<|begin_of_thought|>', '<|end_of_thought|>'],
  // gpt-oss (Harmony).
  ['<|channel|>analysis<|message|>', '<|end|>'],
];
/** What may stand between a thought and the answer, and belongs to neither. */
const WRAPPERS = ['<|begin_of_solution|>', '<|start|>assistant', '<|channel|>final<|message|>'];
const STARTS = PAIRS.map(([start]) => start);
const ENDS = PAIRS.map(([, end]) => end);
const LONGEST_MARK = Math.max(...[...STARTS, ...ENDS, ...WRAPPERS].map(({ length }) => length));

/** What is known of a model's answers: whether they begin inside a thought. */
export interface ThoughtMemory {
  known: Exclude<ThoughtMarks, 'auto'> | 'plain' | null;
  /** The server may get another model under the same name: an answer that shows thoughts takes `plain` back. */
  readonly mayChange?: boolean;
}

/**
 * Splits the text of one answer into thoughts and answer. A start mark counts at the beginning only. An end mark
 * without one counts outside of code, and says that all before it was a thought: text that may turn
 * out to be one is held back until the end of the answer, which is so for the first answers of a model only.
 */
export function createThoughtFilter(memory: ThoughtMemory): {
  /** The part of the answer that is decided now; empty: none. */
  push(text: string): string;
  /** What is left. `wasCut`: the model came to its output limit. */
  end(wasCut: boolean): string;
} {
  let state: 'start' | 'thought' | 'held' | 'answer' = memory.known === 'none' ? 'answer' : 'start';
  let endMark = '';
  let held = '';
  let isAfterThought = false;
  /** What a model that is known to be plain has sent, where it may change. */
  let streamed = '';

  /** Goes as far as `held` allows; what is decided is taken out of it. */
  function advance(): string {
    for (;;) {
      if (state === 'answer') return take(held.length);
      if (state === 'start') {
        if (!beginsAnswer()) return '';
        continue;
      }
      const end = state === 'thought' ? findMark(held, [endMark]) : findOpenEnd(held);
      if (!end) {
        if (state === 'thought') take(held.length - LONGEST_MARK);
        return '';
      }
      if (state === 'held') memory.known = 'open';
      take(end.at + end.mark.length);
      state = 'start';
      isAfterThought = true;
    }
  }

  /** Decides what the answer, or what follows a thought, begins with; false while that is open. */
  function beginsAnswer(): boolean {
    const text = held.trimStart();
    const lower = text.toLowerCase();
    const start = STARTS.findIndex((mark) => lower.startsWith(mark));
    const skipped = [...WRAPPERS, ...ENDS].find((mark) => lower.startsWith(mark));
    if (start >= 0) {
      held = text.slice(STARTS[start]?.length ?? 0);
      endMark = ENDS[start] ?? '';
      state = 'thought';
      return true;
    }
    if (skipped) {
      held = text.slice(skipped.length);
      isAfterThought = true;
      return true;
    }
    if ([...STARTS, ...ENDS, ...WRAPPERS].some((mark) => mark.startsWith(lower))) return false;
    if (isAfterThought) held = text;
    state = isAfterThought || memory.known === 'plain' ? 'answer' : 'held';
    return true;
  }

  function take(length: number): string {
    const count = Math.max(0, length);
    const taken = held.slice(0, count);
    held = held.slice(count);
    return taken;
  }

  function watch(text: string): string {
    if (memory.mayChange && memory.known === 'plain' && !isAfterThought) streamed += text;
    return text;
  }

  return {
    push(text) {
      if (state === 'answer' && held === '') return watch(text);
      held += text;
      return watch(advance());
    },
    end(wasCut) {
      // A model that is known to begin with a thought had not come to its end.
      const isThought = state === 'thought' || (state === 'held' && memory.known === 'open' && wasCut);
      if (state === 'held' && memory.known === null && !wasCut) memory.known = 'plain';
      else if (memory.known === 'plain' && findOpenEnd(streamed)) memory.known = null;
      const rest = take(held.length);
      return isThought || rest.trim() === '' ? '' : rest;
    },
  };
}

interface FoundMark {
  readonly at: number;
  readonly mark: string;
}

function findMark(text: string, marks: readonly string[], from = 0): FoundMark | null {
  const lower = text.toLowerCase();
  const found = marks
    .map((mark) => ({ at: lower.indexOf(mark, from), mark }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at);
  return found[0] ?? null;
}

/** An end without a start, outside of code, where a text about marks would show one. */
function findOpenEnd(text: string): FoundMark | null {
  let found = findMark(text, ENDS);
  while (found && isInCode(text.slice(0, found.at))) found = findMark(text, ENDS, found.at + 1);
  return found;
}

/** After an opened fence, or after an odd number of backticks in its line. */
function isInCode(before: string): boolean {
  const fences = before.match(/^[ \t]*(```|~~~)/gm) ?? [];
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return fences.length % 2 === 1 || line.split('`').length % 2 === 0;
}

/** A model whose answers come without thoughts. `memory` is shared by all calls of the model. */
export function separateThoughts(model: LanguageModelV4, memory: ThoughtMemory): LanguageModelV4 {
  return {
    specificationVersion: model.specificationVersion,
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (options) => model.doGenerate(options),
    async doStream(options) {
      const { stream, ...rest } = await model.doStream(options);
      return { ...rest, stream: stream.pipeThrough(splitStream(memory)) };
    },
  };
}

const THOUGHT_ID = 'thought';
const TEXT_ID = 'text';

function splitStream(
  memory: ThoughtMemory,
): TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart> {
  const filter = createThoughtFilter(memory);
  return new TransformStream({
    transform(part, controller) {
      const send = (answer: string, id: string) => {
        // A thought is not kept: a server that sends it as text does not take it back as anything else.
        if (answer === '') controller.enqueue({ type: 'reasoning-delta', id: THOUGHT_ID, delta: '' });
        else controller.enqueue({ type: 'text-delta', id, delta: answer });
      };
      if (part.type === 'text-delta') send(filter.push(part.delta), part.id);
      else {
        if (part.type === 'finish') send(filter.end(part.finishReason.unified === 'length'), TEXT_ID);
        controller.enqueue(part);
      }
    },
  });
}
