import { describe, expect, test } from 'vitest';
import { buildPdf } from '../testing/pdf-builder.ts';
import { readSample } from '../testing/read-sample.ts';
import { cleanCharacters } from './characters.ts';

describe('characters of PDF files', () => {
  /** As Chromium 156 prints these texts with Noto Sans CJK JP. */
  test('that share a glyph are the Japanese ones on a page with kana', async () => {
    const printed = '\u2f1f\u2027\u2f47\u2027祝は９：００から、神\u2f3e店 ３０\u2215６０分';
    expect((await readSample('a.pdf', buildPdf({ pages: [['お知らせ', printed]] }))).text).toContain(
      '土・日・祝は９：００から、神戸店 ３０／６０分',
    );
    expect(cleanCharacters('約翰\u2027史密斯', false)).toBe('約翰\u2027史密斯');
  });

  /** The ideographs are those of Unicode's EquivalentUnifiedIdeograph.txt and UnicodeData.txt. */
  test.each([
    ['radicals', '⼀⽇⾦⿓⺠⻑⻩⻭⺒⻞', '一日金龍民長黄歯巳食'],
    ['compatibility ideographs', '\ufa19社 \ufa1b\ufa12 \uf9dc', '神社 福晴 隆'],
    ['vertical forms and ligatures', '︵店︶ﬁ', '(店)fi'],
    ['nothing of what people type', '①㈱½㌔２０ｶﾅ﨑髙', '①㈱½㌔２０ｶﾅ﨑髙'],
  ])('are read as typed: %s', (_, printed, typed) => {
    expect(cleanCharacters(printed, false)).toBe(typed);
  });
});
