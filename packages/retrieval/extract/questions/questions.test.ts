import { describe, expect, it } from 'vitest';
import { splitDocument } from '../../split/split.ts';
import { readQuestionRows } from '../extract-in-child.ts';
import { buildXlsx, xlsxRows } from '../testing/office-builder.ts';
import { buildOds, odsTable } from '../testing/open-document-builder.ts';
import { readSample } from '../testing/read-sample.ts';
import { findQuestionColumns, questionsToText } from './questions.ts';

const TEXT = '## 営業時間は?\n\n9時から\n18時まで\n\n## Có bãi đỗ xe không?\n\nCó.';
const ROWS = [
  ['質問', '回答'],
  ['営業時間は?', '9時から\n18時まで'],
  ['Có bãi đỗ xe không?', 'Có.'],
];
const csv = ROWS.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n');

describe('questions and answers', () => {
  it.each([
    [['Q', 'A'], { question: 0, answer: 1 }],
    [['No.', 'Ｑｕｅｓｔｉｏｎ ', 'ANSWER:'], { question: 1, answer: 2 }],
    [['回答', '質問'], { question: 1, answer: 0 }],
    [['Câu hỏi', 'Câu trả lời'], { question: 0, answer: 1 }],
    [['Cau hoi', 'Tra loi'], { question: 0, answer: 1 }],
    [['Question', 'Price'], null],
    [['Plan', 'Price'], null],
  ])('%j', (head, found) => {
    expect(findQuestionColumns(head)).toEqual(found);
  });

  it.each([
    ['csv', () => csv],
    [
      'xlsx',
      () => buildXlsx({ sheets: [{ name: 'Sheet1', xml: xlsxRows([['よくある質問集'], [], ...ROWS]) }] }),
    ],
    ['json', () => JSON.stringify(ROWS.slice(1).map(([question, answer]) => ({ question, answer })))],
  ])('%s becomes a section for each row', async (extension, build) => {
    const document = await readSample(`faq.${extension}`, build());
    expect(document.kind).toBe('questions');
    expect(document.text).toContain(TEXT);
  });

  it('keeps other columns with their row, and a sheet of another kind as a table', async () => {
    const rows = [
      ['No', 'Question', 'Answer', 'Topic'],
      ['1', 'Open?', 'Yes', 'hours'],
    ];
    const other = xlsxRows([
      ['Plan', 'Price'],
      ['A', 1],
    ]);
    const sheets = [
      { name: 'FAQ', xml: xlsxRows(rows) },
      { name: 'Plans', xml: other },
    ];
    const document = await readSample('a.xlsx', buildXlsx({ sheets }));
    expect(document.kind).toBe('document');
    expect(document.text).toBe(
      '# FAQ\n\n## Open?\n\nYes\n\nNo: 1\n\nTopic: hours\n\n# Plans\n\n| Plan | Price |\n| --- | --- |\n| A | 1 |',
    );
  });

  it('never lets an answer look like a heading, nor a question be too long for one', () => {
    const text = questionsToText([
      { question: 'a\nb', answer: '# not a heading' },
      { question: 'x'.repeat(400), answer: 'y' },
    ]);
    expect(text).toMatch(/^## a b\n\n\\# not a heading\n\n## x{239}…\n\nx{400}\n\ny$/);
  });

  it('gives the rows one by one', async () => {
    const rows = [
      { question: '営業時間は?', answer: '9時から\n18時まで', details: [] },
      { question: 'Có bãi đỗ xe không?', answer: 'Có.', details: [] },
    ];
    expect(await readQuestionRows(Buffer.from(csv), 'faq.csv')).toEqual({ kind: 'ok', rows });
    const ods = buildOds({
      body: odsTable('a', [
        ['Question', 'Answer'],
        ['x', 'y'],
      ]),
    });
    expect(await readQuestionRows(ods, 'faq.ods')).toMatchObject({
      kind: 'ok',
      rows: [{ question: 'x', answer: 'y' }],
    });
    expect(await readQuestionRows(Buffer.from('a,b\n1,2'), 'a.csv')).toMatchObject({
      kind: 'failed',
      failure: 'wrong_type',
    });
  });

  it('stays one passage for each row when it is split', () => {
    const chunks = splitDocument({ text: TEXT, title: null, pages: null });
    expect(chunks.map((chunk) => chunk.text.includes('?'))).not.toContain(false);
  });
});
