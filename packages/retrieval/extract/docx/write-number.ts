const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];
const AIUEO = [
  ...'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン',
];
const IROHA = [
  ...'イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン',
];
const DIGITS = [...'〇一二三四五六七八九'];

/** A number in one of Word's formats (ST_NumberFormat); those not known are written in digits. */
export function writeNumber(value: number, format: string): string {
  if (!Number.isInteger(value) || value < 1 || value > 3999) return String(value);
  switch (format) {
    case 'lowerLetter':
      return letters(value);
    case 'upperLetter':
      return letters(value).toUpperCase();
    case 'lowerRoman':
      return roman(value);
    case 'upperRoman':
      return roman(value).toUpperCase();
    case 'decimalZero':
      return String(value).padStart(2, '0');
    case 'decimalFullWidth':
      return String(value).replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
    case 'decimalEnclosedCircle':
      return value <= 20 ? String.fromCharCode(0x2460 + value - 1) : String(value);
    case 'aiueo':
    case 'aiueoFullWidth':
      return AIUEO[(value - 1) % AIUEO.length] ?? '';
    case 'iroha':
    case 'irohaFullWidth':
      return IROHA[(value - 1) % IROHA.length] ?? '';
    case 'japaneseCounting':
    case 'japaneseDigitalTenThousand':
    case 'ideographDigital':
    case 'chineseCounting':
    case 'taiwaneseCounting':
      return japanese(value);
    default:
      return String(value);
  }
}

function letters(value: number): string {
  return String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.floor((value - 1) / 26) + 1);
}

function roman(value: number): string {
  let rest = value;
  let text = '';
  for (const [size, mark] of ROMAN) {
    while (rest >= size) {
      text += mark;
      rest -= size;
    }
  }
  return text;
}

function japanese(value: number): string {
  return [...String(value)]
    .map((digit, index, all) => {
      const unit = ['', '十', '百', '千'][all.length - index - 1] ?? '';
      if (digit === '0') return '';
      return digit === '1' && unit !== '' ? unit : `${DIGITS[Number(digit)]}${unit}`;
    })
    .join('');
}
