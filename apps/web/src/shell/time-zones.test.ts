import { expect, test } from 'vitest';
import { timeZoneChoices, timeZoneName } from './time-zones.ts';

const WINTER = new Date('2026-01-15T00:00:00Z');
const label = (locale: 'en' | 'ja' | 'vi', zone: string) =>
  timeZoneChoices(locale, WINTER).find(({ value }) => value === zone)?.label;
const VIETNAM = Intl.supportedValuesOf('timeZone').find((zone) => /Saigon|Ho_Chi_Minh/.test(zone)) ?? '';

test('a zone that is a whole country is found by its country, in the language of the reader', () => {
  expect(label('vi', VIETNAM)).toMatch(/^Việt Nam \(GMT\+7\)/);
  expect(label('ja', 'Asia/Tokyo')).toBe('日本 (GMT+9) · Asia/Tokyo');
  expect(label('en', 'Asia/Tokyo')).toBe('Japan (GMT+9) · Asia/Tokyo');
});

test('every other zone says its name and how far it is from Greenwich', () => {
  expect(label('en', 'America/New_York')).toBe('America/New York (GMT-5)');
  expect(label('ja', 'Asia/Kolkata') ?? label('ja', 'Asia/Calcutta')).toMatch(/\(GMT\+5:30\)$/);
});

test('names a zone by its local name and offset; UTC has no offset', () => {
  expect(timeZoneName('ja', 'Asia/Tokyo', WINTER)).toMatch(/^日本.* \(GMT\+9\)$/);
  expect(timeZoneName('en', 'UTC', WINTER)).toBe('UTC');
  expect(timeZoneName('vi', 'UTC', WINTER)).toBe('UTC');
});
