import type { ErrorCode, FieldProblem } from '@hanasu/contract/errors';

const MARK = Symbol.for('hanasu.app-error');

/** Members of the problem document that only some codes have. */
export interface MoreOfProblem {
  readonly challenge?: string;
  /** Seconds; also sent as the header Retry-After. */
  readonly retryAfter?: number;
}

/** An expected failure with a code of the contract. `detail` is safe for the caller; `cause` is only logged. */
export class AppError extends Error {
  readonly [MARK] = true;
  readonly code: ErrorCode;
  readonly errors: readonly FieldProblem[];
  readonly more: MoreOfProblem;

  constructor(
    code: ErrorCode,
    detail?: string,
    options: { errors?: readonly FieldProblem[]; cause?: unknown; more?: MoreOfProblem } = {},
  ) {
    super(detail ?? code, { cause: options.cause });
    this.code = code;
    this.errors = options.errors ?? [];
    this.more = options.more ?? {};
  }

  static is(error: unknown): error is AppError {
    return typeof error === 'object' && error !== null && MARK in error;
  }

  /** One field is at fault. `path` is like `body.email`. */
  static field(code: ErrorCode, path: string, message: string): AppError {
    return new AppError(code, message, { errors: [{ path, code, message }] });
  }
}

/** The thing, or the answer 404: what belongs to another account does not exist. */
export function orNotFound<Thing>(thing: Thing | null, name: string): Thing {
  if (thing === null) throw new AppError('not_found', `There is no such ${name}`);
  return thing;
}
