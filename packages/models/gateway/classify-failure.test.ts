import { APICallError, LoadAPIKeyError } from '@ai-sdk/provider';
import { expect, test } from 'vitest';
import { classifyFailure } from './classify-failure.ts';

function callError(statusCode: number, error: object, responseHeaders: Record<string, string> = {}) {
  return new APICallError({
    message: 'Incorrect API key provided: sk-secret',
    url: 'https://host/v1?key=secret',
    requestBodyValues: {},
    statusCode,
    responseHeaders,
    data: { error },
  });
}

test.each([
  [
    'Google’s wrong key comes as a 400',
    callError(400, { code: 400, status: 'INVALID_ARGUMENT', message: 'API key not valid. Please pass one.' }),
    { reason: 'credentials', retryable: false },
  ],
  [
    'other bad arguments are ours',
    callError(400, { code: 400, status: 'INVALID_ARGUMENT', message: 'Bad contents' }),
    { reason: 'provider_error', detail: 'x: HTTP 400 INVALID_ARGUMENT', retryable: false },
  ],
  [
    'a used-up account does not recover in a moment',
    callError(429, { type: 'insufficient_quota', code: 'insufficient_quota' }),
    { reason: 'rate_limited', retryable: false },
  ],
  [
    'OpenAI’s refusal of a schema for the answer',
    callError(400, {
      type: 'invalid_request_error',
      param: 'response_format',
      message: "Invalid schema for response_format 'a': In context=(), 'additionalProperties' is required.",
    }),
    { reason: 'provider_error', retryable: false },
  ],
  [
    'a refused prompt',
    callError(400, { type: 'invalid_request_error', code: 'content_policy_violation' }),
    { reason: 'refused', retryable: false },
  ],
  [
    'a prompt that is too long',
    callError(400, { type: 'invalid_request_error', code: 'context_length_exceeded' }),
    { reason: 'prompt_too_long', detail: 'x: the prompt is larger than the model takes', retryable: false },
  ],
  [
    'an error event of a stream',
    { message: 'Overloaded', type: 'overloaded_error', data: { error: { type: 'overloaded_error' } } },
    { reason: 'provider_error', retryable: true },
  ],
  ['a missing key', new LoadAPIKeyError({ message: 'no key' }), { reason: 'credentials', retryable: false }],
  ['undici’s broken body', new TypeError('terminated'), { reason: 'interrupted', retryable: true }],
  ['no network', new TypeError('fetch failed'), { reason: 'provider_error', retryable: true }],
  ['a thrown string', 'oops', { reason: 'provider_error' }],
])('%s', (_name, error, expected) => {
  const failure = classifyFailure(error, 'x');
  expect(failure).toMatchObject(expected);
  expect(JSON.stringify(failure)).not.toContain('secret');
});

test.each([
  [{ 'retry-after': '2' }, 2000],
  [{ 'retry-after-ms': '350', 'retry-after': '1' }, 350],
  [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 0],
  [{ 'retry-after': 'soon' }, undefined],
  [{}, undefined],
])('%j', (headers, expected) => {
  const failure = classifyFailure(callError(429, { code: 'rate_limit_exceeded' }, headers), 'x');
  expect(failure.retryAfterMs).toBe(expected);
});
