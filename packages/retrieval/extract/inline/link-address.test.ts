import { describe, expect, test } from 'vitest';
import { linkAddress, markdownLink, withoutLinks } from './link-address.ts';

const linkedText = (text: string, target: string): string => {
  const address = linkAddress(target);
  return address === null ? text : markdownLink(text, address);
};

describe('the address of a link', () => {
  test.each([
    ['こちら', 'https://shop.example/yoyaku?x=1&y=2', '[こちら](https://shop.example/yoyaku?x=1&y=2)'],
    ['メール', 'mailto:info@shop.example', '[メール](mailto:info@shop.example)'],
    ['電話', 'tel:0120000555', '[電話](tel:0120000555)'],
    ['shop.example', 'https://shop.example/yoyaku', '[shop.example](https://shop.example/yoyaku)'],
    [
      'https://shop.example/yoyaku',
      'https://shop.example/',
      '[https://shop.example/yoyaku](https://shop.example/)',
    ],
    ['here ', ' https://a.example/a b ', '[here](https://a.example/a%20b) '],
  ])('stands beside %s', (text, target, written) => {
    expect(linkedText(text, target)).toBe(written);
    expect(withoutLinks(written)).toBe(text);
  });

  test.each([
    ['上へ', '#top'],
    ['メニュー', '/menu'],
    ['run', 'javascript:alert(1)'],
    ['file', 'file:///etc/passwd'],
    ['nothing', 'https://'],
    ['', 'https://shop.example/'],
    ['shop.example', 'https://www.shop.example/'],
    ['ご予約は https://shop.example/a?b=1 まで', 'https://shop.example/a?b=1'],
    ['https://shop.example/日本', 'https://shop.example/%E6%97%A5%E6%9C%AC'],
    ['info@shop.example', 'mailto:info@shop.example?subject=Hi'],
    ['０３－１２３４－５６７８', 'tel:+81-3-1234-5678'],
    ['0120-000-555', 'tel:0120000555'],
  ])('is not written beside %s for %s', (text, target) => {
    expect(linkedText(text, target)).toBe(text);
  });
});
