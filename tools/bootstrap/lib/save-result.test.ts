import { expect, test } from 'vitest';
// @ts-expect-error A part of the bootstrap, which has no types of its own.
import { withSection } from './save-result.mjs';

const TEXT =
  '# Performance\n\n## chat\n\nBy hand.\n\n<!-- chat -->\n\nold\n\n<!-- end of chat -->\n\nAlso by hand.\n';

test('the result of a bench replaces the one before, and what is written by hand stays', () => {
  expect(withSection(TEXT, 'chat', 'new')).toBe(TEXT.replace('old', 'new'));
});

test('a bench without a section gets one at the end', () => {
  expect(withSection(TEXT, 'web', 'new')).toBe(
    `${TEXT}\n## web\n\n<!-- web -->\n\nnew\n\n<!-- end of web -->\n`,
  );
});
