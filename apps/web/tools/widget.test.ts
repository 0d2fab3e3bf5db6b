import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { buildForm, buildWidget } from './build-plugins.ts';

/** Bytes as they travel (gzip). */
const LAUNCHER_LIMIT = 15_000;
const OPENED_LIMIT = 25_000;

test('what each page loads of the widget, and what an opened chat does, stay small', async () => {
  const { launcher, chat, form } = await buildWidget();
  const size = ({ source }: { readonly source: string }): number => gzipSync(source).length;
  const opened = size(launcher) + size(chat);
  process.stdout.write(
    `widget.js: ${size(launcher)} bytes; with the chat: ${opened} bytes; a form: ${size(form)} bytes (gzip)\n`,
  );
  expect(size(launcher)).toBeLessThanOrEqual(LAUNCHER_LIMIT);
  expect(opened).toBeLessThanOrEqual(OPENED_LIMIT);
  expect(size(form)).toBeLessThanOrEqual(FORM_LIMIT);
  expect(launcher.source).toContain(chat.fileName);
  expect(chat.source).toContain(form.fileName);
});

const FORM_LIMIT = 40_000;

test('the page of a form is one script and one style, and stays small', async () => {
  const files = await buildForm();
  expect(files.map(({ fileName }) => fileName.replace(/-[\w-]+\./, '.')).sort()).toEqual([
    'assets/form.css',
    'assets/form.js',
    'form.html',
  ]);
  const sizes = files.map(({ fileName, source }) => `${fileName} ${gzipSync(source).length}`);
  const total = files.reduce((sum, { source }) => sum + gzipSync(source).length, 0);
  process.stdout.write(`form: ${sizes.join(', ')}: ${total} bytes (gzip)\n`);
  expect(total).toBeLessThanOrEqual(FORM_LIMIT);
  // Nothing from anywhere else, and nothing that a strict content policy refuses.
  const html = String(files.find(({ fileName }) => fileName === 'form.html')?.source);
  expect(html).not.toMatch(/<script>|<style|style=|https?:/);
});
