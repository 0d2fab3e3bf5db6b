import { expect, test } from 'vitest';
import { tableRows } from '../extract-in-child.ts';
import { encodeLegacy } from '../testing/encode-legacy.ts';
import { buildXlsx, xlsxRows } from '../testing/office-builder.ts';

const LIMITS = { rows: 1_000, columns: 20, characters: 100 };

async function read(bytes: Uint8Array, more: { encoding?: string; delimiter?: string } = {}) {
  let text = '';
  const outcome = await tableRows({
    bytes,
    fileName: 'people.csv',
    limits: LIMITS,
    onLines: (lines) => {
      text += lines;
    },
    ...more,
  });
  const rows = text
    .split('\n')
    .filter(Boolean)
    .map((line): unknown => JSON.parse(line));
  return { outcome, rows };
}

const utf8 = (text: string) => new TextEncoder().encode(text);

test('names in Shift_JIS without any kana, and readings in half-width kana, are found by themselves', async () => {
  const plain = await read(encodeLegacy('氏名,電話番号\n髙橋一郎,090-1234-5678\n', 'shift_jis'));
  expect(plain.outcome).toMatchObject({ kind: 'ok', encoding: 'shift_jis', delimiter: ',', rows: 2 });
  expect(plain.rows[1]).toEqual([2, '髙橋一郎', '090-1234-5678']);
  const half = encodeLegacy('氏名,ﾌﾘｶﾞﾅ\n山田花子,ﾔﾏﾀﾞ ﾊﾅｺ\n鈴木次郎,ｽｽﾞｷ ｼﾞﾛｳ\n', 'shift_jis');
  expect((await read(half)).rows).toContainEqual([2, '山田花子', 'ﾔﾏﾀﾞ ﾊﾅｺ']);
});

test('a chosen encoding and separator are taken as they are', async () => {
  const bytes = encodeLegacy('a;b,c\n山;川,海\n', 'shift_jis');
  const { outcome, rows } = await read(bytes, { encoding: 'shift_jis', delimiter: ';' });
  expect(outcome).toMatchObject({ encoding: 'shift_jis', delimiter: ';' });
  expect(rows).toEqual([
    [1, 'a', 'b,c'],
    [2, '山', '川,海'],
  ]);
});

test('UTF-16 with tabs, quotes over lines and empty cells', async () => {
  const text = '\ufeffHọ tên\tGhi chú\tTag\n"Nguyễn\nAn"\t\tVIP\n';
  const bytes = new Uint8Array(Buffer.from(text, 'utf16le'));
  const { outcome, rows } = await read(bytes);
  expect(outcome).toMatchObject({ encoding: 'utf-16le', delimiter: '\t' });
  expect(rows[1]).toEqual([2, 'Nguyễn\nAn', '', 'VIP']);
});

test('the first sheet of a workbook that has rows, with the numbers of its rows', async () => {
  const sheet = xlsxRows([['Name', 'Points'], [], ['Hana', 12]]);
  const { outcome, rows } = await read(buildXlsx({ sheets: [{ name: 'People', xml: sheet }] }));
  expect(outcome).toMatchObject({ kind: 'ok', encoding: null, rows: 2 });
  expect(rows).toEqual([
    [1, 'Name', 'Points'],
    [3, 'Hana', '12'],
  ]);
});

test('more rows or columns than allowed are refused; a long cell is one character too long', async () => {
  const many = Array.from({ length: 1_002 }, (_, index) => `${index}`).join('\n');
  expect((await read(utf8(`n\n${many}`))).outcome).toMatchObject({ failure: 'too_large_inside' });
  const wide = Array.from({ length: 21 }, (_, index) => `${index}`).join(',');
  expect((await read(utf8(`${wide}\n`))).outcome).toMatchObject({ failure: 'too_large_inside' });
  const { rows } = await read(utf8(`a,b\n${'x'.repeat(500)},y\n`));
  expect(rows[1]).toEqual([2, 'x'.repeat(101), 'y']);
});

test('pictures, archives and nothing are refused', async () => {
  const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 1, 2, 3, 4]);
  expect((await read(png)).outcome).toMatchObject({ kind: 'failed', failure: 'wrong_type' });
  expect((await read(new Uint8Array())).outcome).toMatchObject({ kind: 'failed', failure: 'empty' });
});
