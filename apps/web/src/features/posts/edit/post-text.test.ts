// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { countText, isEmptyHtml, linesOfHtml, picturesOf, plainText } from './post-text.ts';

const MEDIA = '01932f00-0000-7000-8000-00000000000a';
const PICTURE = `<figure><img data-media="${MEDIA}" alt="桜"><figcaption>春</figcaption></figure>`;

test('the text of a post has a line for each block', () => {
  const html = `<h2>春</h2><p>一行<br>二行</p><ul><li><p>ケーキ</p><ul><li><p>いちご</p></li></ul></li></ul><table><tbody><tr><th><p>品</p></th><td><p>円</p></td></tr></tbody></table>${PICTURE}<aside data-callout="tip"><p>注意</p></aside><a data-button="" href="https://example.com">予約</a><hr>`;
  expect(linesOfHtml(html, { picture: (alt) => `[${alt}]` })).toEqual([
    '\n春',
    '一行\n二行',
    '• ケーキ',
    '• いちご',
    '品 | 円',
    '[桜]',
    '春',
    '注意',
    '予約',
    '———',
  ]);
});

test('a picture alone is no text', () => {
  expect([isEmptyHtml('<p></p>'), isEmptyHtml(PICTURE.replace('春', '')), isEmptyHtml('<p>a</p>')]).toEqual([
    true,
    true,
    false,
  ]);
  expect(picturesOf(`<p>a</p>${PICTURE}`)).toEqual([{ alt: '桜' }]);
});

describe('the length', () => {
  test.each([
    ['en', '<p>New cakes every week.</p>', { words: 4, characters: 18 }],
    ['vi', '<p>Quán mở cửa từ 7 giờ.</p>', { words: 6, characters: 16 }],
    ['ja', '<p>新しいケーキです。</p><p>🇯🇵</p>', { words: 3, characters: 10 }],
  ])('in %s', (language, html, expected) => {
    expect(countText(plainText(html), language)).toEqual(expected);
  });
});
