import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeCellFormat } from './number-format.ts';

const show = (code: string, value: number) => makeCellFormat(200, code, false).number(value);
const showText = (code: string, value: string) => makeCellFormat(200, code, false).text(value);

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
    ['0.00E+00', 12345, '1.23E+04'],
    ['##0.0E+0', 12345, '12.3E+3'],
    ['General', 0.1, '0.1'],
    ['# ?/?', 0.5, '1/2'],
    ['# ?/?', 2.25, '2 1/4'],
    ['# ?/16', 1.5, '1 8/16'],
    ['# ??/??', 3, '3'],
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

  // What npm's numfmt 4 and ssf 0.11 show, which follow Excel; Japanese and Vietnamese names as Excel of these languages.
  it.each([
    ['[=0]"無料";#,##0"円"', 500, '500円'],
    ['[=0]"無料";#,##0"円"', 0, '無料'],
    ['[>=1000]#,##0"円(送料無料)";#,##0"円"', 500, '500円'],
    ['[>=1000]#,##0"円(送料無料)";#,##0"円"', 1000, '1,000円(送料無料)'],
    ['[>=1000]"a"0;"b"0', -5, '-b5'],
    ['[<0]0;0', -5, '5'],
    ['[<100]0;0', -5, '-5'],
    ['[=0]"-";[<0]"▲"#,##0;#,##0', -1200, '▲1,200'],
    ['[Red][<=100]0;[Blue][>100]0"+"', 101, '101+'],
    ['[>100]0', 50, '50'],
    ['#,##0;-#,##0;', 0, ''],
    ['0;;', -5, ''],
    [';;;', 5, ''],
    ['0;0;"なし";@', 0, 'なし'],
  ])('%s shows %d in the section %s', (code, value, shown) => {
    expect(show(code, value)).toBe(shown);
  });

  it.each([
    ['000\\-0000\\-0000', 9012345678, '090-1234-5678'],
    ['[<=99999999]####\\-####;\\(00\\)\\ ####\\-####', 312345678, '(03) 1234-5678'],
    ['[<=99999999]####\\-####;\\(00\\)\\ ####\\-####', 12345678, '1234-5678'],
    ['[<=999]000;[<=9999]000\\-00;000\\-0000', 1000001, '100-0001'],
    ['[<=999]000;[<=9999]000\\-00;000\\-0000', 1234, '012-34'],
    ['"No."00000', 42, 'No.00042'],
    ['0000 000 000', 912345678, '0912 345 678'],
    ['00":"00', 930, '09:30'],
    ['#,###', 0, ''],
    ['0,"千円"', 1234567, '1235千円'],
    ['0.0,,"百万円"', 1234567, '1.2百万円'],
    ['_-* #,##0\\ "₫"_-', 50000, '50,000 ₫'],
    ['_ "¥"* #,##0_ ', 50000, '¥50,000'],
    ['"合計"* #,##0', 50000, '合計 50,000'],
    ['0"kg"', 5, '5kg'],
    ['0 kg', 5, '5 kg'],
    ['[赤]0.0"％"', 5, '5.0％'],
    ['General"円"', -5, '-5円'],
    ['G/標準"個"', 5, '5個'],
    ['"計"General;"負"General', -5, '負5'],
    ['[DBNum1][$-411]General', 1234, '千二百三十四'],
    ['[DBNum2][$-411]General"円"', 10500, '壱萬伍百円'],
    ['[DBNum3][$-411]0', 1234, '１２３４'],
  ])('%s puts the digits of %d where the format has places: %s', (code, value, shown) => {
    expect(show(code, value)).toBe(shown);
  });

  it.each([
    ['ge.m.d', 45000, 'R5.3.15'],
    ['[$-ja-JP-x-gannen]ggge"年"m"月"', 43586, '令和元年5月'],
    ['[$-411]ggge"年"m"月"d"日"', 43585, '平成31年4月30日'],
    ['[DBNum1][$-411]ggge"年"m"月"d"日"', 45275, '令和五年十二月十五日'],
    ['[DBNum1]yyyy"年"', 45000, '二〇二三年'],
    ['[$-411]AM/PM h"時"mm"分"', 0.75, '午後 6時00分'],
    ['[$-411]dddd(ddd) mmmm', 45000, '水曜日(水) 3月'],
    ['[$-42A]dddd, d mmmm yyyy', 45000, 'Thứ Tư, 15 Tháng Ba 2023'],
    ['[$-1010411]aaaa', 45000, '水曜日'],
    ['[hh]:mm', 0.1, '02:24'],
    ['[mm]:ss', 0.1, '144:00'],
    ['[h]"時間"mm"分"', 1.5, '36時間00分'],
    ['[h]:mm', -0.1, '-2:24'],
    ['mm:ss.0', 0.00012, '00:10.4'],
    ['A/P h:mm', 0.75, 'P 6:00'],
    ['yyyy/m/d', 0, '1900/1/0'],
    ['yyyy/m/d', 59, '1900/2/28'],
  ])('%s shows the moment %d as %s', (code, value, shown) => {
    expect(show(code, value)).toBe(shown);
  });

  it.each([
    ['@"様"', '花田', '花田様'],
    ['0;0;0;"※"@', '要予約', '※要予約'],
    ['#,##0;@', '未定', '未定'],
    ['#,##0', '未定', '未定'],
    [';;;', 'hidden', ''],
    ['General', '$& text', '$& text'],
    ['@', "$&'", "$&'"],
  ])('%s shows the text %s as %s', (code, value, shown) => {
    expect(showText(code, value)).toBe(shown);
  });

  // ECMA-376 part 1, 18.8.30, the formats of ja-JP.
  it.each([
    [14, 45000, '2023/3/15'],
    [28, 45000, '令和5年3月15日'],
    [32, 0.5, '12時00分'],
    [41, 1234, '1,234'],
    [49, 12, '12'],
    [57, 45000, 'R5.3.15'],
  ])('the built-in format %d shows %d as %s', (id, value, shown) => {
    expect(makeCellFormat(id, undefined, false).number(value)).toBe(shown);
  });

  it('counts days from 1904 when the workbook does', () => {
    expect(makeCellFormat(14, undefined, true).number(0)).toBe('1904/1/1');
  });

  it('never throws, whatever the format', () => {
    const code = fc.string({ unit: fc.constantFrom(...'0#?.,%;"[]\\ymdhsgeEa/AMP*_@ 年$-') });
    fc.assert(fc.property(code, fc.double(), (pattern, value) => typeof show(pattern, value) === 'string'));
  });
});
