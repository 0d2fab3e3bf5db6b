import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeNumberFormat } from './number-format.ts';

const show = (code: string, value: number) => makeNumberFormat(200, code, false)(value);

describe('number formats', () => {
  it.each([
    ['0', 1.5, '2'],
    ['0.00', 1.005, '1.01'],
    ['#,##0', 1234567.8, '1,234,568'],
    ['#,##0.##', 1234.5, '1,234.5'],
    ['"¥"#,##0;[Red]"¥"-#,##0', -1200, '¥-1,200'],
    ['#,##0;(#,##0)', -1200, '(1,200)'],
    ['0.00', -0.001, '0.00'],
    ['[$¥-411]#,##0', 980, '¥980'],
    ['#,##0\\ [$₫-42A]', 50000, '50,000 ₫'],
    ['0%', 0.085, '9%'],
    ['0.0%', 0.085, '8.5%'],
    ['0.00E+00', 12345, '1.23E+4'],
    ['General', 0.1, '0.1'],
    ['# ?/?', 0.5, '0.5'],
    ['@', 12, '12'],
    ['yyyy/m/d', 45000, '2023/3/15'],
    ['yyyy"年"mm"月"dd"日"(aaa)', 45000, '2023年03月15日(水)'],
    ['d/m/yyyy;@', 45000, '15/3/2023'],
    ['[$-411]ggge"年"m"月"d"日";@', 45000, '令和5年3月15日'],
    ['mmm d, yyyy', 45000, 'Mar 15, 2023'],
    ['h:mm AM/PM', 45000.75, '6:00 PM'],
    ['hh:mm:ss', 0.5, '12:00:00'],
    ['mm:ss', 0.001, '01:26'],
    ['[h]:mm', 1.5, '36:00'],
    ['yyyy-mm-dd', -5, '-5'],
  ])('%s shows %d as %s', (code, value, shown) => {
    expect(show(code, value)).toBe(shown);
  });

  it('counts days from 1904 when the workbook does', () => {
    expect(makeNumberFormat(14, undefined, true)(0)).toBe('1904-01-01');
  });

  it('never throws, whatever the format', () => {
    const code = fc.string({ unit: fc.constantFrom(...'0#?.,%;"[]\\ymdhsgeEa/AMP*_@ 年$-') });
    fc.assert(fc.property(code, fc.double(), (pattern, value) => typeof show(pattern, value) === 'string'));
  });
});
