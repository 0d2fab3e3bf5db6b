import { expect, test } from 'vitest';
import { holidaysOf, publicHoliday } from './holidays.ts';

const days = (calendar: 'ja' | 'vi', year: number) =>
  holidaysOf(calendar, year).map(({ day }) => day.slice(5));

test('the national holidays of Japan in 2026, as the Cabinet Office lists them', () => {
  expect(days('ja', 2026)).toEqual([
    '01-01',
    '01-12',
    '02-11',
    '02-23',
    '03-20',
    '04-29',
    '05-03',
    '05-04',
    '05-05',
    '05-06',
    '07-20',
    '08-11',
    '09-21',
    '09-22',
    '09-23',
    '10-12',
    '11-03',
    '11-23',
  ]);
});

test.each([
  [2024, '08-12', '山の日 (振替休日)'],
  [2025, '11-24', '勤労感謝の日 (振替休日)'],
  [2026, '09-22', '国民の休日'],
  [2027, '03-22', '春分の日 (振替休日)'],
  [2032, '09-21', '国民の休日'],
])('Japan rests on %i-%s: %s', (year, day, name) => {
  expect(publicHoliday(['ja'], `${year}-${day}`)).toBe(name);
});

test('the holidays of Vietnam in 2026, with the days of Tết, Hùng Kings and both days of the National Day', () => {
  expect(days('vi', 2026)).toEqual([
    '01-01',
    '02-16',
    '02-17',
    '02-18',
    '02-19',
    '02-20',
    '04-26',
    '04-27',
    '04-30',
    '05-01',
    '09-01',
    '09-02',
  ]);
  expect(publicHoliday(['vi'], '2026-02-17')).toBe('Tết Nguyên Đán');
});

test.each([
  [2024, '02-10', '04-18'],
  [2025, '01-29', '04-07'],
  [2027, '02-06', '04-16'],
])('Tết of %i is on %s and the day of the Hùng Kings on %s', (year, tet, kings) => {
  expect(days('vi', year)).toEqual(expect.arrayContaining([tet, kings]));
});

// Labour Code 45/2019/QH14, article 111.3: the next working day for a holiday on a weekly day of rest.
test.each([
  ['2027-02-06 and 07 are Saturday and Sunday of Tết', 2027, ['02-10', '02-11'], 'Tết'],
  ['2027-05-01 is a Saturday', 2027, ['05-03'], 'Quốc tế Lao động'],
  ['2028-01-01 is a Saturday', 2028, ['01-03'], 'Tết Dương lịch'],
  ['2028-04-30 is a Sunday, and the Monday after it a holiday', 2028, ['05-02'], 'Giải phóng miền Nam'],
  ['2028-09-02 is a Saturday', 2028, ['09-04'], 'Quốc khánh'],
])('Vietnam makes up for it: %s', (_, year, free, name) => {
  expect(days('vi', year)).toEqual(expect.arrayContaining(free));
  for (const day of free)
    expect(publicHoliday(['vi'], `${year}-${day}`)).toMatch(new RegExp(`${name}.*nghỉ bù`));
});

test('a year has no make-up day for holidays on working days, and none on a day of rest or on a holiday', () => {
  for (const year of [2027, 2028, 2029, 2030, 2031, 2032, 2033, 2034, 2035]) {
    const all = holidaysOf('vi', year);
    const madeUp = all.filter(({ name }) => name.includes('nghỉ bù'));
    const rest = (day: string) => [0, 6].includes(new Date(`${day}T00:00Z`).getUTCDay());
    expect(madeUp.filter(({ day }) => rest(day))).toEqual([]);
    expect(madeUp).toHaveLength(all.filter(({ day }) => rest(day)).length);
    expect(new Set(all.map(({ day }) => day)).size).toBe(all.length);
  }
});

test('the first of the calendars that has the day names it; a working day has no name', () => {
  expect(publicHoliday(['vi', 'ja'], '2026-01-01')).toBe('Tết Dương lịch');
  expect(publicHoliday(['ja', 'vi'], '2026-01-01')).toBe('元日');
  expect(publicHoliday(['ja', 'vi'], '2026-06-10')).toBeNull();
  expect(publicHoliday([], '2026-01-01')).toBeNull();
});
