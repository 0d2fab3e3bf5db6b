import { expect, test } from 'vitest';
import { linkParts } from './Words.tsx';

const linksIn = (text: string) => linkParts(text).flatMap(({ href }) => href ?? []);

test.each([
  ['See https://example.com/menu?id=1#top.', 'https://example.com/menu?id=1#top'],
  ['こちらhttps://example.com/案内。よろしく', 'https://example.com/案内'],
  ['地図（https://example.com/map）です', 'https://example.com/map'],
  ['(https://example.com/a)', 'https://example.com/a'],
  [
    'https://en.wikipedia.org/wiki/Bot_(disambiguation)',
    'https://en.wikipedia.org/wiki/Bot_(disambiguation)',
  ],
  ['Xem http://example.vn, nhé', 'http://example.vn'],
])('the address in “%s”', (text, address) => {
  expect(linksIn(text)).toEqual([address]);
  expect(
    linkParts(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});

test.each(['javascript:alert(1)', 'example.com', 'https://', 'ftp://example.com', 'data:text/html,x'])(
  'no link is made of “%s”',
  (text) => {
    expect(linkParts(text)).toEqual([{ text }]);
  },
);
