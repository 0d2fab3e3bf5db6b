import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLooping, templateOf } from './discover.ts';
import { matchesPattern, placeOf } from './scope.ts';

const site = { url: 'https://www.shop.example/help/', mode: 'site', include: [], exclude: [] } as const;

describe('a place', () => {
  test.each([
    ['https://www.shop.example/help/a', 'inside'],
    ['http://shop.example/help/a', 'inside'],
    ['https://www.shop.example/about', 'elsewhere'],
    ['https://blog.shop.example/help/a', 'elsewhere'],
    ['https://www.shop.example:8443/help/a', 'elsewhere'],
    ['https://www.shop.example/help/a.JPG', 'elsewhere'],
  ])('%s is %s', (url, place) => {
    expect(placeOf(site, url)).toBe(place);
  });

  test('is decided by include patterns instead of the folder, and by exclude patterns first', () => {
    const scope = { ...site, include: ['/news/*', '/help'], exclude: ['*print=1*'] };
    expect(placeOf(scope, 'https://shop.example/news/1')).toBe('inside');
    expect(placeOf(scope, 'https://shop.example/news/1?print=1')).toBe('excluded');
    expect(placeOf(scope, 'https://shop.example/about')).toBe('excluded');
    expect(placeOf({ ...site, mode: 'sitemap' }, 'https://shop.example/about')).toBe('inside');
  });
});

describe('a pattern', () => {
  test.each([
    ['/a', '/a', true],
    ['/a', '/a/b', true],
    ['/a', '/ab', false],
    ['a/', '/a/b', true],
    ['/a*c', '/abcbc', true],
    ['/a*b*c', '/acb', false],
    ['*', '/', true],
    ['/ab*ba', '/aba', false],
    ['/日本/*', '/日本/東京', true],
    ['https://shop.example/%E6%97%A5/*', '/日/1', true],
  ])('%s on %s: %s', (pattern, path, fits) => {
    expect(matchesPattern(pattern, path)).toBe(fits);
  });

  test('means what the same regular expression means', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*'), maxLength: 8 });
    fc.assert(
      fc.property(text, text, (pattern, path) => {
        fc.pre(pattern.includes('*'));
        const given = `/${pattern}`;
        const regular = new RegExp(`^${given.replaceAll('*', '.*')}$`);
        const tried = `/${path.replaceAll('*', '')}`;
        expect(matchesPattern(given, tried)).toBe(regular.test(tried));
      }),
    );
  });
});

test('addresses without end are told by their folders, filters and calendars by what they share', () => {
  expect(isLooping('https://a.example/x/y/x/y/x')).toBe(true);
  expect(isLooping('https://a.example/x/y/x/y')).toBe(false);
  expect(isLooping(`https://a.example/${Array.from({ length: 17 }, (_, at) => at).join('/')}`)).toBe(true);
  expect(templateOf('https://a.example/list?sort=1')).toBe('https://a.example/list?');
  expect(templateOf('https://a.example/events/2024/05/')).toBe(
    templateOf('https://a.example/events/2031/11/'),
  );
  expect(templateOf('https://a.example/news/2024/05/we-moved')).toBeNull();
  expect(templateOf('https://a.example/article/12345')).toBeNull();
});
