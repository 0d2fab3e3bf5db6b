import { createExtractiveModel } from '@hanasu/models/builtin/extractive-model';
import { answerWithTools } from '@hanasu/models/gateway/answer-with-tools';
import { expect, test } from 'vitest';
import { createAnswerFilter } from './answer-guard.ts';
import { documentPassages } from './retrieve-passages.ts';

const note = (text: string) => ({ kind: 'document', name: 'menu.pdf', text }) as const;

test('the built-in model answers from a document that was sent, and its marks are no citations', async () => {
  const menu = `Welcome!\n\nThe lunch menu costs 1200 yen.\n\n${'Nothing else. '.repeat(200)}`;
  const filter = createAnswerFilter(new Set([1]));
  const asked = 'How much does the lunch menu cost?';
  let text = '';
  for await (const part of answerWithTools({
    model: createExtractiveModel(),
    entry: { provider: 'builtin', outputTokens: 1024 },
    instructions: '',
    messages: [{ role: 'user', text: asked }],
    questions: [{ text: asked, question: asked, passages: documentPassages([note(menu)]) }],
  })) {
    if (part.kind === 'text') text += filter.push(part.text);
  }
  text += filter.end();
  expect(text).toContain('The lunch menu costs 1200 yen.');
  expect(text).not.toMatch(/\[\d+\]/);
});

test('a document of any size and shape gives so many pieces of so many characters', () => {
  for (const text of ['', '\n\n\n', 'a'.repeat(1_000_000), 'あ\n\n'.repeat(100_000), '👍'.repeat(5_000)]) {
    const passages = documentPassages([note(text), note(text)]);
    expect(passages.length).toBeLessThanOrEqual(40);
    for (const passage of passages) {
      expect(passage.text.length).toBeLessThanOrEqual(801);
      expect(passage.text).not.toBe('');
    }
  }
});
