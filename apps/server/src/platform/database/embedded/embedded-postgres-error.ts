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

/** Turns what initdb or postgres printed into an error, so that a full disk is named as one. */
export function errorFromOutput(
  problem: EmbeddedPostgresProblem,
  what: string,
  output: string,
): EmbeddedPostgresError {
  const tail = output.trim().split('\n').slice(-8).join('\n');
  if (/No space left on device|ENOSPC|Disk quota exceeded/.test(output)) {
    return new EmbeddedPostgresError(
      'disk_full',
      `${what}: the disk is full. Free some space and start again; nothing stored is lost.\n${tail}`,
    );
  }
  return new EmbeddedPostgresError(problem, `${what}:\n${tail || '(it printed nothing)'}`);
}
