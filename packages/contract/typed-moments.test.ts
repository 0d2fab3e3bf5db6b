import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DayStyle, readTypedDay, readTypedTime } from './typed-moments.ts';

// 24 November 2026 is a Tuesday.
const style = (language: DayStyle['language'], today = '2026-11-24'): DayStyle => ({ language, today });
const time = (text: string) => {
  const read = readTypedTime(text, style('ja'));
  return read && (read.kind === 'time' ? read.time : read.times);
};

describe('a day in Japanese', () => {
  test.each([
    ['今日', '2026-11-24'],
    ['本日', '2026-11-24'],
    ['明日', '2026-11-25'],
    ['あした', '2026-11-25'],
    ['明後日', '2026-11-26'],
    ['あさって', '2026-11-26'],
    ['明々後日', '2026-11-27'],
    ['3日後', '2026-11-27'],
    ['三日後', '2026-11-27'],
    ['2週間後', '2026-12-08'],
    ['来週の土曜', '2026-12-05'],
    ['来週の土曜日', '2026-12-05'],
    ['来週土曜', '2026-12-05'],
    ['来週の土曜でお願いします', '2026-12-05'],
    ['来週の日曜', '2026-12-06'],
    ['再来週の月曜', '2026-12-07'],
    ['今週の土曜', '2026-11-28'],
    ['今週の日曜日', '2026-11-29'],
    ['今度の金曜', '2026-11-27'],
    ['今度の火曜', '2026-12-01'],
    ['次の土曜日', '2026-11-28'],
    ['土曜', '2026-11-28'],
    ['土曜日がいいです', '2026-11-28'],
    ['12/5', '2026-12-05'],
    ['１２／５', '2026-12-05'],
    ['12月5日', '2026-12-05'],
    ['十二月五日', '2026-12-05'],
    ['12月5日（土）', '2026-12-05'],
    ['12/5(土)', '2026-12-05'],
    ['12月5日土曜日', '2026-12-05'],
    ['12月5日に', '2026-12-05'],
    ['1/5', '2027-01-05'],
    ['2027年1月5日', '2027-01-05'],
    ['2027/1/5', '2027-01-05'],
    ['20270105', '2027-01-05'],
    ['令和9年1月5日', '2027-01-05'],
    ['昭和60年4月1日', '1985-04-01'],
    ['平成元年4月1日', '1989-04-01'],
    ['28日', '2026-11-28'],
    ['5日', '2026-12-05'],
    ['来月5日', '2026-12-05'],
    ['明日の14時', '2026-11-25'],
    ['来週の土曜の午後2時', '2026-12-05'],
  ])('%s', (text, day) => {
    expect(readTypedDay(text, style('ja'))).toBe(day);
  });
});

describe('a day in Vietnamese', () => {
  test.each([
    ['hôm nay', '2026-11-24'],
    ['ngày mai', '2026-11-25'],
    ['mai', '2026-11-25'],
    ['ngày kia', '2026-11-26'],
    ['ngày mốt', '2026-11-26'],
    ['3 ngày nữa', '2026-11-27'],
    ['hai tuần nữa', '2026-12-08'],
    ['thứ bảy tuần sau', '2026-12-05'],
    ['thứ 7 tuần sau', '2026-12-05'],
    ['thu bay tuan sau', '2026-12-05'],
    ['T7 tuần tới', '2026-12-05'],
    ['chủ nhật tuần sau', '2026-12-06'],
    ['thứ 7 này', '2026-11-28'],
    ['thứ bảy tuần này', '2026-11-28'],
    ['thứ sáu', '2026-11-27'],
    ['thứ sáu này', '2026-11-27'],
    ['thứ sáu tuần sau', '2026-12-04'],
    ['thứ năm', '2026-11-26'],
    ['thứ tư tới', '2026-11-25'],
    ['CN này', '2026-11-29'],
    ['12/5', '2027-05-12'],
    ['5/12', '2026-12-05'],
    ['ngày 5/12', '2026-12-05'],
    ['5 tháng 12', '2026-12-05'],
    ['ngày 5 tháng 12 năm 2026', '2026-12-05'],
    ['ngày 28', '2026-11-28'],
    ['mùng 5', '2026-12-05'],
    ['mùng 5 tháng sau', '2026-12-05'],
    ['thứ bảy, 05/12', '2026-12-05'],
    ['T7, 05/12', '2026-12-05'],
    ['dạ ngày mai ạ', '2026-11-25'],
    ['2 giờ chiều thứ bảy', '2026-11-28'],
  ])('%s', (text, day) => {
    expect(readTypedDay(text, style('vi'))).toBe(day);
  });
});

describe('a day in English', () => {
  // wanasit/chrono#121: "next Saturday" is that of next week, "this Saturday" the one that comes.
  test.each([
    ['today', '2026-11-24'],
    ['tomorrow', '2026-11-25'],
    ['the day after tomorrow', '2026-11-26'],
    ['in 3 days', '2026-11-27'],
    ['in two weeks', '2026-12-08'],
    ['next Friday', '2026-12-04'],
    ['this Friday', '2026-11-27'],
    ['Friday', '2026-11-27'],
    ['on Friday please', '2026-11-27'],
    ['Fri next week', '2026-12-04'],
    ['the coming Saturday', '2026-11-28'],
    ['December 5', '2026-12-05'],
    ['Dec 5th', '2026-12-05'],
    ['5 December 2027', '2027-12-05'],
    ['the 5th of December', '2026-12-05'],
    ['the 28th', '2026-11-28'],
    ['Saturday, December 5', '2026-12-05'],
    ['Sat, Dec 5', '2026-12-05'],
    ['2026-12-05', '2026-12-05'],
    ['12/5', '2026-12-05'],
    ['25/12', '2026-12-25'],
    ['tomorrow at 2pm', '2026-11-25'],
  ])('%s', (text, day) => {
    expect(readTypedDay(text, style('en'))).toBe(day);
  });
});

test('a week begins on Monday', () => {
  // NHK Broadcasting Culture Research Institute: which Sunday 来週の日曜 is, people read in two ways; so what was
  // understood is shown with its date.
  const sunday = style('ja', '2026-11-29');
  expect(readTypedDay('来週の土曜', sunday)).toBe('2026-12-05');
  expect(readTypedDay('今週の土曜', sunday)).toBe('2026-11-28');
  expect(readTypedDay('来週の月曜', sunday)).toBe('2026-11-30');
  expect(readTypedDay('next Friday', style('en', '2026-11-28'))).toBe('2026-12-04');
});

test('any language is read in every form', () => {
  expect(readTypedDay('thứ bảy tuần sau', style('ja'))).toBe('2026-12-05');
  expect(readTypedDay('来週の土曜', style('vi'))).toBe('2026-12-05');
  expect(readTypedDay('tomorrow', style('vi'))).toBe('2026-11-25');
});

test.each([
  '',
  'いつか',
  '来週',
  '週末',
  '土日',
  '月',
  '日',
  'tuần sau',
  'sometime',
  'next week',
  '14',
  '午後2時',
  '090-1234-5678',
])('%j is no day', (text) => {
  for (const language of ['ja', 'vi', 'en'] as const) expect(readTypedDay(text, style(language))).toBeNull();
});

describe('a time', () => {
  test.each([
    ['14時', '14:00'],
    ['14時30分', '14:30'],
    ['１４：３０', '14:30'],
    ['14:30', '14:30'],
    ['1430', '14:30'],
    ['午後2時', '14:00'],
    ['午後2時半', '14:30'],
    ['午後２時', '14:00'],
    ['午後2:30', '14:30'],
    ['午後二時', '14:00'],
    ['午前9時', '09:00'],
    ['午前0時', '00:00'],
    ['朝8時', '08:00'],
    ['夕方5時', '17:00'],
    ['夜7時半', '19:30'],
    ['お昼の12時', '12:00'],
    ['昼1時', '13:00'],
    ['正午', '12:00'],
    ['お昼', '12:00'],
    ['9時', '09:00'],
    ['10時頃', '10:00'],
    ['14時でお願いします', '14:00'],
    ['明日の14時', '14:00'],
    ['来週の土曜の午後2時', '14:00'],
    ['02:30', '02:30'],
    ['2 giờ chiều', '14:00'],
    ['hai giờ chiều', '14:00'],
    ['2 rưỡi chiều', '14:30'],
    ['2 giờ rưỡi chiều', '14:30'],
    ['2h30 chiều', '14:30'],
    ['14h30', '14:30'],
    ['14h', '14:00'],
    ['8h sáng', '08:00'],
    ['8g30 sáng', '08:30'],
    ['7 giờ tối', '19:00'],
    ['tối 7 giờ', '19:00'],
    ['1 giờ trưa', '13:00'],
    ['12 giờ trưa', '12:00'],
    ['11 giờ đêm', '23:00'],
    ['3 giờ kém 15 chiều', '14:45'],
    ['khoảng 3h chiều nhé', '15:00'],
    ['lúc 2 giờ chiều thứ bảy', '14:00'],
    ['2pm', '14:00'],
    ['2:30 p.m.', '14:30'],
    ['half past two in the afternoon', '14:30'],
    ['half past ten', '10:30'],
    ['quarter to 3 pm', '14:45'],
    ['ten past 10', '10:10'],
    ['9 am', '09:00'],
    ['noon', '12:00'],
    ['7 in the evening', '19:00'],
  ])('%s is %s', (text, expected) => {
    expect(time(text)).toBe(expected);
  });

  test.each([
    ['2時', ['02:00', '14:00']],
    ['2時半', ['02:30', '14:30']],
    ['2:30', ['02:30', '14:30']],
    ['7時', ['07:00', '19:00']],
    ['2 giờ', ['02:00', '14:00']],
    ['half past two', ['02:30', '14:30']],
  ])('%s is said of the morning and of the afternoon', (text, expected) => {
    expect(time(text)).toEqual(expected);
  });

  test.each(['', 'はい', '25時', '12:70', '2時〜3時', 'いつでも', 'chiều', 'soon', '090-1234-5678', '午後'])(
    '%j is none',
    (text) => {
      expect(time(text)).toBeNull();
    },
  );
});

test('reads any text without an error, and gives days and times in their formats', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 90, unit: 'grapheme' }), (text) => {
      const day = readTypedDay(text, style('ja'));
      if (day !== null) expect(day).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      const read = readTypedTime(text, style('vi'));
      for (const one of read ? (read.kind === 'time' ? [read.time] : read.times) : [])
        expect(one).toMatch(/^(?:[01]\d|2[0-3]):[0-5]\d$/);
    }),
  );
});
