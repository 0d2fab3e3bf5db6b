/**
 * The gateway to language models. Built on the provider's `doStream` and not on the SDK's `streamText`: for answers
 * without tools that layer costs about as much again as the provider adapter (numbers in this package's README),
 * and it hides failures (a refused key ends its text stream silently). Retries and time-outs are ours.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  LanguageModelV4CallOptions,
  LanguageModelV4ReasoningPart,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import type { AnswerPart, AnswerUsage, Failure, FinishedPart, RequestedCall } from './answer-part.ts';
import { type AnswerRequest, DEFAULT_TIMEOUTS } from './answer-request.ts';
import { classifyFailure } from './classify-failure.ts';
import {
  buildCallOptions,
  createWatchdog,
  estimateUsage,
  readUsage,
  type Stop,
  type Watchdog,
} from './model-call.ts';

/**
 * `streamAnswer` with one more try when the first fails in a retryable way before any text. Both tries share the
 * total time; once the caller has aborted, in the pause too, no model is asked and nothing is used.
 */
export async function* answerWithRetry(
  request: AnswerRequest,
  { wait = defaultWait }: RetryOptions = {},
): AsyncGenerator<AnswerPart, void> {
  const startedAt = performance.now();
  const totalMs = request.timeouts?.totalMs ?? DEFAULT_TIMEOUTS.totalMs;
  const timeLeftMs = () => totalMs - (performance.now() - startedAt);
  let pause: number | null = null;
  for await (const part of streamAnswer(request)) {
    pause = pauseBeforeRetry(part, timeLeftMs());
    if (pause === null) yield part;
  }
  if (pause === null) return;
  await wait(pause, request.abortSignal).catch((error: unknown) => {
    if (!request.abortSignal?.aborted) throw error;
  });
  yield* streamAnswer({ ...request, timeouts: { ...request.timeouts, totalMs: Math.max(1, timeLeftMs()) } });
}

/**
 * Streams one answer: texts, then one `finished` or `failed`. Never throws for anything a provider does; throws a
 * TypeError when the last message isn't the user's. Leaving the loop early closes the connection.
 */
export async function* streamAnswer(request: AnswerRequest): AsyncGenerator<AnswerPart, void> {
  const watchdog = createWatchdog({ ...DEFAULT_TIMEOUTS, ...request.timeouts }, request.abortSignal);
  try {
    const call: Call = {
      request,
      options: buildCallOptions(request, watchdog.signal),
      watchdog,
      isMade: false,
      text: '',
      calls: [],
      reasoning: new Map(),
    };
    const opened = await open(call);
    yield toPart(call, 'stream' in opened ? yield* read(call, opened.stream) : opened);
  } finally {
    watchdog.dispose();
  }
}

/** A customer is waiting: a short pause, and no retry when the provider asks for a long one. */
const PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 3000;

export interface RetryOptions {
  /** Waits; rejects when the signal aborts. */
  wait?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<unknown>;
}

const defaultWait: NonNullable<RetryOptions['wait']> = (milliseconds, signal) =>
  sleep(milliseconds, undefined, signal ? { signal } : {});

/** Milliseconds to wait before the second try; null when there should be none. */
function pauseBeforeRetry(part: AnswerPart, timeLeftMs: number): number | null {
  // After the first text a second answer would start over in front of the customer.
  if (part.kind !== 'failed' || !part.retryable || part.textSoFar !== '') return null;
  const pause = part.retryAfterMs ?? PAUSE_MS;
  return pause <= LONGEST_PAUSE_MS && pause < timeLeftMs ? pause : null;
}

const LINGER_MS = 500;

type Finish = Extract<LanguageModelV4StreamPart, { type: 'finish' }>;

interface Call {
  request: AnswerRequest;
  options: LanguageModelV4CallOptions;
  watchdog: Watchdog;
  /** The provider may have been reached, and may charge for it. */
  isMade: boolean;
  text: string;
  calls: RequestedCall[];
  reasoning: Map<string, LanguageModelV4ReasoningPart>;
}

type Ending = { finish: Finish } | { failure: Failure } | { stop: Stop } | { isTooLong: true };

/** Longer than any text of one token: a provider that goes on beyond its output limit is stopped here. */
const CHARACTERS_A_TOKEN = 16;
/** Providers count a little differently, and a short text does no harm. */
const ALWAYS_ALLOWED = 10_000;

const NO_USAGE: AnswerUsage = { inputTokens: 0, outputTokens: 0, estimated: false };

const usageSoFar = ({ request, options, text, isMade }: Call): AnswerUsage =>
  isMade ? estimateUsage(request.entry.provider, options.prompt, text) : NO_USAGE;

const fail = (call: Call, failure: Failure): AnswerPart => ({
  kind: 'failed',
  ...failure,
  textSoFar: call.text,
  usage: usageSoFar(call),
});

function conclude(call: Call, stop: Stop): AnswerPart {
  if (stop.by === 'timeout') {
    return fail(call, {
      reason: 'timeout',
      detail: `${call.request.entry.provider}: ${stop.which} exceeded`,
      retryable: stop.which !== 'totalMs',
    });
  }
  return { kind: 'finished', usage: usageSoFar(call), finishReason: 'stopped', outcome: 'stopped' };
}

/** What is wrong with an ending that the provider itself calls an ending. */
function failureOf({ finishReason }: Finish, text: string, provider: string): Failure | null {
  switch (finishReason.unified) {
    case 'content-filter':
      return { reason: 'refused', detail: `${provider}: content filter`, retryable: false };
    case 'interrupted':
      return { reason: 'interrupted', detail: `${provider}: the reply broke off`, retryable: true };
    case 'error':
      return { reason: 'provider_error', detail: `${provider}: error while answering`, retryable: true };
    case 'length':
      return text === ''
        ? {
            reason: 'provider_error',
            detail: `${provider}: output limit reached without text`,
            retryable: false,
          }
        : null;
    default:
      // Cohere's adapter has no words of its own for a refusal and for a stream that was cut.
      if (finishReason.raw === 'ERROR_TOXIC')
        return { reason: 'refused', detail: `${provider}: content filter`, retryable: false };
      if (finishReason.unified === 'other' && finishReason.raw === undefined)
        return { reason: 'interrupted', detail: `${provider}: the reply broke off`, retryable: true };
      return text === ''
        ? { reason: 'provider_error', detail: `${provider}: empty reply`, retryable: true }
        : null;
  }
}

function outcomeOf({ providerMetadata }: Finish): FinishedPart['outcome'] {
  const outcome = providerMetadata?.builtin?.outcome;
  return outcome === 'not_found' || outcome === 'answered_partly' ? outcome : 'answered';
}

function finishPart(call: Call, finish: Finish): AnswerPart {
  const { request, options, text } = call;
  const { provider } = request.entry;
  const isCalling = call.calls.length > 0;
  const failure = failureOf(finish, isCalling ? 'calls' : text, provider);
  if (failure) return fail(call, failure);
  const usage: LanguageModelV4Usage = finish.usage;
  const { unified } = finish.finishReason;
  return {
    kind: 'finished',
    usage: readUsage(usage, { provider, prompt: options.prompt, text }),
    finishReason: unified === 'stop' || unified === 'length' ? unified : 'other',
    outcome: outcomeOf(finish),
    ...(isCalling && { step: { text, calls: call.calls, reasoning: thoughtsOf(call) } }),
  };
}

/** Empty ones are signs of life only. */
const thoughtsOf = ({ reasoning }: Call): LanguageModelV4ReasoningPart[] =>
  [...reasoning.values()].filter(({ text, providerOptions }) => text !== '' || providerOptions);

/** Gives the connection back. What a cancelled stream still reports has been decided on already. */
function cancel(source: Pick<ReadableStream, 'cancel'>): void {
  source.cancel().catch(() => undefined);
}

/** A connection that is read to its end can be used again, a cancelled one can't: Anthropic's ends after `finish`. */
function readToEnd(reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>): void {
  const timer = setTimeout(() => cancel(reader), LINGER_MS).unref();
  const end = (isDone: boolean) => {
    clearTimeout(timer);
    if (!isDone) cancel(reader);
  };
  reader.read().then(
    ({ done }) => end(done),
    () => end(true),
  );
}

type Opened = { stream: ReadableStream<LanguageModelV4StreamPart> } | { failure: Failure };

async function callModel({ request, options }: Call): Promise<Opened> {
  try {
    const { stream } = await request.model.doStream(options);
    return { stream };
  } catch (error) {
    return { failure: classifyFailure(error, request.entry.provider) };
  }
}

/** Opens the stream; a provider that ignores the abort signal must not hold us. */
async function open(call: Call): Promise<Opened | Ending> {
  const { watchdog } = call;
  const early = watchdog.stop();
  if (early) return { stop: early };
  call.isMade = true;
  const opening = callModel(call);
  const first = await Promise.race([opening, watchdog.stopped.then((stop) => ({ stop }))]);
  const stop = watchdog.stop();
  if (!stop) return first;
  void opening.then((late) => {
    if ('stream' in late) cancel(late.stream);
  });
  return { stop };
}

/** Keeps what tools need: the calls, and thoughts that go back to the model with their results. */
function recordToolParts(
  { request, watchdog, calls, reasoning }: Call,
  part: LanguageModelV4StreamPart,
): void {
  if (part.type === 'reasoning-delta' || part.type === 'tool-input-delta') watchdog.progress();
  if (!request.tools?.length) return;
  if (part.type === 'tool-call' && !part.providerExecuted) {
    const { toolCallId: id, toolName: name, input, providerMetadata } = part;
    calls.push({ id, name, input, ...(providerMetadata && { providerOptions: providerMetadata }) });
  }
  if (part.type !== 'reasoning-start' && part.type !== 'reasoning-delta' && part.type !== 'reasoning-end')
    return;
  const thought = reasoning.get(part.id) ?? { type: 'reasoning', text: '' };
  if (part.type === 'reasoning-delta') thought.text += part.delta;
  if (part.providerMetadata) thought.providerOptions = part.providerMetadata;
  reasoning.set(part.id, thought);
}

/** Yields texts, returns how it ended. Cancelling the reader settles a pending read, so no race per token. */
async function* read(
  call: Call,
  stream: ReadableStream<LanguageModelV4StreamPart>,
): AsyncGenerator<AnswerPart, Ending> {
  const { request, watchdog } = call;
  const { provider } = request.entry;
  const limit = call.options.maxOutputTokens ?? request.entry.outputTokens;
  const mostCharacters = Math.max(limit * CHARACTERS_A_TOKEN, ALWAYS_ALLOWED);
  const reader = stream.getReader();
  let finish: Finish | null = null;
  void watchdog.stopped.then(() => cancel(reader));
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const stop = watchdog.stop();
      if (stop) return { stop };
      if (done) {
        return {
          failure: { reason: 'interrupted', detail: `${provider}: the reply broke off`, retryable: true },
        };
      }
      if (value.type === 'text-delta') {
        if (value.delta === '') continue;
        watchdog.progress();
        call.text += value.delta;
        yield { kind: 'text', text: value.delta };
        if (call.text.length > mostCharacters) return { isTooLong: true };
      } else if (value.type === 'finish') {
        finish = value;
        return { finish };
      } else if (value.type === 'error') return { failure: classifyFailure(value.error, provider) };
      else recordToolParts(call, value);
    }
  } catch (error) {
    const stop = watchdog.stop();
    return stop ? { stop } : { failure: classifyFailure(error, provider) };
  } finally {
    if (finish) readToEnd(reader);
    else cancel(reader);
  }
}

function toPart(call: Call, ending: Ending): AnswerPart {
  if ('finish' in ending) return finishPart(call, ending.finish);
  if ('isTooLong' in ending) {
    const usage = estimateUsage(call.request.entry.provider, call.options.prompt, call.text);
    return { kind: 'finished', usage, finishReason: 'length', outcome: 'answered' };
  }
  return 'failure' in ending ? fail(call, ending.failure) : conclude(call, ending.stop);
}
