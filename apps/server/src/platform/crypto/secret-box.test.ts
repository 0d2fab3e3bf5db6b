import { createCipheriv, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSecretBox, sealPrefixOf } from './secret-box.ts';
import { deriveKey } from './secret-keys.ts';

const OLD = 'the old key of these tests, long enough';
const NEW = 'the new key of these tests, long enough';
const both = { current: NEW, previous: OLD, oldRecoveryKeys: [] };

/** As it was sealed before values carried the id of their key. */
export function sealedWithoutId(secret: string, plain: string, context: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret, 'hanasu/secret-box'), nonce);
  cipher.setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

test('values say which key they were sealed with, and open in their place alone', () => {
  const sealed = createSecretBox(NEW).seal('hello', 'row 1');
  expect(sealed.subarray(0, 12)).toEqual(sealPrefixOf(NEW));
  expect(sealPrefixOf(NEW)).not.toEqual(sealPrefixOf(OLD));
  expect(createSecretBox(NEW).open(sealed, 'row 1')).toBe('hello');
  expect(createSecretBox(NEW).tryOpen(sealed, 'row 2')).toBeNull();
  expect(createSecretBox(OLD).tryOpen(sealed, 'row 1')).toBeNull();
  expect(() => createSecretBox(OLD).open(sealed, 'row 1')).toThrow('opens with none of the keys');
});

test('both keys open, the current one seals', () => {
  const box = createSecretBox(both);
  expect(box.open(createSecretBox(OLD).seal('old', 'c'), 'c')).toBe('old');
  expect(box.open(sealedWithoutId(OLD, 'older', 'c'), 'c')).toBe('older');
  expect(box.open(sealedWithoutId(NEW, 'oldest', 'c'), 'c')).toBe('oldest');
  expect(createSecretBox(NEW).open(box.seal('new', 'c'), 'c')).toBe('new');
});

test('what was cut, changed or made up opens never', () => {
  const box = createSecretBox(both);
  const sealed = box.seal('hello', 'c');
  for (let length = 0; length < sealed.length; length += 1)
    expect(box.tryOpen(sealed.subarray(0, length), 'c')).toBeNull();
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(box.tryOpen(changed, 'c')).toBeNull();
  }
  expect(box.tryOpen(randomBytes(80), 'c')).toBeNull();
});
