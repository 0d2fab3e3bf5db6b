import type { ChatTurn } from '@hanasu/models/gateway/answer-request';
import type { AnswerTool } from '@hanasu/models/gateway/answer-tool';
import { createLinkPolicy } from '@hanasu/models/guard/link-hosts';
import { describe, expect, test } from 'vitest';
import { confirmationQuestion, isConsent, withConfirmation } from './confirm-call.ts';

const links = createLinkPolicy([]);
const call = { name: 'cancel_order', input: { order: '4711', note: 'see https://evil.example' } };
const signal = new AbortController().signal;

async function run(
  changes: AnswerTool['changes'],
  said: { readonly text: string; readonly history?: readonly ChatTurn[] },
  input: unknown = call.input,
) {
  const made: unknown[] = [];
  const tool: AnswerTool = {
    name: 'cancel_order',
    description: '',
    inputSchema: {},
    ...(changes && { changes }),
    execute: async (given) => {
      made.push(given);
      return { kind: 'done', output: 'ok' };
    },
  };
  const pending = { question: null };
  const [guarded] = withConfirmation([tool], { history: [], ...said }, { language: 'vi', links, pending });
  await guarded?.execute(input, { signal });
  return { made, asked: pending.question };
}

const asked = (language: 'en' | 'ja' | 'vi', one = call): ChatTurn[] => [
  { role: 'user', text: 'Cancel it' },
  { role: 'assistant', text: `Gladly.\n\n${confirmationQuestion(language, one, links)}` },
];

describe('a tool that changes something', () => {
  test('and asks each time does nothing before the customer consents', async () => {
    const { made, asked: question } = await run('confirmed', { text: 'Cancel order 4711' });
    expect(made).toEqual([]);
    expect(question).toBe(confirmationQuestion('vi', call, links));
    expect(question).toContain('- order: 4711');
    expect(question).toContain('evil . example');
  });
  test.each(['en', 'ja', 'vi'] as const)(
    'runs once consent is given to this very call (%s)',
    async (language) => {
      const history = asked(language);
      for (const text of ['Yes!', 'はい、お願いします。', 'Đồng ý'])
        expect((await run('confirmed', { text, history })).made).toEqual([call.input]);
      expect((await run('confirmed', { text: 'no', history })).made).toEqual([]);
      expect((await run('confirmed', { text: 'yes, but another one', history })).made).toEqual([]);
      const other = { order: '4712', note: call.input.note };
      expect((await run('confirmed', { text: 'yes', history }, other)).made).toEqual([]);
    },
  );
  test('does not run on a consent to something else, or to something earlier', async () => {
    const later: ChatTurn[] = [
      ...asked('en'),
      { role: 'user', text: 'hm' },
      { role: 'assistant', text: 'Well?' },
    ];
    expect((await run('confirmed', { text: 'yes', history: later })).made).toEqual([]);
    expect((await run('confirmed', { text: 'yes' })).made).toEqual([]);
  });
  test('and need not ask still does when nothing of it comes from the customer', async () => {
    expect((await run('unasked', { text: 'Cancel order 4711' })).made).toHaveLength(1);
    expect((await run('unasked', { text: 'When are you open?' })).made).toEqual([]);
    expect((await run('unasked', { text: 'Delete it all' }, {})).made).toEqual([]);
    expect((await run('unasked', { text: 'yes', history: asked('ja') })).made).toHaveLength(1);
  });
  test('is asked for nothing when it only reads', async () => {
    expect((await run(undefined, { text: 'When are you open?' })).made).toHaveLength(1);
  });
});

test('consent is a few words and nothing else', () => {
  for (const text of ['yes', ' OK. ', 'はい', 'お願いします！', 'Có', 'vâng ạ', 'ＯＫ'])
    expect(isConsent(text), text).toBe(true);
  for (const text of ['', 'no', 'yes and no', 'いいえ', 'không', 'yesterday', 'はい？ちがいます'])
    expect(isConsent(text), text).toBe(false);
});
