import { type ChannelSettings, DEFAULT_CHANNEL_SETTINGS } from '@hanasu/contract/channel-settings';
import { customerWords } from '@hanasu/contract/customer-words/customer-words';
import { expect, test } from 'vitest';
import { outOfOfficeNotice } from './hours.ts';

const settings: ChannelSettings = {
  ...DEFAULT_CHANNEL_SETTINGS,
  hours: [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', until: '18:00' })),
};
const at = (local: string) => new Date(`${local}+09:00`);
const asked = (language: 'en' | 'ja' | 'vi') =>
  ({ voice: { language, words: customerWords(language) }, wanted: 'asked' }) as const;
const EVENING = at('2026-11-19T20:00:00');

test.each([
  ['en', '20 November'],
  ['ja', '11月20日'],
  ['vi', '20 tháng 11'],
] as const)('in %s with the next opening', (language, day) => {
  const said = outOfOfficeNotice(settings, asked(language), EVENING, null);
  expect(said).toContain(day);
  expect(said).toContain('09:00');
});

test('in own words, with the time where they want it', () => {
  const own = { ...settings, nobodyThere: 'Back: {{ opensAt }} ({{opensAt}})' };
  expect(outOfOfficeNotice(own, asked('ja'), EVENING, null)).toBe(
    'Back: 11月20日（金） 09:00 (11月20日（金） 09:00)',
  );
});

test('says so once in the time that people are away', () => {
  const told = at('2026-11-19T18:30:00');
  expect(outOfOfficeNotice(settings, asked('en'), EVENING, told)).toBeNull();
  expect(outOfOfficeNotice(settings, asked('en'), at('2026-11-20T08:00:00'), told)).toBeNull();
  expect(outOfOfficeNotice(settings, asked('en'), at('2026-11-20T18:00:00'), told)).not.toBeNull();
});

test('says nothing while somebody is there, and once when nobody ever is', () => {
  expect(outOfOfficeNotice(settings, asked('en'), at('2026-11-20T12:00:00'), null)).toBeNull();
  const never = { ...settings, hours: [] };
  expect(outOfOfficeNotice(never, asked('en'), EVENING, null)).not.toContain('{{');
  expect(outOfOfficeNotice(never, asked('en'), EVENING, at('2026-01-01T00:00:00'))).toBeNull();
});

test('own words that name the next opening are not said when there is none', () => {
  const never = { ...settings, hours: [], nobodyThere: '{{opensAt}}以降にご返信いたします。' };
  expect(outOfOfficeNotice(never, asked('ja'), EVENING, null)).toBe(customerWords('ja').away);
  expect(outOfOfficeNotice({ ...never, nobodyThere: '不在です。' }, asked('ja'), EVENING, null)).toBe(
    '不在です。',
  );
});

test('a holiday is named in the language of its calendar', () => {
  const closed = { ...settings, calendars: ['ja' as const] };
  const morning = at('2026-11-23T10:00:00');
  expect(outOfOfficeNotice(closed, asked('ja'), morning, null)).toBe(
    '勤労感謝の日のため休業しております。11月24日（火） 09:00以降に担当者よりご返信いたします。',
  );
  expect(outOfOfficeNotice(closed, asked('en'), morning, null)).toContain('Our staff is away until');
});

test('who gets no answer is not told that the assistant answers', () => {
  const unanswered = { ...asked('en'), wanted: 'unanswered' as const };
  expect(outOfOfficeNotice(settings, unanswered, EVENING, null)).toBe(
    "I'd like to check that for you. Our staff is away until Fri 20 November at 09:00 and will reply here then.",
  );
});
