import { describe, expect, test } from 'vitest';
import { asksForPerson, isOpen } from './handover.ts';

describe('a word that asks for a person', () => {
  test.each([
    ['I want a HUMAN!', ['human'], true],
    ['I want to talk to a real person now', ['real person'], true],
    ['a real, person', ['real person'], true],
    ['humane', ['human'], false],
    ['really personal', ['real person'], false],
    ['Cho tôi gặp NHÂN VIÊN', ['nhân viên'], true],
    ['cho toi gap nhan vien', ['nhân viên'], true],
    ['担当者と話したい', ['担当者'], true],
    ['ｵﾍﾟﾚｰﾀｰにつないで', ['オペレーター'], true],
    ['人 間 と話したい', ['人間'], true],
    ['anything', [], false],
    ['!!!', ['?'], false],
    ['', ['human'], false],
  ])('%s with %j: %s', (message, words, expected) => {
    expect(asksForPerson(message, words)).toBe(expected);
  });
});

describe('business hours', () => {
  const tokyo = {
    timeZone: 'Asia/Tokyo',
    closedReply: '',
    open: [
      // Monday by day, Friday until two at night, Saturday round the clock.
      { day: 1, from: '09:00', until: '18:00' },
      { day: 5, from: '18:00', until: '02:00' },
      { day: 6, from: '10:00', until: '10:00' },
    ],
  };
  test.each([
    ['Monday 8:59', '2026-11-15T23:59:00Z', false],
    ['Monday 9:00', '2026-11-16T00:00:00Z', true],
    ['Monday 17:59', '2026-11-16T08:59:59Z', true],
    ['Monday 18:00', '2026-11-16T09:00:00Z', false],
    ['Friday 23:00', '2026-11-20T14:00:00Z', true],
    ['Saturday 1:59', '2026-11-20T16:59:00Z', true],
    ['Saturday 2:00', '2026-11-20T17:00:00Z', false],
    ['Saturday 10:00', '2026-11-21T01:00:00Z', true],
    ['Sunday 9:59', '2026-11-22T00:59:00Z', true],
    ['Sunday 10:00', '2026-11-22T01:00:00Z', false],
  ])('%s in Tokyo: %s', (_name, at, expected) => {
    expect(isOpen(tokyo, new Date(at))).toBe(expected);
  });

  test('without any hours it is always closed', () => {
    expect(isOpen({ ...tokyo, open: [] }, new Date())).toBe(false);
  });

  test('the clock of a zone that changes it is followed', () => {
    const paris = {
      timeZone: 'Europe/Paris',
      closedReply: '',
      open: [{ day: 0, from: '01:30', until: '03:30' }],
    };
    // 25 October 2026, 3:00 becomes 2:00.
    expect(isOpen(paris, new Date('2026-10-25T00:15:00Z'))).toBe(true);
    expect(isOpen(paris, new Date('2026-10-25T02:15:00Z'))).toBe(true);
    expect(isOpen(paris, new Date('2026-10-25T02:31:00Z'))).toBe(false);
  });
});
