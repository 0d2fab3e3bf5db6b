import { DocumentId, EmbeddingId, KnowledgeId } from '@hanasu/contract/ids';
import { estimateTokens } from '@hanasu/models/tokens/estimate-tokens';
import { splitDocument } from '@hanasu/retrieval/split/split';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FoundPassage, PassagePart } from '../../knowledge/public.ts';
import { choosePassages } from './build-context.ts';

const DOCUMENT = DocumentId.parse('00000000-0000-7000-8000-000000000001');

/** The chunks of a document as a search finds them, each with those beside it. */
function found(parts: readonly PassagePart[], hits: readonly number[]): FoundPassage[] {
  return hits.flatMap((at) => {
    const part = parts[at];
    if (!part) return [];
    const neighbours = [parts[at - 1], parts[at + 1]].flatMap((one) => one ?? []);
    return [
      {
        ...part,
        knowledgeId: KnowledgeId.parse('00000000-0000-7000-8000-000000000003'),
        documentId: DOCUMENT,
        embeddingId: EmbeddingId.parse('00000000-0000-7000-8000-000000000002'),
        title: 'Guide',
        url: null,
        headingPath: [],
        page: null,
        score: 1,
        confidence: 1,
        stages: { words: null, meaning: null, fused: null, reranked: null },
        neighbours,
      },
    ];
  });
}

const sentence = (number: number): string =>
  `Sentence number ${number} tells about the ${['pool', 'sauna', 'garden', 'kitchen'][number % 4]} of the house.`;
const TEXT = Array.from({ length: 60 }, (_, number) => sentence(number)).join(' ');
const PARTS = splitDocument({ text: TEXT, pages: null, title: null }, { chunkTokens: 220 });

describe('what stands beside a passage', () => {
  test('is joined without saying twice what both say', () => {
    const [passage] = choosePassages(found(PARTS, [2]), 4_000);
    expect(PARTS.length).toBeGreaterThan(4);
    expect(TEXT).toContain(passage?.shown);
    expect(passage?.shown.startsWith(PARTS[1]?.text ?? '-')).toBe(true);
    expect(passage?.shown.endsWith(PARTS[3]?.text ?? '-')).toBe(true);
    expect(passage?.text).toBe(PARTS[2]?.text);
  });

  test('holds more answers than the passages alone, within the same budget', () => {
    const budget = 1_500;
    let alone = 0;
    let together = 0;
    const questions = Array.from({ length: 60 }, (_, number) => sentence(number));
    for (const answer of questions) {
      // The search is one passage off, as it is for an answer whose words are a paragraph further.
      const right = PARTS.findIndex(({ text }) => text.includes(answer));
      const hit = right > 0 ? right - 1 : right + 1;
      const chosen = choosePassages(found(PARTS, [hit]), budget);
      if (chosen.some(({ text }) => text.includes(answer))) alone += 1;
      if (chosen.some(({ shown }) => shown.includes(answer))) together += 1;
    }
    expect(together).toBe(60);
    expect(alone).toBeLessThan(10);
  });

  test('of two passages is given to the better one only, and a passage is no neighbour', () => {
    const [best, next, last] = choosePassages(found(PARTS, [1, 3, 2]), 4_000);
    const all = [best, next, last].map((one) => one?.shown ?? '').join('\n');
    expect(best?.shown).toContain(PARTS[0]?.text);
    expect(best?.shown).not.toContain(PARTS[2]?.text);
    expect(next?.shown).toContain(PARTS[4]?.text);
    expect(last?.shown).toBe(PARTS[2]?.text);
    expect(all.split(PARTS[2]?.text ?? '-')).toHaveLength(2);
  });

  test('of a passage that a person changed is put beside it as it is', () => {
    const parts = PARTS.slice(0, 3).map((part) => ({
      ...part,
      text: `Changed: ${part.position}. ${part.text}`,
    }));
    const [passage] = choosePassages(found(parts, [1]), 4_000);
    for (const part of parts) expect(passage?.shown).toContain(part.text.slice(-40));
    expect(passage?.shown).toContain('Changed: 1.');
  });

  test('never takes more than is left, and the passages themselves are as they were', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat({ max: PARTS.length - 1 }), { maxLength: 5 }),
        fc.nat({ max: 2_500 }),
        (hits, budget) => {
          const chosen = choosePassages(found(PARTS, hits), budget);
          const sizes = chosen.reduce((sum, { size }) => sum + size, 0);
          expect(sizes).toBeLessThanOrEqual(budget);
          for (const { shown, text, size } of chosen) {
            expect(shown).toContain(text);
            expect(estimateTokens(shown)).toBeLessThanOrEqual(size);
          }
          const withoutNeighbours = found(PARTS, hits).map((one) => ({ ...one, neighbours: [] }));
          expect(choosePassages(withoutNeighbours, budget).map(({ number, text }) => [number, text])).toEqual(
            chosen.map(({ number, text }) => [number, text]),
          );
        },
      ),
    );
  });
});
