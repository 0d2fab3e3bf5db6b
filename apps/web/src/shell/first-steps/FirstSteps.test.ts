import { KnowledgeId } from '@hanasu/contract/ids';
import type { FirstStepsView } from '@hanasu/contract/insights';
import { expect, test } from 'vitest';
import { type Act, doneOf, linkOf, nextAct, STEPS, type Step } from './FirstSteps.tsx';

const BOT = { uuid: '01932f00-bbbb-7000-8000-000000000001', name: 'Front desk' };

const view = (
  steps: readonly Step[],
  state?: 'draft' | 'live' | 'paused',
  more: Partial<FirstStepsView> = {},
): FirstStepsView =>
  ({
    steps: Object.fromEntries(STEPS.map((step) => [step, steps.includes(step)])),
    isConnected: false,
    document: null,
    bot: state ? { ...BOT, state } : null,
    channel: null,
    unanswered: null,
    questions: [],
    ...more,
  }) as unknown as FirstStepsView;

test.each<[Step[], Act | undefined]>([
  [[], 'knowledge'],
  [['knowledge'], 'bot'],
  [['knowledge', 'bot'], 'tested'],
  // Whoever connects without trying first is not led back.
  [['knowledge', 'bot', 'channel'], 'answered'],
  [['channel'], 'answered'],
  [['knowledge', 'bot', 'tested', 'channel', 'answered'], undefined],
  [['answered'], undefined],
])('after %j comes %s', (steps, next) => {
  expect(nextAct(view(steps))).toBe(next);
  expect(doneOf(view(steps))).toBe(steps.length);
});

test('a bot from a template is a draft: it is published next, also where it was tried already', () => {
  const created = view(['knowledge'], 'draft');
  expect([nextAct(created), doneOf(created)]).toEqual(['publish', 2]);
  expect(linkOf('publish', created)).toEqual({
    to: '/Bot/$id',
    params: { id: BOT.uuid },
    search: { tab: 'publish' },
  });
  expect(nextAct(view(['knowledge', 'tested', 'channel'], 'draft'))).toBe('publish');
  expect(nextAct(view(['knowledge', 'bot'], 'live'))).toBe('tested');
  // Nothing to answer from yet.
  expect(nextAct(view([], 'draft'))).toBe('knowledge');
});

test('the first document is added to the base that is there already, and no second one is made', () => {
  const base = KnowledgeId.parse('01932f00-bbbb-7000-8000-000000000002');
  expect(linkOf('knowledge', view([]))).toEqual({ to: '/Knowledge/Add' });
  expect(linkOf('knowledge', view([]), base)).toEqual({
    to: '/Knowledge/$id/documents/Create',
    params: { id: base },
    search: { tab: 'file' },
  });
});

test('a question that went to staff has its answer added to the documents, until one is answered', () => {
  const unanswered = { conversationUuid: BOT.uuid, question: 'Is parking free?' } as never;
  const asked = view(['knowledge', 'bot', 'tested', 'channel'], 'live', { unanswered });
  expect([nextAct(asked), doneOf(asked)]).toEqual(['unanswered', 4]);
  expect(linkOf('unanswered', asked)).toEqual({ to: '/Knowledge/Add' });
  const document = { knowledgeUuid: BOT.uuid } as never;
  expect(linkOf('unanswered', { ...asked, document })).toEqual({
    to: '/Knowledge/$id/documents/Create',
    params: { id: BOT.uuid },
  });
  // What comes before it comes first.
  expect(nextAct(view(['knowledge'], 'draft', { unanswered }))).toBe('publish');
  expect(nextAct(view(['knowledge', 'bot', 'channel', 'answered'], 'live', { unanswered }))).toBeUndefined();
});
