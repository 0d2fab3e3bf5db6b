import { expect, test } from 'vitest';
import { makeMessage } from '../../../features/inbox/testing.ts';
import { turnsOf } from './chat-turn.ts';

const facts = {
  usage: { inputTokens: 1, outputTokens: 2, tokens: 3 },
  timing: { retrieval: 1, firstToken: null, total: 5 },
  outcome: 'answered',
};

const said = (number: number, more: Record<string, unknown>) => {
  const message = makeMessage(number, more);
  return { ...message, siblings: [message.uuid] };
};

test('questions and answers become turns; what was never answered can be asked again', () => {
  const turns = turnsOf([
    said(1, { text: 'When?' }),
    said(2, { sender: 'bot', text: 'At noon.', ...facts }),
    said(3, { text: 'Really?' }),
  ]);
  expect(turns.map(({ question, text, state }) => [question, text, state])).toEqual([
    ['When?', 'At noon.', 'done'],
    ['Really?', '', 'stopped'],
  ]);
  expect(turns[0]?.answer?.usage.tokens).toBe(3);
});
