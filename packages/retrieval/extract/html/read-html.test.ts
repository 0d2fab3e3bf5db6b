import { describe, expect, it } from 'vitest';
import { encodeLegacy, toWindows1258 } from '../testing/encode-legacy.ts';
import { readSample } from '../testing/read-sample.ts';
import { readHtml } from './read-html.ts';

const PAGE = `<!DOCTYPE html><html lang="JA"><head><title> 店の
 案内 </title><base href="/shop/"><link rel="canonical" href="/shop/info"><meta name="robots" content="NoIndex, follow">
<script>var x = "<p>no</p>";</script><style>p{}</style></head><body>
<nav><a href="menu">メニュー</a></nav><header><a href="https://example.com/#top">Top</a></header>
<main><h1>営業時間</h1><p>平日は<b>9時</b>から<br>18時まで。</p>
<ul><li>一<ol><li>い</li><li>ろ</li></ol></li><li>二</li></ul>
<table><thead><tr><th>Day</th><th>Hour</th></tr></thead><tbody><tr><td rowspan="2">Mon</td><td>9</td></tr><tr><td>10</td></tr></tbody></table>
<pre><code>a  b
  c</code></pre><dl><dt>送料</dt><dd>500円</dd></dl>
<div hidden>h1</div><div style="display: none">h2</div><template>h3</template>
<a href="page?a=1&amp;b=2#x">more</a><a href="mailto:a@b.c">mail</a><a rel="nofollow" href="ads">ad</a><a href="javascript:1">js</a>
</main><footer>© shop</footer></body></html>`;

describe('readHtml', () => {
  it('reads what a page says about itself and where it links to', () => {
    const page = readHtml(PAGE, { url: 'https://example.com/a/b.html' });
    expect(page).toMatchObject({
      title: '店の 案内',
      language: 'ja',
      canonical: 'https://example.com/shop/info',
      robots: { noindex: true, nofollow: false },
    });
    expect(page.links).toEqual([
      'https://example.com/shop/menu',
      'https://example.com/',
      'https://example.com/shop/page?a=1&b=2',
    ]);
  });

  it('keeps headings, lists, tables, code and terms, without menus and what is hidden', () => {
    const { text } = readHtml(PAGE, { mainContent: false });
    expect(text).toContain('# 営業時間\n\n平日は9時から\n18時まで。\n\n- 一\n  1. い\n  2. ろ\n- 二');
    expect(text).toContain('| Day | Hour |\n| --- | --- |\n| Mon | 9 |\n| Mon | 10 |');
    expect(text).toContain('```\na  b\n  c\n```\n\n送料\n\n500円');
    expect(text).not.toMatch(/h1|h2|h3|メニュー|no/);
  });

  it('takes the article of a page, and all of a page that is none', () => {
    const prose =
      '<p>当店では、お客様からのご質問に丁寧にお答えします。返品は商品到着後七日以内にお願いいたします。</p>'.repeat(
        8,
      );
    const menu = `<div class="sidebar"><ul>${'<li><a href="/x">別のページへのリンク</a></li>'.repeat(30)}</ul></div>`;
    const article = readHtml(
      `<html><body>${menu}<div class="article"><h1>返品</h1>${prose}</div></body></html>`,
    );
    expect(article.text).toContain('返品は商品到着後');
    expect(article.text).not.toContain('別のページ');
    expect(article.text).toMatch(/^##? 返品\n/);
    const questions = '<div class="q"><h3>Mở cửa mấy giờ?</h3><div>8 giờ.</div></div>'.repeat(3);
    expect(readHtml(`<html><body><div>${questions}</div></body></html>`).text.match(/8 giờ/g)).toHaveLength(
      3,
    );
  });

  it('takes cells that arrange a page as plain text', () => {
    const html =
      '<table><tr><td>left</td><td><h2>Head</h2><table><tr><td>a</td><td>b</td></tr></table></td></tr></table>';
    expect(readHtml(html, { mainContent: false }).text).toBe('left\n\n## Head\n\n| a | b |\n| --- | --- |');
  });

  const japanese = '当店の営業時間は午前10時からです。';
  const vietnamese = 'Cửa hàng mở cửa từ 8 giờ sáng đến 9 giờ tối.';
  const page = (charset: string, text: string) =>
    `<html><head><meta charset="${charset}"></head><body><p>${text}</p></body></html>`;
  it.each([
    ['Shift_JIS', encodeLegacy(page('Shift_JIS', japanese), 'shift_jis'), japanese],
    ['EUC-JP', encodeLegacy(page('EUC-JP', japanese), 'euc-jp'), japanese],
    [
      'windows-1258',
      encodeLegacy(page('windows-1258', toWindows1258(vietnamese)), 'windows-1258'),
      vietnamese,
    ],
    ['UTF-8 that says Western', Buffer.from(page('iso-8859-1', japanese)), japanese],
    ['UTF-8 that says Shift_JIS', Buffer.from(page('Shift_JIS', japanese)), japanese],
    ['UTF-16 with its mark', Buffer.from(`\ufeff${page('utf-16', japanese)}`, 'utf16le'), japanese],
    ['UTF-16 without its mark', Buffer.from(page('utf-16', vietnamese), 'utf16le'), vietnamese],
    [
      'ISO-2022-JP',
      Buffer.concat([
        Buffer.from(
          '<html><head><meta http-equiv="Content-Type" content="text/html; charset=iso-2022-jp"></head><p>',
        ),
        Buffer.from('1b2442467c4b5c386c1b2842', 'hex'),
      ]),
      '日本語',
    ],
  ])('decodes %s', (_, bytes, text) => {
    expect(readHtml(bytes, { mainContent: false }).text).toBe(text);
  });

  it('flattens what is nested a hundred thousand deep', async () => {
    const deep = `<title>Deep</title>${'<div>'.repeat(100_000)}text<script>no</script>${'</div>'.repeat(100_000)}`;
    expect(readHtml(deep)).toMatchObject({ title: 'Deep', text: expect.stringMatching(/^(?:Deep\n)?text$/) });
    expect((await readSample('a.html', `<html>${deep}`)).text).toContain('text');
  });

  it('is found by contents, whatever a program called it', async () => {
    const document = await readSample(
      'report.xls',
      '<html lang="vi"><table><tr><td>a</td><td>b</td></tr></table>',
    );
    expect(document).toMatchObject({ text: '| a | b |\n| --- | --- |', language: 'vi' });
  });
});
