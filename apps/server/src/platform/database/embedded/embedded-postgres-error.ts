/** Why the embedded database could not be started; `message` is written for the person at the terminal. */
export type EmbeddedPostgresProblem =
  | 'already_running'
  | 'binaries_missing'
  | 'disk_full'
  | 'folder_not_usable'
  | 'initialisation_failed'
  | 'start_failed'
  | 'version_mismatch';

/** Thrown by `startEmbeddedPostgres`; the caller prints `message` and exits with 1. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
  readonly problem: EmbeddedPostgresProblem;

  constructor(problem: EmbeddedPostgresProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}

const FULL_DISK = /No space left on device|ENOSPC|Disk quota exceeded|Check free disk space/;

/** Turns what initdb or postgres printed into an error, so that a full disk is named as one. */
export function errorFromOutput(
  problem: EmbeddedPostgresProblem,
  what: string,
  output: string,
): EmbeddedPostgresError {
  const tail = output.trim().split('\n').slice(-8).join('\n');
  if (FULL_DISK.test(output)) return fullDisk(tail);
  return new EmbeddedPostgresError(problem, `${what}:\n${tail || '(it printed nothing)'}`);
}

/** Our own small files, or PostgreSQL's first write (SQLSTATE 53100), may not fit. Other errors pass unchanged. */
export const nameFullDisk = (error: unknown): unknown =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ENOSPC' || error.code === 'EDQUOT' || error.code === '53100')
    ? fullDisk(error.message)
    : error;

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';

const fullDisk = (detail: string): EmbeddedPostgresError =>
  new EmbeddedPostgresError(
    'disk_full',
    `The disk is full, so Hanasu can't start. Free some space and start again; nothing stored is lost. (${lastLine(detail)})`,
  );

/** Why the server did not start and what to do about it, in one line. */
export function adviceFor(error: unknown, logFile = 'DATA_DIR/postgres/postgres.log'): string {
  const text = error instanceof Error ? error.message : String(error);
  if (error instanceof EmbeddedPostgresError && error.problem === 'disk_full')
    return 'the disk is full. Free some space, and it starts by itself';
  const cause = /(?:FATAL|PANIC): +(.+)/.exec(text)?.[1] ?? text.trim().split('\n').at(-1) ?? '';
  if (/could not bind|could not create any TCP/i.test(text))
    return `${cause} (another program uses its port; end that program)`;
  return `${cause} (its log is ${logFile}; check memory and disk)`;
}
