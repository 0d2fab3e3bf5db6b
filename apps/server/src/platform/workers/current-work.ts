import { AsyncLocalStorage } from 'node:async_hooks';

/** What a background worker is busy with: stands in every log line of its failures. */
export interface CurrentWork {
  readonly worker: string;
  /** The row, thread or job it works on. */
  readonly key?: string;
}

const storage = new AsyncLocalStorage<CurrentWork>();

/** Runs `work`; what it reports, however deep, is reported as of this worker and key. */
export const runAs = <Result>(current: CurrentWork, work: () => Result): Result => storage.run(current, work);

/** The same worker with the key of one of its items. */
export const runWithKey = <Result>(key: string, work: () => Result): Result =>
  storage.run({ worker: 'request', ...storage.getStore(), key }, work);

/** Logs what failed without a caller to tell, with its worker, key and code. */
export const createErrorReporter =
  (logger: { error(facts: object, message: string): void }) =>
  (error: unknown): void =>
    logger.error({ ...storage.getStore(), code: codeOf(error), err: error }, 'background work failed');

/** An error code of ours, of PostgreSQL or of Node; else the kind of error. */
function codeOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error) return String(error.code);
  return error instanceof Error ? error.name : 'unknown';
}
