import { afterAll, expect, test } from 'vitest';
import { createPasswordHasher } from './password-hasher.ts';

const hasher = createPasswordHasher({ concurrency: 1 });
afterAll(() => hasher.close());

test('a password fits its own hash and no other does', async () => {
  const hash = await hasher.hash('correct horse');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hasher.verify(hash, 'correct horse')).toBe(true);
  expect(await hasher.verify(hash, 'Correct horse')).toBe(false);
});

test('two hashes of one password differ', async () => {
  expect(await hasher.hash('correct horse')).not.toBe(await hasher.hash('correct horse'));
});

test('nobody has no password that fits', async () => {
  expect(await hasher.verify(null, 'correct horse')).toBe(false);
});

test('a hash that is none is an error, and the next call works', async () => {
  await expect(hasher.verify('plain text', 'correct horse')).rejects.toThrow();
  expect(await hasher.verify(null, '')).toBe(false);
});

test('more than the queue holds are told to come back', async () => {
  const small = createPasswordHasher({ concurrency: 1, queue: 2 });
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => small.verify(null, 'guess')));
  await small.close();
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(2);
  expect(refused[0]).toMatchObject({ reason: { code: 'rate_limited', more: { retryAfter: 5 } } });
});
