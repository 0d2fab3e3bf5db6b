import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeLegacy } from '../testing/encode-legacy.ts';
import { readSample } from '../testing/read-sample.ts';
import { detectDelimiter, readRecords } from './read-csv.ts';

const records = (text: string, delimiter = ',') =>
  [...readRecords(text, delimiter)].map(({ fields }) => fields);

describe('CSV', () => {
  it.each([
    ['a,b\n1,2\n', ','],
    ['a;b;c\n1,5;2;3\n', ';'],
    ['a\tb\n1, 2\t3\n', '\t'],
    ['a|b\nc|d', '|'],
    ['sep=;\na,b;c\n', ';'],
    ['one column\nof text, here\n', ','],
  ])('%j is cut at %j', (text, delimiter) => {
    expect(detectDelimiter(text)).toBe(delimiter);
  });

  it('reads quoted fields with breaks and quotes in them', () => {
    expect(records('a,"b ""x""\nc",\n"",d\n\n')).toEqual([
      ['a', 'b "x"\nc', ''],
      ['', 'd'],
    ]);
  });

  it('takes a quote that is never closed as a character', () => {
    expect(records('a,b\n5" pipe,"x\nc,d')).toEqual([
      ['a', 'b'],
      ['5" pipe', '"x'],
      ['c', 'd'],
    ]);
  });

  it('reads back what was written, whatever the fields', () => {
    const field = fc.string({ unit: fc.constantFrom(...'ab ,"\n名') });
    const rows = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { minLength: 1 });
    fc.assert(
      fc.property(rows, (given) => {
        const text = given
          .map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(','))
          .join('\n');
        expect(records(text)).toEqual(given.filter((row) => row.some((each) => each.trim() !== '')));
      }),
    );
  });

  it('becomes a table, from Shift_JIS too', async () => {
    const bytes = encodeLegacy('商品,価格\n日本茶,"1,200円"\n', 'shift_jis');
    expect((await readSample('価格.csv', bytes)).text).toBe(
      '| 商品 | 価格 |\n| --- | --- |\n| 日本茶 | 1,200円 |',
    );
    expect((await readSample('a.tsv', 'x\ty\n1\t2')).text).toBe('| x | y |\n| --- | --- |\n| 1 | 2 |');
  });
});
