import { DEFAULT_CHANNEL_SETTINGS } from '@hanasu/contract/channel-settings';
import { expect, test } from 'vitest';
import { readSettings } from './read-settings.ts';

const read = (settings: unknown) =>
  readSettings({ settings: JSON.stringify(settings), batchingDelay: 700, timeZone: 'Asia/Ho_Chi_Minh' });

test('what is absent is as usual, with the column’s delay and the account’s zone', () => {
  expect(read({})).toEqual({
    ...DEFAULT_CHANNEL_SETTINGS,
    batchingDelay: 700,
    timeZone: 'Asia/Ho_Chi_Minh',
  });
});

test('a part that is given in part keeps the rest; the delay of the column wins', () => {
  const settings = read({ handover: { offer: true }, timeZone: 'Asia/Tokyo', batchingDelay: 5 });
  expect(settings.handover).toEqual({ ...DEFAULT_CHANNEL_SETTINGS.handover, offer: true });
  expect([settings.timeZone, settings.batchingDelay]).toEqual(['Asia/Tokyo', 700]);
});

test('a part that can’t be read is as usual, and the others stay', () => {
  const settings = read({ hours: [{ day: 9 }], language: 'ja', look: { unheardOf: true }, more: 1 });
  expect(settings).toMatchObject({ hours: null, language: 'ja', look: DEFAULT_CHANNEL_SETTINGS.look });
  expect(read('nonsense').language).toBe('auto');
});

test('the same text is read once', () => {
  expect(read({ language: 'vi' })).toBe(read({ language: 'vi' }));
});
