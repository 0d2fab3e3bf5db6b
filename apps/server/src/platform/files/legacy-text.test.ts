import { describe, expect, test } from 'vitest';
import {
  charactersBeyondShiftJis,
  encodeShiftJis,
  isLost,
  isPoorerCopy,
  readReferences,
} from './legacy-text.ts';

const decoded = (text: string) => new TextDecoder('shift_jis', { fatal: true }).decode(encodeShiftJis(text));

describe('Shift_JIS', () => {
  // Microsoft's code page 932 beside JIS X 0208; kintone-labs/cli-kintone#41 reports the question marks.
  test.each([
    ['〜−‖—', '～－∥―'],
    ['¢£¬', '￠￡￢'],
    ['～－∥―①㈱髙﨑', '～－∥―①㈱髙﨑'],
    ['ｶﾅ', 'ｶﾅ'],
  ])('writes %s as %s', (text, written) => {
    expect(decoded(text)).toBe(written);
  });

  test.each(['Nguyễn Thị Hồng', '𠮷野家', '단골', 'Zoë ¾ ♡', 'a &#7877; b', '&#38;#38;', '&amp; &#12;x'])(
    'gives %s back',
    (text) => {
      expect(decoded(text)).not.toContain('?');
      expect(readReferences(decoded(text))).toBe(text);
    },
  );

  test('names the characters that it lacks', () => {
    expect(charactersBeyondShiftJis('𠮷野家〜 Zoë Zoë −')).toEqual(['𠮷', 'ë']);
  });
});

describe('a poorer copy', () => {
  test.each([
    ['Nguy?n Th? H?ng', 'Nguyễn Thị Hồng', 'shift_jis'],
    ['Nguyen Thi Hong', 'Nguyễn Thị Hồng', 'shift_jis'],
    ['??野家', '𠮷野家', 'shift_jis'],
    ['〓野家', '𠮷野家', 'shift_jis'],
    ['～－∥', '〜−‖', 'shift_jis'],
    ['?－∥', '〜−‖', null],
    ['Nguy?n Th? H?ng', 'Nguyễn Thị Hồng', 'utf-8'],
    ['??', '山田', null],
    ['??', '단골', 'euc-jp'],
    ['a\nb', 'a\r\nb', 'utf-8'],
  ])('%j of %j in %s', (text, stored, encoding) => {
    expect(isPoorerCopy(text, stored, encoding)).toBe(true);
  });

  test.each([
    ['Nguy?n Th? Lan', 'Nguyễn Thị Hồng', 'shift_jis'],
    ['営業中?', '営業中！', 'shift_jis'],
    ['営業中?', '営業中！', 'utf-8'],
    ['Zoe', 'Zoë', 'utf-8'],
    ['Ann', 'Anne', 'shift_jis'],
    ['', 'ễ', 'shift_jis'],
  ])('is not %j of %j in %s', (text, stored, encoding) => {
    expect(isPoorerCopy(text, stored, encoding)).toBe(false);
  });
});

test('only stand-ins are a lost text', () => {
  expect(['??', '〓 〓', 'V?P', ''].map(isLost)).toEqual([true, true, false, false]);
});
