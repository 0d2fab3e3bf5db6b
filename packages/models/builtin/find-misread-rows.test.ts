import { describe, expect, test } from 'vitest';
import { findMisreadRows } from './find-misread-rows.ts';

const table = (head: string, ...rows: string[]) =>
  [head, '|---|---|---|', ...rows].map((row) => (row.startsWith('|') ? row : `| ${row} |`)).join('\n');

describe('rows below a head that is not theirs', () => {
  test.each([
    [
      'hours and prices with both heads',
      table(
        '曜日 | 受付時間 | 閉店',
        '月・水 | 10:00〜18:30 | 20:00',
        'メニュー | 料金 | 所要時間',
        'カット | 5,500円 | 約60分',
      ),
      ['メニュー | 料金 | 所要時間', 'カット | 5,500円 | 約60分'],
    ],
    [
      'a title of the second table',
      table(
        'Ngày | Mở cửa | Đóng cửa',
        'Thứ Hai | 8:00 | 20:00',
        'Bảng giá |  | ',
        'Dịch vụ | Giá | Thời gian',
        'Cắt tóc | 150.000 đ | 40 phút',
      ),
      ['Dịch vụ | Giá | Thời gian', 'Cắt tóc | 150.000 đ | 40 phút'],
    ],
    [
      'a price and a length below times, without a second head',
      table('曜日 | 受付時間 | 閉店', '月〜土 | 10:00〜18:30 | 20:00', 'カット | 5,500円 | 約60分'),
      ['カット | 5,500円 | 約60分'],
    ],
    [
      'times below prices',
      table(
        'Service | Price | Duration',
        'Cut | $40 | 40 minutes',
        'Monday | 9:00 | 18:00',
        'Sunday | 10:00 | 16:00',
      ),
      ['Monday | 9:00 | 18:00', 'Sunday | 10:00 | 16:00'],
    ],
    [
      'prices of two columns below times',
      '| 曜日 | 営業時間 |\n|---|---|\n| 平日 | 10:00〜19:00 |\n| カット | 4,400円 |\n| カラー | 7,700円 |',
      ['カット | 4,400円', 'カラー | 7,700円'],
    ],
  ])('%s', (_, text, rows) => {
    expect(findMisreadRows(`前の文。\n\n${text}\n\n後の文。`)).toEqual(rows);
  });
});

describe('no row of', () => {
  test.each([
    [
      'two tables that are apart',
      `${table('曜日 | 受付時間 | 閉店', '月 | 10:00 | 20:00')}\n\n${table('メニュー | 料金 | 所要時間', 'カット | 5,500円 | 約60分')}`,
    ],
    [
      'the same head again',
      table('品 | 料金 | 時間', 'A | 500円 | 30分', '品 | 料金 | 時間', '|---|---|---|', 'B | 700円 | 40分'),
    ],
    [
      'words for times',
      table(
        '曜日 | 営業時間 | 最終受付',
        '平日 | 24時間 | 30分前まで',
        '土 | 年中無休 | 閉店1時間前',
        '火 | 定休日 | ',
      ),
    ],
    [
      'words for prices',
      table(
        '項目 | 料金 | 備考',
        '初診 | 無料 | 当日のみ',
        '延長 | 2時間まで | ',
        '深夜 | 18:00以降は2割増 | ',
        'その他 | お問い合わせ | 9:00〜17:00',
      ),
    ],
    [
      'groups within a table',
      table(
        '日 | 開店 | 閉店',
        '平日 | 10:00 | 20:00',
        '祝日 |  | ',
        '1月1日 | 休み | ',
        '1月2日 | 10:00 | 15:00',
      ),
    ],
    [
      'prices by the hour',
      table('Phòng | Giờ thường | Giờ cao điểm', 'Nhỏ | 50.000đ | 80.000đ', 'Lớn | 90.000đ | 120.000đ'),
    ],
    [
      'accounts',
      table('Month | Opening balance | Closing balance', 'May | $1,200 | $1,500', 'June | $1,500 | $1,100'),
    ],
    [
      'a single price in the wrong place',
      table('時間 | 利用時間 | 備考', '朝 | 9:00〜12:00 | ', '会員 | 500円 | 要予約'),
    ],
    ['names and values', '| 住所 | 東京都1-2-3 |\n|---|---|\n| 営業時間 | 10:00〜19:00 |\n| 料金 | 500円 |'],
    [
      'rows whose head is in another passage',
      `${table('曜日 | 受付時間 | 閉店', '月 | 10:00 | 20:00')}\n\n| カット | 5,500円 | 約60分 |\n| パーマ | 9,900円 | 約90分 |`,
    ],
  ])('%s', (_, text) => {
    expect(findMisreadRows(text)).toEqual([]);
  });
});
