import { APICallError, InvalidResponseDataError, LoadAPIKeyError } from '@ai-sdk/provider';
import type { Failure, FailureReason } from './answer-part.ts';
import { keyTroubleOf } from './key-trouble.ts';

interface ErrorFacts {
  statusCode: number | undefined;
  code: string | undefined;
  retryAfterMs: number | undefined;
}

const SAFE_CODE = /^[\w.-]{1,64}$/;
const REFUSAL_CODES = new Set(['content_filter', 'content_policy_violation', 'invalid_prompt', 'SAFETY']);
const OVERLOADED_CODES = new Set([
  'overloaded_error',
  'api_error',
  'server_error',
  'UNAVAILABLE',
  'INTERNAL',
]);
const RATE_CODES = new Set(['rate_limit_error', 'rate_limit_exceeded', 'RESOURCE_EXHAUSTED']);
const CREDENTIAL_CODES = new Set(['authentication_error', 'permission_error', 'invalid_api_key']);

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** The short machine code of an error body; OpenAI `error.code`, Anthropic `error.type`, Google `error.status`. */
function readCode(body: unknown): string | undefined {
  const error = property(body, 'error') ?? body;
  const candidates = [property(error, 'status'), property(error, 'code'), property(error, 'type')];
  return candidates.find((value) => typeof value === 'string' && SAFE_CODE.test(value))?.toString();
}

function readRetryAfter(headers: Record<string, string> | undefined): number | undefined {
  const milliseconds = Number(headers?.['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(milliseconds) && milliseconds >= 0) return milliseconds;
  const after = headers?.['retry-after'];
  if (after === undefined) return undefined;
  const seconds = Number(after);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(after) - Date.now();
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

const isStatus = (value: unknown): value is number =>
  typeof value === 'number' && value >= 400 && value < 600;

function readFacts(error: unknown): ErrorFacts {
  if (APICallError.isInstance(error)) {
    const { statusCode, data, responseHeaders } = error;
    return { statusCode, code: readCode(data), retryAfterMs: readRetryAfter(responseHeaders) };
  }
  // An error event inside the stream comes as an object with the provider's payload in `data`.
  const statusCode = [property(error, 'statusCode'), property(error, 'code')].find(isStatus);
  return {
    statusCode,
    code: readCode(property(error, 'data')) ?? readCode(error),
    retryAfterMs: undefined,
  };
}

/** What the body says, as text. */
const saidBy = (error: unknown): string => {
  if (APICallError.isInstance(error)) return `${error.message} ${error.responseBody ?? ''}`;
  return String(property(property(error, 'error') ?? error, 'message') ?? '');
};

/**
 * OpenAI: `context_length_exceeded`. llama.cpp: `exceed_context_size_error`. vLLM: “maximum context length”. Anthropic:
 * “prompt is too long”. Google: “exceeds the maximum number of tokens”. Cohere: “too many tokens”.
 */
const TOO_LONG =
  /context_length_exceeded|exceed_context_size|(maximum|model'?s) context (length|window)|context (length|window|size) (is )?exceeded|(larger|longer) than the context|prompt is too long|maximum number of tokens|too many (input )?tokens|input is too long/i;

function isTooLong({ statusCode }: ErrorFacts, said: string): boolean {
  return (
    (statusCode === undefined || statusCode === 400 || statusCode === 413 || statusCode === 422) &&
    TOO_LONG.test(said)
  );
}

const TOOL_BY_NAME = /(?:function|tool) [`'"]([\w.-]{1,64})[`'"]/i;
/** Anthropic: `tools.0.custom.input_schema`. Google: `tools[0].function_declarations[2]`. Mistral: `tools[0]`. */
const TOOL_BY_INDEX = [/function_?declarations\[(\d+)\]/i, /\btools\.(\d+)\./, /\btools\[(\d+)\]/] as const;
const ABOUT_TOOLS =
  /invalid_function_parameters|function[_ ]?(declarations|parameters)|invalid schema for (function|tool)|input_schema|tools?[.[]\d/i;

/** Which tool's schema a provider refuses; null when that is not what it says. */
function refusedToolOf({ statusCode }: ErrorFacts, said: string): NonNullable<Failure['refusedTool']> | null {
  if ((statusCode !== 400 && statusCode !== 422) || !ABOUT_TOOLS.test(said)) return null;
  const name = TOOL_BY_NAME.exec(said)?.[1];
  const index = TOOL_BY_INDEX.map((pattern) => pattern.exec(said)?.[1]).find(Boolean);
  return { ...(name && { name }), ...(index && { index: Number(index) }) };
}

/** OpenAI: `response_format`. Anthropic: `output_config.format`. Google: `response_json_schema`. vLLM: “grammar”, “guided”. */
const ABOUT_FORMAT =
  /response_?format|output_(config|format)|response_?(json_?)?schema|json_?schema|structured_?outputs?|grammar|guided/i;

const isAboutFormat = ({ statusCode }: ErrorFacts, said: string): boolean =>
  (statusCode === 400 || statusCode === 422) && ABOUT_FORMAT.test(said);

function reasonOf({ statusCode, code = '' }: ErrorFacts): { reason: FailureReason; retryable: boolean } {
  if (REFUSAL_CODES.has(code)) return { reason: 'refused', retryable: false };
  // OpenAI answers a used-up account with 429 as well; waiting doesn't help.
  if (code === 'insufficient_quota') return { reason: 'rate_limited', retryable: false };
  if (statusCode === 401 || statusCode === 403 || CREDENTIAL_CODES.has(code)) {
    return { reason: 'credentials', retryable: false };
  }
  if (statusCode === 429 || RATE_CODES.has(code)) return { reason: 'rate_limited', retryable: true };
  if (OVERLOADED_CODES.has(code)) return { reason: 'provider_error', retryable: true };
  if (statusCode === undefined) return { reason: 'provider_error', retryable: true };
  return {
    reason: 'provider_error',
    retryable: statusCode >= 500 || statusCode === 408 || statusCode === 409,
  };
}

function isKeyError(error: unknown, { statusCode, code }: ErrorFacts): boolean {
  if (LoadAPIKeyError.isInstance(error)) return true;
  // Google answers a wrong key with 400 INVALID_ARGUMENT and says so only in the details.
  const details = property(property(property(error, 'data'), 'error'), 'message');
  return statusCode === 400 && code === 'INVALID_ARGUMENT' && /api key not valid/i.test(String(details));
}

/**
 * Headers were fine and then the connection broke: undici's error arrives with status 200, or none at all. A cut
 * stream of an OpenAI-compatible server ends with data that is missing.
 */
function brokeOff(error: unknown, { statusCode }: ErrorFacts): boolean {
  if (InvalidResponseDataError.isInstance(error)) return error.data === undefined;
  return statusCode === 200 || (error instanceof TypeError && error.message === 'terminated');
}

/**
 * Maps whatever a provider threw or sent to a failure. Messages of providers are left out of `detail`: they can
 * carry parts of keys, and Google's URLs carry the whole key.
 */
export function classifyFailure(error: unknown, provider: string): Failure {
  const trouble = keyTroubleOf(error);
  const failure = failureOf(error, provider);
  return trouble === null ? failure : { ...failure, trouble };
}

function failureOf(error: unknown, provider: string): Failure {
  const facts = readFacts(error);
  if (isKeyError(error, facts)) {
    return { reason: 'credentials', detail: `${provider}: key refused`, retryable: false };
  }
  if (brokeOff(error, facts)) {
    return { reason: 'interrupted', detail: `${provider}: connection lost`, retryable: true };
  }
  const said = `${facts.code ?? ''} ${saidBy(error)}`;
  if (isTooLong(facts, said)) {
    const detail = `${provider}: the prompt is larger than the model takes`;
    return { reason: 'prompt_too_long', detail, retryable: false };
  }
  const refusedTool = refusedToolOf(facts, said);
  const isFormatRefused = !refusedTool && isAboutFormat(facts, said);
  const what = [facts.statusCode && `HTTP ${facts.statusCode}`, facts.code].filter(Boolean).join(' ');
  return {
    ...reasonOf(facts),
    detail: `${provider}: ${what || 'no connection'}`,
    ...(refusedTool && { refusedTool }),
    ...(isFormatRefused && { isFormatRefused }),
    ...(facts.retryAfterMs !== undefined && { retryAfterMs: facts.retryAfterMs }),
  };
}
