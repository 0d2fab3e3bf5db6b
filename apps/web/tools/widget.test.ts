import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { buildWidget } from './build-plugins.ts';

/** Bytes as they travel (gzip). */
const LAUNCHER_LIMIT = 15_000;
const OPENED_LIMIT = 25_000;

test('what each page loads of the widget, and what an opened chat does, stay small', async () => {
  const { launcher, chat } = await buildWidget();
  const size = ({ source }: { readonly source: string }): number => gzipSync(source).length;
  const opened = size(launcher) + size(chat);
  process.stdout.write(`widget.js: ${size(launcher)} bytes; with the chat: ${opened} bytes (gzip)\n`);
  expect(size(launcher)).toBeLessThanOrEqual(LAUNCHER_LIMIT);
  expect(opened).toBeLessThanOrEqual(OPENED_LIMIT);
  expect(launcher.source).toContain(chat.fileName);
});
