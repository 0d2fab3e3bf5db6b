import type { DocumentId } from '@hanasu/contract/ids';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvRows, readQuestionCsv } from './questions.ts';

const rules = '01890000-0000-7000-8000-000000000001' as DocumentId;
const documents = new Map([
  ['houserules', rules],
  ['料金表.pdf', rules],
]);
const read = (csv: string, known?: ReadonlySet<string>) => readQuestionCsv(csv, documents, known);
const cellsOf = (csv: string) => csvRows(csv).map(({ cells }) => cells);

describe('rows', () => {
  test.each([
    [
      'commas',
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'semicolons',
      'a;b,c\nd;e',
      [
        ['a', 'b,c'],
        ['d', 'e'],
      ],
    ],
    ['tabs', 'a\tb, c; d\n', [['a', 'b, c; d']]],
    [
      'a byte order mark and CRLF',
      '\ufeffa,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'old line ends',
      'a,b\rc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['quotes', '"a ""b""","c,d"', [['a "b"', 'c,d']]],
    [
      'line ends in a cell',
      '"a\nb";"c\r\nd"\ne;f',
      [
        ['a\nb', 'c\r\nd'],
        ['e', 'f'],
      ],
    ],
    ['empty rows', '\n\na,b\n,\n  ,\n', [['a', 'b']]],
    [
      'an empty last cell',
      'a,\nb,c',
      [
        ['a', ''],
        ['b', 'c'],
      ],
    ],
    ['nothing', '', []],
  ])('%s', (_, csv, cells) => {
    expect(cellsOf(csv)).toEqual(cells);
  });

  test('say on which line they begin', () => {
    const rows = csvRows('a,b\n"c\nc\nc",d\n\n"e"x,f\n"g');
    expect(rows.map(({ line, isBroken }) => [line, isBroken])).toEqual([
      [1, false],
      [2, false],
      [6, true],
      [7, true],
    ]);
  });

  test('what is written as CSV is read back', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'い', ',', ';', '\t', '"', '\n', ' ', '\r\n') });
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(table, fc.constantFrom(',', ';', '\t'), (rows, separator) => {
        const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
        // The first row decides about the separator, so it has no other character.
        const full = [['x', 'y'], ...rows];
        const csv = full.map((row) => row.map(quoted).join(separator)).join('\n');
        expect(cellsOf(csv)).toEqual(full.filter((row) => row.some((text) => text.trim() !== '')));
      }),
    );
  });

  test('never throws and keeps the lines in order', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (csv) => {
        const lines = csvRows(csv).map(({ line }) => line);
        expect(lines).toEqual(lines.toSorted((one, other) => one - other));
      }),
    );
  });
});

describe('questions', () => {
  test.each([
    ['English', 'Question,Expected text,Document\nWhen?,at nine,House rules'],
    ['Japanese', '質問;期待する文;文書\nWhen?;at nine;House  Rules'],
    ['Vietnamese', 'Câu hỏi\tĐáp án\tTài liệu\nWhen?\tat nine\tHOUSE RULES'],
    ['no', 'When?,at nine,House rules'],
    ['in another order', 'document,question,answer\nHouse rules,When?,at nine'],
  ])('with %s head row', (_, csv) => {
    expect(read(csv)).toEqual({
      items: [{ question: 'When?', expected: { text: 'at nine', documentUuid: rules } }],
      problems: [],
    });
  });

  test('a document alone is enough, by title or file name', () => {
    expect(read('料金は？,,料金表.PDF').items).toEqual([
      { question: '料金は？', expected: { text: '', documentUuid: rules } },
    ]);
  });

  test('each row that cannot be used is named by its line', () => {
    const csv = [
      'question,expected,document',
      ',at nine,',
      '"two\nlines",,',
      'Where?,here,Nowhere',
      `${'x'.repeat(1_001)},here,`,
      `Long?,${'x'.repeat(2_001)},`,
      'When?,at nine,',
      'ＷＨＥＮ ?,again,',
      'Known?,yes,',
      '"open,yes',
    ].join('\n');
    expect(read(csv, new Set(['known?']))).toEqual({
      items: [{ question: 'When?', expected: { text: 'at nine', documentUuid: null } }],
      problems: [
        { row: 2, problem: 'no_question' },
        { row: 3, problem: 'no_expected' },
        { row: 5, problem: 'unknown_document' },
        { row: 6, problem: 'too_long' },
        { row: 7, problem: 'too_long' },
        { row: 9, problem: 'repeated' },
        { row: 10, problem: 'repeated' },
        { row: 11, problem: 'broken' },
      ],
    });
  });
});
