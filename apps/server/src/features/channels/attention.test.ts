import { expect, test } from 'vitest';
import { readAttention, SECRET_WRONG, storedAs } from './attention.ts';

test('a code is read as itself, with a sentence for the API', () => {
  const attention = readAttention(SECRET_WRONG);
  expect(attention?.code).toBe('secret_wrong');
  expect(attention?.text).toContain('signed with another secret');
});

test('a row of the time before codes is read as its code', () => {
  const sentence =
    'Calls of the webhook are signed with another secret than the one that is stored, so nothing is received. Store the secret that the vendor shows now.';
  expect(readAttention(sentence)).toEqual({ code: 'secret_wrong', text: sentence });
  expect(storedAs(SECRET_WRONG)).toContain(sentence);
});

test('anything else is in the words of the vendor, and nothing is nothing', () => {
  expect(readAttention('HTTP 503')).toEqual({ code: null, text: 'HTTP 503' });
  expect(readAttention(null)).toBeNull();
});
