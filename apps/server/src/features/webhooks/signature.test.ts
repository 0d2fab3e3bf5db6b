import { expect, test } from 'vitest';
import { nextStep, PAUSES } from './next-step.ts';
import { signedHeaders } from './signature.ts';

test('signs as the example of Standard Webhooks does', () => {
  const headers = signedHeaders('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    sentAt: new Date(1_614_265_330_000),
    body: '{"test": 2432232314}',
  });
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('six tries over about an hour, then it is given up', () => {
  const steps = [1, 2, 3, 4, 5, 6].map((attempts) => nextStep({ status: 500, detail: '' }, attempts));
  expect(steps.map(({ kind }) => kind)).toEqual(['again', 'again', 'again', 'again', 'again', 'failed']);
  const minutes = PAUSES.reduce((sum, pause) => sum + pause, 0) / 60;
  expect(Math.round(minutes)).toBe(61);
});

test.each([
  [200, 'delivered'],
  [204, 'delivered'],
  [302, 'again'],
  [400, 'again'],
  [410, 'failed'],
  [null, 'again'],
])('%s: %s', (status, kind) => {
  expect(nextStep({ status, detail: '' }, 1).kind).toBe(kind);
});
