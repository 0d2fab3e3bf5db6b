import { formatDate, isDatePattern } from './date-format.ts';

/** Turns the number of a cell into the text that the sheet shows. */
export type NumberFormat = (value: number) => string;

/** Formats that files name by number only (ECMA-376 part 1, 18.8.30); dates in the order that is never mistaken. */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  27: 'yyyy年m月d日',
  28: 'yyyy年m月d日',
  29: 'yyyy年m月d日',
  30: 'yyyy-mm-dd',
  31: 'yyyy年m月d日',
  32: 'h時mm分',
  33: 'h時mm分ss秒',
  34: 'yyyy年m月',
  35: 'm月d日',
  36: 'yyyy年m月d日',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss',
  48: '##0.0E+0',
  50: 'yyyy年m月d日',
  51: 'm月d日',
  52: 'yyyy年m月',
  53: 'm月d日',
  54: 'm月d日',
  55: 'yyyy年m月',
  56: 'm月d日',
  57: 'yyyy年m月d日',
  58: 'm月d日',
};

const LONGEST = 300;

/** The number without the noise of binary fractions. */
export const general: NumberFormat = (value) => String(Number(value.toPrecision(15)));

/** `code` is the file's own format, used when the number is not a built-in one. `date1904`: days count from 1904. */
export function makeNumberFormat(id: number, code: string | undefined, date1904: boolean): NumberFormat {
  const pattern = code ?? BUILT_IN[id] ?? '';
  if (pattern === '' || pattern.length > LONGEST || /^general/i.test(pattern)) return general;
  const sections = splitSections(pattern);
  return (value) => {
    const section = (value < 0 && sections[1]) || (value === 0 && sections[2]) || sections[0] || '';
    if (isDatePattern(section)) return formatDate(section, value, date1904) ?? general(value);
    return formatNumber(section, section === sections[1] ? -value : value);
  };
}

function splitSections(pattern: string): string[] {
  return (
    pattern.match(/(?:"[^"]*"|\\.|\[[^\]]*\]|[^;"\\[])*(?:;|$)/g)?.map((part) => part.replace(/;$/, '')) ?? []
  );
}

/** What stands around the digits: quoted or escaped text, currencies in brackets, spaces. */
function readLiterals(part: string): string {
  return part
    .replaceAll(/\[\$([^\]-]*)[^\]]*\]/g, '$1')
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/_.|\*./g, '')
    .replaceAll(/"([^"]*)"|\\(.)/g, (_, quoted, escaped) => quoted ?? escaped);
}

const DIGITS = /[#0?][#0?,]*(?:\.[#0?]+)?|\.[#0?]+/;

function formatNumber(section: string, value: number): string {
  const bare = section.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]|_.|\*./g, (part) => ' '.repeat(part.length));
  const match = DIGITS.exec(bare);
  // Fractions, text and formats without digits.
  if (bare.includes('@') || bare.includes('/') || (!match && /general/i.test(bare))) return general(value);
  if (!match) return readLiterals(section).trim();
  const end = match.index + match[0].length;
  const exponent = /^E[+-]0+/i.exec(bare.slice(end));
  const before = readLiterals(section.slice(0, match.index));
  const after = readLiterals(section.slice(end + (exponent?.[0].length ?? 0)));
  const percent = bare.includes('%');
  const digits = writeDigits(match[0], percent ? value * 100 : value, exponent !== null);
  const negative = digits.startsWith('-');
  return `${negative ? '-' : ''}${before}${negative ? digits.slice(1) : digits}${after}`.trim();
}

function writeDigits(pattern: string, value: number, scientific: boolean): string {
  const [whole = '', fraction = ''] = pattern.split('.');
  const scale = /,+$/.exec(whole)?.[0].length ?? 0;
  const decimals = Math.min(fraction.length, 15);
  if (scientific) return value.toExponential(decimals).toUpperCase();
  const scaled = value / 1000 ** scale;
  if (!Number.isFinite(scaled) || Math.abs(scaled) >= 1e21) return general(value);
  const fixed = roundHalfUp(scaled, decimals);
  const [digits = '', rest = ''] = fixed.replace('-', '').split('.');
  const least = whole.replaceAll(/[^0]/g, '').length;
  const padded = (digits === '0' && least === 0 ? '' : digits).padStart(least, '0');
  const grouped = whole.replace(/,+$/, '').includes(',')
    ? padded.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
    : padded;
  const optional = fraction.length - fraction.replace(/[#?]+$/, '').length;
  const kept = optional === 0 ? rest : rest.replace(new RegExp(`0{1,${optional}}$`), '');
  const text = kept === '' ? grouped || '0' : `${grouped}.${kept}`;
  return scaled < 0 && /[1-9]/.test(text) ? `-${text}` : text;
}

/** As people round: 1.005 is 1.01, though the double next to it lies below. */
function roundHalfUp(value: number, decimals: number): string {
  const moved = Number(`${Number(Math.abs(value).toPrecision(15))}e${decimals}`);
  if (!Number.isFinite(moved) || moved > Number.MAX_SAFE_INTEGER) return value.toFixed(decimals);
  const rounded = Number(`${Math.round(moved)}e-${decimals}`).toFixed(decimals);
  return value < 0 ? `-${rounded}` : rounded;
}
