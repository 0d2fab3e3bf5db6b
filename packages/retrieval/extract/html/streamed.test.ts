import { describe, expect, it } from 'vitest';
import { readHtml } from './read-html.ts';

const page = (body: string) =>
  readHtml(`<!doctype html><html><head><title>送料</title></head><body>${body}</body></html>`, {
    mainContent: false,
  });
const WAIT = '<!--$?--><template id="B:0"></template><p>読み込み中…</p><!--/$-->';
const LATER = '<p>送料は全国一律600円です。沖縄は1,200円です。</p>';
const TEXT = '送料は全国一律600円です。沖縄は1,200円です。';

describe('text that the script of a page puts in its place', () => {
  // vercel/next.js#76651; react-dom 19, ReactDOMFizzInstructionSet.
  it.each([
    ['React', `<main>${WAIT}</main><div hidden id="S:0">${LATER}</div><script>$RC("B:0","S:0")</script>`],
    [
      'React with style sheets',
      `<main>${WAIT}</main><div hidden id="S:0">${LATER}</div><script>$RR("B:0","S:0",[["a.css","x"]])</script>`,
    ],
    [
      'React, with a part sent later',
      `<main>${WAIT}</main><div hidden id="S:1">${LATER}</div><div hidden id="S:0"><template id="P:1"></template></div><script>$RS("S:1","P:1")</script><script>$RC("B:0","S:0")</script>`,
    ],
    [
      "React's script in a file",
      `<main>${WAIT}</main><div hidden id="S:0">${LATER}</div><template data-rci="" data-bid="B:0" data-sid="S:0"></template>`,
    ],
    [
      'React, one boundary within another',
      `<main>${WAIT}</main><div hidden id="S:0"><!--$?--><template id="B:1"></template>お待ちください<!--/$--></div><div hidden id="S:1">${LATER}</div><script>$RC("B:0","S:0");$RC("B:1","S:1")</script>`,
    ],
    [
      'Solid',
      `<main><template id="pl-0-0"></template><p>…</p><!--pl-0-0--></main><template id="0-0">${LATER}</template><script>$df("0-0")</script>`,
    ],
    [
      'Marko',
      `<main><span id="afph0">…</span></main><div id="af0" style="display:none">${LATER}</div><script>$af(0)</script>`,
    ],
    [
      'a shadow root',
      `<main><shop-text><template shadowrootmode="open">${LATER}</template></shop-text></main>`,
    ],
    [
      'a page hidden until its script runs',
      `<style>.x{}</style><div id="root" style="display:none">${LATER}</div><script src="a.js"></script>`,
    ],
  ])('is read as %s shows it', (_, body) => {
    expect(page(body)).toMatchObject({ text: TEXT, hasLittleText: false });
  });

  it('is not what stays hidden', () => {
    const hidden =
      '<div hidden id="S:0">社内確認用</div><div hidden id="cookie">Cookie</div><template id="x">型</template>';
    expect(page(`<p>本文です。</p>${hidden}`).text).toBe('本文です。');
    expect(
      page(`<p>本文です。</p><template id="B:0"></template>${hidden}<script>$RC("B:1","S:0")</script>`).text,
    ).toBe('本文です。');
  });

  it('ends also where places name each other', () => {
    const loop =
      '<div hidden id="S:0"><template id="B:1"></template></div><div hidden id="S:1"><template id="B:0"></template></div><script>$RC("B:0","S:0");$RC("B:1","S:1")</script>';
    expect(page(`<p>本文です。</p>${loop}`).text).toBe('本文です。');
  });

  it('is missing when there is a skeleton only', () => {
    const app =
      '<nav><a href="/">トップ</a></nav><div id="root"><p>読み込み中…</p></div><footer>© 2026 Shop</footer>';
    expect(page(`${app}<script src="/app.js"></script>`).hasLittleText).toBe(true);
    expect(
      page(`${app}<script id="__NEXT_DATA__" type="application/json">{"text":"${TEXT}"}</script>`)
        .hasLittleText,
    ).toBe(true);
    expect(page('<p>本日休業</p>').hasLittleText).toBe(false);
  });

  it('may be there for browsers without scripts', () => {
    expect(page(`<div id="root"></div><noscript>${LATER}</noscript><script src="a.js"></script>`).text).toBe(
      TEXT,
    );
    expect(
      page(
        '<p>読み込み中</p><noscript>JavaScriptを有効にしてください。</noscript><script src="a.js"></script>',
      ),
    ).toMatchObject({
      text: '読み込み中',
      hasLittleText: true,
    });
  });
});
