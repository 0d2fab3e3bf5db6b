// @vitest-environment jsdom
import { BotId, ConversationId, MessageId } from '@hanasu/contract/ids';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderWithProviders } from '../../../testing/render.tsx';
import { problem, sendJson, startTestServer } from '../../../testing/test-server.ts';
import { ChatPanel } from './ChatPanel.tsx';
import { newTurn } from './chat-state.ts';

const uuid = (end: number) => `01932f00-0000-7000-8000-00000000000${end}`;
const botUuid = BotId.parse(uuid(1));
const citation = {
  number: 1,
  knowledgeUuid: uuid(5),
  documentUuid: uuid(2),
  embeddingUuid: uuid(3),
  title: 'house-rules.pdf',
  headingPath: ['Arrival'],
  page: 4,
  quote: 'Check-in is from 15:00.',
  score: 9.5,
  confidence: 0.8,
};
const answer = {
  conversationUuid: uuid(4),
  message: { uuid: uuid(5), text: 'From **15:00** [1]. See [7].', citations: [citation], toolCalls: [] },
  questionUuid: uuid(6),
  botUuid: uuid(1),
  serviceUuid: null,
  usage: { inputTokens: 100, outputTokens: 20, tokens: 180 },
  outcome: 'answered',
  timing: { retrieval: 3, firstToken: 100, total: 900 },
};
const EVENTS = [
  {
    type: 'start',
    messageId: uuid(5),
    messageMetadata: { conversationUuid: answer.conversationUuid, questionUuid: uuid(6) },
  },
  { type: 'data-citations', data: { passages: [citation] } },
  { type: 'text-delta', id: '1', delta: 'From **15:00** [1]. See [7].' },
  { type: 'data-answer', data: answer },
];

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  cleanup();
  await close?.();
  close = undefined;
});
async function serveAnswer() {
  const server = await startTestServer(({ url }, response) => {
    if (url === '/api/service') return sendJson(response, 200, []);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of EVENTS) response.write(`data: ${JSON.stringify(event)}\n\n`);
    response.end('data: [DONE]\n\n');
  });
  close = server.close;
  return server;
}
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Your message');
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });

describe('Enter', () => {
  it('does not send while an input method composes, in any browser’s way of saying so', async () => {
    const server = await serveAnswer();
    await renderWithProviders(<ChatPanel botUuid={botUuid} />);
    type('ちぇっくいん');
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true });
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 });
    expect(field().value).toBe('ちぇっくいん');
    expect(server.requests).toHaveLength(0);

    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 13 });
    expect(field().value).toBe('');
    await waitFor(() => expect(server.requests).toHaveLength(1));
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
      botUuid,
      message: 'ちぇっくいん',
      requestUuid: expect.any(String),
    });
  });

  it('makes a new line with Shift and sends nothing that is blank', async () => {
    const server = await serveAnswer();
    await renderWithProviders(<ChatPanel botUuid={botUuid} />);
    type('hello');
    expect(fireEvent.keyDown(field(), { key: 'Enter', shiftKey: true })).toBe(true);
    type('  \n ');
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(server.requests).toHaveLength(0);
  });
});

describe('an answer', () => {
  it('shows markdown, makes known citations buttons, and goes on in the same conversation', async () => {
    const server = await serveAnswer();
    await renderWithProviders(<ChatPanel botUuid={botUuid} showDetails />);
    type('When?');
    fireEvent.keyDown(field(), { key: 'Enter' });
    const chip = await screen.findByRole('button', { name: 'Source 1: house-rules.pdf' });
    expect(chip.textContent).toBe('1');
    expect((await screen.findByText('15:00')).tagName).toBe('STRONG');
    expect(within(screen.getByRole('log')).getByText(/See \[7\]/)).toBeTruthy();
    expect(screen.getByText('180 tokens')).toBeTruthy();

    fireEvent.click(chip);
    expect(await screen.findByText('Check-in is from 15:00.')).toBeTruthy();
    expect(screen.getByText('Arrival › p. 4')).toBeTruthy();

    type('And then?');
    fireEvent.keyDown(field(), { key: 'Enter' });
    const asked = () => server.requests.filter(({ url }) => url === '/api/chat');
    await waitFor(() => expect(asked()).toHaveLength(2));
    expect(JSON.parse(asked()[1]?.body ?? '')).toMatchObject({ conversationUuid: uuid(4) });
  });

  it('is the bot’s, with its stamp; the question has neither its colour nor a stamp', async () => {
    await serveAnswer();
    await renderWithProviders(<ChatPanel botUuid={botUuid} greeting="Welcome!" />);
    type('When?');
    fireEvent.keyDown(field(), { key: 'Enter' });
    await screen.findByText('15:00');
    const bubbleOf = (text: string | HTMLElement) =>
      (typeof text === 'string' ? screen.getByText(text) : text).closest('[data-from]');
    const stampOf = (bubble: Element | null) =>
      bubble?.previousElementSibling?.getAttribute('aria-hidden') === 'true' &&
      bubble.previousElementSibling.querySelector('svg');
    for (const text of ['Welcome!', screen.getByText('15:00')]) {
      expect(bubbleOf(text)?.getAttribute('data-from')).toBe('bot');
      expect(stampOf(bubbleOf(text))).toBeTruthy();
    }
    expect(bubbleOf('When?')?.getAttribute('data-from')).toBe('person');
    expect(stampOf(bubbleOf('When?'))).toBeFalsy();
  });

  it('that fails keeps the question and can be asked again', async () => {
    let fails = true;
    const server = await startTestServer((_, response) => {
      if (fails) return sendJson(response, 409, problem(409, 'conversation_busy'));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const event of EVENTS) response.write(`data: ${JSON.stringify(event)}\n\n`);
      response.end();
    });
    close = server.close;
    await renderWithProviders(<ChatPanel botUuid={botUuid} />);
    type('When?');
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect((await screen.findByRole('alert')).textContent).toContain('still being answered');
    expect(screen.getByText('When?')).toBeTruthy();

    fails = false;
    fireEvent.click(screen.getByRole('button', { name: 'Ask again' }));
    await screen.findByRole('button', { name: 'Source 1: house-rules.pdf' });
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('going other ways', () => {
  const ask = async (text: string) => {
    type(text);
    fireEvent.keyDown(field(), { key: 'Enter' });
    return screen.findByRole('button', { name: 'Answer again' });
  };
  const bodies = (server: Awaited<ReturnType<typeof serveAnswer>>) =>
    server.requests.filter(({ url }) => url === '/api/chat').map(({ body }) => JSON.parse(body));

  it('edits the last question with the arrow up, and has an answer made again', async () => {
    const server = await serveAnswer();
    await renderWithProviders(<ChatPanel botUuid={botUuid} />);
    fireEvent.click(await ask('When?'));
    await waitFor(() => expect(bodies(server)).toHaveLength(2));
    const conversationUuid = uuid(4);
    expect(bodies(server)[1]).toEqual({ botUuid, conversationUuid, regenerate: uuid(5) });

    await screen.findByRole('button', { name: 'Answer again' });
    fireEvent.keyDown(field(), { key: 'ArrowUp' });
    const editing = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Edit the question' });
    expect(editing.value).toBe('When?');
    fireEvent.change(editing, { target: { value: 'Where?' } });
    fireEvent.keyDown(editing, { key: 'Enter', isComposing: true });
    expect(bodies(server)).toHaveLength(2);
    fireEvent.keyDown(editing, { key: 'Enter' });
    await waitFor(() => expect(bodies(server)).toHaveLength(3));
    expect(bodies(server)[2]).toEqual({ botUuid, conversationUuid, message: 'Where?', replaces: uuid(6) });
  });

  it('watches an answer that was being made when the page was loaded', async () => {
    const server = await serveAnswer();
    const turn = { ...newTurn('When?'), state: 'stopped' as const };
    const seed = {
      conversationUuid: ConversationId.parse(uuid(4)),
      turns: [{ ...turn, asked: { uuid: MessageId.parse(uuid(6)), siblings: [MessageId.parse(uuid(6))] } }],
      isAnswering: true,
    };
    await renderWithProviders(<ChatPanel botUuid={botUuid} seed={seed} />);
    expect((await screen.findByText('15:00')).tagName).toBe('STRONG');
    expect(server.requests[0]).toMatchObject({ method: 'GET', url: `/api/chat/${uuid(4)}/stream` });
    expect(bodies(server)).toEqual([]);
  });
});
