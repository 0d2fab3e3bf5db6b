import { readFileSync } from 'node:fs';
import { KnowledgeSettings } from '@hanasu/contract/knowledge-settings';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Chunk, TOKEN, weigh } from './chunk.ts';
import { DEFAULT_CHUNK_TOKENS, DEFAULT_OVERLAP_PERCENT, splitDocument } from './split.ts';

const split = (text: string, chunkTokens?: number) =>
  splitDocument({ text, pages: null, title: null }, chunkTokens ? { chunkTokens } : {});
const texts = (text: string, maximum?: number) => split(text, maximum).map((chunk) => chunk.text);

function uncovered(text: string, chunks: readonly Chunk[]): string {
  let rest = '';
  let at = 0;
  for (const chunk of chunks) {
    if (chunk.start > at) rest += text.slice(at, chunk.start);
    at = Math.max(at, chunk.end);
  }
  return (rest + text.slice(at)).trim();
}

const fragment = fc.constantFrom(
  '# 見出し\n',
  '## Giá vé\n\n',
  'Title\n===\n',
  '- item one\n',
  '  - nested\n',
  '・料金\n',
  '```ts\n',
  '~~~\n',
  '| a | b |\n|---|---|\n',
  '| 1 | 2 |\n',
  'Q1. 営業時間は？\n',
  'A: 9時から18時です。\n',
  '「本当に？」と聞いた。',
  'TP. Hồ Chí Minh có 9.000.000 dân. ',
  'Dr. Smith arrived at 10 a.m. He left! ',
  '👨‍👩‍👧‍👦',
  'e\u0301\u0302',
  '𠮷野家',
  '\n',
  '\n\n',
  '　',
  '---\n',
  '> quote\n',
  ' '.repeat(40),
  'a'.repeat(90),
  '漢字'.repeat(30),
);
const document = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fragment },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
    ),
    {
      maxLength: 60,
    },
  )
  .map((parts) => parts.join(''));
const maximum = fc.integer({ min: 10, max: 120 });

describe('splitDocument, whatever the text', () => {
  it('gives exact offsets in order, covers every character, and respects the size', () => {
    fc.assert(
      fc.property(document, maximum, (text, limit) => {
        const chunks = split(text, limit);
        chunks.forEach((chunk, index) => {
          const above = chunks[index - 1];
          expect(chunk.position).toBe(index);
          expect(chunk.text).toBe(text.slice(chunk.start, chunk.end));
          expect(chunk.text.trim()).toBe(chunk.text);
          expect(weigh(chunk.text, 0, chunk.text.length)).toBeLessThanOrEqual(limit * TOKEN);
          expect(chunk.text.isWellFormed()).toBe(true);
          if (above) expect(chunk.start).toBeGreaterThan(above.start);
          if (above) expect(chunk.end).toBeGreaterThan(above.end);
        });
        expect(uncovered(text, chunks)).toBe('');
      }),
      { numRuns: 500 },
    );
  });

  it('repeats at most the overlap, and only inside one section', () => {
    fc.assert(
      fc.property(document, maximum, (text, limit) => {
        const chunks = split(text, limit);
        chunks.forEach((chunk, index) => {
          const above = chunks[index - 1];
          if (!above || above.end <= chunk.start) return;
          expect(above.headingPath).toEqual(chunk.headingPath);
          expect(weigh(text, chunk.start, above.end)).toBeLessThanOrEqual(limit * 0.15 * TOKEN + 1e-6);
        });
      }),
      { numRuns: 300 },
    );
  });
});

interface Outline {
  readonly level: number;
  readonly title: string;
  readonly body: readonly string[];
  readonly setext: boolean;
}

const outline = fc.array(
  fc.record({
    level: fc.integer({ min: 1, max: 6 }),
    title: fc.stringMatching(/^[a-zA-Zあ-ん]{1,12}$/),
    body: fc.array(fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8}){0,12}\.$/), { minLength: 1, maxLength: 6 }),
    setext: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
);

/** Each word carries the number of its part, so that every passage says where it comes from. */
function write(parts: readonly Outline[]): string {
  return parts
    .map(({ level, title, body, setext }, index) => {
      const under = setext && level <= 2 ? `\n${(level === 1 ? '=' : '-').repeat(3)}` : null;
      const heading = under ? `${title}${index}${under}` : `${'#'.repeat(level)} ${title}${index}`;
      return `${heading}\n\n${body.map((line) => line.replaceAll(/(?<=^| )/g, `${index}:w`)).join(' ')}`;
    })
    .join('\n\n');
}

function pathTo(parts: readonly Outline[], index: number): string[] {
  const path: { level: number; title: string }[] = [];
  for (const [at, part] of parts.slice(0, index + 1).entries()) {
    while ((path.at(-1)?.level ?? 0) >= part.level) path.pop();
    path.push({ level: part.level, title: `${part.title}${at}` });
  }
  return path.map((part) => part.title);
}

describe('heading path', () => {
  it('names the headings above every passage', () => {
    fc.assert(
      fc.property(outline, (parts) => {
        for (const chunk of split(write(parts), 30)) {
          const index = Number(/(\d+):w/.exec(chunk.text)?.[1]);
          expect(chunk.headingPath).toEqual(pathTo(parts, index));
        }
      }),
    );
  });

  it('does not repeat the title of the document', () => {
    const [chunk] = splitDocument({ text: '# Guide\n\n## Fees\n\nFree.', pages: null, title: 'Guide' });
    expect(chunk?.headingPath).toEqual(['Fees']);
  });

  it('never lets a heading end a chunk while text follows', () => {
    const text = Array.from(
      { length: 40 },
      (_, i) => `## Part ${i}\n\n${'Word word word. '.repeat(i % 9)}`,
    ).join('\n');
    for (const chunk of texts(text, 25).slice(0, -1)) expect(chunk).not.toMatch(/(^|\n)## Part \d+$/);
  });

  it('is not taken from code, tables or front matter', () => {
    const text = '---\ntitle: x\n---\n\n# Real\n\n```sh\n# comment\n```\n\n| # a |\n|---|\n| b |';
    expect(split(text).map((chunk) => chunk.headingPath)).toEqual([[], ['Real']]);
  });
});

describe('what stays together', () => {
  const filler = 'これは説明の文です。'.repeat(6);

  it('a code fence', () => {
    const fence = '```js\nconst a = 1;\n\nconst b = 2;\n```';
    expect(
      texts(`${filler}\n\n${fence}\n\n${filler}`, 60).filter((text) => text.includes(fence)),
    ).toHaveLength(1);
  });

  it('a list item with what is nested in it', () => {
    const item = '- 持ち物\n  - 保険証\n  - 診察券\n\n  受付でお出しください。';
    expect(texts(`${filler}\n\n${item}\n- 次`, 60).some((text) => text.includes(item))).toBe(true);
  });

  it('a table row, and the head with the first row', () => {
    const rows = Array.from({ length: 30 }, (_, i) => `| メニュー${i} | ${i * 100} 円 |`);
    const table = ['| 品 | 値段 |', '|---|---|', ...rows].join('\n');
    const chunks = texts(`料金は次の通りです：\n\n${table}`, 80);
    expect(chunks.length).toBeGreaterThan(3);
    for (const chunk of chunks) expect(chunk).toMatch(/\|$/);
    expect(chunks[0]).toContain('|---|---|\n| メニュー0 |');
  });

  it('a question with its answer, and nothing of another pair', () => {
    const pair = (i: number) => `Q${i}. 料金${i}はいくらですか？\nA${i}. ${i}円です。`;
    const text = Array.from({ length: 20 }, (_, i) => pair(i)).join('\n');
    expect(texts(text)).toEqual(Array.from({ length: 20 }, (_, i) => pair(i)));
  });

  it('a lead-in with its list', () => {
    const chunks = texts(`${filler}\n\nCần mang theo:\n\n- CCCD\n- Thẻ bảo hiểm`, 70);
    expect(chunks.at(-1)).toMatch(/^(.|\n)*Cần mang theo:\n\n- CCCD/);
  });
});

describe('a list of questions', () => {
  const pairs = (text: string, chunkTokens?: number) =>
    splitDocument({ text, pages: null, title: 'FAQ', kind: 'questions' }, chunkTokens ? { chunkTokens } : {});

  it('makes every question with its answer one chunk', () => {
    const text =
      '## 送料は？\n無料です。\n\n## Q2. Giá?\n# 100 đ\n\nQ: nghĩa là?\nA: một trăm\n## Empty\n## Last\n- a';
    expect(pairs(text).map((chunk) => [chunk.headingPath, chunk.text])).toEqual([
      [['送料は？'], '## 送料は？\n無料です。'],
      [['Q2. Giá?'], '## Q2. Giá?\n# 100 đ\n\nQ: nghĩa là?\nA: một trăm'],
      [['Empty'], '## Empty'],
      [['Last'], '## Last\n- a'],
    ]);
  });

  it('keeps the question in the heading path of a long answer', () => {
    const chunks = pairs(`## Why?\n${'Because of this and that. '.repeat(40)}`, 80);
    expect(chunks.length).toBeGreaterThan(2);
    for (const chunk of chunks) expect(chunk.headingPath).toEqual(['Why?']);
  });

  it('covers everything with exact offsets, whatever the answers', () => {
    const row = fc
      .tuple(fragment, document)
      .map(([question, answer]) => `## ${question.trim()}\n${answer}\n`);
    fc.assert(
      fc.property(fc.array(row, { maxLength: 8 }), fragment, maximum, (rows, before, limit) => {
        const text = before + rows.join('');
        const chunks = pairs(text, limit);
        expect(uncovered(text, chunks)).toBe('');
        for (const chunk of chunks) {
          expect(chunk.text).toBe(text.slice(chunk.start, chunk.end));
          expect(weigh(chunk.text, 0, chunk.text.length)).toBeLessThanOrEqual(limit * TOKEN);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('size', () => {
  it('is by default what a base is set to by default', () => {
    const { chunkTokens, overlapPercent } = KnowledgeSettings.parse({});
    expect([DEFAULT_CHUNK_TOKENS, DEFAULT_OVERLAP_PERCENT]).toEqual([chunkTokens, overlapPercent]);
  });

  it('leaves no tiny piece at the end', () => {
    for (let count = 20; count < 120; count++) {
      const chunks = split('Mười hai chữ ở trong câu này đó. '.repeat(count), 180);
      const shortest = Math.min(...chunks.map((chunk) => chunk.text.length));
      expect(shortest).toBeGreaterThan(chunks.length === 1 ? 0 : 200);
    }
  });

  it('cuts a megabyte without a break between graphemes', () => {
    const family = '👨‍👩‍👧';
    const chunks = split(family.repeat(130_000));
    for (const chunk of chunks) expect(chunk.text.replaceAll(family, '')).toBe('');
  });

  it.each(['#', '|-', 'a\n', '- a\n', '```\n', 'Q: a\n\n', '. ', '「', '\u0301', '> '])(
    'survives a megabyte of %j',
    (unit) => {
      const text = unit.repeat(1_000_000 / unit.length);
      expect(uncovered(text, split(text))).toBe('');
    },
  );
});

it('gives the page on which a chunk starts', () => {
  const text = `${'One. '.repeat(40)}\n\n${'Two. '.repeat(40)}`;
  const cut = text.indexOf('Two');
  const pages = [
    { number: 1, start: 0, end: cut },
    { number: 2, start: cut, end: text.length },
  ];
  const chunks = splitDocument({ text, pages, title: null }, { chunkTokens: 30 });
  for (const chunk of chunks) expect(chunk.page).toBe(chunk.start < cut ? 1 : 2);
});

it('gives nothing for nothing', () => {
  expect(split('')).toEqual([]);
  expect(split(' \n\u3000\n')).toEqual([]);
});

/** Folder whose `dev` holds `chunk-articles.{docs,queries}.jsonl`; evaluation data that is not part of the repository. */
const folder = process.env.RETRIEVAL_DATA;

interface Article {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}
interface Answer {
  readonly doc: string;
  readonly start: number;
  readonly end: number;
}

function readRows<Row>(name: string): Row[] {
  const lines = readFileSync(`${folder}/dev/${name}`, 'utf8').trim().split('\n');
  return lines.map((line): Row => JSON.parse(line));
}

it.skipIf(!folder)('keeps nearly every answer whole in one chunk', () => {
  const articles = new Map(
    readRows<Article>('chunk-articles.docs.jsonl').map((article) => [article.id, article]),
  );
  const answers = readRows<Answer>('chunk-articles.queries.jsonl');
  const chunks = new Map(
    [...articles].map(([id, article]) => [id, splitDocument({ ...article, pages: null }, {})]),
  );
  const whole = answers.filter(({ doc, start, end }) =>
    chunks.get(doc)?.some((chunk) => chunk.start <= start && chunk.end >= end),
  );
  expect(answers.length).toBeGreaterThan(0);
  expect(whole.length / answers.length).toBeGreaterThan(0.995);
});

it('does not cut an address after its scheme or its commas', () => {
  const link = '[予約](https://shop.example/yoyaku,1;2)';
  const text = `${'長い文が続きます、'.repeat(3)}${link}と`.repeat(60);
  const found = texts(text, 60).join('\n');
  expect(found).not.toMatch(/https:$|yoyaku,$|yoyaku,1;$/m);
});
