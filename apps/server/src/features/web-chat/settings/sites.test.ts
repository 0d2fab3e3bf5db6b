import { Site } from '@hanasu/contract/embed';
import { expect, test } from 'vitest';
import { frameAncestors, isSiteAllowed } from './sites.ts';

test.each([
  ['https://shop.example', 'https://shop.example', true],
  ['https://SHOP.example', 'https://shop.example', true],
  ['https://shop.example:8443', 'https://shop.example:8443', true],
  ['https://shop.example:8443', 'https://shop.example', false],
  ['http://shop.example', 'https://shop.example', false],
  ['https://shop.example.evil.test', 'https://shop.example', false],
  ['https://www.shop.example', 'https://shop.example', false],
  ['https://www.shop.example', 'https://*.shop.example', true],
  ['https://a.b.shop.example', 'https://*.shop.example', true],
  ['https://shop.example', 'https://*.shop.example', false],
  ['https://evilshop.example', 'https://*.shop.example', false],
  ['https://.shop.example', 'https://*.shop.example', false],
  ['https://user@www.shop.example', 'https://*.shop.example', false],
  ['null', 'https://shop.example', false],
  ['', 'https://shop.example', false],
])('%s on a list with %s: %s', (origin, site, isAllowed) => {
  expect(isSiteAllowed(origin, [site])).toBe(isAllowed);
});

test.each([
  'https://*',
  'https://*.com',
  '*',
  'ftp://shop.example',
  'https://shop.example/path',
  'https://shop.example;script-src *',
  "https://shop.example 'unsafe-inline'",
  'https://shop.example,https://evil.test',
  'https://a.*.example',
  'javascript:alert(1)',
])('%s is no site', (site) => {
  expect(Site.safeParse(site).success).toBe(false);
});

test.each([
  ['https://Shop.example/', 'https://shop.example'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['https://*.shop.example', 'https://*.shop.example'],
  ['https://xn--hanasu-v83f.jp', 'https://xn--hanasu-v83f.jp'],
  ['http://192.168.1.20:8080', 'http://192.168.1.20:8080'],
])('%s is kept as %s', (typed, kept) => {
  expect(Site.parse(typed)).toBe(kept);
});

test('frames may be on the sites and on our own pages', () => {
  expect(frameAncestors(['https://a.example', 'https://*.b.example'])).toBe(
    "'self' https://a.example https://*.b.example",
  );
  expect(frameAncestors([])).toBe("'self'");
});
