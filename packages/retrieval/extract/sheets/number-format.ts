import { formatDate } from './format-date.ts';
import { formatDigits } from './format-digits.ts';
import { parseSection, type Section, splitSections } from './format-section.ts';
import { writeWithUnits } from './japanese-numerals.ts';

/** Turns what a cell holds into the text that the sheet shows. */
export interface CellFormat {
  readonly number: (value: number) => string;
  readonly text: (value: string) => string;
  /** Shows days or times. */
  readonly isDate: boolean;
}

const ERA_DATE = '[$-411]ge.m.d';
const LONG_ERA_DATE = '[$-411]ggge"年"m"月"d"日"';

/**
 * Formats that files name by number only (ECMA-376 part 1, 18.8.30), those of Japan where countries differ; days in the
 * order that is never mistaken; amounts without the currency that only the program knew.
 */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '#,##0',
  6: '#,##0',
  7: '#,##0.00',
  8: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'yyyy/m/d',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy/m/d h:mm',
  27: ERA_DATE,
  28: LONG_ERA_DATE,
  29: LONG_ERA_DATE,
  30: 'yyyy/m/d',
  31: 'yyyy"年"m"月"d"日"',
  32: 'h"時"mm"分"',
  33: 'h"時"mm"分"ss"秒"',
  34: 'yyyy"年"m"月"',
  35: 'm"月"d"日"',
  36: ERA_DATE,
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
  41: '#,##0',
  42: '#,##0',
  43: '#,##0.00',
  44: '#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
  50: ERA_DATE,
  51: LONG_ERA_DATE,
  52: 'yyyy"年"m"月"',
  53: 'm"月"d"日"',
  54: LONG_ERA_DATE,
  55: 'yyyy"年"m"月"',
  56: 'm"月"d"日"',
  57: ERA_DATE,
  58: LONG_ERA_DATE,
};

const LONGEST = 300;
const NUMBER_SECTIONS = 3;

/** The number without the noise of binary fractions. */
const writeGeneral = (value: number): string => String(Number(value.toPrecision(15)));

export const general: CellFormat = { number: writeGeneral, text: (value) => value, isDate: false };

/** `code` is the file's own format, used when the number is not a built-in one. `date1904`: days count from 1904. */
export function makeCellFormat(id: number, code: string | undefined, date1904: boolean): CellFormat {
  const pattern = code ?? BUILT_IN[id] ?? '';
  if (pattern === '' || pattern.length > LONGEST) return general;
  const sections = splitSections(pattern).map(parseSection);
  const last = sections.at(-1);
  const forText = sections[NUMBER_SECTIONS] ?? (last?.kind === 'text' ? last : undefined);
  const forNumbers = sections.slice(0, NUMBER_SECTIONS).filter((section) => section !== forText);
  return {
    number: (value) => writeNumber(forNumbers, value, date1904),
    text: (value) => (forText ? writeText(forText, value) : value),
    isDate: forNumbers[0]?.kind === 'date',
  };
}

function writeNumber(sections: readonly Section[], value: number, date1904: boolean): string {
  const chosen = chooseSection(sections, value);
  if (!chosen) return writeGeneral(value);
  const { section, showsSign } = chosen;
  if (section.kind === 'date')
    return formatDate(section, showsSign ? value : Math.abs(value), date1904)?.trim() ?? writeGeneral(value);
  const written = writeSection(section, Math.abs(value));
  if (written === null) return writeGeneral(value);
  // A number that is rounded to zero has no sign.
  const isNegative = value < 0 && showsSign && /[1-9１-９一二三四五六七八九十百千壱弐参伍]/.test(written);
  return `${isNegative ? '-' : ''}${written}`.trim();
}

interface Chosen {
  readonly section: Section;
  /** A section for negative numbers alone writes their sign itself, or leaves it out. */
  readonly showsSign: boolean;
}

/** The section of a number: by their conditions, else one for positive numbers, for negative ones and for zero. */
function chooseSection(sections: readonly Section[], value: number): Chosen | null {
  const [first, second, third] = sections;
  if (!first) return null;
  const byCondition = (section: Section): Chosen => ({ section, showsSign: !section.isNegativeOnly });
  if (!second) return (first.condition?.(value) ?? true) ? byCondition(first) : null;
  if (!first.condition && !second.condition) {
    if (value < 0) return { section: second, showsSign: false };
    return byCondition(value === 0 && third ? third : first);
  }
  if (first.condition ? first.condition(value) : value > 0) return byCondition(first);
  if (!second.condition) return { section: second, showsSign: !first.isRestNegative };
  if (second.condition(value)) return byCondition(second);
  if (third) return byCondition(third);
  return first.condition ? null : byCondition(first);
}

/** A number without its sign; null when the section has no form for it. */
function writeSection(section: Section, value: number): string | null {
  if (section.kind === 'text') return null;
  if (section.kind === 'number') return formatDigits(section, value);
  const digits = writeWithUnits(writeGeneral(value), section.numerals);
  return section.pieces
    .map(({ text, isLiteral }) => (isLiteral ? text : text.replaceAll('General', digits)))
    .join('');
}

function writeText({ pieces }: Section, value: string): string {
  return pieces
    .map(({ text, isLiteral }) => (isLiteral ? text : text.replaceAll(/@|General/g, () => value)))
    .join('')
    .trim();
}
