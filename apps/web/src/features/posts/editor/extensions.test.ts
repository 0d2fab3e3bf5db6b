// @vitest-environment jsdom
import { Editor } from '@tiptap/core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { fillInBrowser } from '../../../testing/render.tsx';
import type { CalloutKind } from './extensions.ts';
import { makeExtensions, toHtml } from './extensions.ts';
import { toHref } from './href.ts';

beforeAll(fillInBrowser);
let editor: Editor | undefined;
afterEach(() => editor?.destroy());

function open(content: string): Editor {
  editor = new Editor({ extensions: makeExtensions({ placeholder: 'Write here' }), content });
  return editor;
}

const MEDIA = '01932f00-0000-7000-8000-00000000000a';

describe('the HTML that is stored', () => {
  test.each([
    ['headings', '<h2>Spring menu</h2><h3>Cakes</h3><h4>With tea</h4>'],
    ['marks', '<p><strong>a</strong><em>b</em><u>c</u><s>d</s><code>e</code></p>'],
    ['signs above and below the line', '<p>H<sub>2</sub>O, m<sup>2</sup>, <mark>a</mark></p>'],
    ['links', '<p>See <a href="https://example.com/menu?x=1&amp;y=2">the menu</a>.</p>'],
    ['breaks', '<p>one<br>two</p>'],
    ['lists', '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul><ol><li><p>c</p></li></ol>'],
    ['a list that begins at three', '<ol start="3"><li><p>c</p></li></ol>'],
    ['a quotation', '<blockquote><p>a</p></blockquote>'],
    ['code', '<pre><code>const a = 1;\nconst b = "&lt;";</code></pre>'],
    ['a rule', '<p>a</p><hr><p>b</p>'],
    [
      'a table',
      '<table><tbody><tr><th><p>Cake</p></th><th><p>円</p></th></tr><tr><td colspan="2"><p>ショート</p></td></tr></tbody></table>',
    ],
    [
      'a picture with a caption',
      `<figure><img data-media="${MEDIA}" alt="桜" width="640" height="480"><figcaption>春の<strong>桜</strong></figcaption></figure>`,
    ],
    ['a picture without one', `<figure><img data-media="${MEDIA}" alt=""></figure>`],
    [
      'callouts',
      '<aside data-callout="tip"><p>Mẹo nhỏ</p></aside><aside data-callout="warning"><ul><li><p>a</p></li></ul></aside>',
    ],
    ['a button', '<a data-button="" href="https://example.com/book">Đặt bàn</a>'],
    ['an empty line', '<p>a</p><p><br></p><p><br></p><aside data-callout="tip"><p><br></p><p>b</p></aside>'],
    [
      'an empty cell and item',
      '<table><tbody><tr><td><p></p></td></tr></tbody></table><ul><li><p></p></li></ul>',
    ],
    ['Vietnamese', '<p>Phở bò tái, giá 65.000 ₫ – mở cửa từ 7 giờ.</p>'],
  ])('is the same after the editor: %s', (_, html) => {
    expect(toHtml(open(html))).toBe(html);
  });

  test('is empty for an empty text', () => expect(toHtml(open('<p></p>'))).toBe(''));

  test('has no empty lines at its end, and shows those of an earlier text', () => {
    expect(toHtml(open('<p>a</p><p></p><p>b</p><p></p><p><br></p>'))).toBe('<p>a</p><p><br></p><p>b</p>');
  });

  test('reads an empty line as one line', () => {
    const { doc } = open('<p>a</p><p><br></p><p>b<br></p>').state;
    expect(doc.child(1).childCount).toBe(0);
    expect(doc.child(2).textContent).toBe('b');
  });

  test.each([
    ['styles and classes', '<p class="x" style="color: red">a</p>', '<p>a</p>'],
    ['pictures of other places', '<p>a</p><img src="https://example.com/a.png">', '<p>a</p>'],
    ['addresses that run a script', '<p><a href="javascript:alert(1)">a</a></p>', '<p>a</p>'],
    ['the language of code', '<pre><code class="language-ts">a</code></pre>', '<pre><code>a</code></pre>'],
    ['frames', '<iframe src="https://example.com"></iframe><p>a</p>', '<p>a</p>'],
    [
      'paragraphs around a button or a picture',
      `<p>a</p><p> <a data-button="" href="https://example.com">b</a></p><p><img data-media="${MEDIA}" alt=""></p>`,
      `<p>a</p><a data-button="" href="https://example.com">b</a><figure><img data-media="${MEDIA}" alt=""></figure>`,
    ],
    [
      'unknown callouts',
      '<aside data-callout="loud"><p>a</p></aside>',
      '<aside data-callout="info"><p>a</p></aside>',
    ],
  ])('leaves out %s', (_, html, expected) => {
    expect(toHtml(open(html))).toBe(expected);
  });
});

describe('the editor', () => {
  test.each([
    ['a table', '<table><tbody><tr><td><p>a</p></td></tr></tbody></table>'],
    ['a picture', `<figure><img data-media="${MEDIA}" alt=""></figure>`],
    ['a callout', '<aside data-callout="tip"><p>a</p></aside>'],
  ])('has a paragraph below %s that ends the text, and does not store it', async (_, html) => {
    const opened = open(html);
    await expect.poll(() => opened.state.doc.lastChild?.type.name).toBe('paragraph');
    expect([toHtml(opened), opened.can().undo()]).toEqual([html, false]);
    opened.chain().focus('end').insertContent('b').run();
    expect(toHtml(opened)).toBe(`${html}<p>b</p>`);
  });

  test('puts paragraphs into a callout, changes its kind and takes them out', () => {
    const opened = open('<p>a</p>');
    const toggle = (kind: CalloutKind) => {
      opened.commands.toggleCallout(kind);
      return toHtml(opened);
    };
    expect(toggle('info')).toBe('<aside data-callout="info"><p>a</p></aside>');
    expect(toggle('warning')).toBe('<aside data-callout="warning"><p>a</p></aside>');
    expect(toggle('warning')).toBe('<p>a</p>');
  });
});

test.each([
  ['03-1234-5678', 'tel:0312345678'],
  ['（０３）１２３４ー５６７８', 'tel:0312345678'],
  ['+84 901 234 567', 'tel:+84901234567'],
  ['name@example.com', 'mailto:name@example.com'],
  ['example.com/menu', 'https://example.com/menu'],
  ['12345', null],
  ['two words', null],
])('%s as the address of a link is %s', (typed, href) => {
  expect(toHref(typed)).toBe(href);
});
