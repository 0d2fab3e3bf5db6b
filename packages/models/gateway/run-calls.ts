import type { AnswerPart, RequestedCall, ToolPart } from './answer-part.ts';
import type { AnsweredStep } from './answer-request.ts';
import type { AnswerTool, ToolOutcome } from './answer-tool.ts';
import { checkToolInput, stableJson } from './check-tool-input.ts';
import { readJson } from './read-json.ts';

export const MOST_CALLS = 8;
/** So many calls that can't be made are told to the model; then it has to answer without tools. */
const MOST_INVALID = 2;
export const LONGEST_RESULT = 8_000;
const STABLE_WORD = /^[a-z][a-z0-9_]{0,39}$/;

/** What happened so far in one answer. */
export interface CallHistory {
  calls: number;
  invalid: number;
  readonly made: Set<string>;
  /** True: whatever comes next, no more tools. */
  isOver: boolean;
}

export const newCallHistory = (): CallHistory => ({ calls: 0, invalid: 0, made: new Set(), isOver: false });

type Plan =
  | { readonly kind: 'run'; readonly tool: AnswerTool; readonly input: unknown }
  | {
      readonly kind: 'refused';
      readonly tool: AnswerTool | null;
      readonly input: unknown;
      readonly reason: string;
      readonly told: string;
    };

function plan(
  history: CallHistory,
  tools: readonly AnswerTool[],
  { name, input: text }: RequestedCall,
): Plan {
  const tool = tools.find((one) => one.name === name) ?? null;
  const input = readJson(text).value;
  const refuse = (reason: string, told: string): Plan => ({
    kind: 'refused',
    tool,
    input: input ?? text.slice(0, LONGEST_RESULT),
    reason,
    told,
  });
  const invalid = (reason: string, told: string): Plan => {
    history.invalid += 1;
    if (history.invalid >= MOST_INVALID) history.isOver = true;
    return refuse(reason, told);
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

/** Makes the calls of one round side by side. What can't be made is told to the model instead. */
export async function runCalls(
  history: CallHistory,
  tools: readonly AnswerTool[],
  requested: readonly RequestedCall[],
  signal: AbortSignal,
): Promise<{ parts: AnswerPart[]; results: Result[] }> {
  const plans = requested.map((call) => ({ call, todo: plan(history, tools, call) }));
  const ended = await Promise.all(plans.map(({ call, todo }) => end(call, todo, signal)));
  return { parts: ended.map(({ part }) => part), results: ended.map(({ result }) => result) };
}

async function end(
  { id, name }: RequestedCall,
  todo: Plan,
  signal: AbortSignal,
): Promise<{ part: ToolPart; result: Result }> {
  const startedAt = performance.now();
  const outcome: ToolOutcome =
    todo.kind === 'run'
      ? await execute(todo.tool, todo.input, signal)
      : { kind: 'failed', reason: todo.reason, detail: todo.told };
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
    const text = todo.kind === 'run' ? `error: ${error}` : `error: ${error}: ${todo.told}`;
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
