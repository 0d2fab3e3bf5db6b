import { DocumentId, EmbeddingId, KnowledgeId } from '@hanasu/contract/ids';
import type { ChatTurn } from '@hanasu/models/gateway/answer-request';
import { estimateTokens } from '@hanasu/models/tokens/estimate-tokens';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FoundPassage } from '../../knowledge/public.ts';
import { buildInstructions, chooseHistory, choosePassages } from './build-context.ts';

const words = fc.stringMatching(/^[a-zA-Zあ-ん ]{1,60}$/);
const turns: fc.Arbitrary<ChatTurn[]> = fc.array(
  fc.record({ role: fc.constantFrom('user' as const, 'assistant' as const), text: words }),
  { maxLength: 14 },
);
const passage = (text: string): FoundPassage => ({
  knowledgeId: KnowledgeId.parse('00000000-0000-7000-8000-000000000003'),
  documentId: DocumentId.parse('00000000-0000-7000-8000-000000000001'),
  embeddingId: EmbeddingId.parse('00000000-0000-7000-8000-000000000002'),
  title: 'Handbook',
  headingPath: ['Shop', 'Hours'],
  page: 3,
  text,
  score: 1,
  confidence: 1,
});
const sizeOf = (texts: readonly { readonly text: string }[]): number =>
  texts.reduce((sum, { text }) => sum + estimateTokens(text), 0);

describe('history', () => {
  test('is the newest whole turns that fit, takes turns, and begins with the customer', () => {
    fc.assert(
      fc.property(turns, fc.nat({ max: 200 }), (history, budget) => {
        const chosen = chooseHistory(history, budget);
        const said = chosen.map(({ text }) => text).join('\n');
        const newest = history.map((_, start) =>
          history
            .slice(start)
            .map(({ text }) => text)
            .join('\n'),
        );
        expect(['', ...newest]).toContain(said);
        if (chosen.length > 0) expect(chosen[0]?.role).toBe('user');
        chosen.slice(1).forEach(({ role }, index) => {
          expect(role).not.toBe(chosen[index]?.role);
        });
      }),
    );
  });

  test('keeps to its budget', () => {
    fc.assert(
      fc.property(turns, fc.nat({ max: 200 }), (history, budget) => {
        const kept = chooseHistory(history, budget).flatMap(({ text }) => text.split('\n'));
        expect(sizeOf(kept.map((text) => ({ text })))).toBeLessThanOrEqual(budget);
      }),
    );
  });

  test('is everything when there is room', () => {
    const history = [
      { role: 'assistant', text: 'Welcome!' },
      { role: 'user', text: 'Hello' },
      { role: 'user', text: 'Is it free?' },
      { role: 'assistant', text: 'Yes.' },
    ] satisfies ChatTurn[];
    expect(chooseHistory(history, 1_000)).toEqual([
      { role: 'user', text: 'Hello\nIs it free?' },
      { role: 'assistant', text: 'Yes.' },
    ]);
  });
});

test('passages are whole, in order of rank, numbered without a gap, and fit together', () => {
  fc.assert(
    fc.property(fc.array(words, { maxLength: 10 }), fc.nat({ max: 120 }), (found, budget) => {
      const chosen = choosePassages(found.map(passage), budget);
      expect(chosen.map(({ number }) => number)).toEqual(chosen.map((_, index) => index + 1));
      expect(sizeOf(chosen)).toBeLessThanOrEqual(budget);
      let from = 0;
      for (const { text } of chosen) {
        const place = found.indexOf(text, from);
        expect(place).toBeGreaterThanOrEqual(0);
        from = place + 1;
      }
      // Nothing that would still have fitted was left out at the end.
      if (chosen.length < found.length) {
        const left = budget - sizeOf(chosen);
        const smallest = Math.min(...found.map((text) => estimateTokens(text)));
        if (chosen.length === 0) expect(smallest).toBeGreaterThan(left);
      }
    }),
  );
});

describe('instructions', () => {
  const bot = { name: 'Clerk', instructions: 'Be kind.', answerOnlyFromKnowledge: true };

  test('the owner’s words first, then the rules, then the passages with their places', () => {
    const text = buildInstructions(bot, choosePassages([passage('Open from nine.')], 100), true);
    expect(text.startsWith('Be kind.\n\nYou are "Clerk"')).toBe(true);
    expect(text).toContain('reply with exactly NO_ANSWER');
    expect(text.endsWith('[1] Handbook › Shop › Hours › p. 3\nOpen from nine.')).toBe(true);
  });

  test('a bot without knowledge hears of no passages', () => {
    const text = buildInstructions(bot, [], false);
    expect(text).not.toMatch(/passage|NO_ANSWER/i);
  });

  test('a bot that may know more is not told to give up', () => {
    const text = buildInstructions({ ...bot, answerOnlyFromKnowledge: false }, [], true);
    expect(text).not.toContain('NO_ANSWER');
    expect(text).toContain('none were found');
  });
});
