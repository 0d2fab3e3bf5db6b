import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foreignAddresses } from './find-addresses.fixture.ts';
import { guardText } from './guard-text.ts';
import { createLinkPolicy, hostsIn } from './link-hosts.ts';
import { createOutgoingGuard, MOST_HELD } from './outgoing-guard.ts';

const HOSTS = ['good.example', 'shop.vn', '*.branch.example', '例え.jp', 'port.example:8443'];
const policy = createLinkPolicy(HOSTS);
const guard = (text: string): string => guardText(text, policy);
function streamed(pieces: readonly string[]): string {
  const one = createOutgoingGuard(policy);
  return pieces.map((piece) => one.push(piece)).join('') + one.end();
}

describe('what is allowed stays as it was written', () => {
  test.each([
    'See [our menu](https://good.example/menu?day=1&table=2#top).',
    'https://good.example/a_b_c?x=(1) and www.good.example, info@good.example',
    '**https://good.example** | https://good.example/a*b | "https://shop.vn"',
    'TP.HCM, Q.Bình Thạnh, report.pdf, e.g. 3.5 %, 10:30, a/b, C++, <3, 5 < 6 && 7 > 6, @hanako, #1',
    'お問い合わせは【https://good.example/form】まで。営業時間は10時〜19時です。[1][2]',
    'https://tokyo.branch.example/ and https://port.example:8443/x',
    '```js\nconst list = [1, 2](3);\n```'.replace('](', '] ('),
    '| a | b |\n|---|---|\n| [1] | **x** |\n\n- one\n- two<br>three',
    '👨‍👩‍👧 1️⃣ 葛󠄀城 ﾊﾝｶｸ ①',
    '[a][b]\n\n[b]: https://good.example/x',
  ])('%s', (text) => expect(guard(text)).toBe(text));

  test('with a space where Japanese goes on at once', () => {
    expect(guard('詳しくはshop.vnへ、https://good.exampleをご覧ください')).toBe(
      '詳しくは shop.vn へ、https://good.example をご覧ください',
    );
  });
});

// Passages have links of documents in this form, with telephone numbers and mail addresses.
test('an address of mail behind a text stays readable when its host is allowed, and is no link', () => {
  expect(guard('[メール](mailto:info@good.example?subject=x)か[電話](tel:0120000555)でもどうぞ')).toBe(
    'メール (info@good.example )か電話 (0120000555)でもどうぞ',
  );
  expect(guard('[mail](mailto:info@evil.example)')).toBe('mail (info @ evil . example)');
  expect(guard('[mail](mailto:evil.example/pay@good.example)')).not.toMatch(/evil\.example/);
});

describe('what is not allowed becomes words', () => {
  test.each([
    ['[pay here](https://evil.example/pay?a=1 "now")', 'pay here (evil . example/pay?a=1)'],
    ['https://evil.example/x', 'evil . example/x'],
    ['![logo](https://good.example/logo.png)', '[logo](https://good.example/logo.png)'],
    ['![x](https://evil.example/?q=secret)', 'x (evil . example/?q=secret)'],
    ['see <https://evil.example>', 'see  evil . example '],
    ['<img src="https://evil.example/x"><script src=//evil.example></script>', ''],
    ['https://good.example@evil.example', 'good . example @ evil . example'],
    ['https://good.example\\@evil.example', 'good . example @ evil . example'],
    ['https://good%2Eexample/', 'good%2Eexample/'],
    ['https://good.example.evil.com', 'good . example . evil . com'],
    ['https://good.example。com/', 'good . example . com/'],
    ['https://gооd.example/', 'gооd . example/'],
    ['https://go\u200bod.example.evil\u00ad.com', 'good . example . evil . com'],
    ['https&#58;&#x2f;&sol;evil.example', 'evil . example'],
    ['https&amp;amp;#58;//evil.example', 'evil . example'],
    ['https\\://evil\\.example', 'evil . example'],
    ['ev**il.c**om and h<b>ttps://ev</b>il.com', 'evil . com and h<b>ev</b>il . com'],
    [
      '[x](javascript:alert(1)) [y](data:text/html,z) [z](//evil.example)',
      'x (alert(1)) y (text/html,z) z (evil . example)',
    ],
    [
      'line://ti/p/@evil intent://x#Intent;end tg://resolve?domain=x',
      'ti/p/ @ evil x#Intent;end resolve?domain=x',
    ],
    ['[call](tel:+84123456789) mailto:evil@evil.com', 'call (+84123456789)  evil @ evil . com'],
    ['[a]: https://evil.example', '[a] : evil . example'],
    ['[1](https://evil.example) [1]', '[1] (evil . example) [1]'],
    ['http://192.168.0.1/admin 10.0.0.1', '192 . 168 . 0 . 1/admin 10 . 0 . 0 . 1'],
    ['https://good.example/go?to=https://evil.example', 'good . example/go?to=evil . example'],
    ['https://port.example:9/ https://branch.example', 'port . example:9/ branch . example'],
    ['https://[::1]/', '[::1]/'],
  ])('%s', (text, shown) => expect(guard(text)).toBe(shown));
});

test('hosts that an owner names', () => {
  expect(
    hostsIn(
      'Shop: shop.vn, https://www.good.example/x, mail@post.example. TP.HCM! https://例え.jp/xをご覧',
    ).sort(),
  ).toEqual(['good.example', 'post.example', 'shop.vn', 'xn--r8jz45g.jp']);
});

const fragment = fc.constantFrom(
  ...[
    'https://',
    'http:/',
    'HTTPS:',
    '//',
    'evil.com',
    'evil',
    '.com',
    '.',
    '@',
    'good.example',
    'shop.vn',
    '例え.jp',
  ],
  ...[
    '[',
    ']',
    '](',
    ')',
    '[x](',
    ']: ',
    '![',
    '<',
    '>',
    '<a href="',
    '<b>',
    '</b>',
    '<img src=',
    '"',
    '`',
    '```\n',
  ],
  ...[
    '**',
    '_',
    '~~',
    '\\',
    '&#58;',
    '&sol;',
    '&amp;',
    '#58;',
    '\u200b',
    '\u00ad',
    '\u202e',
    '\ufe0f',
    '\u200d',
  ],
  ...[
    'javascript:',
    'data:',
    'line://',
    'tel:',
    'mailto:',
    'www.',
    'evil.みんな',
    '。',
    '．',
    '、',
    'をご覧',
    'ế',
    'е',
  ],
  ...[
    ' ',
    '\n',
    '\n\n',
    '/x',
    '?q=',
    ':8080',
    '%2e',
    '1.2.3.4',
    '[1]',
    '- ',
    '> ',
    '| ',
    '(',
    'ok',
    '\ufdd2',
    '🙂',
  ],
);
const hostile = fc.array(fragment, { maxLength: 14 }).map((parts) => parts.join(''));

describe('whatever is written', () => {
  test('nothing that any program opens leads elsewhere', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(foreignAddresses(guard(text), HOSTS)).toEqual([]);
      }),
      { numRuns: 3_000, seed: 14 },
    );
  });

  test('however it is cut into pieces', () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(hostile, cuts, (text, sizes) => {
        const pieces: string[] = [];
        let rest = [...text];
        for (let index = 0; rest.length > 0; index += 1) {
          const size = sizes[index % sizes.length] ?? 1;
          pieces.push(rest.slice(0, size).join(''));
          rest = rest.slice(size);
        }
        expect(foreignAddresses(streamed(pieces), HOSTS)).toEqual([]);
      }),
      { numRuns: 3_000, seed: 14 },
    );
  });

  test('allowed links survive being cut anywhere', () => {
    const text = 'See [our menu card](https://good.example/menu "Menu") or https://good.example/a, then [1].';
    for (let at = 1; at < text.length; at += 1)
      expect(streamed([text.slice(0, at), text.slice(at)])).toBe(guard(text));
    expect(streamed([...text])).toBe(guard(text));
  });

  test('what is held back has a limit, and nothing of a run without an end is a link', () => {
    const one = createOutgoingGuard(policy);
    let shown = '';
    let fed = 0;
    for (const piece of [
      'https://good.example',
      ...Array.from({ length: 400 }, () => 'aaaaaaaaaa'),
      '.evil.com/',
    ]) {
      shown += one.push(piece);
      fed += piece.length;
      expect(fed - shown.length).toBeLessThanOrEqual(MOST_HELD + piece.length);
    }
    shown += one.end();
    expect(foreignAddresses(shown, HOSTS)).toEqual([]);
    expect(shown).not.toContain('https://good.example');
  });
});
