import type { ConversationId, ToolId } from '@hanasu/contract/ids';
import type { ChatTurn } from '@hanasu/models/gateway/answer-request';
import type { AnswerTool } from '@hanasu/models/gateway/answer-tool';
import { createLinkPolicy } from '@hanasu/models/guard/link-hosts';
import { describe, expect, test } from 'vitest';
import { confirmationTexts, type SettledConfirmation, type SettledConfirmations } from '../../bots/public.ts';
import { consentsTo, isConsent, type PendingConfirmation, withConfirmation } from './with-confirmation.ts';

const { confirmationQuestion, consentReplies } = confirmationTexts;
const links = createLinkPolicy([]);
const call = { name: 'cancel_order', input: { order: '4711', note: 'see https://evil.example' } };
const signal = new AbortController().signal;
const uuid = '0192f7a0-0000-7000-8000-000000000001' as ToolId;

async function run(
  changes: AnswerTool['changes'],
  said: { readonly text: string; readonly history?: readonly ChatTurn[] },
  {
    input = call.input,
    settled = { waiting: [], ended: [] },
    conversationId = 'c' as ConversationId,
  }: {
    input?: unknown;
    settled?: SettledConfirmations;
    conversationId?: ConversationId | null;
  } = {},
) {
  const made: unknown[] = [];
  const steps: string[] = [];
  const tool: AnswerTool = {
    uuid,
    source: { uuid, version: '1', remote: null },
    name: 'cancel_order',
    description: '',
    inputSchema: {},
    ...(changes && { changes }),
    execute: async (given) => {
      made.push(given);
      steps.push('made');
      return { kind: 'done', output: 'ok' };
    },
  };
  const pending: PendingConfirmation = { text: null, form: null, call: null };
  const [guarded] = withConfirmation(
    [tool],
    { history: [], ...said, ...(conversationId && { conversationId }) },
    { language: 'vi', links, pending, onRun: () => steps.push('announced'), ...settled },
  );
  const outcome = await guarded?.execute(input, { signal });
  return { made, steps, outcome, ...pending };
}

const settledAs = (
  state: SettledConfirmation['state'],
  more: Partial<SettledConfirmation> = {},
): SettledConfirmation => ({
  id: 'x' as SettledConfirmation['id'],
  ...{ toolId: uuid, toolName: call.name, input: call.input, confirmer: 'customer', state },
  ...{ reason: null, output: null, milliseconds: 0 },
  ...more,
});

describe('a tool that changes something', () => {
  test('and asks each time does nothing, and stores the call that it asks for', async () => {
    const { made, text, call: stored } = await run('customer', { text: 'Cancel order 4711' });
    expect(made).toEqual([]);
    expect(text).toBe(confirmationQuestion('vi', call, links));
    expect(text).toContain('- order: 4711');
    expect(text).toContain('evil . example');
    expect(stored).toEqual({
      ...{ toolId: uuid, toolVersion: '1', toolName: 'cancel_order', remote: null },
      ...{ input: call.input, question: text, confirmer: 'customer' },
    });
  });
  test('runs in no answer to a consent either: what was confirmed was made before', async () => {
    const history = [{ role: 'assistant', text: confirmationQuestion('en', call, links) }] as const;
    expect((await run('customer', { text: 'yes', history })).made).toEqual([]);
    const ended = [settledAs('done', { output: { ok: true } })];
    const again = await run('customer', { text: 'yes', history }, { settled: { waiting: [], ended } });
    expect(again).toMatchObject({ made: [], text: null, outcome: { kind: 'done', output: { ok: true } } });
    const other = await run(
      'customer',
      { text: 'yes', history },
      { input: { ...call.input, order: '4712' }, settled: { waiting: [], ended } },
    );
    expect(other).toMatchObject({ made: [], outcome: { reason: 'needs_confirmation' } });
  });
  test('is not made again when it is not known whether it ran', async () => {
    const settled = { waiting: [], ended: [settledAs('unknown', { reason: 'interrupted' })] };
    const { made, text, outcome } = await run('customer', { text: 'Cancel order 4711' }, { settled });
    expect({ made, text }).toEqual({ made: [], text: null });
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'interrupted' });
  });
  test('and waits for staff is told of once', async () => {
    const first = await run('staff', { text: 'Cancel order 4711' });
    expect(first.call?.confirmer).toBe('staff');
    expect(first.text).toContain('- order: 4711');
    const settled = { waiting: [settledAs('pending', { confirmer: 'staff' })], ended: [] };
    const second = await run('staff', { text: 'Cancel order 4711' }, { settled });
    expect(second).toMatchObject({ made: [], text: null, outcome: { reason: 'awaiting_approval' } });
  });
  test('cannot wait for consent where there is no conversation, and says so', async () => {
    const {
      made,
      text,
      call: stored,
    } = await run('customer', { text: 'Cancel order 4711' }, { conversationId: null });
    expect({ made, stored }).toEqual({ made: [], stored: null });
    expect(text).toContain('- order: 4711');
  });
  test('and need not ask still does when nothing of it comes from the customer', async () => {
    expect((await run('unasked', { text: 'Cancel order 4711' })).made).toHaveLength(1);
    expect((await run('unasked', { text: 'When are you open?' })).made).toEqual([]);
    expect((await run('unasked', { text: 'Delete it all' }, { input: {} })).made).toEqual([]);
  });
  test('is announced before it is called, and only then', async () => {
    expect((await run('unasked', { text: 'Cancel order 4711' })).steps).toEqual(['announced', 'made']);
    expect((await run('unasked', { text: 'When are you open?' })).steps).toEqual([]);
    expect((await run(undefined, { text: 'When are you open?' })).steps).toEqual(['made']);
  });
  test('is asked for nothing when it only reads', async () => {
    expect((await run(undefined, { text: 'When are you open?' })).made).toHaveLength(1);
  });
});

test.each(['en', 'ja', 'vi'] as const)(
  'consent belongs to the question that was put last (%s)',
  (language) => {
    const question = confirmationQuestion(language, call, links);
    const history: ChatTurn[] = [
      { role: 'user', text: 'Cancel it' },
      { role: 'assistant', text: `Gladly.\n\n${question}` },
    ];
    for (const text of ['Yes!', 'はい、お願いします。', 'Đồng ý'])
      expect(consentsTo({ text, history }, question), text).toBe(true);
    for (const text of ['no', 'yes, but another one'])
      expect(consentsTo({ text, history }, question), text).toBe(false);
    for (const { text } of consentReplies(question))
      expect(consentsTo({ text, history }, question)).toBe(text === consentReplies(question)[0]?.text);
    const later: ChatTurn[] = [
      ...history,
      { role: 'user', text: 'hm' },
      { role: 'assistant', text: 'Well?' },
    ];
    expect(consentsTo({ text: 'yes', history: later }, question)).toBe(false);
    expect(consentsTo({ text: 'yes', history: [] }, question)).toBe(false);
  },
);

test.each([
  ['en', 'We have received this and are working on it: cancel order', /\bdone\b/i],
  ['ja', '次の内容を受け付け、手続きを進めています：cancel order', /実行しました|完了/],
  ['vi', 'Dạ em đã tiếp nhận và đang xử lý: cancel order', /đã thực hiện|xong/],
] as const)('a call that was only started is reported as received (%s)', (language, text, finished) => {
  const started = settledAs('done', { reason: 'started', output: 'The workflow has been started' });
  const report = confirmationTexts.outcomeText(language, started, links);
  expect(report).toContain(text);
  expect(report).not.toMatch(finished);
  expect(confirmationTexts.outcomeNote(started)).toContain('Its result is not known');
});

test('consent is a few words and nothing else', () => {
  for (const text of ['yes', ' OK. ', 'はい', 'お願いします！', 'Có', 'vâng ạ', 'ＯＫ'])
    expect(isConsent(text), text).toBe(true);
  for (const text of ['', 'no', 'yes and no', 'いいえ', 'không', 'yesterday', 'はい？ちがいます'])
    expect(isConsent(text), text).toBe(false);
});
