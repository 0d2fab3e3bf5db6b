// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { PassageMarkdown } from './PassageMarkdown.tsx';
import { PassageText } from './PassageText.tsx';

afterEach(cleanup);

const HOURS =
  '## 診療時間\n\n| 曜日 | 午前 |\n|---|---|\n| 月 | 9:00~12:00 |\n| 火 | 9:00~13:00 |\n\n- 予約制です';

test('a passage shows its table as a table and no marks', async () => {
  const { container } = render(<PassageText text={HOURS} />);
  expect((await screen.findByRole('table', {}, { timeout: 100_000 })).querySelectorAll('tr')).toHaveLength(3);
  expect(container.querySelector('li')?.textContent).toBe('予約制です');
  expect(screen.getByText('診療時間').tagName).toBe('P');
  expect(container.textContent).not.toMatch(/[#|*]|---/);
});

test('hours with a tilde are not struck out', () => {
  const { container } = render(<PassageMarkdown text={HOURS} inLines={false} />);
  expect(container.querySelector('del')).toBeNull();
  expect(container.textContent).toContain('9:00~12:00');
});

test('inside a button there are lines and nothing to follow', () => {
  const text = `${HOURS}\n- [x] [地図](https://shop.example)\n1. 手順\n\n> 注意\n\n---\n\n\`\`\`\ncode\n\`\`\``;
  const { container } = render(
    <button type="button">
      <PassageMarkdown text={text} inLines />
    </button>,
  );
  const names = [...container.querySelectorAll('button *')].map(({ tagName }) => tagName.toLowerCase());
  expect(new Set(names)).toEqual(new Set(['span', 'code']));
  expect(container.textContent).toContain('地図');
  expect(container.textContent).not.toMatch(/[#|]|---|\]\(/);
});

test.each([false, true])('a passage loads nothing and runs nothing (in lines: %s)', (inLines) => {
  const text =
    '![x](https://evil.example/pixel.png)\n\n<img src=x onerror=alert(1)>\n\n[go](javascript:alert(1))';
  const { container } = render(<PassageMarkdown text={text} inLines={inLines} />);
  expect(container.querySelectorAll('img, iframe, script, [onerror]')).toHaveLength(0);
  expect(container.querySelector('a')?.getAttribute('href') ?? '').toBe('');
});
