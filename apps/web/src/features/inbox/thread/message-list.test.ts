import { expect, test } from 'vitest';
import { makeMessage } from '../testing.ts';
import { flattenMessages, type LoadedMessages, placeInThread } from './message-list.ts';
import { answeringStretches, firstUnread, threadItems } from './thread-items.ts';

/** Newest page first, as they are fetched. */
const loaded = (...pages: number[][]): LoadedMessages => ({
  pageParams: pages.map(() => null),
  pages: pages.map((numbers) => ({
    items: numbers.map((number) => makeMessage(number)),
    total: 6,
    page: 1,
    pageSize: 2,
  })),
});
const textsOf = (data: LoadedMessages) => flattenMessages(data).map(({ text }) => text);

test('pages are shown oldest first', () => {
  expect(textsOf(loaded([3, 4], [1, 2]))).toEqual(['Message 1', 'Message 2', 'Message 3', 'Message 4']);
});

test('new messages come last in the order of time, also when their events overtake each other', () => {
  const first = placeInThread(loaded([1]), [makeMessage(3)]);
  expect(textsOf(placeInThread(first, [makeMessage(2)]))).toEqual(['Message 1', 'Message 2', 'Message 3']);
});

test('a known message is changed where it stands, once', () => {
  const data = placeInThread(loaded([3, 4], [1, 2]), [makeMessage(2, { text: 'changed' })]);
  expect(textsOf(data)).toEqual(['Message 1', 'changed', 'Message 3', 'Message 4']);
});

test('a message that was sent is not on its way again when an older answer arrives late', () => {
  const delivery = (state: 'pending' | 'sent') => ({ ...makeMessage(1).delivery, state });
  const sent = placeInThread(loaded([1]), [makeMessage(1, { delivery: delivery('sent') })]);
  const late = placeInThread(sent, [makeMessage(1, { delivery: delivery('pending') })]);
  expect(flattenMessages(late)[0]?.delivery.state).toBe('sent');
});

test('a change of a message older than what is loaded adds nothing', () => {
  expect(textsOf(placeInThread(loaded([3, 4]), [makeMessage(1)]))).toEqual(['Message 3', 'Message 4']);
});

test('runs of one sender stand together; events and days break them', () => {
  const items = threadItems([
    makeMessage(1),
    makeMessage(2),
    makeMessage(3, { kind: 'event', sender: 'system', data: { event: 'follow' } }),
    makeMessage(4),
    makeMessage(5, { createdAt: '2026-01-09T12:00:00.000Z' }),
  ]);
  expect(items.map((item) => (item.type === 'bubble' ? [item.opens, item.closes] : item.type))).toEqual([
    'day',
    [true, false],
    [false, true],
    'event',
    [true, true],
    'day',
    [true, true],
  ]);
});

const eventAt = (number: number, data: Record<string, unknown>) =>
  makeMessage(number, { kind: 'event', sender: 'system', data });
const mika = { uuid: '01932f00-dddd-7000-8000-000000000001', name: 'Mika' };
const linesOf = (...events: Record<string, unknown>[]) =>
  threadItems(events.map((data, index) => eventAt(index + 1, data)))
    .filter(({ type }) => type !== 'day')
    .map((item) => (item.type === 'handover' ? item.to : item.type));

test('a ruled line stands where the other side answers from then on', () => {
  const handed = { event: 'handed_over', reason: 'not_found' };
  const taken = { event: 'taken_over', from: null, to: mika };
  expect(linesOf(handed, taken, { event: 'given_back', by: mika })).toEqual(['staff', 'event', 'bot']);
  expect(linesOf(taken, { event: 'given_back', by: null }, taken)).toEqual(['staff', 'bot', 'staff']);
  // Who has it after it was closed is not known: the customer may have written to the bot.
  expect(linesOf(taken, { event: 'closed', by: mika }, taken)).toEqual(['staff', 'event', 'staff']);
  expect(linesOf({ event: 'assigned', to: mika, by: null }, { event: 'assigned', to: null })).toEqual([
    'staff',
    'event',
  ]);
});

test('who answered is told in turns', () => {
  const operator = { uuid: '01932f00-dddd-7000-8000-000000000001', name: 'Mika' };
  const stretches = answeringStretches([
    makeMessage(1, { sender: 'bot' }),
    makeMessage(2),
    makeMessage(3, { sender: 'bot' }),
    makeMessage(4, { sender: 'operator', operator }),
  ]);
  expect(stretches.map(({ sender, name, count }) => [sender, name, count])).toEqual([
    ['bot', null, 2],
    ['operator', 'Mika', 1],
  ]);
});

test('new messages begin at the oldest unread one, also when more came after their number was read', () => {
  const messages = [1, 2, 3, 4, 5].map((number) => makeMessage(number));
  const known = messages[2];
  if (!known) throw new Error('no message');
  const opened = { unread: 2, lastMessageAt: known.createdAt };
  expect(firstUnread(messages, opened)).toBe(messages[1]?.uuid);
  expect(firstUnread(messages.slice(0, 3), opened)).toBe(messages[1]?.uuid);
  expect(firstUnread(messages, { ...opened, unread: 0 })).toBeNull();
});
