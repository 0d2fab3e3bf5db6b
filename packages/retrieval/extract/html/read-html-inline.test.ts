import { describe, expect, it } from 'vitest';
import { buildEpub } from '../testing/open-document-builder.ts';
import { readSample } from '../testing/read-sample.ts';
import { readHtml } from './read-html.ts';

const read = (body: string, head = '') =>
  readHtml(`<html><head>${head}</head><body>${body}</body></html>`, { mainContent: false }).text;

describe('marks of notes in a page', () => {
  it.each([
    ['pandoc 2.17', '<a href="#fn1" class="footnote-ref" id="fnref1" role="doc-noteref"><sup>1</sup></a>'],
    [
      'MediaWiki',
      '<sup id="cite_ref-1" class="reference"><a href="#cite_note-1"><span>[</span>1<span>]</span></a></sup>',
    ],
    [
      'Word',
      '<a style="mso-footnote-id:ftn1" href="#_ftn1" name="_ftnref1"><span class="MsoFootnoteReference"><span>[1]</span></span></a>',
    ],
    ['LibreOffice', '<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a>'],
    ['Google Docs', '<sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup>'],
    ['GitHub', '<sup><a href="#user-content-fn-1" data-footnote-ref>1</a></sup>'],
    [
      'Asciidoctor',
      '<sup class="footnote">[<a id="_footnoteref_1" class="footnote" href="#_footnotedef_1">1</a>]</sup>',
    ],
    [
      'Sphinx',
      '<a class="footnote-reference brackets" href="#id2" role="doc-noteref"><span class="fn-bracket">[</span>1<span class="fn-bracket">]</span></a>',
    ],
    ['a hand', '<sup><a href="#chu">※1</a></sup>'],
    ['a hand, in brackets', '[<a href="#note1">1</a>]'],
    ['EPUB 3', '<a epub:type="noteref" href="notes.xhtml#n1">1</a>'],
  ])('are left out as %s writes them', (_, mark) => {
    expect(read(`<p>定員は10${mark}名です。</p>`)).toBe('定員は10名です。');
  });

  it('are left out where the note leads back; the note stays', () => {
    const note =
      '<ol><li id="fn1"><p>予約制です。<a href="#fnref1" class="footnote-back" role="doc-backlink">↩︎</a></p></li></ol>';
    expect(read(note)).toBe('1. 予約制です。');
  });

  it('without a link to a note are raised, so that the number before them stays', () => {
    expect(read('<p>定員10<sup>1</sup>名、10<span style="vertical-align: super">2</span>名</p>')).toBe(
      '定員10¹名、10²名',
    );
    expect(
      read('<p>10<span class="c3">2</span>名</p>', '<style>.c3{font-size:8pt;vertical-align:super}</style>'),
    ).toBe('10²名');
  });

  it('are no links, ordinals, units or formulas', () => {
    expect(
      read('<p>H<sub>2</sub>O 5 m<sup>2</sup> 10<sup>3</sup> 1<sup>st</sup> 1,000<sup>円</sup></p>'),
    ).toBe('H₂O 5 m² 10³ 1st 1,000円');
    expect(read('<p>See <a href="#note1">the second note</a>.</p>')).toBe('See the second note.');
  });

  it('of a book lead to another of its files, and hidden notes are read', async () => {
    const html =
      '<p>定員は10<a epub:type="noteref" href="notes.xhtml#n1">1</a>名です。</p><aside epub:type="footnote" id="n1" hidden="hidden"><p>予約制です。</p></aside>';
    expect((await readSample('a.epub', buildEpub([{ html }]))).text).toBe('定員は10名です。\n\n予約制です。');
  });
});

describe('mathematics in a page', () => {
  // MathML 3, chapter 3.
  it.each([
    ['<mfrac><mn>1</mn><mn>2</mn></mfrac>', '1/2'],
    ['<mrow><mn>1</mn><mfrac><mn>1</mn><mn>2</mn></mfrac></mrow>', '1 1/2'],
    ['<mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><mi>b</mi></mfrac>', '(a+1)/b'],
    ['<msup><mi>x</mi><mn>2</mn></msup>', 'x²'],
    ['<msqrt><mn>2</mn></msqrt>', '√2'],
    [
      '<semantics><mrow><mi>y</mi></mrow><annotation encoding="application/x-tex">y</annotation></semantics>',
      'y',
    ],
    [
      '<mrow><mo>(</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr></mtable><mo>)</mo></mrow>',
      '(1, 2)',
    ],
    [
      '<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi>',
      '∑ᵢ₌₁ⁿ i',
    ],
  ])('reads %s', (math, text) => {
    expect(read(`<p>代金の<math>${math}</math>です。</p>`)).toBe(`代金の${text}です。`);
  });

  it('keeps a fraction apart from the numbers around it, and reads what is shown once', () => {
    const half = '<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>';
    expect(read(`<p>1${half}カップ、${half}5</p>`)).toBe('1 1/2カップ、1/2 5');
    const katex = `<span class="katex"><span class="katex-mathml">${half}</span><span class="katex-html" aria-hidden="true">12</span></span>`;
    expect(read(`<p>${katex}</p>`)).toBe('1/2');
  });
});

const SHOP = 'https://shop.example/yoyaku?x=1&amp;y=2';

describe('links in a page', () => {
  it('have their address beside their text', () => {
    expect(
      read(`<p>ご予約は<a href="${SHOP}">こちら</a>から。<a href="mailto:info@shop.example">メール</a></p>`),
    ).toBe('ご予約は[こちら](https://shop.example/yoyaku?x=1&y=2)から。[メール](mailto:info@shop.example)');
    expect(
      read('<p><a href="#top">上へ</a> <a href="javascript:x()">開く</a> <a href="b.html">次</a></p>'),
    ).toBe('上へ 開く 次');
    expect(read('<p><a href="https://shop.example/">https://shop.example</a></p>')).toBe(
      'https://shop.example',
    );
  });

  it('without a text have what describes their picture', () => {
    expect(read(`<p><a href="https://shop.example/a"><img src="a.png" alt="予約する"></a></p>`)).toBe(
      '[予約する](https://shop.example/a)',
    );
  });

  it('around blocks have their address once, below a heading', () => {
    expect(read('<a href="https://shop.example/a"><h2>新商品</h2><p>春の新作です。</p></a>')).toBe(
      '## 新商品\n\nhttps://shop.example/a\n\n春の新作です。',
    );
  });

  it('of menus, heads and feet have no addresses', () => {
    const link = '<a href="https://shop.example/x">会社概要</a>';
    const page = (main: string) =>
      `<header>${link}</header><ul class="g-nav"><li>${link}</li></ul>${main}<footer>${link}</footer><div id="footer">${link}</div>`;
    for (const main of ['<p>本文</p>', `<main><p>本文</p></main><div>${link}</div>`])
      expect(read(page(main))).not.toContain('https:');
  });

  it('are resolved against the page or its base', () => {
    const html = '<p>予約は<a href="../yoyaku">こちら</a></p>';
    const options = { url: 'https://shop.example/a/b/', mainContent: false };
    expect(readHtml(html, options).text).toBe('予約は[こちら](https://shop.example/a/yoyaku)');
    expect(readHtml(`<base href="/c/">${html}`, options).text).toBe(
      '予約は[こちら](https://shop.example/yoyaku)',
    );
  });
});
