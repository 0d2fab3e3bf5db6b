import { expect, test } from 'vitest';
import { CUSTOMER_LANGUAGES, customerWords } from './customer-words.ts';
import { readableTitle, saySources, withoutMarks } from './sources.ts';

const ONE = [{ number: 2, title: 'hanami-inn-handbook.pdf', page: 1 }];
const SEVERAL = [
  { number: 1, title: 'Guide', page: 3 },
  { number: 3, title: 'Menu', page: null },
  { number: 4, title: 'Guide.docx', page: 3 },
];

test.each([
  ['en', 'Source: hanami inn handbook, p. 1', 'Sources: [1][4] Guide, p. 3 · [3] Menu'],
  ['ja', '出典：hanami inn handbook（1ページ）', '出典：[1][4] Guide（3ページ）／[3] Menu'],
  ['vi', 'Nguồn: hanami inn handbook, tr. 1', 'Nguồn: [1][4] Guide, tr. 3 · [3] Menu'],
] as const)('%s: one source needs no number, several have theirs', (language, one, several) => {
  const words = customerWords(language);
  expect(saySources(ONE, words)).toEqual({ line: one, hiddenMarks: [2] });
  expect(saySources(SEVERAL, words)).toEqual({ line: several, hiddenMarks: [] });
});

test('nothing is said where sources are not shown, or have no name', () => {
  expect(saySources(SEVERAL, null)).toEqual({ line: '', hiddenMarks: [1, 3, 4] });
  for (const language of CUSTOMER_LANGUAGES) {
    expect(saySources([], customerWords(language))).toEqual({ line: '', hiddenMarks: [] });
    const nameless = [{ number: 1, title: ' ', page: 2 }];
    expect(saySources(nameless, customerWords(language))).toEqual({ line: '', hiddenMarks: [1] });
    const both = saySources([...nameless, ...SEVERAL.slice(1)], customerWords(language));
    expect(both.hiddenMarks).toEqual([1]);
  }
});

test.each([
  ['price_2024_final(3).pdf', 'price 2024 final'],
  ['料金表 (2).xlsx', '料金表'],
  ['料金表のコピー.docx', '料金表'],
  ['Bảng giá - bản sao.xlsx', 'Bảng giá'],
  ['riverside-handbook', 'riverside handbook'],
  ['Check-in and check-out', 'Check-in and check-out'],
  ['Wi-Fi', 'Wi-Fi'],
  ['2026-11-22', '2026-11-22'],
  ['Version 2.0', 'Version 2.0'],
  ['ご案内（春）', 'ご案内（春）'],
])('customers read %s as %s', (title, read) => expect(readableTitle(title)).toBe(read));

test('marks of hidden sources go with the space before them, others and links stay', () => {
  expect(withoutMarks('At nine [1]. At ten[2] [1](https://a.jp) [12]', [1, 2])).toBe(
    'At nine. At ten [1](https://a.jp) [12]',
  );
});
