import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normaliseUrl } from './crawl-url.ts';

test.each([
  ['HTTPS://Shop.Example:443/a/../b/#top', 'https://shop.example/b/'],
  ['http://shop.example:80', 'http://shop.example/'],
  ['https://shop.example./index.html', 'https://shop.example/'],
  ['https://shop.example/help/INDEX.htm?b=2&a=1', 'https://shop.example/help/?a=1&b=2'],
  ['https://shop.example/a?utm_source=x&gclid=1&fbclid=2&q=%e3%81%82', 'https://shop.example/a?q=%E3%81%82'],
  ['https://shop.example/a;jsessionid=12AB?PHPSESSID=1&x=1', 'https://shop.example/a?x=1'],
  ['https://shop.example/a?sid=0123456789abcdef0&s=shoes', 'https://shop.example/a?s=shoes'],
  ['https://shop.example/%7eme/?', 'https://shop.example/~me/'],
  ['https://shop.example/検索?q=%82%a0', 'https://shop.example/%E6%A4%9C%E7%B4%A2?q=%82%A0'],
])('%s is %s', (given, kept) => {
  expect(normaliseUrl(given)).toBe(kept);
});

test.each([
  'mailto:a@b.example',
  'javascript:alert(1)',
  'https://user:pass@shop.example/',
  'x',
  '',
  `https://a.example/${'x'.repeat(2000)}`,
])('%s is no page', (given) => {
  expect(normaliseUrl(given)).toBeNull();
});

test('is the same when done again, and never throws', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string(), (url, tail) => {
      const once = normaliseUrl(tail, url);
      if (once !== null) expect(normaliseUrl(once)).toBe(once);
    }),
  );
});
