import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CONFLICTS_MAX, type ComparedPassage, findConflicts, readFacts } from './find-conflicts.ts';

const passage = (id: string, text: string, more: Partial<ComparedPassage> = {}): ComparedPassage => ({
  id,
  documentId: `document ${id}`,
  title: 'Guide',
  headingPath: [],
  text,
  ...more,
});
const differsOf = (one: string, other: string) =>
  findConflicts([passage('1', one), passage('2', other)]).map(({ differs }) => differs);

describe('sentences in almost the same words that say something else', () => {
  test.each([
    [
      'Guests can check out until 11:00 on weekdays.',
      'Guests can check out until 10 am on weekdays.',
      ['11:00 ≠ 10:00'],
    ],
    [
      'The annual membership fee is 5,000 yen per person.',
      'The annual membership fee is ¥6000 per person.',
      ['5000¥ ≠ 6000¥'],
    ],
    [
      'Returns are accepted within 30 days of delivery.',
      'Returns are accepted within 14 days of delivery.',
      ['30 ≠ 14'],
    ],
    [
      'Small dogs are allowed in the garden rooms.',
      'Small dogs are not allowed in the garden rooms.',
      ['not'],
    ],
    [
      'チェックアウトは午前11時までにお願いします。',
      'チェックアウトは10:00までにお願いします。',
      ['11:00 ≠ 10:00'],
    ],
    ['年会費は5,000円です。', '年会費は６０００円です。', ['5000¥ ≠ 6000¥']],
    ['返品は商品到着後30日以内に承ります。', '返品は商品到着後14日以内に承ります。', ['30 ≠ 14']],
    ['館内へのペットの同伴はできます。', '館内へのペットの同伴はできません。', ['ません']],
    [
      'Nhận phòng từ 14 giờ và trả phòng trước 12h.',
      'Nhận phòng từ 15h và trả phòng trước 12 giờ.',
      ['14:00 ≠ 15:00'],
    ],
    [
      'Phí giao hàng nội thành là 30.000đ mỗi đơn.',
      'Phí giao hàng nội thành là 25 nghìn đồng mỗi đơn.',
      ['30000₫ ≠ 25000₫'],
    ],
    ['Khách sạn nhận thú cưng nhỏ.', 'Khách sạn không nhận thú cưng nhỏ.', ['không']],
    ['The winter sale ends on March 15.', 'The winter sale ends on March 20.', ['3/15 ≠ 3/20']],
    ['冬のセールは3月15日に終了します。', '冬のセールは3月20日に終了します。', ['3/15 ≠ 3/20']],
    [
      'Members get a 10% discount on spare parts.',
      'Members get a 15 percent discount on spare parts.',
      ['10% ≠ 15%'],
    ],
  ])('%s / %s', (one, other, differs) => {
    expect(differsOf(one, other)).toEqual([differs]);
  });

  test.each([
    [
      'the same in another spelling',
      'Check-out is at 11:00 am for all guests.',
      'Check-out is at 11am for all guests.',
    ],
    ['the same price', '年会費は一人あたり10,000円です。', '年会費は一人あたり1万円です。'],
    [
      'the same price in Vietnamese',
      'Phí giao hàng là 1.500.000 đồng mỗi chuyến.',
      'Phí giao hàng là 1,5 triệu đồng mỗi chuyến.',
    ],
    ['more detail', 'Breakfast is served in the hall.', 'Breakfast is served in the hall from 7:00.'],
    ['another matter', 'A single room costs 8,000 yen a night.', 'A twin room costs 12,000 yen a night.'],
    ['too short to be about anything', 'Open 9:00.', 'Open 10:00.'],
  ])('is no conflict: %s', (_, one, other) => {
    expect(differsOf(one, other)).toEqual([]);
  });

  test('sections of one document are compared only under the same headings', () => {
    const text = (price: number) => `The monthly subscription price is ${price} yen for companies.`;
    const of = (id: string, heading: string, price: number) =>
      passage(id, text(price), { documentId: 'one', headingPath: [heading] });
    expect(findConflicts([of('1', 'Plan A', 500), of('2', 'Plan B', 900)])).toEqual([]);
    expect(findConflicts([of('1', 'Plan A', 500), of('2', 'Plan A', 900)])).toMatchObject([
      { one: '1', other: '2' },
    ]);
    expect(findConflicts([of('1', 'Plan A', 500), { ...of('1', 'Plan A', 900) }])).toEqual([]);
  });

  test('what two passages disagree on is told once', () => {
    const one = 'Check-out for guests is at 11:00. The annual membership fee is 5,000 yen.';
    const other = 'The annual membership fee is 6,000 yen.\nCheck-out for guests is at 10:00.';
    expect(findConflicts([passage('1', one), passage('2', other)])).toEqual([
      { one: '1', other: '2', differs: ['5000¥ ≠ 6000¥', '11:00 ≠ 10:00'] },
    ]);
  });
});

test('a passage is never in conflict with itself or its copy, whatever it says', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      expect(findConflicts([passage('1', text), passage('2', text), passage('1', text)])).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test('a base of the same sentence over and over ends, and with a bounded list', () => {
  const many = Array.from({ length: 3_000 }, (_, index) =>
    passage(String(index), `The rental price of the mountain bike number is ${index} yen.`),
  );
  expect(findConflicts(many).length).toBeLessThanOrEqual(CONFLICTS_MAX);
});

test.each([
  ['Open 9am–5:30 p.m.', ['17:30', '9:00']],
  ['午後3時半から', ['15:30']],
  ['3 giờ chiều', ['15:00']],
  ['2時間かかります', ['2']],
  ['Giá 1.234,5 và 12h30', ['12:30', '1.234,5']],
  ['2026年4月1日', ['2026/4/1']],
  ['12:00 am', ['0:00']],
  ['US$20 or 20 euros', ['20$', '20€']],
])('facts of %j', (text, values) => {
  expect(readFacts(text).values).toEqual(values);
});
