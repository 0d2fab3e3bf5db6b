import { isValidElement, type VNode } from 'preact';
import { expect, test } from 'vitest';
import { Markdown } from './markdown.tsx';

/** What is made of a text, as nested names: only elements and texts exist, so nothing else can be in the page. */
function made(node: unknown): string {
  if (Array.isArray(node)) return node.map(made).join('');
  if (!isValidElement(node)) return typeof node === 'string' ? node.replaceAll('<', '‹') : '';
  const { type, props } = node as VNode<Record<string, unknown>>;
  const inner = made(props.children);
  if (typeof type !== 'string') return inner;
  return `<${type}${props.href ? ` ${props.href}` : ''}>${inner}</${type}>`;
}
const shown = (text: string): string =>
  made(Markdown({ text, showMark: (number) => (number === 1 ? `(${number})` : null) }));

test.each([
  ['**bold** and *soft*', '<p><strong>bold</strong> and <em>soft</em></p>'],
  ['2 * 3 * 4', '<p>2 * 3 * 4</p>'],
  ['- one\n- two', '<ul><li>one</li><li>two</li></ul>'],
  ['3. three\n4. four', '<ol><li>three</li><li>four</li></ol>'],
  ['# Title\ntext', '<p><strong>Title</strong></p><p>text</p>'],
  ['`<b>`', '<p><code>‹b></code></p>'],
  ['```js\nlet a;\n```\nend', '<pre><code>let a;</code></pre><p>end</p>'],
  ['```\nstill being written', '<pre><code>still being written</code></pre>'],
  ['See [1] and [7].', '<p>See (1) and [7].</p>'],
  ['[shop](https://a.example)', '<p><a https://a.example>shop</a></p>'],
  ['https://a.example/x.', '<p><a https://a.example/x>https://a.example/x</a>.</p>'],
  ['営業は**10時**から', '<p>営業は<strong>10時</strong>から</p>'],
])('%s', (text, expected) => {
  expect(shown(text)).toBe(expected);
});

test.each([
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '![x](https://evil.example/pixel.png)',
  '![x][1]\n\n[1]: https://evil.example/pixel.png',
  '[![x](https://evil.example/pixel.png)](https://shop.example)',
  '![x](data:image/png;base64,AAAA)',
  '<script>alert(1)</script>',
])('%s stays text', (text) => {
  const result = shown(text);
  expect(result.match(/<\/?\w+/g)?.filter((tag) => !/^<\/?(p|a)$/.test(tag))).toEqual([]);
  expect(result).not.toMatch(/<a (javascript|data):/i);
});
