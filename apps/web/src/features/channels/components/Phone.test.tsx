// @vitest-environment jsdom
import type { SimulatorState } from '@hanasu/contract/channels';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, test } from 'vitest';
import { renderWithProviders } from '../../../testing/render.tsx';
import type { SimulatorAction } from '../channels.queries.ts';
import { Phone } from './Phone.tsx';

type Entry = SimulatorState['messages'][number];
const entry = (more: Partial<Entry>): Entry => ({
  id: '1',
  from: 'account',
  at: '2026-01-01T12:00:00.000Z',
  kind: 'text',
  text: null,
  payload: {},
  ...more,
});

const done: SimulatorAction[] = [];
const show = (more: Partial<SimulatorState> = {}) =>
  renderWithProviders(
    <Phone
      title="Shop"
      color="#00ff00"
      state={{ friend: { id: 'U1', name: 'Alex', blocked: false }, typing: false, messages: [], ...more }}
      sending={null}
      onAct={(action) => done.push(action)}
      isActing={false}
    />,
  );
beforeEach(() => {
  done.length = 0;
  Element.prototype.scrollTo ??= () => undefined;
});
afterEach(cleanup);
const chat = () => screen.getByRole('log');

test.each([
  [entry({ text: 'Hello\nthere' }), 'Hello'],
  [entry({ kind: 'follow', from: 'friend' }), 'Added as a friend'],
  [entry({ kind: 'unfollow', from: 'friend' }), 'Blocked'],
  [entry({ kind: 'sticker', payload: { keywords: ['hello', 'smile'] } }), 'hello, smile'],
  [entry({ kind: 'location', payload: { title: 'Tokyo Tower', address: 'Minato-ku' } }), 'Tokyo Tower'],
  [entry({ kind: 'flex' }), 'A message of the kind “flex”'],
])('%j is drawn with “%s”', async (message, words) => {
  await show({ messages: [message] });
  expect(chat().textContent).toContain(words);
});

it('names pictures for a reader, and makes addresses links without taking the bracket behind them', async () => {
  await show({
    messages: [entry({ kind: 'image' }), entry({ id: '2', text: 'See (https://example.com/menu) please' })],
  });
  expect(within(chat()).getByRole('img', { name: 'Photo' })).toBeTruthy();
  expect(within(chat()).getByRole('link').getAttribute('href')).toBe('https://example.com/menu');
});

it('shows the loading animation only while the bot is answering', async () => {
  const first = await show({ typing: true });
  expect(screen.getByRole('img', { name: 'Answering' })).toBeTruthy();
  first.unmount();
  await show();
  expect(screen.queryByRole('img', { name: 'Answering' })).toBeNull();
});

it('sends words, but not with the Enter of an input method', async () => {
  await show();
  const field = screen.getByLabelText('Message as a customer');
  fireEvent.change(field, { target: { value: ' こんにちは ' } });
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  expect(done).toEqual([]);
  fireEvent.keyDown(field, { key: 'Enter' });
  fireEvent.click(screen.getByRole('button', { name: 'Send a sticker' }));
  expect(done).toEqual([{ action: 'text', text: 'こんにちは' }, { action: 'sticker' }]);
});

it('lets somebody who has blocked the account only add it again', async () => {
  await show({ friend: { id: 'U1', name: 'Alex', blocked: true } });
  expect(screen.queryByRole('textbox')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Add as friend' }));
  expect(done).toEqual([{ action: 'follow' }]);
});
