import { generateQuestionsPrompt } from '@hanasu/models/prompts/tasks';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readGenerated } from './generate-questions.ts';

const passages = [
  { title: 'Guide', headingPath: ['Arrival'], text: 'Guests check in from three in the afternoon.' },
  { title: '案内', headingPath: [], text: '駐車場は無料でご利用いただけます。' },
];
const answerOf = (...items: object[]) => JSON.stringify({ items });
const good = { passage: 1, question: 'When can I come?', answer: 'from three in the afternoon' };

test('what the model is given names each passage', () => {
  const { instructions, message } = generateQuestionsPrompt(passages);
  expect(instructions).toContain('JSON');
  expect(message).toContain('Passage 1 (Guide › Arrival):');
  expect(message).toContain('駐車場は無料');
});

test.each([
  ['plain JSON', answerOf(good)],
  ['in a block of code', `\`\`\`json\n${answerOf(good)}\n\`\`\``],
])('%s is read', (_, answer) => {
  expect(readGenerated(answer, passages)).toEqual([
    { passage: 1, question: good.question, text: good.answer },
  ]);
});

test('in the order of the passages, one for each', () => {
  const second = { passage: 2, question: '車で行けますか？', answer: '駐車場は無料' };
  const answer = answerOf(second, good, { ...good, question: 'Again?' });
  expect(readGenerated(answer, passages).map(({ question }) => question)).toEqual([
    good.question,
    second.question,
  ]);
});

test.each([
  ['talk', 'Sure! Here are the questions: When?'],
  ['talk around it', `Here you are: ${answerOf(good)}`],
  ['no list', '{"items":"none"}'],
  ['an unknown passage', answerOf({ ...good, passage: 3 })],
  ['a passage by name', answerOf({ ...good, passage: '1' })],
  ['an answer that is not there', answerOf({ ...good, answer: 'from four in the afternoon' })],
  ['an answer of the other passage', answerOf({ ...good, passage: 2 })],
  ['next to no answer', answerOf({ ...good, answer: 'in' })],
  ['no question', answerOf({ ...good, question: ' ' })],
  ['an endless question', answerOf({ ...good, question: 'x'.repeat(301) })],
  ['the passage as its question', answerOf({ ...good, question: passages[0]?.text })],
  ['nothing', ''],
])('%s gives nothing', (_, answer) => {
  expect(readGenerated(answer, passages)).toEqual([]);
});

test('any answer gives questions whose words stand in a passage, or none', () => {
  const texts = new Set(passages.map(({ text }) => text));
  fc.assert(
    fc.property(fc.anything(), (value) => {
      for (const { text } of readGenerated(JSON.stringify({ items: [value] }) ?? '', passages)) {
        expect([...texts].some((passage) => passage.includes(text))).toBe(true);
      }
    }),
  );
});
