import type { ErrorCode, FieldProblem } from '@hanasu/contract/errors';

const MARK = Symbol.for('hanasu.app-error');

/** An expected failure with a code of the contract. `detail` is safe for the caller; `cause` is only logged. */
export class AppError extends Error {
  readonly [MARK] = true;
  readonly code: ErrorCode;
  readonly errors: readonly FieldProblem[];

  constructor(
    code: ErrorCode,
    detail?: string,
    options: { errors?: readonly FieldProblem[]; cause?: unknown } = {},
  ) {
    super(detail ?? code, { cause: options.cause });
    this.code = code;
    this.errors = options.errors ?? [];
  }

  static is(error: unknown): error is AppError {
    return typeof error === 'object' && error !== null && MARK in error;
  }

  /** One field is at fault. `path` is like `body.email`. */
  static field(code: ErrorCode, path: string, message: string): AppError {
    return new AppError(code, message, { errors: [{ path, code, message }] });
  }
}
