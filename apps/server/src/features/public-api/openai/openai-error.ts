import type { AnswerOutcome } from '@hanasu/contract/chat';
import type { OpenAiErrorBody } from '@hanasu/contract/openai';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/app-error.ts';
import { isDatabaseUnavailable } from '../../../platform/database/unavailable.ts';
import { ERROR_POLICY } from '../../../platform/http/error-policy.ts';

/** How a refusal looks to OpenAI's clients. */
export interface ApiError {
  readonly status: number;
  readonly type: string;
  readonly code: string;
  readonly message: string;
  readonly param: string | null;
  /** False: the client is told not to try again by itself. */
  readonly isWorthRetrying: boolean;
}

export const apiError = (
  status: number,
  { code, message }: { readonly code: string; readonly message: string },
  more: Partial<Pick<ApiError, 'type' | 'param' | 'isWorthRetrying'>> = {},
): ApiError => ({
  status,
  code,
  message,
  type: 'invalid_request_error',
  param: null,
  isWorthRetrying: false,
  ...more,
});

/** A refusal on its way to the error handler of `/v1`. */
export class OpenAiError extends Error {
  readonly apiError: ApiError;
  readonly retryAfter: number | null;

  constructor(given: ApiError, options: { readonly retryAfter?: number } = {}) {
    super(given.message);
    this.apiError = given;
    this.retryAfter = options.retryAfter ?? null;
  }
}

export const bodyOf = ({ message, type, param, code }: ApiError): OpenAiErrorBody => ({
  error: { message, type, param, code },
});

/** What `/v1` answers with when something is thrown: OpenAI's shape, never a problem document. */
export function sendOpenAiError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const given = toApiError(error);
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

const FRAMEWORK_ERRORS: Readonly<Record<string, ApiError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: apiError(413, {
    code: 'request_too_large',
    message: 'The request body is too large',
  }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: apiError(415, {
    code: 'invalid_content_type',
    message: 'Send application/json',
  }),
};

function toApiError(error: FastifyError | Error): ApiError {
  if (error instanceof OpenAiError) return error.apiError;
  if (isDatabaseUnavailable(error)) {
    const message = 'Try again shortly';
    return apiError(
      503,
      { code: 'service_unavailable', message },
      { type: 'server_error', isWorthRetrying: true },
    );
  }
  if (AppError.is(error)) {
    const { status } = ERROR_POLICY[error.code];
    return apiError(
      status,
      { code: error.code, message: error.message },
      status >= 500 ? { type: 'server_error' } : {},
    );
  }
  const known = 'code' in error ? FRAMEWORK_ERRORS[String(error.code)] : undefined;
  if (known) return known;
  if ('statusCode' in error && error.statusCode === 400) {
    return apiError(400, { code: 'invalid_json', message: 'The body could not be read as JSON' });
  }
  return apiError(
    500,
    { code: 'internal_error', message: 'Something went wrong on our side' },
    { type: 'server_error' },
  );
}

const NO_TOKENS = apiError(
  429,
  { code: 'insufficient_quota', message: 'The account has no tokens left' },
  {
    type: 'insufficient_quota',
  },
);
const BUSY = apiError(
  503,
  { code: 'balance_busy', message: 'All tokens are in use by other answers. Try again in a moment.' },
  {
    type: 'server_error',
    isWorthRetrying: true,
  },
);
export const OVER_BUDGET = apiError(
  429,
  { code: 'insufficient_quota', message: 'What the budget of this key leaves is too little for this call' },
  {
    type: 'insufficient_quota',
  },
);
export const schemaRefused = (param: string | null): ApiError =>
  apiError(
    400,
    {
      code: 'invalid_json_schema',
      message:
        'The provider of the model does not take this schema. Send a simpler one, or one without `strict`',
    },
    { param },
  );
export const NO_MODEL = apiError(
  404,
  { code: 'model_not_found', message: 'Bot not found, or this API key has no access to it' },
  {
    param: 'model',
  },
);

/** Outcomes that are no answer to a program, whatever a customer would be told; null: it is an answer. */
export function apiErrorOf(outcome: AnswerOutcome): ApiError | null {
  switch (outcome) {
    case 'model_failed':
      return apiError(
        502,
        { code: 'model_failed', message: 'The model behind this bot did not answer' },
        { type: 'server_error' },
      );
    case 'no_tokens':
      return NO_TOKENS;
    case 'busy':
      return BUSY;
    case 'no_budget':
      return apiError(
        429,
        {
          code: 'insufficient_quota',
          message: 'What a budget of the account or the bot leaves is too little for this answer',
        },
        {
          type: 'insufficient_quota',
        },
      );
    case 'paused':
      return apiError(
        403,
        { code: 'bot_paused', message: 'This bot is paused' },
        { type: 'permission_error' },
      );
    case 'not_published':
      return apiError(
        403,
        { code: 'bot_not_published', message: 'This bot was never published' },
        { type: 'permission_error' },
      );
    default:
      return null;
  }
}
