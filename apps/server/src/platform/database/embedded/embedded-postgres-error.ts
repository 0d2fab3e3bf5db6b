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
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === '53100')
    ? fullDisk(error.message)
    : error;

const fullDisk = (detail: string): EmbeddedPostgresError =>
  new EmbeddedPostgresError(
    'disk_full',
    `The disk is full, so the database can't start. Free some space and start again; nothing stored is lost.\n${detail}`,
  );
