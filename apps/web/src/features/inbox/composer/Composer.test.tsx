// @vitest-environment jsdom
import { customerWords } from '@hanasu/contract/customer-words/customer-words';
import type { OperatorMessage } from '@hanasu/contract/inbox';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { renderWithProviders } from '../../../testing/render.tsx';
import { sendJson, startTestServer } from '../../../testing/test-server.ts';
import { makeConversation } from '../testing.ts';
import { Composer } from './Composer.tsx';

let server: Awaited<ReturnType<typeof startTestServer>>;
const sent: OperatorMessage[] = [];
let asked = 0;
let channels: readonly { uuid: string; status: string }[] = [];
/** What colleagues are told. */
const shown: string[] = [];

beforeAll(async () => {
  server = await startTestServer((request, response) => {
    if (request.url?.startsWith('/api/user/canned-replies')) sendJson(response, 200, CANNED);
    else if (request.url?.startsWith('/api/channel')) sendJson(response, 200, { items: channels });
    else if (request.url === '/api/user/operators') sendJson(response, 200, { items: [] });
    else if (request.method === 'PUT') response.writeHead(204).end();
    else sendJson(response, 404, {});
  });
});
afterAll(() => server.close());
beforeEach(() => {
  sent.length = 0;
  asked = 0;
  channels = [];
  shown.length = 0;
  localStorage.clear();
});
afterEach(cleanup);

const reply = (number: number, shortcut: string, text: string) => ({
  uuid: `01932f00-1111-7000-8000-00000000000${number}`,
  shortcut,
  title: shortcut,
  text,
  uses: 0,
  updatedAt: '2026-01-01T00:00:00.000Z',
});
const CANNED = {
  items: [reply(1, 'hours', 'Open from 9:00.'), reply(2, 'hello', 'Hello {{customer}}!')],
  total: 2,
  page: 1,
  pageSize: 100,
};
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Write to Friend 1');
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const show = (more: Record<string, unknown> = {}, locked = false) =>
  renderWithProviders(
    <Composer
      conversation={makeConversation(1, more)}
      locked={locked}
      onLocked={() => {
        asked += 1;
      }}
      quoted={null}
      onQuoted={() => undefined}
      onKey={() => shown.push('typing')}
      onSent={() => shown.push('done')}
      onCanned={() => undefined}
      onSend={(body) => sent.push(body)}
    />,
  );
const texts = () => sent.map(({ text }) => text);

it('never sends the Enter that confirms a conversion', async () => {
  await show();
  type('かしこまりました');
  fireEvent.keyDown(field(), { key: 'Enter', isComposing: true });
  fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 });
  expect(texts()).toEqual([]);
  fireEvent.keyDown(field(), { key: 'Enter', keyCode: 13 });
  expect(texts()).toEqual(['かしこまりました']);
  expect(field().value).toBe('');
});

it('makes a new line with Shift and sends nothing blank', async () => {
  await show();
  type('one');
  expect(fireEvent.keyDown(field(), { key: 'Enter', shiftKey: true })).toBe(true);
  type(' \n');
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(texts()).toEqual([]);
});

it('keeps a draft in this browser until it is sent, and what another machine has left on the server', async () => {
  const first = await show({ draft: 'from another machine' });
  expect(field().value).toBe('from another machine');
  type('half a thought');
  first.unmount();
  const again = await show({ draft: 'from another machine' });
  expect(field().value).toBe('half a thought');
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(field().value).toBe('');
  again.unmount();
});

it('hands a draft to the server a moment after the last key', async () => {
  await show();
  type('a slow th');
  type('a slow thought');
  const drafts = () =>
    server.requests.flatMap(({ method, body }) => (method === 'PUT' && body.includes('a slow') ? body : []));
  await waitFor(() => expect(drafts()).toEqual([JSON.stringify({ text: 'a slow thought' })]));
  await waitFor(() => expect(screen.getByText('Draft saved')).toBeTruthy());
});

it('asks before it sends where a colleague has the conversation, and keeps the words', async () => {
  await show({ handling: 'operator' }, true);
  type('mine');
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(texts()).toEqual([]);
  expect(asked).toBe(1);
  expect(field().value).toBe('mine');
});

it('says that writing takes the conversation over, and nothing once a person has it', async () => {
  const first = await show({ handling: 'bot' });
  expect(screen.getByText(/takes the conversation over/)).toBeTruthy();
  first.unmount();
  await show({ handling: 'operator' });
  expect(screen.queryByText(/When you write/)).toBeNull();
});

it('explains why nobody can write to a friend who has blocked the account; notes are possible', async () => {
  const { friend } = makeConversation(1);
  await show({ friend: { ...friend, state: 'blocked' } });
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByText(/Friend 1 has blocked this account/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Internal note' }));
  expect(screen.getByLabelText('Internal note about Friend 1')).toBeTruthy();
});

it('is closed with the window of the channel, but for notes', async () => {
  const past = '2026-01-01T00:00:00.000Z';
  await show({ window: { freeUntil: past, openUntil: past } });
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByText(/The messaging window has closed/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Internal note' }));
  expect(screen.getByRole('textbox')).toBeTruthy();
});

it('puts a canned reply with its variables where a slash was typed, by keys alone', async () => {
  await show();
  const area = field();
  fireEvent.change(area, { target: { value: 'Hi /h', selectionStart: 5 } });
  await waitFor(() => expect(screen.getAllByRole('option').length).toBe(2));
  fireEvent.keyDown(area, { key: 'ArrowDown' });
  expect(screen.getAllByRole('option')[1]?.getAttribute('aria-selected')).toBe('true');
  fireEvent.keyDown(area, { key: 'Enter' });
  expect(area.value).toBe('Hi Hello Friend 1!');
  expect(screen.queryByRole('option')).toBeNull();
  fireEvent.keyDown(area, { key: 'Enter' });
  expect(sent).toMatchObject([{ text: 'Hi Hello Friend 1!', cannedUuid: CANNED.items[1]?.uuid }]);
});

it('is no longer being written once it is sent or taken back', async () => {
  await show();
  type('Hello');
  fireEvent.keyDown(field(), { key: 'Enter' });
  await waitFor(() => expect(shown).toEqual(['typing', 'done']));
  type('No');
  type('');
  expect(shown).toEqual(['typing', 'done', 'typing', 'done']);
});

it.each([
  ['ja-JP', customerWords('ja')],
  ['vi', customerWords('vi')],
  ['th', customerWords('en')],
  [null, customerWords('en')],
])('asks a customer who speaks %s for details in that language', async (language, words) => {
  const { channel, friend } = makeConversation(1);
  await show({ channel: { ...channel, kind: 'telegram' }, friend: { ...friend, language } });
  fireEvent.click(screen.getByRole('button', { name: 'Ask for details' }));
  expect(await screen.findByDisplayValue(words.askDetails)).toBeTruthy();
  expect(screen.getByDisplayValue(words.detailsTitle)).toBeTruthy();
});

it('says that the channel is disconnected, and keeps the note', async () => {
  const { channel } = makeConversation(1);
  channels = [{ uuid: channel?.uuid ?? '', status: 'disconnected' }];
  await show();
  await waitFor(() => expect(screen.getByText(/“Shop” is disconnected/)).toBeTruthy());
  expect(screen.queryByLabelText('Write to Friend 1')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Internal note' }));
  expect(screen.getByRole('textbox')).toBeTruthy();
});
