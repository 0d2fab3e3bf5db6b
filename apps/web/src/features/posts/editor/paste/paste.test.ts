// @vitest-environment jsdom
import { Editor } from '@tiptap/core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { fillInBrowser } from '../../../../testing/render.tsx';
import { makeExtensions, toHtml } from '../extensions.ts';
import { cleanPastedHtml } from './clean-html.ts';
import { looksLikeMarkdown, parseMarkdown } from './markdown.ts';

beforeAll(fillInBrowser);
const extensions = makeExtensions({ placeholder: 'Write here' });
let editor: Editor | undefined;
afterEach(() => editor?.destroy());

/** What stands in the editor after the HTML was pasted. */
function paste(html: string) {
  const clean = cleanPastedHtml(html);
  editor = new Editor({ extensions, content: clean.html });
  return { html: toHtml(editor), dropped: clean.dropped };
}

/** As Word for Windows puts it on the clipboard. */
const word = (body: string) => `<html xmlns:v="urn:schemas-microsoft-com:vml"
xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15"><style><!--
p.MsoNormal {margin:0mm; font-size:10.5pt; font-family:"游明朝",serif;}
--></style><!--[if gte mso 9]><xml><w:WordDocument></w:WordDocument></xml><![endif]--></head>
<body lang=JA style='tab-interval:42.0pt'><!--StartFragment-->${body}<!--EndFragment--></body></html>`;

const item = (level: number, sign: string, text: string) =>
  `<p class=MsoListParagraph style='margin-left:${level * 21}.0pt;text-indent:-21.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span lang=EN-US style='font-family:Wingdings'><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${text}<span lang=EN-US><o:p></o:p></span></p>`;

describe('a text from Word', () => {
  test('in Japanese keeps its headings, lists and marks', () => {
    const { html } = paste(
      word(
        `<h1>年末年始の営業<span lang=EN-US><o:p></o:p></span></h1>
        <p class=MsoNormal><span style='font-family:"游明朝"'>いつも<b>ありがとう</b>ございます。</span></p>
        <p class=MsoNormal><span lang=EN-US><o:p>&nbsp;</o:p></span></p>
        ${item(1, '・', '12月31日は15時まで')}${item(1, '・', '1月1日〜3日は休み')}
        <h2>ご予約</h2>${item(1, '1.', '電話')}${item(2, 'l', '平日のみ')}${item(1, '2.', 'フォーム')}`,
      ),
    );
    expect(html).toBe(
      '<h2>年末年始の営業</h2><p>いつも<strong>ありがとう</strong>ございます。</p>' +
        '<ul><li><p>12月31日は15時まで</p></li><li><p>1月1日〜3日は休み</p></li></ul>' +
        '<h3>ご予約</h3><ol><li><p>電話</p><ul><li><p>平日のみ</p></li></ul></li><li><p>フォーム</p></li></ol>',
    );
  });

  test('in Vietnamese keeps its table and link, without pictures of the machine', () => {
    const { html, dropped } = paste(
      word(
        `<p class=MsoNormal>Bảng giá tại <a href="https://example.com/gia"><u><span style='color:blue'>trang này</span></u></a></p>
        <table class=MsoTableGrid border=1><tr><td width=200 valign=top style='width:150pt'><p class=MsoNormal>Phở bò</p></td><td><p class=MsoNormal>65.000 ₫<o:p></o:p></p></td></tr></table>
        <p class=MsoNormal><!--[if gte vml 1]><v:shape id="a"></v:shape><![endif]--><![if !vml]><img width=200 src="file:///C:/Users/lan/clip_image002.jpg"><![endif]></p>`,
      ),
    );
    expect(html).toBe(
      '<p>Bảng giá tại <a href="https://example.com/gia">trang này</a></p>' +
        '<table><tbody><tr><td><p>Phở bò</p></td><td><p>65.000 ₫</p></td></tr></tbody></table>',
    );
    expect(dropped).toBe(1);
  });

  test('in English turns its title into a heading', () => {
    const { html } = paste(
      word(`<p class=MsoTitle><b>Summer menu</b></p><p class=MsoNormal><i>New</i> from June<sup>1</sup></p>`),
    );
    expect(html).toBe('<h2>Summer menu</h2><p><em>New</em> from June<sup>1</sup></p>');
  });
});

/** As Google Docs puts it on the clipboard. */
const docs = (body: string) =>
  `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-0a1b2c3d-7fff">${body}</b>`;
const span = (text: string, style = 'font-weight:400') =>
  `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;${style};white-space:pre-wrap;">${text}</span>`;

describe('a text from Google Docs', () => {
  test('is not bold as a whole, and keeps what is', () => {
    const { html } = paste(
      docs(
        `<h1 dir="ltr" style="line-height:1.38">${span('Xin chào', 'font-weight:700')}</h1><p dir="ltr">${span('Quán ')}${span('mở cửa', 'font-weight:700')}${span(' từ ')}${span('7 giờ', 'font-style:italic')}</p><br /><p dir="ltr">${span('Hẹn gặp', 'text-decoration:line-through')}</p>`,
      ),
    );
    expect(html).toBe(
      '<h2>Xin chào</h2><p>Quán <strong>mở cửa</strong> từ <em>7 giờ</em></p><p><s>Hẹn gặp</s></p>',
    );
  });

  test('keeps lists and links, and says which pictures are left out', () => {
    const { html, dropped } = paste(
      docs(
        `<ul style="margin-top:0"><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation">${span('東京')}</p></li><li dir="ltr"><p dir="ltr" role="presentation"><a href="https://example.com/osaka" style="text-decoration:none;">${span('大阪', 'text-decoration:underline')}</a></p></li></ul><p dir="ltr">${span('<img src="https://lh7-rt.googleusercontent.com/docsz/abc" width="602" height="339" />')}</p>`,
      ),
    );
    expect(html).toBe(
      '<ul><li><p>東京</p></li><li><p><a href="https://example.com/osaka">大阪</a></p></li></ul>',
    );
    expect(dropped).toBe(1);
  });
});

test('text that is copied within the editor keeps its pictures', () => {
  const figure =
    '<figure><img data-media="01932f00-0000-7000-8000-00000000000a" alt="桜"><figcaption>春</figcaption></figure>';
  expect(paste(figure)).toEqual({ html: figure, dropped: 0 });
});

describe('Markdown', () => {
  test.each([
    ['a heading', '# 春のメニュー\n\n本文', true],
    ['a list', '- cà phê\n- trà', true],
    ['numbers', '1. 予約\n2. 来店', true],
    ['a link', 'See [the menu](https://example.com).', true],
    ['bold words', 'Nous sommes **ouverts** demain', true],
    ['code', '```\nconst a = 1;\n```', true],
    ['a table', '| a | b |\n| --- | --- |\n| 1 | 2 |', true],
    ['quotations', '> 一行目\n> 二行目', true],
    ['prose', 'Quán mở cửa từ 7 giờ - 22 giờ.\n\nHẹn gặp bạn!', false],
    ['one line with a hyphen', '- それは素敵ですね。', false],
    ['a year', 'Since\n1998. A good year.', false],
    ['stars of a formula', '2 ** 3 ** 4', false],
    ['a number sign', '#1 in town', false],
  ])('is recognised: %s', (_, text, expected) => {
    expect(looksLikeMarkdown(text)).toBe(expected);
  });

  const parse = (text: string) => {
    const { content, dropped } = parseMarkdown(text, extensions);
    editor = new Editor({ extensions, content: { type: 'doc', content } });
    return { html: toHtml(editor), dropped };
  };

  test('becomes headings, lists, tables and marks', () => {
    const { html } = parse(
      '# Thực đơn\n\n## Món chính\n\nPhở **bò** và *gà*, xem [giá](https://example.com).\n\n1. một\n2. hai\n\n| món | giá |\n| :-- | --: |\n| phở | 65 |\n\n> ngon\n\n---\n\n```ts\nconst a = 1;\n```\n',
    );
    expect(html).toBe(
      '<h2>Thực đơn</h2><h3>Món chính</h3><p>Phở <strong>bò</strong> và <em>gà</em>, xem <a href="https://example.com">giá</a>.</p>' +
        '<ol><li><p>một</p></li><li><p>hai</p></li></ol>' +
        '<table><tbody><tr><th><p>món</p></th><th><p>giá</p></th></tr><tr><td><p>phở</p></td><td><p>65</p></td></tr></tbody></table>' +
        '<blockquote><p>ngon</p></blockquote><hr><pre><code>const a = 1;</code></pre>',
    );
  });

  test('leaves out pictures, except in code', () => {
    const { html, dropped } = parse('## 春\n\n![桜](https://example.com/a.png)\n\n```\n![a](b)\n```');
    expect(html).toBe('<h2>春</h2><pre><code>![a](b)</code></pre>');
    expect(dropped).toBe(1);
  });

  test('keeps nested lists and what was crossed out', () => {
    const { html } = parse('- ケーキ\n  - いちご\n- ~~クッキー~~');
    expect(html).toBe(
      '<ul><li><p>ケーキ</p><ul><li><p>いちご</p></li></ul></li><li><p><s>クッキー</s></p></li></ul>',
    );
  });
});
