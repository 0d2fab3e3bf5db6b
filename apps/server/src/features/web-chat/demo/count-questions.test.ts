import { expect, test } from 'vitest';
import { createQuestionCounter } from './routes.ts';

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;

test('questions are counted by address, in a minute and in a day, and what is refused does not count', () => {
  let time = 0;
  const count = createQuestionCounter({ perMinute: 2, perDay: 3 }, () => time);
  count('203.0.113.1');
  count('203.0.113.1');
  expect(() => count('203.0.113.1')).toThrow(
    expect.objectContaining({ code: 'chat_limit_reached', more: { retryAfter: 60 } }),
  );
  // One subscriber has a /64 to choose addresses from.
  count('2001:db8::1');
  count('2001:db8::2');
  expect(() => count('2001:db8::3')).toThrow('At most 2 questions in 60 seconds');
  time = 61 * SECOND;
  count('203.0.113.1');
  expect(() => count('203.0.113.1')).toThrow('At most 3 questions in 86400 seconds');
  time = DAY;
  count('203.0.113.1');
});
