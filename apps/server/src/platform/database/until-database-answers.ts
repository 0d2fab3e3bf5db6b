import { setTimeout as delay } from 'node:timers/promises';
import { adviceFor, EmbeddedPostgresError } from './embedded/embedded-postgres-error.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

export interface RetryOptions {
  /** One line per failed try. */
  readonly log: (line: string) => void;
  /** Ends the tries with the last error. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Repeats a step of the start while the database cannot be started or reached, with pauses of 1 s to 60 s, for ever.
 * The step must be safe to repeat. Throws every other error.
 */
export async function untilDatabaseAnswers<T>(step: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { log, signal } = options;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await step();
    } catch (error) {
      const reason = signal?.aborted ? null : reasonOf(error);
      if (reason === null) throw error;
      log(`${reason}. Next try in ${pauseMs / 1000} s.`);
      await delay(pauseMs, undefined, signal ? { signal } : {});
    }
  }
}

/** In one line, with what to do; null when another try would not help. */
function reasonOf(error: unknown): string | null {
  if (error instanceof EmbeddedPostgresError && error.problem === 'start_failed')
    return `The database could not be started: ${adviceFor(error)}`;
  if (!isDatabaseUnavailable(error)) return null;
  return `The database cannot be reached: ${firstLineOf(error)} (check that it runs, and DATABASE_URL if it is set)`;
}

/** An error for several addresses carries its reasons in `errors` and has no message itself. */
function firstLineOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(firstLineOf).join(', ');
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0] ?? '';
}
