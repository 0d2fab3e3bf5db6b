import { type BotSettings, DEFAULT_BOT_SETTINGS } from '@hanasu/contract/bots';
import { fillVariables } from '@hanasu/contract/fill-variables';
import { BotId, DocumentId, EmbeddingId, KnowledgeId } from '@hanasu/contract/ids';
import type { ChatTurn } from '@hanasu/models/gateway/answer-request';
import type { AnswerTool } from '@hanasu/models/gateway/answer-tool';
import { estimateTokens } from '@hanasu/models/tokens/estimate-tokens';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BotRow } from '../../bots/public.ts';
import type { FoundPassage } from '../../knowledge/public.ts';
import { buildContext, type Context, chooseHistory, choosePassages, sizeOfPassage } from './build-context.ts';

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
  url: null,
  headingPath: ['Shop', 'Hours'],
  page: 3,
  text,
  score: 1,
  confidence: 1,
  position: 0,
  start: 0,
  end: text.length,
  stages: { words: null, meaning: null, fused: null, reranked: null },
  neighbours: [],
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
        const left = budget - chosen.reduce((sum, one) => sum + sizeOfPassage(one), 0);
        const smallest = Math.min(...found.map((text) => sizeOfPassage(passage(text))));
        if (chosen.length === 0) expect(smallest).toBeGreaterThan(left);
      }
    }),
  );
});

const entry = { contextTokens: 8_000, outputTokens: 1_000 };
const bot: BotRow = {
  id: BotId.parse('00000000-0000-7000-8000-000000000004'),
  name: 'Clerk',
  serviceUuid: 'any',
  instructions: 'Be kind.',
  greeting: '',
  noAnswerReply: '',
  answerOnlyFromKnowledge: true,
  showSources: true,
  knowledgeIds: [passage('').knowledgeId],
  settings: DEFAULT_BOT_SETTINGS,
  paused: false,
  version: 1,
  isEconomical: false,
  curatedAt: null,
  hasTools: false,
};
const ask = (
  changes: Partial<BotRow> = {},
  found: readonly FoundPassage[] = [],
  tools: readonly AnswerTool[] = [],
) =>
  buildContext({ bot: { ...bot, ...changes }, text: 'Hello', history: [] }, found, { tools, limits: entry });
const withSettings = (settings: Partial<BotSettings>) => ({
  settings: { ...DEFAULT_BOT_SETTINGS, ...settings },
});

describe('instructions', () => {
  test('the owner’s words first, then the rules, then the passages with their places', () => {
    const { instructions } = ask({}, [passage('Open from nine.')]);
    expect(instructions.startsWith('Be kind.\n\nYou are "Clerk"')).toBe(true);
    expect(instructions).toContain('reply with exactly NO_ANSWER');
    expect(instructions.endsWith('[1] Handbook › Shop › Hours › p. 3\nOpen from nine.')).toBe(true);
  });

  test('a bot without knowledge hears of no passages', () => {
    expect(ask({ knowledgeIds: [] }).instructions).not.toMatch(/passage|NO_ANSWER/i);
  });

  test('a bot that may know more is not told to give up', () => {
    const { instructions } = ask({ answerOnlyFromKnowledge: false });
    expect(instructions).not.toContain('NO_ANSWER');
    expect(instructions).toContain('none were found');
  });

  test('tone and language are rules', () => {
    const { instructions } = ask(withSettings({ tone: 'formal', language: 'ja' }));
    expect(instructions).toContain('Always answer in Japanese');
    expect(instructions).toContain('keigo');
    expect(ask().instructions).toContain('language of the customer');
  });

  test('variables are filled in; a name that nobody has set stays as typed', () => {
    const variables = [
      { name: 'phone', value: '03-1234' },
      { name: 'nested', value: '{{phone}}' },
    ];
    const { instructions } = ask({
      instructions: 'Call {{phone}} or {{ phone }}; {{unknown}} {{nested}} {{}}',
      ...withSettings({ variables }),
    });
    expect(instructions).toContain('Call 03-1234 or 03-1234; {{unknown}} {{phone}} {{}}');
  });

  test('a variable that is used ten thousand times doesn’t fill the memory', () => {
    const filled = fillVariables('{{a}}'.repeat(4_000), [{ name: 'a', value: 'x'.repeat(2_000) }]);
    expect(filled.length).toBeLessThanOrEqual(60_000);
  });
});

const tool = (name: string, description: string): AnswerTool => ({
  name,
  description,
  inputSchema: { type: 'object' },
  execute: async () => ({ kind: 'done', output: null }),
});

test('whatever is asked, the prompt stays within the limits of the model', () => {
  const texts = fc.oneof(
    words,
    fc.tuple(words, fc.integer({ min: 1, max: 4_000 })).map(([word, times]) => word.repeat(times)),
  );
  const size = (context: Context): number =>
    [context.instructions, context.question, ...context.history.map(({ text }) => text)].reduce(
      (sum, text) => sum + estimateTokens(text) + 4,
      0,
    ) +
    context.tools.reduce(
      (sum, { name, description, inputSchema }) =>
        sum + estimateTokens(`${name}${description}${JSON.stringify(inputSchema)}`),
      0,
    );
  fc.assert(
    fc.property(
      fc.integer({ min: 1_000, max: 60_000 }),
      fc.record({ question: texts, own: texts, document: texts, described: texts }),
      fc.array(texts, { maxLength: 12 }),
      turns,
      (contextTokens, { question, own, document, described }, passages, history) => {
        const limits = { contextTokens, outputTokens: 4_000 };
        const context = buildContext(
          {
            bot: { ...bot, instructions: own },
            text: question,
            history: [...history, { role: 'user', text: question }],
            attachments: [{ kind: 'document', name: 'menu.pdf', text: document }],
          },
          passages.map(passage),
          { tools: [tool('look_up', described)], limits },
        );
        expect(size(context) + context.outputTokens).toBeLessThanOrEqual(contextTokens);
        expect(size(context)).toBeLessThanOrEqual(context.inputTokens + 4);
        for (const { text } of context.passages) expect(passages).toContain(text);
        expect(context.question).not.toBe('');
      },
    ),
    { numRuns: 60 },
  );
});

test('a prompt of a megabyte and ten thousand turns are no trouble, and the end of a question is kept', () => {
  const history = Array.from(
    { length: 10_000 },
    (_, index): ChatTurn => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      text: `turn ${index}`,
    }),
  );
  const text = `First ${'あ'.repeat(1_000_000)} last?`;
  const context = buildContext({ bot, text, history }, [], {
    tools: [],
    limits: {
      contextTokens: 100_000,
      outputTokens: 1_000,
    },
  });
  expect(context.question.startsWith('First あ')).toBe(true);
  expect(context.question.endsWith('あ last?')).toBe(true);
  expect(context.history.at(-1)?.text).toBe('turn 9999');
  expect(context.history.length).toBeLessThan(1_000);
});
