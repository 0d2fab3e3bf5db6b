import { estimateTokens } from '../tokens/estimate-tokens.ts';
import type { AnswerPart, AnswerUsage, FailedPart, FinishedPart } from './answer-part.ts';
import { type AnsweredStep, type AnswerRequest, DEFAULT_TIMEOUTS } from './answer-request.ts';
import { answerWithRetry, type RetryOptions } from './answer-with-retry.ts';
import { newCallHistory, runCalls } from './run-calls.ts';

/** Calls of the model for one answer; in the last one tools are switched off, so that it has to answer. */
export const MOST_ROUNDS = 5;

const add = (one: AnswerUsage | null, other: AnswerUsage): AnswerUsage =>
  one === null
    ? other
    : {
        inputTokens: one.inputTokens + other.inputTokens,
        outputTokens: one.outputTokens + other.outputTokens,
        estimated: one.estimated || other.estimated,
      };

/**
 * `answerWithRetry` that makes the calls a model asks for and lets it go on with their results. All rounds share the
 * total time; usage is that of all rounds. Without tools it is one round and costs nothing more.
 */
export async function* answerWithTools(
  request: AnswerRequest,
  options: RetryOptions = {},
): AsyncGenerator<AnswerPart, void> {
  const { tools = [] } = request;
  if (tools.length === 0) return yield* answerWithRetry(request, options);
  const endsAt = performance.now() + (request.timeouts?.totalMs ?? DEFAULT_TIMEOUTS.totalMs);
  const timeLeft = (): number => Math.max(1, Math.ceil(endsAt - performance.now()));
  const history = newCallHistory();
  const steps: AnsweredStep[] = [];
  let spent: AnswerUsage | null = null;
  let said = '';
  let maxOutputTokens = request.maxOutputTokens;
  for (let round = 1; ; round += 1) {
    const isLastRound = history.isOver || round === MOST_ROUNDS;
    let ending: FinishedPart | FailedPart | null = null;
    const timeouts = { ...request.timeouts, totalMs: timeLeft() };
    const call = { ...request, steps, isLastRound, timeouts, ...(maxOutputTokens && { maxOutputTokens }) };
    let hasBegun = false;
    for await (const part of answerWithRetry(call, options)) {
      if (part.kind === 'finished' || part.kind === 'failed') ending = part;
      if (part.kind !== 'text') continue;
      const text = !hasBegun && said !== '' ? `\n\n${part.text}` : part.text;
      hasBegun = true;
      said += text;
      yield { kind: 'text', text };
    }
    if (!ending) throw new Error('the model gateway ended without an end');
    spent = add(spent, ending.usage);
    if (ending.kind === 'failed') return yield { ...ending, usage: spent, textSoFar: said };
    if (!ending.step) return yield { ...ending, usage: spent };
    // It was told not to call any more.
    if (isLastRound) return yield giveUp(request, said, spent);

    const { calls } = ending.step;
    const { parts, results } = await runCalls(history, tools, calls, stopSignal(request, timeLeft()));
    yield* parts;
    steps.push({ ...ending.step, results });
    const input = ending.usage.inputTokens + ending.usage.outputTokens + estimateTokens(textOf(results));
    maxOutputTokens = request.outputAfter?.(spent, input) ?? request.maxOutputTokens;
    if (maxOutputTokens !== undefined && maxOutputTokens < 1) return yield giveUp(request, said, spent);
  }
}

const textOf = (results: AnsweredStep['results']): string => results.map(({ text }) => text).join('');

function stopSignal({ abortSignal }: AnswerRequest, milliseconds: number): AbortSignal {
  const late = AbortSignal.timeout(milliseconds);
  return abortSignal ? AbortSignal.any([abortSignal, late]) : late;
}

/** What was said between the calls is the answer; a model that said nothing has failed. */
function giveUp({ entry }: AnswerRequest, said: string, usage: AnswerUsage): AnswerPart {
  if (said.trim() !== '') return { kind: 'finished', usage, finishReason: 'other', outcome: 'answered' };
  const detail = `${entry.provider}: calls tools without an end`;
  return { kind: 'failed', reason: 'tool_loop', detail, retryable: false, textSoFar: said, usage };
}
