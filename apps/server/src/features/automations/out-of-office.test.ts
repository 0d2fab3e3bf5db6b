import { type ChannelSettings, DEFAULT_CHANNEL_SETTINGS } from '@hanasu/contract/channel-settings';
import { expect, test } from 'vitest';
import { outOfOfficeNotice } from './hours.ts';

const settings: ChannelSettings = {
  ...DEFAULT_CHANNEL_SETTINGS,
  hours: [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', until: '18:00' })),
};
const at = (local: string) => new Date(`${local}+09:00`);
const EVENING = at('2026-11-19T20:00:00');

test.each([
  ['en', '20 November'],
  ['ja', '11月20日'],
  ['vi', '20 tháng 11'],
] as const)('in %s with the next opening', (language, day) => {
  const said = outOfOfficeNotice(settings, language, EVENING, null);
  expect(said).toContain(day);
  expect(said).toContain('09:00');
});

test('in own words, with the time where they want it', () => {
  const own = { ...settings, nobodyThere: 'Back: {{ opensAt }} ({{opensAt}})' };
  expect(outOfOfficeNotice(own, 'ja', EVENING, null)).toBe('Back: 11月20日(金) 09:00 (11月20日(金) 09:00)');
});

test('says so once in the time that people are away', () => {
  const told = at('2026-11-19T18:30:00');
  expect(outOfOfficeNotice(settings, 'en', EVENING, told)).toBeNull();
  expect(outOfOfficeNotice(settings, 'en', at('2026-11-20T08:00:00'), told)).toBeNull();
  expect(outOfOfficeNotice(settings, 'en', at('2026-11-20T18:00:00'), told)).not.toBeNull();
});

test('says nothing while somebody is there, and once when nobody ever is', () => {
  expect(outOfOfficeNotice(settings, 'en', at('2026-11-20T12:00:00'), null)).toBeNull();
  const never = { ...settings, hours: [] };
  expect(outOfOfficeNotice(never, 'en', EVENING, null)).not.toContain('{{');
  expect(outOfOfficeNotice(never, 'en', EVENING, at('2026-01-01T00:00:00'))).toBeNull();
});
