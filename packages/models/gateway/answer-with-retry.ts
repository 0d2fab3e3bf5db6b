import { setTimeout as sleep } from 'node:timers/promises';
import type { AnswerPart } from './answer-part.ts';
import { type AnswerRequest, DEFAULT_TIMEOUTS } from './answer-request.ts';
import { streamAnswer } from './stream-answer.ts';

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

/**
 * `streamAnswer` with one more try when the first fails in a retryable way before any text. Both tries share the
 * total time; the caller's abort during the pause ends in a second call that is stopped at once.
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
