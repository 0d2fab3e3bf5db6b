import { describe, expect, it } from 'vitest';
import { readJson } from './read-json.ts';
import { judge, meaningOf, proofOf, untilMorning } from './zalo-client.ts';

describe('the vendor’s codes', () => {
  it.each([
    [-32, 'rate_limited', true],
    [-100, 'vendor_error', true],
    [-200, 'vendor_error', true],
    [-201, 'message_invalid', false],
    [-210, 'message_invalid', false],
    [-233, 'message_invalid', false],
    [-211, 'quota_exceeded', false],
    [-204, 'credentials_rejected', false],
    [-209, 'credentials_rejected', false],
    [-212, 'credentials_rejected', false],
    [-223, 'credentials_rejected', false],
    [-242, 'credentials_rejected', false],
    [-213, 'recipient_refuses', false],
    [-217, 'recipient_refuses', false],
    [-218, 'recipient_refuses', false],
    [-227, 'recipient_refuses', false],
    [-244, 'recipient_refuses', false],
    [-230, 'window_closed', false],
    [-232, 'window_closed', false],
    [-234, 'night_hours', true],
    [-224, 'payment_needed', false],
    [-320, 'payment_needed', false],
    [-321, 'payment_needed', false],
    [-403, 'recipient_unknown', false],
    [-99_999, 'vendor_error', false],
    [404, 'vendor_error', false],
  ])('%i means %s', (code, reason, retryable) => {
    expect(meaningOf(code, '', 0)).toMatchObject({ reason, retryable });
  });
  it.each([-216, -220])('%i can be helped by new access, and only that', (code) => {
    expect(meaningOf(code, '', 0)).toMatchObject({ reason: 'credentials_rejected', renewable: true });
    expect(meaningOf(-223, 'has not authorized', 0).renewable).toBeUndefined();
  });
  it('mean two things now and then, told apart by the sentence', () => {
    expect(meaningOf(-223, 'Your OA has reach the limit quota create article', 0).reason).toBe(
      'quota_exceeded',
    );
    expect(meaningOf(-201, 'user_id is invalid!', 0).reason).toBe('recipient_unknown');
  });
  it('of the night end at six in the morning in Vietnam', () => {
    const hour = 60 * 60 * 1000;
    expect(untilMorning(Date.UTC(2026, 10, 20, 15))).toBe(8 * hour);
    expect(untilMorning(Date.UTC(2026, 10, 20, 22))).toBe(hour);
    expect(meaningOf(-234, '', Date.UTC(2026, 10, 20, 22)).retryAfterMs).toBe(hour);
  });
});

describe('an answer', () => {
  const answered = (status: number, body: unknown) => judge({ kind: 'answered', status, body });
  it('fails with status 200', () => {
    expect(answered(200, { error: -216, message: 'Access token is invalid' })).toMatchObject({
      kind: 'refused',
      code: -216,
      detail: '-216: Access token is invalid',
    });
    expect(answered(200, { error: '-216' })).toMatchObject({ code: -216 });
  });
  it('is told by a name where the reason is empty', () => {
    const body = { error: -14003, error_name: 'Invalid redirect uri', error_reason: '' };
    expect(answered(200, body)).toMatchObject({ detail: '-14003: Invalid redirect uri' });
  });
  it('is a refusal when it gives a reason without a number', () => {
    expect(answered(200, { error_name: 'Invalid secret key' })).toMatchObject({
      kind: 'refused',
      code: Number.NaN,
      detail: 'Invalid secret key',
    });
    expect(answered(200, { error: 'denied', data: { message_id: '1' } })).toMatchObject({ kind: 'refused' });
    expect(answered(200, { error: 0, data: {}, error_name: '' }).kind).toBe('done');
  });
  it('is unclear when nobody can say whether it was done', () => {
    expect(answered(502, null).kind).toBe('unclear');
    expect(answered(200, null).kind).toBe('unclear');
    expect(judge({ kind: 'no-answer', detail: 'x' }).kind).toBe('unclear');
  });
  it('of another status is a refusal', () => {
    expect(answered(404, { error: 404, message: 'empty or invalid API' })).toMatchObject({ code: 404 });
    expect(answered(302, null)).toMatchObject({ kind: 'refused', code: 302 });
  });
});

it('ids without quotes keep all their digits, other numbers stay numbers', () => {
  expect(readJson('{"id":388613280878808645,"n":12,"x":1.5,"big":1e300}')).toEqual({
    id: '388613280878808645',
    n: 12,
    x: 1.5,
    big: 1e300,
  });
});

it('the proof is an HMAC of the access token', () => {
  expect(proofOf({ accessToken: 'test-access-token', appSecret: 'test-app-secret' })).toBe(
    'c7a7a56a58d03b05def128144d755b6c5bd4ba6b88fbfd8a59a909c862e52d7b',
  );
});
