import type { ErrorCode, FieldProblem, Problem } from '@hanasu/contract/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { AppError, type MoreOfProblem } from '../app-error.ts';
import { isDatabaseUnavailable } from '../database/unavailable.ts';
import { ERROR_POLICY } from './error-policy.ts';

interface Fault {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly errors?: readonly FieldProblem[];
  readonly more?: MoreOfProblem;
}

const FRAMEWORK_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_content_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_body',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_body',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_body',
  FST_REQ_FILE_TOO_LARGE: 'file_too_large',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported_content_type',
};

/** The only place that turns a thrown thing into an answer: known codes keep their words, the rest become 500. */
export function sendProblem(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const fault = toFault(error);
  const policy = ERROR_POLICY[fault.code];
  if (policy.status >= 500) request.log.error({ err: error, code: fault.code }, 'request failed');
  else request.log.debug({ code: fault.code, detail: fault.detail }, 'request refused');
  if (fault.more?.retryAfter !== undefined) reply.header('retry-after', fault.more.retryAfter);
  reply
    .code(policy.status)
    .header('content-type', 'application/problem+json')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(problemOf(fault, request.id));
}

function problemOf(fault: Fault, requestId: string): Problem {
  const policy = ERROR_POLICY[fault.code];
  return {
    type: `https://hanasu.dev/problems/${fault.code}`,
    title: policy.title,
    status: policy.status,
    detail: fault.detail,
    code: fault.code,
    ...(fault.errors?.length ? { errors: [...fault.errors] } : {}),
    ...fault.more,
    requestId,
  };
}

function toFault(error: FastifyError | Error): Fault {
  if (AppError.is(error)) {
    return { code: error.code, detail: error.message, errors: error.errors, more: error.more };
  }
  if (hasZodFastifySchemaValidationErrors(error)) return validationFault(error);
  if (isDatabaseUnavailable(error)) return titled('database_unavailable');
  if (isUnstorableText(error)) return { code: 'validation_failed', detail: 'A text holds a NUL character' };
  if (isDiskFull(error)) return titled('disk_full');
  if ('statusCode' in error && error.statusCode === 429) return titled('rate_limited');
  const known = 'code' in error && typeof error.code === 'string' ? FRAMEWORK_CODES[error.code] : undefined;
  if (known) return { code: known, detail: error.message };
  if ('statusCode' in error && error.statusCode === 400)
    return { code: 'malformed_body', detail: error.message };
  return titled('internal');
}

/** What Postgres says of NUL, the one character that its text and JSON cannot hold. */
const isUnstorableText = (error: Error): boolean =>
  'code' in error && (error.code === '22021' || error.code === '22P05');

/** Of a file (ENOSPC, EDQUOT), or of the database (SQLSTATE 53100). */
const isDiskFull = (error: Error): boolean =>
  'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT' || error.code === '53100');

const titled = (code: ErrorCode): Fault => ({ code, detail: ERROR_POLICY[code].title });

interface ZodFault {
  readonly validation: readonly { instancePath: string; keyword: string; message?: string }[];
  readonly validationContext?: string;
}

const CONTEXT_NAMES: Readonly<Record<string, string>> = { querystring: 'query' };

function validationFault(error: ZodFault): Fault {
  const context = error.validationContext ?? 'body';
  const prefix = CONTEXT_NAMES[context] ?? context;
  const errors = error.validation.map((issue) => ({
    path: [prefix, ...issue.instancePath.split('/').filter(Boolean)].join('.'),
    code: issue.keyword,
    message: issue.message ?? 'not valid',
  }));
  const isOnlyBadId = prefix === 'params';
  return isOnlyBadId
    ? titled('not_found')
    : { code: 'validation_failed', detail: errors.map((e) => `${e.path}: ${e.message}`).join('; '), errors };
}
