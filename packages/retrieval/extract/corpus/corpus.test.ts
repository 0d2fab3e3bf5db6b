import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { delimiterRow, tableRow } from '../markdown/table.ts';
import { readSample } from '../testing/read-sample.ts';

interface Contents {
  readonly title: string;
  readonly intro: readonly [string, string, string];
  readonly address: string;
  readonly hoursTitle: string;
  readonly hours: readonly string[];
  readonly pricesTitle: string;
  readonly prices: readonly (readonly string[])[];
  readonly branchesTitle: string;
  readonly branches: readonly (readonly string[])[];
  readonly noteTitle: string;
  readonly note: readonly [string, string];
  readonly footnote: string;
  readonly closing: string;
}

const contents: Readonly<Record<string, Contents>> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'contents.json'), 'utf8'),
);
const folder = join(import.meta.dirname, 'files');
const files = readdirSync(folder).map((name) => {
  const [lang = '', writer = '', type = ''] = name.split('.');
  return { name, lang, writer, kind: `${writer}.${type}` };
});

/** Documents by people with headings; the others are workbooks, slides and what has lost its headings. */
const hasHeadings = (kind: string) =>
  /\.(?:docx|odt|pdf|html)$|^pandoc/.test(kind) && kind !== 'sheetjs.html';
const isWorkbook = (kind: string) => /^(?:sheetjs|exceljs)|\.(?:ods|xlsx)$/.test(kind);
const hasFootnote = (kind: string) => !isWorkbook(kind) && !/^(?:pdfkit|pdf-lib|jspdf|react-pdf)/.test(kind);

/** LibreOffice sets a gap between Japanese and digits, which PDF.js reads as a blank. */
const withoutGaps = (text: string) =>
  text.replaceAll(/(?<=[\u3040-\u9fff]) (?=[\d¹])|(?<=[\d¹,]) (?=[\u3040-\u9fff])/g, '');

async function read({ name }: { readonly name: string }) {
  const { text, warnings } = await readSample(name, readFileSync(join(folder, name)));
  return { text: withoutGaps(text), warnings };
}

const contentsOf = (lang: string): Contents => {
  const found = contents[lang];
  if (!found) throw new Error(`contents.json has no ${lang}.`);
  return found;
};

describe.each(files)('$name', (file) => {
  const { kind } = file;
  const expected = contentsOf(file.lang);

  it('has both tables with their heads, and nothing of one in the other', async () => {
    const { text, warnings } = await read(file);
    expect(warnings).toEqual([]);
    for (const table of [expected.prices, expected.branches]) {
      const [head = [], ...rows] = table;
      // The EPUB filter of LibreOffice 7.4 writes no head of a table.
      const written = [tableRow(head), delimiterRow(head.length), ...rows.map((row) => tableRow(row))].join(
        '\n',
      );
      if (kind === 'libreoffice.epub') for (const row of rows) expect(text).toContain(tableRow(row));
      else expect(text).toContain(written);
    }
    expect(text.match(/^\|(?: --- \|)+$/gm)).toHaveLength(kind === 'exceljs.xlsx' ? 3 : 2);
    expect(text.indexOf(expected.pricesTitle)).toBeLessThan(text.indexOf(expected.branchesTitle));
  });

  it.skipIf(isWorkbook(kind) && kind !== 'exceljs.xlsx')(
    'has its sentences, lists and the whole link',
    async () => {
      const { text } = await read(file);
      const [before, label, behind] = expected.intro;
      const link = `[${label}](${expected.address})`;
      expect(text).toContain(kind === 'exceljs.xlsx' ? link : before + link + behind);
      expect(text.split(expected.address)).toHaveLength(2);
      for (const part of [expected.title, ...expected.hours, expected.closing]) expect(text).toContain(part);
      const places = expected.hours.map((item) => text.indexOf(item));
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      // Each item is a line, a cell or an item of its own.
      for (const item of expected.hours)
        expect(text).toMatch(new RegExp(`(?:^|[-•|] )${item}(?:$| \\|)`, 'm'));
    },
  );

  it.skipIf(!hasHeadings(kind))('has its headings', async () => {
    const { text } = await read(file);
    const levels = kind === 'pandoc.pptx' ? ['##', '##'] : ['#', '##'];
    expect(text).toMatch(new RegExp(`^${levels[0]} ${expected.title}$`, 'm'));
    const { hoursTitle, pricesTitle, branchesTitle, noteTitle } = expected;
    for (const title of [hoursTitle, pricesTitle, branchesTitle, noteTitle])
      expect(text).toMatch(new RegExp(`^${levels[1]} ${title}$`, 'm'));
  });

  it.skipIf(isWorkbook(kind))('has its note, the mark of which is no digit of the sentence', async () => {
    const { text } = await read(file);
    const [before, behind] = expected.note;
    // The EPUB filter of LibreOffice 7.4 raises text by a class of its style sheet.
    const marks = kind === 'libreoffice.epub' ? ['1'] : ['', '¹'];
    expect(marks.some((mark) => text.includes(before + mark + behind))).toBe(true);
    if (hasFootnote(kind)) expect(text).toContain(expected.footnote);
  });
});

it('has forty files and more, of three languages', () => {
  expect(files.length).toBeGreaterThanOrEqual(40);
  expect(new Set(files.map(({ lang }) => lang))).toEqual(new Set(['ja', 'vi', 'en']));
});
