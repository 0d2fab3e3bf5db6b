// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { MarkdownText } from './MarkdownText.tsx';

afterEach(cleanup);

/** Texts of before there was a guard for answers are stored; the inbox and the chat pages show them through this. */
test.each([
  '![x](https://evil.example/pixel.png)',
  '![x][1]\n\n[1]: https://evil.example/pixel.png',
  '[![x](https://evil.example/pixel.png)](https://shop.example)',
  '![x](data:image/png;base64,AAAA)',
  '<img src="https://evil.example/pixel.png">',
  '<picture><source srcset="https://evil.example/a.png"></picture>',
  '<iframe src="https://evil.example"></iframe><video poster="https://evil.example/a.png"></video>',
  '<style>p { background: url(https://evil.example/a.png) }</style>',
  '<p style="background: url(https://evil.example/a.png)">x</p>',
  '| a |\n|---|\n| ![x](https://evil.example/pixel.png) |',
])('%s loads nothing', (text) => {
  const { container } = render(<MarkdownText text={text} citations={[]} />);
  expect(container.textContent).not.toBe('');
  const loading =
    'img, picture, source, iframe, video, audio, object, embed, link, style, svg image, [style*=url]';
  expect(container.querySelectorAll(loading)).toHaveLength(0);
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', 'line://ti/p/x'])(
  'a link to %s leads nowhere',
  (address) => {
    const { container } = render(<MarkdownText text={`[x](${address})`} citations={[]} />);
    expect(container.querySelector('a')?.getAttribute('href') ?? '').toBe('');
  },
);

test('a line break stays one, also beside a citation and in a list, and not in code', () => {
  const text = 'Name: Hana\nPhone: 090 [1]\nMail: none\n\n- one\n- two\n\n`a\nb`';
  const { container } = render(<MarkdownText text={text} citations={[]} />);
  expect(container.querySelector('p')?.innerHTML).toBe('Name: Hana<br>\nPhone: 090 [1]<br>\nMail: none');
  expect(container.querySelectorAll('br')).toHaveLength(2);
});
