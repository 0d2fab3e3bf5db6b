import { expect, it } from 'vitest';
import { buildOdt } from '../testing/open-document-builder.ts';
import { readSample } from '../testing/read-sample.ts';

const cell = (text: string, more = '') =>
  `<table:table-cell${more}><text:p>${text}</text:p></table:table-cell>`;
const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;

it('reads headings, lists, tables, notes and text boxes; not what was deleted', async () => {
  const body = `<text:tracked-changes><text:changed-region><text:deletion><text:p>gone</text:p></text:deletion></text:changed-region></text:tracked-changes>
    <text:p text:style-name="P1">手引き</text:p>
    <text:h text:outline-level="2">Giờ mở cửa</text:h>
    <text:p>8h<text:s text:c="3"/>đến<text:tab/>17h<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>trừ lễ</text:p></text:note-body></text:note><text:line-break/>mỗi ngày<draw:frame><draw:text-box><text:p>In a box</text:p></draw:text-box></draw:frame></text:p>
    <text:list text:style-name="L1"><text:list-item><text:p>one</text:p><text:list><text:list-item><text:p>deep</text:p></text:list-item></text:list></text:list-item><text:list-item><text:p>two</text:p></text:list-item></text:list>
    <table:table>${row(cell('日'), cell('時'))}${row(cell('月', ' table:number-rows-spanned="2"'), cell('9'))}${row('<table:covered-table-cell/>', cell('10'))}</table:table>
    <text:section text:style-name="hidden"><text:p>not shown</text:p></text:section>`;
  const automatic =
    '<style:style style:name="P1" style:parent-style-name="Title"/><style:style style:name="hidden"><style:section-properties text:display="none"/></style:style><text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1"/></text:list-style>';
  const { text, title } = await readSample('a.odt', buildOdt({ body, automatic, title: '題' }));
  expect(title).toBe('題');
  expect(text).toBe(
    '# 手引き\n\n## Giờ mở cửa\n\n8h đến 17h\nmỗi ngày\n\ntrừ lễ\n\nIn a box\n\n1. one\n  - deep\n2. two\n\n| 日 | 時 |\n| --- | --- |\n| 月 | 9 |\n| 月 | 10 |',
  );
});

it('reads words in shapes, and converts old fonts of paragraphs, their parts and defaults', async () => {
  const font = (name: string, more: string) => `<style:style style:name="${name}" ${more}</style:style>`;
  const automatic = [
    '<style:font-face style:name="Vn" svg:font-family="&apos;.VnTime&apos;"/>',
    font('P2', 'style:parent-style-name="P3">'),
    font('P3', '><style:text-properties style:font-name="Vn"/>'),
    font('T1', '><style:text-properties fo:font-family="Arial"/>'),
  ].join('');
  const body =
    '<text:p text:style-name="P2">Cöa hµng <text:span text:style-name="T1">à la carte</text:span></text:p><text:p>Crème<draw:custom-shape><text:p>In a shape</text:p></draw:custom-shape> brûlée</text:p>';
  expect((await readSample('a.odt', buildOdt({ body, automatic }))).text).toBe(
    'Cửa hàng à la carte\n\nCrème brûlée\n\nIn a shape',
  );
});

it('leaves marks of notes out, writes raised text on the line, links with their address and formulas', async () => {
  const automatic =
    '<style:style style:name="T1"><style:text-properties style:text-position="super 58%"/></style:style><style:style style:name="T2" style:parent-style-name="T1"/><style:style style:name="T3"><style:text-properties style:text-position="-33% 58%"/></style:style>';
  const body = `<text:p>定員10<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>予約制</text:p></text:note-body></text:note>名 10<text:span text:style-name="T2">3</text:span> H<text:span text:style-name="T3">2</text:span>O 5<text:span text:style-name="T1"><text:note-ref>1</text:note-ref></text:span>名</text:p>
    <text:p>ご予約は<text:a xlink:href="https://shop.example/?x=1&amp;y=2">こち<text:span text:style-name="T9">ら</text:span></text:a>、<text:a xlink:href="#top">上へ</text:a>、<text:a xlink:href="../a.odt">別紙</text:a></text:p>
    <text:p>代金の<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>です</text:p>`;
  const formulas = [
    '<math xmlns="m"><semantics><mfrac><mn>1</mn><mn>2</mn></mfrac><annotation>{1} over {2}</annotation></semantics></math>',
  ];
  const { text } = await readSample('a.odt', buildOdt({ body, automatic, formulas }));
  expect(text).toBe(
    '定員10名 10³ H₂O 5名\n\n予約制\n\nご予約は[こちら](https://shop.example/?x=1&y=2)、上へ、別紙\n\n代金の1/2です',
  );
});
