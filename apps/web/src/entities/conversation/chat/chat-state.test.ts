import { expect, test } from 'vitest';
import { makeMessage } from '../../../features/inbox/testing.ts';
import { ApiError } from '../../../shell/api/api-error.ts';
import { type ChatAction, type ChatState, chatReducer, newTurn, turnsOf } from './chat-state.ts';

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

const EMPTY: ChatState = { turns: [], hasEarlier: false };
const after = (state: ChatState, ...actions: ChatAction[]) => actions.reduce(chatReducer, state);
const states = ({ turns }: ChatState) => turns.map(({ question, text, state }) => [question, text, state]);

/** Two questions, both answered. */
const CHAT: ChatState = {
  turns: turnsOf([
    said(1, { text: 'When?' }),
    said(2, { sender: 'bot', text: 'At noon.', ...facts }),
    said(3, { text: 'Where?' }),
    said(4, { sender: 'bot', text: 'Here.', ...facts }),
  ]),
  hasEarlier: true,
};
const [first, second] = CHAT.turns.map(({ id }) => id) as [string, string];

test('an answer is shown as it is written', () => {
  const turn = newTurn('When?');
  const { id } = turn;
  const begun = after(EMPTY, { type: 'asked', turn });
  expect(states(begun)).toEqual([['When?', '', 'waiting']]);
  const written = after(
    begun,
    { type: 'event-received', id, event: { type: 'text', delta: 'At ' } },
    { type: 'event-received', id, event: { type: 'text', delta: 'noon.' } },
  );
  expect(states(written)).toEqual([['When?', 'At noon.', 'streaming']]);
  const restarted = after(written, { type: 'event-received', id, event: { type: 'restart', attempt: 2 } });
  expect(states(restarted)).toEqual([['When?', '', 'waiting']]);
});

test('a stream that ends early fails its turn, a cancelled one stops it, and a finished answer stays', () => {
  const turn = newTurn('When?');
  const ended = (error: unknown) =>
    after(EMPTY, { type: 'asked', turn }, { type: 'stream-ended', id: turn.id, error }).turns[0];
  const error = new ApiError({ code: 'network_error' });
  expect(ended(error)).toMatchObject({ state: 'failed', fault: error });
  expect(ended(undefined)).toMatchObject({ state: 'failed', fault: null });
  expect(ended(new ApiError({ code: 'aborted' }))).toMatchObject({ state: 'stopped' });
  expect(after(CHAT, { type: 'stream-ended', id: second, error })).toEqual(CHAT);
});

test('another answer or an edited question leaves out what came after it', () => {
  const regenerated = after(CHAT, { type: 'regenerated', id: first });
  expect(states(regenerated)).toEqual([['When?', '', 'waiting']]);
  expect(regenerated.turns[0]?.answered).toEqual(CHAT.turns[0]?.answered);
  const edited = after(CHAT, { type: 'edited', id: first, question: 'Why?' });
  expect(states(edited)).toEqual([['Why?', '', 'waiting']]);
  expect(edited.turns[0]?.answered).toBeNull();
});

test('a question that is asked again keeps its place and what came after it', () => {
  expect(states(after(CHAT, { type: 'restarted', id: first }))).toEqual([
    ['When?', '', 'waiting'],
    ['Where?', 'Here.', 'done'],
  ]);
});

test('earlier turns come before those that are shown, and a rating changes its turn alone', () => {
  const [early, late] = [
    { ...CHAT, turns: CHAT.turns.slice(0, 1) },
    { ...CHAT, turns: CHAT.turns.slice(1) },
  ];
  const whole = after(late, { type: 'earlier-loaded', earlier: { ...early, hasEarlier: false } });
  expect(whole).toEqual({ turns: CHAT.turns, hasEarlier: false });
  const feedback = { rating: 'up', reason: '', at: '2026-01-01T00:00:00Z' } as const;
  const rated = after(CHAT, { type: 'rated', id: second, feedback });
  expect(rated.turns.map((turn) => turn.feedback)).toEqual([CHAT.turns[0]?.feedback, feedback]);
  expect(after(CHAT, { type: 'cleared' })).toEqual(EMPTY);
});
