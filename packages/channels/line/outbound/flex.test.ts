import { describe, expect, it } from 'vitest';
import { DEFAULT_MESSAGE_OPTIONS } from '../../spec/outgoing.ts';
import type { VendorMessage } from '../../spec/sending.ts';
import { checkMessages } from '../fake/validate-messages.ts';
import { toMessages } from './to-messages.ts';

const answer = { kind: 'answer', sources: '', hiddenMarks: [] } as const;

function write(markdown: string, more: object = {}): VendorMessage[] {
  const messages = toMessages([{ ...answer, markdown, ...more }], DEFAULT_MESSAGE_OPTIONS);
  expect(checkMessages(messages)).toBe(null);
  return messages;
}
const kinds = (messages: readonly VendorMessage[]) =>
  messages.map(({ type, contents }) => (type === 'flex' ? Object(contents).type : type));

/** Every text a flex message shows, and where a tap leads, in reading order. */
function shownBy(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(shownBy);
  if (typeof value !== 'object' || value === null) return [];
  const { type, text, label, uri, url } = Object(value);
  const own = type === 'text' ? [text] : type === 'uri' ? [label, uri].filter(Boolean) : url ? [url] : [];
  return [...own, ...Object.values(value).flatMap(shownBy)];
}

const TABLE = '| 品 | 値 |\n|---|--:|\n| 茶 | 100 |\n| 水 | |';
const CARDS = `# 緑茶

![茶](https://x.jp/a.png)

深い味。

[買う](https://x.jp/茶) [見る](https://x.jp/b)

# 紅茶

香りがよい。[買う](https://x.jp/c)`;
const list = (count: number, item: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => item(index)).join('\n');

describe('a table', () => {
  it('is a grid under its heading, and says the same to who cannot see it', () => {
    const messages = write(`ご案内です。\n\n## 料金\n\n${TABLE}\n\n以上です。`);
    expect(kinds(messages)).toEqual(['text', 'bubble', 'text']);
    expect(messages[0]?.text).toBe('ご案内です。');
    expect(shownBy(messages[1]?.contents)).toEqual(['料金', '品', '値', '茶', '100', '水', '–']);
    expect(messages[1]?.altText).toBe('【料金】\n\n品: 茶\n値: 100\n\n品: 水');
    expect(JSON.stringify(messages[1])).toContain('"align":"end"');
  });
  it('has cells that lead somewhere', () => {
    const [message] = write('| a | b |\n|---|---|\n| [表](https://x.jp/表) | 1 |\n| c | 2 |');
    expect(shownBy(message?.contents)).toContain('https://x.jp/%E8%A1%A8');
    expect(shownBy(message?.contents)).toContain('表');
  });
  it.each([
    ['of one row', '| a | b |\n|---|---|\n| 1 | 2 |'],
    [
      'too wide',
      '| a | b | c | d | e |\n|---|---|---|---|---|\n| 1 | 2 | 3 | 4 | 5 |\n| 1 | 2 | 3 | 4 | 5 |',
    ],
    ['too wordy', `| a | b |\n|---|---|\n| ${'あ'.repeat(81)} | 2 |\n| 1 | 2 |`],
    ['too long', `| a | b |\n|---|---|\n${list(41, (index) => `| ${index} | 2 |`)}`],
    ['with an address only text can show', '| a | b |\n|---|---|\n| [x](http://x.jp) | 2 |\n| 1 | 2 |'],
    ['with a picture', '| a | b |\n|---|---|\n| ![x](https://x.jp/a.png) | 2 |\n| 1 | 2 |'],
  ])('%s stays text', (_name, markdown) => {
    expect(kinds(write(markdown))).toEqual(['text']);
  });
});

describe('cards', () => {
  it('are sections with a picture or a link', () => {
    const messages = write(`${CARDS}\n\nどちらになさいますか？`);
    expect(kinds(messages)).toEqual(['carousel', 'text']);
    const [green, black] = Object(messages[0]?.contents).contents;
    expect(shownBy(green)).toEqual([
      'https://x.jp/a.png',
      '緑茶',
      '深い味。',
      '買う',
      'https://x.jp/%E8%8C%B6',
      '見る',
      'https://x.jp/b',
    ]);
    expect(green.hero).toMatchObject({ type: 'image', url: 'https://x.jp/a.png' });
    expect(shownBy(black)).toEqual(['紅茶', '香りがよい。買う', '買う', 'https://x.jp/c']);
    expect(messages[0]?.altText).toContain('【緑茶】');
    expect(messages[1]?.text).toBe('どちらになさいますか？');
  });
  it.each([
    ['one section', '# a\n\n[b](https://x.jp)'],
    ['sections without link or picture', '# a\n\nb\n\n# c\n\nd'],
    ['an address that is not https', CARDS.replace('https://x.jp/c', 'http://x.jp/c')],
    ['an address too long for a button', CARDS.replace('https://x.jp/c', `https://x.jp/${'a'.repeat(990)}`)],
    ['a long read', CARDS.replace('深い味。', '深い味。'.repeat(101))],
    ['code', CARDS.replace('深い味。', '```\nx\n```')],
  ])('are not made of %s', (_name, markdown) => {
    expect(kinds(write(markdown))).toEqual(['text']);
  });
  it('come twelve at a time', () => {
    const sections = list(14, (index) => `## ${index}\n\n[b](https://x.jp/${index})\n`);
    const messages = write(sections);
    expect(kinds(messages)).toEqual(['carousel', 'carousel']);
    const counts = messages.map(({ contents }) => Object(contents).contents.length);
    expect(counts).toEqual([12, 2]);
  });
});

describe('lists', () => {
  it('of links are tapped', () => {
    const [message, ...more] = write('- [料金](https://x.jp/p)\n- 地図は[こちら](https://x.jp/m)');
    expect(more).toEqual([]);
    expect(shownBy(message?.contents)).toEqual([
      '・',
      '料金',
      'https://x.jp/p',
      '・',
      '地図はこちら',
      'https://x.jp/m',
    ]);
  });
  it('that are long get a column of marks', () => {
    const [message] = write(list(10, (index) => `${index + 3}. 手順${index}`));
    expect(shownBy(message?.contents).slice(0, 4)).toEqual(['3.', '手順0', '4.', '手順1']);
  });
  it.each([
    ['short', '- a\n- b\n- c'],
    ['nested', list(12, () => '- a\n  - b')],
    ['mixed', '- [a](https://x.jp)\n- b'],
    ['endless', list(41, () => '- a')],
  ])('that are %s stay text', (_name, markdown) => {
    expect(kinds(write(markdown))).toEqual(['text']);
  });
});

describe('sources', () => {
  const sources = '出典：営業案内（3ページ）';
  it('come after what has a form of its own', () => {
    const messages = write(TABLE, { sources });
    expect(messages.at(-1)?.text).toBe(sources);
  });
  it('leave no marks in it when they are not shown', () => {
    const [message] = write(TABLE.replace('100', '100 [1]'), { hiddenMarks: [1] });
    expect(JSON.stringify(message)).not.toContain('[1]');
  });
});

it('is text when five messages would not do', () => {
  const markdown = list(4, (index) => `段落${index}\n\n${TABLE}\n`);
  expect(kinds(write(markdown))).toEqual(['text']);
});
