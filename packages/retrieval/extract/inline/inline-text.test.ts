import { expect, it } from 'vitest';
import { InlineText, newLink } from './inline-text.ts';
import { linkAddress, markdownLink } from './link-address.ts';

const SHOP = 'https://shop.example/yoyaku?x=1&y=2';

it('leaves marks of notes out, and two numbers stay two', () => {
  const line = new InlineText();
  line.add('10');
  line.add('[', { script: 'super' });
  line.add('1', { script: 'super', isReference: true });
  line.add(']', { script: 'super' });
  line.add('5名 [');
  line.add('2', { isReference: true });
  line.add('] soft\u00adhyphen');
  expect(line.markdown()).toBe('10 5名  softhyphen');
});

it('reads raised, slash and lowered digits as a fraction beside a number', () => {
  const line = new InlineText();
  line.add('1');
  line.add('1', { script: 'super' });
  line.add('/');
  line.add('2', { script: 'sub' });
  line.add('カップ');
  expect(line.markdown()).toBe('1 1/2カップ');
});

it('writes an address once: for neighbours that lead to one place, and over paragraphs', () => {
  const line = new InlineText();
  const link = newLink(SHOP);
  line.add('ご予約は ');
  line.add('こち', { link });
  line.add('ら', { link: newLink(SHOP) });
  line.add('から');
  expect(line.markdown()).toBe(`ご予約は [こちら](${SHOP})から`);
  const next = new InlineText();
  next.add('続き', { link });
  expect(next.markdown()).toBe('続き');
});

it('writes no addresses into a line of many links of a page, but into lists of them', () => {
  const lineOf = (between: string): InlineText => {
    const line = new InlineText();
    for (let page = 1; page <= 6; page++) {
      line.add(String(page), { link: newLink(`https://shop.example/list/${page}`) });
      line.add(between);
    }
    return line;
  };
  expect(lineOf(' ').markdown(true)).toBe('1 2 3 4 5 6 ');
  expect(lineOf('\n').markdown(true)).toContain('[6](https://shop.example/list/6)');
  expect(lineOf(' ').markdown()).toContain('[6](https://shop.example/list/6)');
});

it.each([
  [SHOP, SHOP],
  ['mailto:info@shop.example', 'mailto:info@shop.example'],
  ['tel:0120000555', 'tel:0120000555'],
  ['https://shop.example/予約', 'https://shop.example/%E4%BA%88%E7%B4%84'],
  ['HTTP://SHOP.example/A', 'HTTP://SHOP.example/A'],
  ['#top', null],
  ['javascript:void(0)', null],
  ['page.html', null],
  ['file:///C:/a.docx', null],
  ['data:text/html,x', null],
  ['', null],
])('takes %s as the address %s', (reference, address) => {
  expect(linkAddress(reference)).toBe(address);
});

it('resolves relative addresses against the page, but for places within it', () => {
  const page = 'https://shop.example/a/b.html?c=1';
  expect(linkAddress('../d?e=1#f', page)).toBe('https://shop.example/d?e=1#f');
  expect(linkAddress('b.html?c=1#g', page)).toBe(null);
});

it.each([
  ['shop.example/yoyaku', 'https://shop.example/yoyaku/', 'shop.example/yoyaku'],
  ['0120-000-555', 'tel:0120000555', '0120-000-555'],
  ['03-1234-5678', 'tel:+81312345678', '03-1234-5678'],
  ['info@shop.example', 'mailto:info@shop.example', 'info@shop.example'],
  [' [予約] ', SHOP, ` [予約](${SHOP}) `],
  ['a [b] c', SHOP, `[a \\[b\\] c](${SHOP})`],
  ['wiki', 'https://w.example/A_(b)', '[wiki](https://w.example/A_(b))'],
  ['odd', 'https://w.example/A_(b', '[odd](https://w.example/A_%28b)'],
  ['pipe', 'https://w.example/a|b', '[pipe](https://w.example/a%7Cb)'],
])('writes the link %s to %s', (text, address, written) => {
  expect(markdownLink(text, address)).toBe(written);
});
