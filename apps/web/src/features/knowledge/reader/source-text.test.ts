import { describe, expect, test } from 'vitest';
import { blocksOf, partsOf, sourceOffset } from './SourceText.tsx';

const TEXT = `# ヘアサロン

| メニュー | 料金 |
| --- | --- |
| カット | 5,500円 |
| パーマ | 9,900円 |
ご予約はお電話で。

1. 受付
2. 施術
`;
const WHOLE = { start: 0, end: TEXT.length };
const slices = (mark: { start: number; end: number }) =>
  partsOf(TEXT, WHOLE, mark).map(({ start, end, head, isMarked }) => [
    (head + TEXT.slice(start, end)).trim(),
    isMarked,
  ]);
const NONE = { start: 0, end: 0 };

describe('partsOf', () => {
  test('keeps a table together, apart from the line behind it', () => {
    expect(slices(NONE)).toEqual([
      ['# ヘアサロン', false],
      ['| メニュー | 料金 |\n| --- | --- |\n| カット | 5,500円 |\n| パーマ | 9,900円 |', false],
      ['ご予約はお電話で。', false],
      ['1. 受付\n2. 施術', false],
    ]);
  });

  test('a passage that begins within a table is drawn under its head', () => {
    const start = TEXT.indexOf('| パーマ');
    const end = TEXT.indexOf('1. 受付');
    expect(slices({ start, end })).toEqual([
      ['# ヘアサロン', false],
      ['| メニュー | 料金 |\n| --- | --- |\n| カット | 5,500円 |', false],
      ['| メニュー | 料金 |\n| --- | --- |\n| パーマ | 9,900円 |', true],
      ['ご予約はお電話で。', true],
      ['1. 受付\n2. 施術', false],
    ]);
  });

  test('what stands between fences is one part, empty lines included', () => {
    const code = '```\na\n\n| b |\n```\nafter\n';
    const parts = partsOf(code, { start: 0, end: code.length }, NONE);
    expect(parts.map(({ start, end }) => code.slice(start, end))).toEqual([
      '```\na\n\n| b |\n```\n',
      'after\n',
    ]);
  });

  test('the parts of all blocks hold every letter once', () => {
    const long = TEXT.repeat(60);
    const blocks = blocksOf(long, [
      { number: 1, start: 0 },
      { number: 2, start: TEXT.length * 7 },
    ]);
    expect(blocks.length).toBeGreaterThan(2);
    const drawn = blocks
      .flatMap((block) => partsOf(long, block, { start: 100, end: 200 }))
      .map(({ start, end }) => long.slice(start, end))
      .join('');
    expect(drawn.replaceAll(/\s/g, '')).toBe(long.replaceAll(/\s/g, ''));
  });
});

describe('sourceOffset', () => {
  test.each([
    ['a heading', '# Opening hours', '', 'Opening ', 'hours'],
    ['a bold word', 'We are **open** on *Sundays*', '', 'We are open on ', 'Sundays'],
    ['a link', 'See [our map](https://shop.example/map) here', '', 'See our map ', 'here'],
    [
      'a row below a head',
      '| パーマ | 要予約 |',
      '| メニュー | 料金 |\n| --- | --- |\n',
      'メニュー料金パーマ',
      '要予約',
    ],
    ['an item of a numbered list', '1. Tea\n2. Cake', '', 'Tea\n', 'Cake'],
  ])('finds the place in %s', (_what, source, head, shown, next) => {
    expect(source.slice(sourceOffset(source, { head, shown }))).toMatch(new RegExp(`^${next}`));
  });

  test('stays inside at the end', () => {
    expect(sourceOffset('Tea', { head: '', shown: 'Tea and more' })).toBe(2);
  });
});
