import { AppError } from '../../../platform/app-error.ts';
import { sourceOf } from '../../../platform/http/source-of.ts';

export interface QuestionCaps {
  readonly perMinute: number;
  readonly perDay: number;
}

/** Counts one question of an address; throws `chat_limit_reached` with the seconds to wait. */
export type CountQuestion = (address: string | undefined) => void;

interface Window {
  since: number;
  questions: number;
}

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
/** So many addresses are remembered at once; the one seen first gives way. */
const MOST_ADDRESSES = 20_000;

/**
 * Kept in memory, by each process for itself: a question about Hanasu leaves nothing in the database. `now` is in
 * milliseconds and never goes back.
 */
export function createQuestionCounter(
  { perMinute, perDay }: QuestionCaps,
  now: () => number = () => performance.now(),
): CountQuestion {
  const sources = new Map<string, { readonly minute: Window; readonly day: Window }>();
  return (address) => {
    const time = now();
    const source = sourceOf(address);
    const counted = sources.get(source) ?? { minute: startWindow(time), day: startWindow(time) };
    const limits: readonly [Window, number, number][] = [
      [counted.minute, perMinute, MINUTE],
      [counted.day, perDay, DAY],
    ];
    for (const [window, times, seconds] of limits) {
      if (time - window.since >= seconds * 1000) Object.assign(window, startWindow(time));
      if (window.questions < times) continue;
      const retryAfter = Math.max(1, Math.ceil(seconds - (time - window.since) / 1000));
      throw new AppError('chat_limit_reached', `At most ${times} questions in ${seconds} seconds`, {
        more: { retryAfter },
      });
    }
    for (const [window] of limits) window.questions += 1;
    sources.set(source, counted);
    const first = sources.keys().next().value;
    if (sources.size > MOST_ADDRESSES && first !== undefined) sources.delete(first);
  };
}

const startWindow = (since: number): Window => ({ since, questions: 0 });
