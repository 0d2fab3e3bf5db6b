import { describe, expect, it } from 'vitest';
import { buildDocx, docxTable, docxParagraph as paragraph } from '../testing/office-builder.ts';
import { readSample } from '../testing/read-sample.ts';

const style = (id: string, name: string, more = '') =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${more}</w:style>`;
const STYLES = [
  style('Title', 'Title'),
  style('1', 'heading 1', '<w:pPr><w:outlineLvl w:val="0"/></w:pPr>'),
  style('a3', '見出し 2'),
  style('Chuong', 'Chương', '<w:basedOn w:val="DeMuc"/>'),
  style('DeMuc', 'Đề mục', '<w:pPr><w:outlineLvl w:val="1"/></w:pPr>'),
  style('TOC1', 'toc 1'),
].join('');
const level = (at: number, format: string, text: string) =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
const NUMBERING = `<w:abstractNum w:abstractNumId="0">${level(0, 'decimal', '%1.')}${level(1, 'decimal', '%1.%2')}</w:abstractNum><w:abstractNum w:abstractNumId="1">${level(0, 'bullet', '')}</w:abstractNum><w:abstractNum w:abstractNumId="2">${level(0, 'japaneseCounting', '第%1条')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="3"><w:abstractNumId w:val="2"/></w:num>`;
const item = (list: number, depth: number, text: string) =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${list}"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
const read = async (body: string, more: { footnotes?: string } = {}) =>
  (await readSample('a.docx', buildDocx({ body, styles: STYLES, numbering: NUMBERING, ...more }))).text;

describe('Word documents', () => {
  it('takes headings from outline levels and from the names of styles in three languages', async () => {
    const body = [
      paragraph('就業規則', 'Title'),
      paragraph('目次の行 1', 'TOC1'),
      paragraph('Chapter', '1'),
      paragraph('総則', 'a3'),
      paragraph('Điều khoản chung', 'Chuong'),
      paragraph('本文です。'),
    ].join('');
    expect(await read(body)).toBe('# 就業規則\n\n# Chapter\n\n## 総則\n\n## Điều khoản chung\n\n本文です。');
  });

  it('counts numbered lists as they are shown', async () => {
    const body = [
      item(1, 0, 'one'),
      item(1, 1, 'one one'),
      item(1, 1, 'one two'),
      item(1, 0, 'two'),
      item(1, 1, 'two one'),
      item(2, 0, 'bullet'),
      item(3, 0, '目的'),
    ].join('');
    expect(await read(body)).toBe(
      '1. one\n  1.1 one one\n  1.2 one two\n2. two\n  2.1 two one\n- bullet\n第一条 目的',
    );
  });

  it('keeps rows of tables, with cells that span rows and columns', async () => {
    const merged = `<w:tbl><w:tr><w:tc><w:tcPr><w:vMerge w:val="restart"/></w:tcPr>${paragraph('平日')}</w:tc><w:tc>${paragraph('9時')}</w:tc></w:tr><w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr>${paragraph('')}</w:tc><w:tc>${paragraph('18時')}</w:tc></w:tr><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>${paragraph('a|b')}</w:tc></w:tr></w:tbl>`;
    const text = await read(
      docxTable([
        ['Plan', 'Price'],
        ['Basic', '1,000円'],
      ]) +
        paragraph('') +
        merged,
    );
    expect(text).toBe(
      '| Plan | Price |\n| --- | --- |\n| Basic | 1,000円 |\n\n| 平日 | 9時 |\n| --- | --- |\n| 平日 | 18時 |\n| a\\|b |  |',
    );
  });

  it('leaves out what is deleted, hidden, a field code or a reading of kanji', async () => {
    const run = (text: string, properties = '') =>
      `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`;
    const body = `<w:p>${run('価格は')}<w:del>${run('900')}</w:del><w:ins>${run('1000')}</w:ins>${run('円')}${run('secret', '<w:vanish/>')}<w:r><w:instrText>PAGE</w:instrText></w:r><w:r><w:ruby><w:rt>${run('かんじ')}</w:rt><w:rubyBase>${run('漢字')}</w:rubyBase></w:ruby></w:r></w:p><w:tbl><w:tr><w:trPr><w:del/></w:trPr><w:tc>${paragraph('gone')}</w:tc></w:tr></w:tbl>`;
    expect(await read(body)).toBe('価格は1000円漢字');
  });

  it('puts notes and text boxes after their paragraph, once', async () => {
    const footnotes = `<w:footnote w:id="2"><w:p><w:r><w:t>税込み</w:t></w:r></w:p></w:footnote>`;
    const box = `<mc:AlternateContent><mc:Choice><w:drawing><w:txbxContent>${paragraph('In a box')}</w:txbxContent></w:drawing></mc:Choice><mc:Fallback><w:pict><w:txbxContent>${paragraph('In a box')}</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent>`;
    const body = `<w:p><w:r><w:t>1,000円</w:t><w:footnoteReference w:id="2"/></w:r><w:r>${box}</w:r></w:p><w:p><w:hyperlink><w:r><w:t>link</w:t></w:r></w:hyperlink></w:p>`;
    expect(await read(body, { footnotes })).toBe('1,000円\n\n税込み\n\nIn a box\n\nlink');
  });

  it('converts old fonts of runs, styles, defaults and the theme, and leaves other paragraphs', async () => {
    const fonts = (name: string) => `<w:rFonts w:ascii="${name}" w:hAnsi="${name}"/>`;
    const run = (text: string, properties = '') =>
      `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
    const based = (id: string, more: string) =>
      `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${id}"/>${more}</w:style>`;
    const styles = [
      '<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:asciiTheme="minorHAnsi" w:hAnsiTheme="minorHAnsi"/></w:rPr></w:rPrDefault></w:docDefaults>',
      '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>',
      based('Old', `<w:rPr>${fonts('.VnTime')}</w:rPr>`),
      based('Child', '<w:basedOn w:val="Old"/>'),
      `<w:style w:type="character" w:styleId="Latin"><w:name w:val="Latin"/><w:rPr>${fonts('Arial')}</w:rPr></w:style>`,
    ].join('');
    const theme = '<a:minorFont><a:latin typeface="VNI-Times"/></a:minorFont>';
    const body = [
      `<w:p>${run('Cöûa haø')}${run('ng')}</w:p>`,
      `<w:p><w:pPr><w:pStyle w:val="Child"/></w:pPr>${run('Cöa hµng, ')}${run('à la carte', '<w:rStyle w:val="Latin"/>')}<w:r><w:t xml:space="preserve"> t</w:t><w:softHyphen/><w:t>¬i</w:t></w:r></w:p>`,
      `<w:p>${run('Cöa hµng', fonts('.VnTimeH'))}</w:p>`,
      `<w:p>${run('Geöffnet für Gäste', fonts('Arial'))}</w:p>`,
      `<w:p>${run('Đoạn Unicode là đúng', fonts('.VnTime'))}</w:p>`,
    ].join('');
    const { text } = await readSample('a.docx', buildDocx({ body, styles, theme }));
    expect(text).toBe(
      'Cửa hàng\n\nCửa hàng, à la carte tươi\n\nCỬA HÀNG\n\nGeöffnet für Gäste\n\nĐoạn Unicode là đúng',
    );
  });

  it('takes its title, but not one that a program made up', async () => {
    const body = paragraph('x');
    expect((await readSample('a.docx', buildDocx({ body, title: 'Sổ tay 手帳' }))).title).toBe('Sổ tay 手帳');
    expect((await readSample('a.docx', buildDocx({ body, title: 'Microsoft Word - a.doc' }))).title).toBe(
      null,
    );
  });
});
