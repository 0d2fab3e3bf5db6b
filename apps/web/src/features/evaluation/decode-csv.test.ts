import { expect, test } from 'vitest';
import { decodeCsv } from './AddQuestions.tsx';

const text = '質問,giờ mở cửa';
test.each([
  ['UTF-8', new TextEncoder().encode(text), text],
  ['UTF-8 with its mark', new TextEncoder().encode(`\ufeff${text}`), text],
  ['UTF-16', Uint8Array.from(Buffer.from(`\ufeff${text}`, 'utf16le')), text],
  ['Shift_JIS', Uint8Array.of(0x8e, 0xbf, 0x96, 0xe2, 0x2c, 0x31), '質問,1'],
])('%s', (_, bytes, expected) => {
  expect(decodeCsv(bytes)).toBe(expected);
});
