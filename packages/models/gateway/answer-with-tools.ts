import { estimateTokens } from '../tokens/estimate-tokens.ts';
import type {
  AnswerPart,
  AnswerUsage,
  FailedPart,
  FinishedPart,
  RequestedCall,
  ToolPart,
} from './answer-part.ts';
import { type AnsweredStep, type AnswerRequest, DEFAULT_TIMEOUTS } from './answer-request.ts';
import type { AnswerTool, ToolOutcome } from './answer-tool.ts';
import { checkToolInput, readJson, stableJson } from './check-tool-input.ts';
import { answerWithRetry, type RetryOptions } from './stream-answer.ts';

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
  const offered = request.tools ?? [];
  if (offered.length === 0) return yield* answerWithRetry(request, options);
  let tools = offered.filter((tool) => !isRefused(request.model, tool));
  for (const tool of offered) if (!tools.includes(tool)) yield refusedPart(tool);
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
    const call = {
      ...request,
      tools,
      steps,
      isLastRound,
      timeouts,
      ...(maxOutputTokens && { maxOutputTokens }),
    };
    let hasBegun = false;
    let held = '';
    for await (const part of answerWithRetry(call, options)) {
      if (part.kind === 'finished' || part.kind === 'failed') ending = part;
      if (part.kind !== 'text') continue;
      if (request.json) {
        // Only the end of the round shows whether this is the answer or stands before calls.
        held += part.text;
        continue;
      }
      const text = !hasBegun && said !== '' ? `\n\n${part.text}` : part.text;
      hasBegun = true;
      said += text;
      yield { kind: 'text', text };
    }
    if (!ending) throw new Error('the model gateway ended without an end');
    if (held !== '' && ending.kind === 'finished' && !ending.step) {
      said = held;
      yield { kind: 'text', text: held };
    }
    const refused = ending.kind === 'failed' && !hasBegun ? refusedTools(ending, tools) : [];
    if (refused.length > 0) {
      for (const tool of refused) {
        rememberRefusal(request.model, tool);
        yield refusedPart(tool);
      }
      tools = tools.filter((tool) => !refused.includes(tool));
      // Each time there is one tool less, and the model has not been at work.
      round -= 1;
      continue;
    }
    spent = add(spent, ending.usage);
    if (ending.kind === 'failed') return yield { ...ending, usage: spent, textSoFar: said };
    if (!ending.step) return yield { ...ending, usage: spent };
    // Tools were switched off in this round.
    if (isLastRound) return yield giveUp(request, said, spent);

    const { calls } = ending.step;
    const { parts, results } = await runCalls(history, {
      tools,
      requested: calls,
      signal: stopSignal(request, timeLeft()),
    });
    yield* parts;
    steps.push({ ...ending.step, results });
    const input = ending.usage.inputTokens + ending.usage.outputTokens + estimateTokens(textOf(results));
    maxOutputTokens = request.outputAfter?.(spent, input) ?? request.maxOutputTokens;
    if (maxOutputTokens !== undefined && maxOutputTokens < 1) return yield giveUp(request, said, spent);
  }
}

/** Schemas that a model's provider does not take; a tool that is changed has another. */
const refusals = new WeakMap<AnswerRequest['model'], Set<string>>();

const refusalKey = ({ name, inputSchema }: AnswerTool): string => `${name} ${stableJson(inputSchema)}`;

const isRefused = (model: AnswerRequest['model'], tool: AnswerTool): boolean =>
  refusals.get(model)?.has(refusalKey(tool)) ?? false;

function rememberRefusal(model: AnswerRequest['model'], tool: AnswerTool): void {
  const known = refusals.get(model) ?? new Set();
  refusals.set(model, known.add(refusalKey(tool)));
}

/** What to leave out: the tool that the provider names, or all that others have written where it names none. */
function refusedTools({ refusedTool }: FailedPart, tools: readonly AnswerTool[]): readonly AnswerTool[] {
  if (!refusedTool) return [];
  const { name, index } = refusedTool;
  const named = tools.find((tool) => tool.name === name) ?? (index === undefined ? undefined : tools[index]);
  if (named) return [named];
  const foreign = tools.filter(({ source }) => source?.remote != null);
  return foreign.length > 0 ? foreign : tools;
}

/** Shows among the calls of the answer which tool was left out, so that the owner learns of it. */
const refusedPart = ({ uuid, name }: AnswerTool): ToolPart => ({
  kind: 'tool',
  id: `refused-${name}`,
  uuid: uuid ?? null,
  name,
  input: {},
  output: null,
  error: 'schema_refused',
  detail: 'the provider of the model does not take the input schema',
  milliseconds: 0,
  wantsPerson: false,
});

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

export const MOST_CALLS = 8;
/** Invalid calls that are reported to the model; after these it has to answer without tools. */
const MOST_INVALID = 2;
export const LONGEST_RESULT = 8_000;
const STABLE_WORD = /^[a-z][a-z0-9_]{0,39}$/;

/** What happened so far in one answer. */
interface CallHistory {
  calls: number;
  invalid: number;
  readonly made: Set<string>;
  /** True: whatever comes next, no more tools. */
  isOver: boolean;
}

const newCallHistory = (): CallHistory => ({ calls: 0, invalid: 0, made: new Set(), isOver: false });

type Plan =
  | { readonly kind: 'run'; readonly tool: AnswerTool; readonly input: unknown }
  | {
      readonly kind: 'refused';
      readonly tool: AnswerTool | null;
      readonly input: unknown;
      readonly reason: string;
      readonly problem: string;
    };

function planCall(
  history: CallHistory,
  tools: readonly AnswerTool[],
  { name, input: text }: RequestedCall,
): Plan {
  const tool = tools.find((one) => one.name === name) ?? null;
  const input = readJson(text).value;
  const refuse = (reason: string, problem: string): Plan => ({
    kind: 'refused',
    tool,
    input: input ?? text.slice(0, LONGEST_RESULT),
    reason,
    problem,
  });
  const invalid = (reason: string, problem: string): Plan => {
    history.invalid += 1;
    if (history.invalid >= MOST_INVALID) history.isOver = true;
    return refuse(reason, problem);
  };
  history.calls += 1;
  if (history.calls >= MOST_CALLS) history.isOver = true;
  if (history.calls > MOST_CALLS) return refuse('too_many_calls', 'there were too many calls; answer now');
  if (!tool) return invalid('unknown_tool', 'there is no tool of this name');
  if (!input) return invalid('invalid_input', 'the input is not a JSON object');
  const problem = checkToolInput(tool.inputSchema, input);
  if (problem) return invalid('invalid_input', problem);
  const key = `${name} ${stableJson(input)}`;
  if (history.made.has(key)) {
    history.isOver = true;
    return refuse('repeated_call', 'this call was made before; use its result');
  }
  history.made.add(key);
  return { kind: 'run', tool, input };
}

type Result = AnsweredStep['results'][number];

/** Makes the calls of one round in parallel. An invalid call is reported to the model instead. */
async function runCalls(
  history: CallHistory,
  {
    tools,
    requested,
    signal,
  }: {
    readonly tools: readonly AnswerTool[];
    readonly requested: readonly RequestedCall[];
    readonly signal: AbortSignal;
  },
): Promise<{ parts: AnswerPart[]; results: Result[] }> {
  const plans = requested.map((call) => ({ call, todo: planCall(history, tools, call) }));
  const ended = await Promise.all(plans.map(({ call, todo }) => endCall(call, todo, signal)));
  return { parts: ended.map(({ part }) => part), results: ended.map(({ result }) => result) };
}

async function endCall(
  { id, name }: RequestedCall,
  todo: Plan,
  signal: AbortSignal,
): Promise<{ part: ToolPart; result: Result }> {
  const startedAt = performance.now();
  const outcome: ToolOutcome =
    todo.kind === 'run'
      ? await execute(todo.tool, todo.input, signal)
      : { kind: 'failed', reason: todo.reason, detail: todo.problem };
  const part = {
    kind: 'tool' as const,
    id,
    uuid: todo.tool?.uuid ?? null,
    name,
    input: todo.input,
    milliseconds: Math.round(performance.now() - startedAt),
  };
  if (outcome.kind === 'failed') {
    const error = STABLE_WORD.test(outcome.reason) ? outcome.reason : 'failed';
    const text = todo.kind === 'run' ? `error: ${error}` : `error: ${error}: ${todo.problem}`;
    return {
      part: { ...part, output: null, error, detail: outcome.detail, wantsPerson: false },
      result: { id, name, text },
    };
  }
  const { text, output } = capped(outcome.output);
  return {
    part: { ...part, output, error: null, detail: null, wantsPerson: outcome.wantsPerson ?? false },
    result: { id, name, text },
  };
}

/** Ends when the tool does or the signal aborts: a tool may ignore it. */
function execute(tool: AnswerTool, input: unknown, signal: AbortSignal): Promise<ToolOutcome> {
  return new Promise((resolve) => {
    const stop = (): void => resolve({ kind: 'failed', reason: 'timeout', detail: 'no time left' });
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    tool
      .execute(input, { signal })
      .catch((error: unknown): ToolOutcome => ({ kind: 'failed', reason: 'failed', detail: String(error) }))
      .then((outcome) => {
        signal.removeEventListener('abort', stop);
        resolve(outcome);
      });
  });
}

function capped(output: unknown): { text: string; output: unknown } {
  const text = typeof output === 'string' ? output : (JSON.stringify(output) ?? 'null');
  if (text.length <= LONGEST_RESULT) return { text, output };
  const cut = `${text.slice(0, LONGEST_RESULT - 20).toWellFormed()} … (cut)`;
  return { text: cut, output: cut };
}
