// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderWithProviders } from '../../../testing/render.tsx';
import { makeConversation } from '../testing.ts';
import { ReplyBox } from './ReplyBox.tsx';

const field = () => screen.getByLabelText<HTMLTextAreaElement>('Write to Friend 1');
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const sent: string[] = [];
const show = (more: Record<string, unknown> = {}) =>
  renderWithProviders(
    <ReplyBox
      conversation={makeConversation(1, more)}
      field={createRef()}
      onSend={(text) => sent.push(text)}
    />,
  );

beforeEach(() => {
  sent.length = 0;
  localStorage.clear();
});
afterEach(cleanup);

it('never sends the Enter that confirms a conversion', async () => {
  await show();
  type('かしこまりました');
  fireEvent.keyDown(field(), { key: 'Enter', isComposing: true });
  fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 });
  expect(sent).toEqual([]);
  fireEvent.keyDown(field(), { key: 'Enter', keyCode: 13 });
  expect(sent).toEqual(['かしこまりました']);
  expect(field().value).toBe('');
});

it('makes a new line with Shift and sends nothing blank', async () => {
  await show();
  type('one');
  expect(fireEvent.keyDown(field(), { key: 'Enter', shiftKey: true })).toBe(true);
  type(' \n');
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(sent).toEqual([]);
});

it('keeps a draft for its conversation until it is sent', async () => {
  const first = await show();
  type('half a thought');
  first.unmount();
  const again = await show();
  expect(field().value).toBe('half a thought');
  fireEvent.keyDown(field(), { key: 'Enter' });
  again.unmount();
  await show();
  expect(field().value).toBe('');
});

it('says that writing takes the conversation over, and nothing once a person has it', async () => {
  const first = await show({ handling: 'bot' });
  expect(screen.getByText(/When you write, you take it over/)).toBeTruthy();
  first.unmount();
  await show({ handling: 'operator' });
  expect(screen.queryByText(/When you write/)).toBeNull();
});

it('explains why nobody can write to a friend who has blocked the account', async () => {
  const { friend } = makeConversation(1);
  await show({ friend: { ...friend, state: 'blocked' } });
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByText(/Friend 1 has blocked this account/)).toBeTruthy();
});
