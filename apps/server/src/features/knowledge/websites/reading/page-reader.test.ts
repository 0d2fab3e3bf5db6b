import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { createPageReader, type PageReader } from './page-reader.ts';

let reader: PageReader;
afterEach(() => reader.close());

const url = 'https://a.example/';
const html = (body: string, head = ''): string =>
  `<html><head>${head}<title>Page</title></head><body><main><h1>Page</h1><p>${body}</p></main></body></html>`;
const read = (bytes: Uint8Array, charset: string | null = null) => reader.readPage({ bytes, url, charset });
/** あいう in Shift_JIS. */
const SHIFT_JIS = Buffer.from([0x82, 0xa0, 0x82, 0xa2, 0x82, 0xa4]);
const around = (bytes: Uint8Array, head: string) => {
  const [before = '', after = ''] = html('SPLIT', head).split('SPLIT');
  return Buffer.concat([Buffer.from(before), bytes, Buffer.from(after)]);
};

test('a page is read in its own encoding, whoever names it', async () => {
  reader = createPageReader();
  const words = 'We are open from nine to five on every day of the week but Sunday.';
  expect((await read(Buffer.from(html(words))))?.text).toContain(words);
  expect((await read(around(SHIFT_JIS, ''), 'shift_jis'))?.text).toContain('あいう');
  expect((await read(around(SHIFT_JIS, '<meta charset="Shift_JIS">')))?.text).toContain('あいう');
  // Said wrongly: the page itself knows better.
  expect((await read(around(SHIFT_JIS, '<meta charset="Shift_JIS">'), 'utf-8'))?.text).toContain('あいう');
});

test('one that hangs or ends its process costs only itself', async () => {
  const entry = fileURLToPath(new URL('../testing/bad-reader.ts', import.meta.url));
  reader = createPageReader({ entry, milliseconds: 4_000 });
  const answers = await Promise.all(['hang', 'crash', 'fine'].map((word) => read(Buffer.from(word))));
  expect(answers.map((answer) => answer?.text ?? null)).toEqual([null, null, 'fine']);
});

test('a page whose links change has another text, and addresses are whole', async () => {
  reader = createPageReader();
  const link = (await read(Buffer.from(html('Book <a href="book?x=1">here</a>.'))))?.text;
  expect(link).toContain('Book [here](https://a.example/book?x=1).');
});
