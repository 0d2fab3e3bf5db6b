import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeRows, parseCells, toRows } from './read-questions.ts';

test.each([
  [
    'Parking?,Free\nPool?,"9 to 5, daily"',
    [
      ['Parking?', 'Free'],
      ['Pool?', '9 to 5, daily'],
    ],
  ],
  [
    'Q\tA\r\n"two\nlines"\tsays ""no""\r\n',
    [
      ['Q', 'A'],
      ['two\nlines', 'says ""no""'],
    ],
  ],
  [
    'a;b\n"say ""yes""";c',
    [
      ['a', 'b'],
      ['say "yes"', 'c'],
    ],
  ],
  [
    '\ufeff質問,回答\n駐車場は？,無料',
    [
      ['質問', '回答'],
      ['駐車場は？', '無料'],
    ],
  ],
  ['', []],
])('cells of %j', (text, cells) => {
  expect(parseCells(text)).toEqual(cells);
});

test('rows are two filled columns, without their headings', () => {
  const cells = [['Câu hỏi', 'Trả lời'], [' Bể bơi? ', ' 9 giờ ', 'x'], ['', 'lost'], ['alone']];
  expect(toRows(cells)).toEqual([{ question: 'Bể bơi?', answer: '9 giờ' }]);
});

test('text of several encodings', () => {
  expect(decodeRows(Uint8Array.of(0x8e, 0xbf, 0x96, 0xe2))).toBe('質問');
  expect(decodeRows(Uint8Array.of(0xff, 0xfe, 0x41, 0x00))).toBe('A');
  expect(decodeRows(new TextEncoder().encode('giá'))).toBe('giá');
});

test('what was written as CSV is read back', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'あ', '"', ',', '\n', ';', ' '), maxLength: 8 });
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 6 }), (rows) => {
      const quoted = rows.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(','));
      expect(parseCells(`a,b\n${quoted.join('\n')}`).slice(1)).toEqual(rows);
    }),
  );
});
