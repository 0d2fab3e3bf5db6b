import { describe, expect, it } from 'vitest';
import { splitTables } from './table.ts';

const PRICES = [
  ['メニュー', '料金', '時間'],
  ['カット', '4,400円', '40分'],
];

describe('one grid of cells', () => {
  it.each([
    [
      'with a title over each table',
      [['料金表', '', ''], ...PRICES, ['店舗', '', ''], ['名前', '電話', ''], ['駅前店', '03-5550-0101', '']],
    ],
    [
      'with an empty row between',
      [...PRICES, ['', '', ''], ['名前', '電話', ''], ['駅前店', '03-5550-0101', '']],
    ],
  ])('%s is two tables', (_, rows) => {
    const tables = splitTables(rows).filter((part) => typeof part !== 'string');
    expect(tables.map((table) => table[0]?.[0])).toEqual(['メニュー', '名前']);
  });

  it.each([
    [
      'names of groups over rows with numbers',
      [...PRICES, ['カラー', '', ''], ['リタッチ', '5,500円', '60分']],
    ],
    ['an empty row before more of its rows', [...PRICES, ['', '', ''], ['カラー', '7,700円', '90分']]],
    [
      'words only',
      [
        ['曜日', '', ''],
        ['月', 'あり', 'なし'],
        ['火', 'なし', 'あり'],
      ],
    ],
  ])('with %s is one', (_, rows) => {
    const filled = rows.filter((row) => row.some((cell) => cell !== ''));
    expect(splitTables(rows)).toEqual([filled]);
  });
});
