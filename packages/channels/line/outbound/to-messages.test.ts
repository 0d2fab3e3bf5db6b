import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_MESSAGE_OPTIONS, type OutgoingPart } from '../../spec/outgoing.ts';
import { LINE_LIMITS } from '../limits.ts';
import { toMessages } from './to-messages.ts';

function textsOf(markdown: string, more: Partial<OutgoingPart & { kind: 'answer' }> = {}): string[] {
  const answer = {
    kind: 'answer',
    sources: '',
    hiddenMarks: [],
    ...more,
    markdown,
  } as const;
  return toMessages([answer], DEFAULT_MESSAGE_OPTIONS).map((message) =>
    String(message.text ?? message.altText),
  );
}

const SOURCES = '出典：[1] 営業案内（3ページ）／[2] よくある\n質問';

describe('markdown a chat can show', () => {
  it.each([
    ['# 料金 **表**', '【料金 表】'],
    ['## 【重要】お知らせ', '【重要】お知らせ'],
    ['- 一\n- 二\n  - 三', '・一\n・二\n　・三'],
    ['3. 三\n4. 四', '3. 三\n4. 四'],
    ['- [x] 済\n- [ ] 未', '・☑ 済\n・☐ 未'],
    ['**太字**と*斜体*と***両方***', '太字と斜体と両方'],
    ['**「強調」**です', '「強調」です'],
    ['**「A」**と**「B」**です', '「A」と「B」です'],
    ['これは**重要：**です。次は**大事**です', 'これは重要：です。次は大事です'],
    ['*「斜」*です __「下」__です', '「斜」です 「下」です'],
    ['2**3 は 8', '2**3 は 8'],
    ['*必須 *任意', '*必須 *任意'],
    ['3 * 4 * 5 と snake_case_name', '3 * 4 * 5 と snake_case_name'],
    ['`**x**` は **「y」**で', '**x** は 「y」で'],
    ['10~20分、30~40分', '10~20分、30~40分'],
    ['[料金](https://x.jp/料金)です', '料金 https://x.jp/%E6%96%99%E9%87%91 です'],
    ['https://x.jp/priceをご覧。[表](https://x.jp/t)', 'https://x.jp/price をご覧。表 https://x.jp/t'],
    ['<https://x.jp/a_b*c*>', 'https://x.jp/a_b*c*'],
    ['[x](javascript:alert(1)) と [y](/z)', 'x と y'],
    ['![図](https://x.jp/a.png)', '図 https://x.jp/a.png'],
    ['| 品 | 値 |\n|---|---|\n| 茶 | 100 |\n| 水 | 50 |', '品: 茶\n値: 100\n\n品: 水\n値: 50'],
    ['```js\nconst a = **1**;\n  // _x_\n```', 'const a = **1**;\n  // _x_'],
    ['一<br>二 <b>太</b> <Enter>を押す', '一\n二 太 <Enter>を押す'],
    ['<div>中身</div><script>alert(1)</script>', '中身'],
    ['> 引用', '│ 引用'],
    ['一行目\n二行目', '一行目\n二行目'],
    ['答えは[1]です[1][2]', '答えは[1]です[1][2]'],
    ['答え[1]\n\n[1]: https://x.jp', '答え[1]\n\n[1] https://x.jp'],
  ])('%j', (markdown, text) => {
    expect(textsOf(markdown)).toEqual([text]);
  });
});

describe('sources', () => {
  it('end the last message when they are shown', () => {
    const texts = textsOf('九時です[1][2]', { sources: SOURCES });
    expect(texts).toEqual(['九時です[1][2]\n\n出典：[1] 営業案内（3ページ）／[2] よくある 質問']);
  });
  it('leave no marks behind when they are not', () => {
    expect(textsOf('九時です[1][2]。配列[3]', { hiddenMarks: [1, 2] })).toEqual(['九時です。配列[3]']);
  });
  it('are kept when the answer is cut', () => {
    const texts = textsOf('あ'.repeat(30_000), { sources: SOURCES });
    expect(texts).toHaveLength(5);
    expect(texts[3]).toMatch(/…$/);
    expect(texts[4]).toMatch(/^出典：/);
  });
});

describe('splitting', () => {
  it('keeps one message when it fits exactly', () => {
    expect(textsOf('あ'.repeat(5000))).toHaveLength(1);
    expect(textsOf('あ'.repeat(5001))).toHaveLength(2);
  });
  it('prefers the end of a paragraph, then of a sentence', () => {
    const paragraph = 'あ'.repeat(2999);
    expect(textsOf(`${paragraph}。\n\n${paragraph}。`).map((text) => text.length)).toEqual([3000, 3000]);
    const sentence = `${'い'.repeat(99)}。`;
    for (const text of textsOf(sentence.repeat(60))) expect(text).toMatch(/。$/);
  });
  it('never cuts a grapheme', () => {
    const family = '👨‍👩‍👧‍👦';
    for (const text of textsOf(`a${family.repeat(1500)}`)) {
      expect(text.replace(/^a/, '').replaceAll(family, '')).toBe('');
    }
  });
  it('keeps every word', () => {
    const words = Array.from({ length: 2500 }, (_, index) => `word${index}`).join(' ');
    expect(textsOf(words).join(' ')).toBe(words);
  });
});

const MARKDOWN = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        '**',
        '*',
        '_',
        '`',
        '```',
        '\n',
        '\n\n',
        '- ',
        '1. ',
        '# ',
        '|',
        '|---|',
        '[1]',
        '](',
        'https://x.jp/あ',
        '<b>',
        '<!--',
        '&nbsp;',
        '「',
        '。',
        '👨‍👩‍👧‍👦',
        '\ud83d',
      ),
      fc.integer({ min: 1, max: 6000 }).map((length) => 'あ'.repeat(length)),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

describe('whatever a model writes', () => {
  it('is sent as it is when it nests without end', () => {
    expect(textsOf(`${'>'.repeat(6000)}a`).join('')).toBe(`${'>'.repeat(6000)}a`);
  });
  it('becomes one to five messages the vendor takes', () => {
    fc.assert(
      fc.property(MARKDOWN, fc.boolean(), (markdown, isShown) => {
        const texts = textsOf(markdown, isShown ? { sources: SOURCES } : { hiddenMarks: [1, 2] });
        expect(texts.length === 0).toBe(markdown.trim() === '');
        expect(texts.length).toBeLessThanOrEqual(LINE_LIMITS.messagesPerSend);
        for (const text of texts) {
          expect(text.trim()).not.toBe('');
          expect(text.length).toBeLessThanOrEqual(LINE_LIMITS.textLength);
          expect(text.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});
