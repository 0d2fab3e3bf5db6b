/** `[DBNum1]` 一二三, `[DBNum2]` 壱弐参, `[DBNum3]` １２３; 0: digits as usual. */
export type Numerals = 0 | 1 | 2 | 3;

const DIGITS = {
  1: '〇一二三四五六七八九',
  2: '〇壱弐参四伍六七八九',
  3: '０１２３４５６７８９',
} as const;
const UNITS = {
  1: ['', '十', '百', '千'],
  2: ['', '拾', '百', '阡'],
  3: ['', '十', '百', '千'],
} as const;
const MYRIADS = ['', '万', '億', '兆', '京'];

/** Each digit by itself: 2023 is 二〇二三. */
export function writeDigits(text: string, numerals: Numerals): string {
  if (numerals === 0) return text;
  return text.replaceAll(/\d/g, (digit) => DIGITS[numerals][Number(digit)] ?? digit);
}

/** A number with its units: 15 is 十五. Texts that are no whole numbers are written digit by digit. */
export function writeWithUnits(text: string, numerals: Numerals): string {
  if (numerals === 0) return text;
  if (!/^(?:0|[1-9]\d{0,15})$/.test(text)) return writeDigits(text, numerals);
  if (text === '0') return DIGITS[numerals].charAt(0);
  const groups: string[] = [];
  for (let end = text.length; end > 0; end -= 4) {
    const written = writeGroup(text.slice(Math.max(0, end - 4), end), numerals);
    const myriad = MYRIADS[groups.length] ?? '';
    groups.push(written === '' ? '' : `${written}${numerals === 2 && myriad === '万' ? '萬' : myriad}`);
  }
  return groups.reverse().join('');
}

/** Up to four digits. One ten is 十, but 壱拾 in the numerals of documents. */
function writeGroup(digits: string, numerals: Exclude<Numerals, 0>): string {
  return [...digits]
    .map((digit, index) => {
      const unit = UNITS[numerals][digits.length - index - 1] ?? '';
      if (digit === '0') return '';
      return digit === '1' && unit !== '' && numerals !== 2
        ? unit
        : `${DIGITS[numerals][Number(digit)]}${unit}`;
    })
    .join('');
}
