import { describe, expect, it } from 'vitest';
import { buildDocx } from '../testing/office-builder.ts';
import { readSample } from '../testing/read-sample.ts';

const SHOP = 'https://shop.example/yoyaku?x=1&y=2';
const read = async (body: string, more: Partial<Parameters<typeof buildDocx>[0]> = {}) =>
  (await readSample('a.docx', buildDocx({ body, links: [SHOP, 'mailto:info@shop.example'], ...more }))).text;
const run = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const math = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
const formula = (contents: string) => `<m:oMath>${contents}</m:oMath>`;
const char = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const code = (text: string) => `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`;
const part = (name: string, text: string) => `<m:${name}>${math(text)}</m:${name}>`;

describe('mathematics in Word (ECMA-376 part 1, 22.1)', () => {
  it.each([
    [`<m:f>${part('num', '1')}${part('den', '2')}</m:f>`, '1/2'],
    [`<m:f>${part('num', 'a+b')}${part('den', '2')}</m:f>`, '(a+b)/2'],
    [`<m:f><m:fPr><m:type m:val="noBar"/></m:fPr>${part('num', 'n')}${part('den', 'k')}</m:f>`, '(n ¦ k)'],
    [`<m:sSup>${part('e', 'x')}${part('sup', '2')}</m:sSup>`, 'x²'],
    [`<m:sSub>${part('e', 'x')}${part('sub', 'i')}</m:sSub>`, 'xᵢ'],
    [`<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/>${part('e', '2')}</m:rad>`, '√2'],
    [`<m:rad>${part('deg', '3')}${part('e', 'x+1')}</m:rad>`, '∛(x+1)'],
    [
      `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr>${part('sub', 'i=1')}${part('sup', 'n')}${part('e', 'i')}</m:nary>`,
      '∑ᵢ₌₁ⁿ i',
    ],
    [`<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr>${part('e', 'a')}</m:d>`, '[a]'],
    [
      `<m:d><m:e><m:m><m:mr>${part('e', '1')}${part('e', '2')}</m:mr><m:mr>${part('e', '3')}${part('e', '4')}</m:mr></m:m></m:e></m:d>`,
      '(1, 2; 3, 4)',
    ],
    [`${math('1')}${math('2')}`, '12'],
  ])('reads %s', async (contents, text) => {
    expect(await read(`<w:p>${run('代金の')}${formula(contents)}${run('です')}</w:p>`)).toBe(
      `代金の${text}です`,
    );
  });

  it('stays apart from the numbers around it', async () => {
    const half = formula(`<m:f>${part('num', '1')}${part('den', '2')}</m:f>`);
    expect(await read(`<w:p>${run('2')}${half}${run('3')}${half}${run('カップ')}</w:p>`)).toBe(
      '2 1/2 3 1/2カップ',
    );
  });
});

describe('signs that Word keeps outside of text', () => {
  it('reads symbols, hyphens and readings', async () => {
    const body = `<w:p><w:r><w:sym w:font="Wingdings" w:char="F0FE"/></w:r>${run('済')}<w:r><w:sym w:font="Wingdings" w:char="F0A8"/></w:r>${run('未')}<w:r><w:sym w:font="Symbol" w:char="F0B3"/></w:r>${run('10')}${run('\uf0fc', '<w:rFonts w:ascii="Wingdings" w:hAnsi="Wingdings"/>')}<w:smartTag>${run('東京')}</w:smartTag><w:r><w:t>a</w:t><w:softHyphen/><w:t>b</w:t><w:noBreakHyphen/><w:t>c</w:t></w:r></w:p>`;
    expect(await read(body)).toBe('☑済□未≥10✓東京ab-c');
  });

  // Word's reference of field codes: EQ. Phonetic guides and enclosed characters of Japanese are made of it.
  it.each([
    [' EQ \\f(1,2) ', '1/2'],
    ['eq \\o\\ac(○,1)', '①'],
    ['EQ \\* jc2 \\* "Font:ＭＳ 明朝" \\* hps10 \\o\\ad(\\s\\up 9(かんじ),漢字)', '漢字'],
    ['EQ \\r(3,x)', '∛x'],
    ['EQ x\\s\\up8(2)', 'x²'],
    ['SYMBOL 254 \\f "Wingdings" \\s 12', '☑'],
    ['PAGE', ''],
  ])('reads the field %s', async (field, text) => {
    const body = `<w:p>${run('の')}${char('begin')}${code(field)}${char('end')}${run('です')}</w:p>`;
    expect(await read(body)).toBe(`の${text}です`);
  });
});

it('reads on after a field whose end was deleted', async () => {
  const body = `<w:p>${run('前')}${char('begin')}${code('PAGE')}<w:del>${char('end')}</w:del></w:p><w:p>${run('後')}</w:p>`;
  expect(await read(body)).toBe('前\n\n後');
});

describe('raised and lowered text in Word', () => {
  it('takes both from runs and their styles', async () => {
    const styles =
      '<w:style w:type="character" w:styleId="Raised"><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style>';
    const body = `<w:p>${run('定員10')}${run('1', '<w:vertAlign w:val="superscript"/>')}${run('名 H')}${run('2', '<w:vertAlign w:val="subscript"/>')}${run('O 10')}${run('3', '<w:rStyle w:val="Raised"/>')}</w:p>`;
    expect(await read(body, { styles })).toBe('定員10¹名 H₂O 10³');
  });

  it('leaves out the sign that stands for the number of a note', async () => {
    const footnotes = `<w:footnote w:id="2"><w:p><w:r><w:footnoteRef/></w:r>${run('予約制')}</w:p></w:footnote>`;
    const body = `<w:p>${run('10')}<w:r><w:footnoteReference w:customMarkFollows="1" w:id="2"/><w:t>3</w:t></w:r>${run('名')}</w:p>`;
    expect(await read(body, { footnotes })).toBe('10名\n\n予約制');
  });
});

describe('links in Word (ECMA-376 part 1, 17.16.22)', () => {
  const escaped = SHOP.replace('&', '&amp;');
  it('have their address beside their text, as relations and as fields', async () => {
    const body = `<w:p><w:hyperlink r:id="link1">${run('こち')}${run('ら', '<w:b/>')}</w:hyperlink>${run('か')}<w:hyperlink r:id="link2">${run('メール')}</w:hyperlink></w:p><w:p>${char('begin')}${code(' HYPERLINK ')}${code(`"${escaped}" \\o "tip" `)}${char('separate')}${run('変更')}${char('end')}${run('も')}</w:p><w:p><w:fldSimple w:instr=' HYPERLINK "${escaped}" \\l "a" '>${run('詳細')}</w:fldSimple></w:p>`;
    expect(await read(body)).toBe(
      `[こちら](${SHOP})か[メール](mailto:info@shop.example)\n\n[変更](${SHOP})も\n\n[詳細](${SHOP}#a)`,
    );
  });

  it('have none within the document, and none where the text is the address', async () => {
    const field = `${char('begin')}${code('HYPERLINK \\l "top"')}${char('separate')}${run('上へ')}${char('end')}`;
    const body = `<w:p><w:hyperlink w:anchor="top">${run('上')}</w:hyperlink>${field}<w:hyperlink r:id="link2">${run('info@shop.example')}</w:hyperlink></w:p>`;
    expect(await read(body)).toBe('上上へinfo@shop.example');
  });

  it('of headings and notes are read, too', async () => {
    const footnotes = `<w:footnote w:id="2"><w:p><w:hyperlink r:id="link1">${run('規約')}</w:hyperlink></w:p></w:footnote>`;
    const body = `<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:hyperlink r:id="link1">${run('予約')}</w:hyperlink><w:r><w:footnoteReference w:id="2"/></w:r></w:p>`;
    expect(await read(body, { footnotes })).toBe(`# 予約\n\n${SHOP}\n\n[規約](${SHOP})`);
  });

  it('of pictures stand beside what describes them', async () => {
    const body = `<w:p><w:r><w:drawing><wp:docPr descr="予約する"><a:hlinkClick r:id="link1"/></wp:docPr></w:drawing></w:r></w:p>`;
    expect(await read(body)).toBe(`[予約する](${SHOP})`);
  });
});

it('takes what stands above the line in a size of its own for raised, as LibreOffice writes it', async () => {
  const raised = run('1', '<w:position w:val="7"/><w:sz w:val="18"/>');
  expect(
    await read(`<w:p>${run('定員10')}${raised}${run('名')}${run('2', '<w:position w:val="7"/>')}</w:p>`),
  ).toBe('定員10¹名2');
});
