import { expect, it } from 'vitest';
import { buildEpub } from '../testing/open-document-builder.ts';
import { failureOf, readSample } from '../testing/read-sample.ts';

const chapters = [
  { html: '<h1>第一章</h1><p>吾輩は猫である。<a id="p1"/>名前はまだ無い。</p>' },
  { html: '<p>Không có tiêu đề.</p>', title: 'Chương hai' },
];

it('reads chapters in their order, named by the table of contents', async () => {
  const bytes = buildEpub(chapters, { title: '猫', language: 'ja' });
  expect(await readSample('a.epub', bytes)).toMatchObject({
    title: '猫',
    language: 'ja',
    text: '# 第一章\n\n吾輩は猫である。名前はまだ無い。\n\n# Chương hai\n\nKhông có tiêu đề.',
  });
});

it('says that a book is locked by its shop', async () => {
  expect(await failureOf('a.epub', buildEpub(chapters, { locked: true }))).toBe('encrypted');
});
