import { ERROR_CODES, type ErrorCode, type FieldProblem, type Problem } from '@hanasu/contract/errors';

/** What can go wrong before the server answers. */
const CLIENT_CODES = ['network_error', 'timeout', 'aborted'] as const;
export type ApiErrorCode = ErrorCode | (typeof CLIENT_CODES)[number];
export const API_ERROR_CODES: readonly ApiErrorCode[] = [...ERROR_CODES, ...CLIENT_CODES];

interface ApiErrorFacts {
  code: ApiErrorCode;
  status?: number;
  errors?: FieldProblem[];
  requestId?: string;
  challenge?: string | undefined;
  retryAfter?: number | undefined;
  cause?: unknown;
}

/** A call that failed. `status` is 0 when the server gave no answer. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly status: number;
  readonly errors: FieldProblem[];
  readonly requestId: string | null;
  /** With `second_factor_required`: completes the sign-in together with a code. */
  readonly challenge: string | null;
  /** Seconds to wait before the next try, when the server said so. */
  readonly retryAfter: number | null;

  constructor({ code, status = 0, errors = [], requestId, challenge, retryAfter, cause }: ApiErrorFacts) {
    super(code, { cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.errors = errors;
    this.requestId = requestId ?? null;
    this.challenge = challenge ?? null;
    this.retryAfter = retryAfter ?? null;
  }
}

/** By its code, which no proxy's answer has. Not by the schema: zod comes with the forms, not with each page. */
const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' &&
  body !== null &&
  'code' in body &&
  ERROR_CODES.some((code) => code === body.code) &&
  'status' in body &&
  typeof body.status === 'number';

/** Reads a problem document; anything else (a proxy's page, an empty body) becomes a fault by its status. */
export function errorFromResponse(status: number, body: unknown): ApiError {
  if (isProblem(body)) return new ApiError(body);
  const byStatus: Partial<Record<number, ApiErrorCode>> = {
    401: 'not_signed_in',
    403: 'forbidden',
    404: 'not_found',
    408: 'timeout',
    413: 'body_too_large',
    429: 'rate_limited',
    502: 'network_error',
    503: 'database_unavailable',
    504: 'timeout',
  };
  return new ApiError({ code: byStatus[status] ?? 'internal', status });
}

export const isApiError = (error: unknown, code?: ApiErrorCode): error is ApiError =>
  error instanceof ApiError && (code === undefined || error.code === code);
