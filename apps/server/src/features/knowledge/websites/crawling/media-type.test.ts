import { expect, test } from 'vitest';
import { nextCrawlAt } from '../websites.ts';
import { fileNameOf, mediaTypeOf } from './media-type.ts';

test.each([
  ['text/html; charset="Shift_JIS"', '/', 'html', 'Shift_JIS'],
  ['Application/XHTML+XML', '/', 'html', null],
  [null, '/a', 'html', null],
  ['application/pdf', '/a', 'document', null],
  ['application/octet-stream', '/menu.PDF', 'document', null],
  ['application/octet-stream', '/setup.exe', 'other', null],
  ['image/png', '/a.html', 'other', null],
  ['__proto__', '/', 'other', null],
])('%s at %s is %s', (type, path, kind, charset) => {
  expect(mediaTypeOf(type, `https://a.example${path}`)).toMatchObject({ kind, charset });
});

test.each([
  ['https://a.example/', 'text/html', 'a.example.html'],
  ['https://a.example/help/hours.php?x=1', 'text/html', 'hours.html'],
  ['https://a.example/%E6%96%99%E9%87%91', 'text/html', '料金.html'],
  ['https://a.example/%82%a0/', 'text/html', '%82%a0.html'],
  ['https://a.example/get?id=3', 'application/pdf', 'get.pdf'],
  ['https://a.example/menu.pdf', 'application/pdf', 'menu.pdf'],
])('%s as %s is kept as %s', (url, type, name) => {
  expect(fileNameOf(url, mediaTypeOf(type, url))).toBe(name);
});

test('the next crawl is a day, a week or a month later, give or take', () => {
  const from = new Date('2026-01-01T00:00:00Z');
  expect(nextCrawlAt('never', from, 0)).toBeNull();
  expect(nextCrawlAt('daily', from, 0.5)?.toISOString()).toBe('2026-01-02T00:00:00.000Z');
  expect(nextCrawlAt('weekly', from, 0.5)?.toISOString()).toBe('2026-01-08T00:00:00.000Z');
  expect(nextCrawlAt('monthly', from, 0.5)?.toISOString()).toBe('2026-01-31T00:00:00.000Z');
  expect(nextCrawlAt('daily', from, 1)?.getTime()).toBeGreaterThan(from.getTime() + 86_400_000);
});
