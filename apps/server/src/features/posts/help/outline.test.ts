import { DocumentId, EmbeddingId, KnowledgeId } from '@hanasu/contract/ids';
import { expect, test } from 'vitest';
import type { FoundPassage } from '../../knowledge/public.ts';
import { outlineOfPassages, sourcesOf } from './outline.ts';

const id = (digit: string) => `01932f00-0000-7000-8000-00000000000${digit}`;
const GUIDE = DocumentId.parse(id('a'));
const NEWS = DocumentId.parse(id('b'));
const passage = (text: string, more: Partial<FoundPassage> = {}): FoundPassage => ({
  ...{ embeddingId: EmbeddingId.parse(id('1')), documentId: GUIDE, knowledgeId: KnowledgeId.parse(id('c')) },
  ...{ title: 'ご案内', url: null, headingPath: [], page: null, position: 0, start: 0, end: text.length },
  ...{ text, score: 1, confidence: 0.5, stages: [] as unknown as FoundPassage['stages'], neighbours: [] },
  ...more,
});
const headingsIn = (html: string): string[] =>
  [...html.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, text = '']) => text);
const outline = (topic: string, ...passages: FoundPassage[]) => {
  const { content, sources } = outlineOfPassages(topic, passages);
  return { content, headings: headingsIn(content), sources };
};

const SHOP = `■営業時間
営業時間は午前10時から午後7時までです。

■駐車場
・駐車場は店舗の裏に12台分あります。
・駐車場は2時間まで無料です。

■返品について
お買い上げから14日以内に承ります。

【送料】
全国一律500円です。`;

test('an outline has what of a passage matches the topic, without the marks of its lists', () => {
  const { content, headings } = outline('駐車場のご案内', passage(SHOP));
  expect(headings).toEqual(['駐車場']);
  expect(content).toBe(
    '<h2>駐車場</h2><ul><li><p>駐車場は店舗の裏に12台分あります。</p></li><li><p>駐車場は2時間まで無料です。</p></li></ul>',
  );
  expect(outline('営業時間と駐車場', passage(SHOP)).headings).toEqual(['営業時間', '駐車場']);
  expect(outline('送料はいくらですか', passage(SHOP)).headings).toEqual(['送料']);
});

test.each([
  ['■ 料金', '料金'],
  ['● 料金：', '料金'],
  ['1. Prices', 'Prices'],
  ['1.2 Prices', 'Prices'],
  ['(3) Prices', 'Prices'],
  ['②料金', '料金'],
  ['【料金】', '料金'],
  ['◆1．料金', '料金'],
  ['24時間の料金', '24時間の料金'],
  ['3.5 mm cables', '3.5 mm cables'],
  ['2027.4.1 料金改定', '2027.4.1 料金改定'],
])('the heading %s reads %s', (heading, cleaned) => {
  const found = passage('The prices 料金 are here.', { headingPath: ['Guide', heading] });
  expect(outline('prices 料金', found).headings).toEqual([cleaned]);
  expect(sourcesOf([found])[0]?.headings).toEqual([cleaned]);
});

test('a heading that matches has the sentences below it that match best, in their order', () => {
  const text = `## Parking\n\nWe are glad that you come. There are 12 parking spaces. Trams stop here. Parking is free. Parking closes at ten.`;
  expect(outline('Parking', passage(text)).content).toBe(
    '<h2>Parking</h2><ul><li><p>There are 12 parking spaces.</p></li><li><p>Parking is free.</p></li><li><p>Parking closes at ten.</p></li></ul>',
  );
});

test('each heading and each point comes once, and each document is named with its own headings', () => {
  const tea = (more: Partial<FoundPassage>) => passage('Our tea grows in Uji.', more);
  const { content, sources } = outline(
    'Tea from Uji',
    tea({ headingPath: ['■ Tea'] }),
    tea({ headingPath: ['Tea'], position: 1, text: 'Uji tea is picked in May.' }),
    tea({ headingPath: ['Tea harvest'], position: 2 }),
    tea({ headingPath: ['Tea tours'], documentId: NEWS, title: 'News', text: 'See Uji tea grow.' }),
    tea({ headingPath: ['Parking'], documentId: NEWS, position: 1, text: 'Park behind the shop.' }),
  );
  expect(content).toBe(
    '<h2>Tea</h2><ul><li><p>Our tea grows in Uji.</p></li><li><p>Uji tea is picked in May.</p></li></ul><h2>Tea tours</h2><ul><li><p>See Uji tea grow.</p></li></ul>',
  );
  expect(sources).toMatchObject([
    { documentUuid: GUIDE, headings: ['Tea'] },
    { documentUuid: NEWS, title: 'News', headings: ['Tea tours'] },
  ]);
});

test('of many headings the eight that match best are there, in the order of their document', () => {
  const text = Array.from(
    { length: 14 },
    (_, index) =>
      `## Tea ${'of Uji '.repeat(Math.sign(index % 3))}${'ABCDEFGHIJKLMN'[index]}\n\nTea number ${index}.`,
  ).join('\n\n');
  const { headings } = outline('Tea of Uji', passage(text));
  expect(headings).toHaveLength(8);
  expect(headings.filter((heading) => heading.includes('Uji'))).toHaveLength(8);
  expect(headings).toEqual(headings.toSorted((one, other) => text.indexOf(one) - text.indexOf(other)));
});

test('where only the meaning fits, the passages that are trusted most are taken', () => {
  const { headings } = outline(
    'Öffnungszeiten',
    passage('We open at ten.', { headingPath: ['Hours'], confidence: 0.4 }),
    passage('Bring a receipt.', { headingPath: ['Returns'], position: 1, confidence: 0.05 }),
  );
  expect(headings).toEqual(['Hours']);
});
