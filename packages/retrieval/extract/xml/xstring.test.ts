import { describe, expect, it } from 'vitest';
import { decodeControls, decodeXstring, decodeXstringRuns } from './xstring.ts';

// ECMA-376 part 1, 22.9.2.19; exceljs/exceljs#584.
describe('escapes in the strings of workbooks', () => {
  it.each([
    ['平日_x000D_\n9時', '平日\n9時'],
    ['平日_x000D_9時', '平日\n9時'],
    ['a_x000D__x000A_b', 'a\nb'],
    ['A_x0009_B', 'A\tB'],
    ['LAN_x0020_ANH', 'LAN ANH'],
    ['_x005F_x0041_', '_x0041_'],
    ['_x005f_x005F_', '_x005F_'],
    ['_xD842__xDFB7_野家', '𠮷野家'],
    ['a_x0000_b_x0007_', 'ab'],
    ['file_x12_name _x12345_', 'file_x12_name _x12345_'],
    ['_xZZZZ_', '_xZZZZ_'],
  ])('%j is %j', (source, text) => {
    expect(decodeXstring(source)).toBe(text);
  });

  it('joins an escape that is cut over two runs, and leaves the runs their texts', () => {
    expect(decodeXstringRuns(['裏に3台_x00', '0D_\n無料', '!'])).toEqual(['裏に3台', '\n無料', '!']);
    expect(decodeXstringRuns(['a_x0041_', 'b', '_', 'x0042_c'])).toEqual(['aA', 'b', 'B', 'c']);
  });

  it('decodes nothing but control characters in drawings and slides', () => {
    expect(decodeControls('1行目_x000B_2行目 _x0041_')).toBe('1行目\n2行目 _x0041_');
  });
});
