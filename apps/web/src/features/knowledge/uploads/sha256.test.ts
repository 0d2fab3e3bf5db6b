import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSha256 } from './sha256.ts';

const expected = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 100_003])('%d bytes', (length) => {
  const bytes = Uint8Array.from({ length }, (_, index) => (index * 31) % 251);
  const hash = createSha256();
  hash.update(bytes);
  expect(hash.digest()).toBe(expected(bytes));
});

test('however the bytes are cut', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 150 }), { maxLength: 8 }), (pieces) => {
      const hash = createSha256();
      for (const piece of pieces) hash.update(piece);
      expect(hash.digest()).toBe(expected(Buffer.concat(pieces)));
    }),
  );
});
