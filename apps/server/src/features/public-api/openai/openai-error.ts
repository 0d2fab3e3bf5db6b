import type { OpenAiErrorBody } from '@hanasu/contract/openai';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/app-error.ts';
import { isDatabaseUnavailable } from '../../../platform/database/unavailable.ts';
import { ERROR_POLICY } from '../../../platform/http/error-policy.ts';
import { fault, type OpenAiFault } from './domain/answer-fault.ts';

/** A refusal on its way to the error handler of `/v1`. */
export class OpenAiError extends Error {
  readonly fault: OpenAiFault;
  readonly retryAfter: number | null;

  constructor(given: OpenAiFault, options: { readonly retryAfter?: number } = {}) {
    super(given.message);
    this.fault = given;
    this.retryAfter = options.retryAfter ?? null;
  }
}

export const bodyOf = ({ message, type, param, code }: OpenAiFault): OpenAiErrorBody => ({
  error: { message, type, param, code },
});

/** What `/v1` answers with when something is thrown: OpenAI's shape, never a problem document. */
export function sendOpenAiError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const given = toFault(error);
  if (given.status >= 500) request.log.error({ err: error }, 'request failed');
  if (error instanceof OpenAiError && error.retryAfter !== null) {
    reply.header('retry-after', error.retryAfter);
  }
  reply
    .code(given.status)
    .header('x-should-retry', String(given.isWorthRetrying))
    .type('application/json')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(bodyOf(given));
}

const FRAMEWORK_FAULTS: Readonly<Record<string, OpenAiFault>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: fault(413, 'request_too_large', 'The request body is too large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: fault(415, 'invalid_content_type', 'Send application/json'),
};

function toFault(error: FastifyError | Error): OpenAiFault {
  if (error instanceof OpenAiError) return error.fault;
  if (isDatabaseUnavailable(error)) {
    const message = 'Try again shortly';
    return fault(503, 'service_unavailable', message, { type: 'server_error', isWorthRetrying: true });
  }
  if (AppError.is(error)) {
    const { status } = ERROR_POLICY[error.code];
    return fault(status, error.code, error.message, status >= 500 ? { type: 'server_error' } : {});
  }
  const known = 'code' in error ? FRAMEWORK_FAULTS[String(error.code)] : undefined;
  if (known) return known;
  if ('statusCode' in error && error.statusCode === 400) {
    return fault(400, 'invalid_json', 'The body could not be read as JSON');
  }
  return fault(500, 'internal_error', 'Something went wrong on our side', { type: 'server_error' });
}
