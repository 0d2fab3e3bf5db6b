// @vitest-environment jsdom
import type { DocumentCheckView, DocumentQuestionView } from '@hanasu/contract/document-questions';
import { BotId, DocumentId, DocumentQuestionId, EmbeddingId, KnowledgeId } from '@hanasu/contract/ids';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderWithProviders } from '../../testing/render.tsx';
import { problem, sendJson, startTestServer } from '../../testing/test-server.ts';
import { AnswerCheck } from './AnswerCheck.tsx';

const idOf = (number: number) => `01932f00-0000-7000-8000-00000000000${number}`;
const document = {
  uuid: DocumentId.parse(idOf(1)),
  knowledgeUuid: KnowledgeId.parse(idOf(2)),
  version: 1,
};
const clerk = { uuid: BotId.parse(idOf(3)), name: 'Clerk', state: 'live' as const, hasTools: false };
const trainee = { uuid: BotId.parse(idOf(4)), name: 'Trainee', state: 'draft' as const, hasTools: true };

const questionOf = (number: number, question: string): DocumentQuestionView => ({
  uuid: DocumentQuestionId.parse(idOf(number)),
  question,
  expected: 'open until seven',
  embeddingUuid: EmbeddingId.parse(idOf(9)),
  asking: false,
  answer: null,
});
const answered = (
  question: DocumentQuestionView,
  changes: Partial<NonNullable<DocumentQuestionView['answer']>> = {},
): DocumentQuestionView => ({
  ...question,
  answer: {
    text: 'Until seven.',
    outcome: 'answered',
    citations: [],
    tokens: 3,
    answeredAt: '2026-01-01T00:00:00Z',
    verdict: null,
    ...changes,
  },
});
const QUESTIONS = [questionOf(5, 'When do you close?'), questionOf(6, 'May I park?')];

const checkOf = (changes: Partial<DocumentCheckView> = {}): DocumentCheckView => ({
  documentUuid: document.uuid,
  version: 1,
  state: 'made',
  origin: 'model',
  shortfall: null,
  bots: [clerk],
  botUuid: clerk.uuid,
  questions: QUESTIONS,
  ...changes,
});

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  cleanup();
  await close?.();
});

interface Scene {
  check?: DocumentCheckView;
  role?: string;
  /** What asking the bot is answered with; absent: an answer. */
  refusal?: [number, string];
}

/** The panel in front of a server that keeps what is made, answered and judged. */
async function open({ check = checkOf(), role = 'admin', refusal }: Scene = {}) {
  let current = check;
  const change = (uuid: string | undefined, next: (old: DocumentQuestionView) => DocumentQuestionView) => {
    const questions = current.questions.map((old) => (old.uuid === uuid ? next(old) : old));
    current = { ...current, questions };
    return questions.find((question) => question.uuid === uuid);
  };
  const server = await startTestServer(({ method, url = '' }, response, body) => {
    const asked = url.split('/').at(-2);
    if (url.startsWith('/api/users/me')) return sendJson(response, 200, { role });
    if (url.endsWith('/answer')) {
      if (refusal) return sendJson(response, refusal[0], problem(...refusal));
      return sendJson(response, 200, change(asked, answered));
    }
    if (url.endsWith('/verdict')) {
      const { verdict } = JSON.parse(body);
      return sendJson(
        response,
        200,
        change(asked, (old) => answered(old, { verdict })),
      );
    }
    if (method === 'POST') current = { ...current, state: 'made', questions: QUESTIONS };
    return sendJson(response, 200, current);
  });
  close = server.close;
  const onBot = vi.fn();
  await renderWithProviders(
    <AnswerCheck
      document={document}
      botUuid={undefined}
      onBot={onBot}
      MendAnswer={({ question, answer, onSaved }) => (
        <button type="button" onClick={onSaved}>
          {`Save ${question}: ${answer}`}
        </button>
      )}
    />,
  );
  return { server, onBot };
}
const postsOf = ({ requests }: { requests: { method: string; url: string }[] }) =>
  requests.filter(({ method }) => method === 'POST').map(({ url }) => url.split('/').at(-1));
const itemOf = (question: string) => {
  const item = screen.getByRole('heading', { name: question }).closest('li');
  if (!item) throw new Error(`there is no item for ${question}`);
  return within(item);
};

describe('the check of a document', () => {
  it('asks nothing by itself, and all questions once the button is pressed', async () => {
    const { server } = await open({ check: checkOf({ state: 'none', origin: null, questions: [] }) });
    const start = await screen.findByRole('button', { name: 'Ask three questions' });
    expect(screen.getByText('Making questions and answers uses tokens.')).toBeTruthy();
    expect(postsOf(server)).toEqual([]);
    fireEvent.click(start);
    await waitFor(() => expect(screen.getAllByText('Until seven.')).toHaveLength(2));
    expect(postsOf(server)).toEqual(['check', 'answer', 'answer']);
    expect(screen.queryByRole('button', { name: 'Ask three questions' })).toBeNull();
    expect(itemOf('May I park?').getByText(/In the document: “open until seven”/)).toBeTruthy();
  });

  it('keeps a verdict, which can be taken back', async () => {
    await open({ check: checkOf({ questions: QUESTIONS.map((question) => answered(question)) }) });
    await screen.findByRole('heading', { name: 'When do you close?' });
    const right = () =>
      itemOf('When do you close?').getByRole('button', { name: 'Right' }).getAttribute('aria-pressed');
    fireEvent.click(itemOf('When do you close?').getByRole('button', { name: 'Right' }));
    await waitFor(() => expect(right()).toBe('true'));
    expect(await itemOf('When do you close?').findByRole('button', { name: 'Create a test' })).toBeTruthy();
    expect(itemOf('May I park?').queryByRole('button', { name: 'Create a test' })).toBeNull();
    fireEvent.click(itemOf('When do you close?').getByRole('button', { name: 'Right' }));
    await waitFor(() => expect(right()).toBe('false'));
  });

  it('leads from a wrong answer to a prepared one, and asks again when that is saved', async () => {
    const [first] = QUESTIONS;
    if (!first) throw new Error('there is no question');
    const text = 'Until six [1].';
    const { server } = await open({ check: checkOf({ questions: [answered(first, { text })] }) });
    fireEvent.click(await screen.findByRole('button', { name: 'Wrong' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Write the right answer' }));
    fireEvent.click(screen.getByRole('button', { name: 'Save When do you close?: Until six.' }));
    expect(await screen.findByText('Until seven.')).toBeTruthy();
    expect(postsOf(server)).toEqual(['answer']);
    expect(JSON.parse(server.requests.find(({ url }) => url.endsWith('/answer'))?.body ?? '')).toEqual({
      botUuid: clerk.uuid,
      again: true,
    });
  });

  it('says at each question why the bot gave no answer, and asks again', async () => {
    const { server } = await open({ refusal: [402, 'balance_empty'] });
    fireEvent.click(await screen.findByRole('button', { name: 'Get the answers' }));
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2));
    fireEvent.click(itemOf('May I park?').getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(postsOf(server)).toHaveLength(3));
  });

  it('says why a rule made the questions, or why there are none', async () => {
    await open({ check: checkOf({ origin: 'document', shortfall: 'no_language_model' }) });
    expect(await screen.findByText('No language model is available.')).toBeTruthy();
    expect(screen.getByText(/^These questions come from the document’s own/)).toBeTruthy();
    cleanup();
    await close?.();
    await open({ check: checkOf({ origin: 'document', shortfall: 'model_failed', questions: [] }) });
    expect(await screen.findByText('The model wrote no usable questions.')).toBeTruthy();
    expect(screen.getByText(/nothing to ask/)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('belongs to one of several bots, and says what is different from an answer to a customer', async () => {
    const { onBot } = await open({ check: checkOf({ bots: [clerk, trainee], botUuid: trainee.uuid }) });
    expect(await screen.findByText(/^The draft of this bot answers/)).toBeTruthy();
    expect(screen.getByText('The bot’s tools are not used here.')).toBeTruthy();
    fireEvent.click(screen.getByRole('combobox', { name: 'Bot that answers' }));
    fireEvent.click(await screen.findByRole('option', { name: 'Clerk' }));
    expect(onBot).toHaveBeenCalledWith(clerk.uuid);
  });

  it('shows a viewer what others have asked, without buttons', async () => {
    await open({ role: 'viewer', check: checkOf({ questions: QUESTIONS.map((each) => answered(each)) }) });
    expect(await screen.findAllByText('Until seven.')).toHaveLength(2);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
