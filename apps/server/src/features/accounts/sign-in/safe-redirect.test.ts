import { expect, test } from 'vitest';
import { safeRedirect } from './identities.ts';

test.each([
  '/',
  '/Bots',
  '/Chat/0190?tab=notes#latest',
  '/Search?q=https://example.com//x',
  '/%E3%83%9C%E3%83%83%E3%83%88',
])('keeps %s', (path) => {
  expect(safeRedirect(path)).toBe(path);
});

test.each([
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\\/evil.example',
  'https://evil.example',
  'https:evil.example',
  'HTTPS://evil.example/',
  'javascript:alert(1)',
  'data:text/html,x',
  'evil.example',
  'Bots',
  '',
  '?next=1',
  '/%2f%2fevil.example',
  '/%2fevil.example',
  '%2f%2fevil.example',
  '/%5cevil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/%09/evil.example',
  '/%0d%0aSet-Cookie:x=1',
  '/..//evil.example',
  '/.//evil.example',
  '/%2e%2e//evil.example',
  '/a/../..//evil.example',
  '/%',
  '/\u0000',
])('sends %j home', (path) => {
  expect(safeRedirect(path)).toBe('/');
});

test('goes home when nothing was asked for', () => {
  expect(safeRedirect(undefined)).toBe('/');
});
