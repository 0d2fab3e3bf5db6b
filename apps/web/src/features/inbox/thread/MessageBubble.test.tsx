// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, test } from 'vitest';
import { renderWithProviders } from '../../../testing/render.tsx';
import { makeMessage } from '../testing.ts';
import { EventNote } from './EventLine.tsx';
import { MessageBubble } from './MessageBubble.tsx';
import { threadItems } from './thread-items.ts';

const UUID = '5b0c9a1e-6f1d-4c57-9c5c-0a7e6a2d1f33';
const resent: string[] = [];
const show = (more: Record<string, unknown>) =>
  renderWithProviders(
    <MessageBubble
      message={makeMessage(1, more)}
      opens
      closes
      onResend={() => resent.push('again')}
      isResending={false}
    />,
  );
const cards = (more: Record<string, unknown>, color?: string | null) => ({
  kind: 'cards',
  cards: [
    {
      layout: 'product',
      imagePath: null,
      title: 'Sencha',
      lead: '',
      text: '',
      details: [],
      buttons: [
        { label: 'Buy', url: 'https://shop.example/' },
        { label: 'Ask', text: 'Ask' },
      ],
      ...more,
    },
  ],
  more: { label: 'All teas', url: 'https://shop.example/teas' },
  ...(color === undefined ? {} : { color }),
});
/** Fill and text of each button of the cards. */
const buttonColors = (...names: string[]) =>
  names.map((name) => {
    const { style } = screen.getByText(name);
    return [style.getPropertyValue('--fill'), style.getPropertyValue('--ink')];
  });
const delivered = (delivery: Record<string, unknown>) =>
  show({
    sender: 'operator',
    delivery: { state: 'none', reason: null, detail: null, method: null, ...delivery },
  });

afterEach(cleanup);

test.each([
  [{ state: 'pending' }, 'Sending…'],
  [{ state: 'sent', method: 'reply' }, 'Sent as a reply (free)'],
  [{ state: 'sent', method: 'push' }, 'Sent (counted)'],
])('delivery %j reads “%s” and offers nothing to do', async (delivery, words) => {
  await delivered(delivery);
  expect(screen.getByText(words)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('says why a message failed, what the vendor said, and sends it again on demand', async () => {
  await delivered({ state: 'failed', reason: 'quota_exceeded', detail: 'HTTP 429: monthly limit' });
  expect(screen.getByRole('status').textContent).toContain(
    'This month’s message quota of this channel is used up.',
  );
  expect(screen.getByText('HTTP 429: monthly limit')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Resend' }));
  expect(resent).toEqual(['again']);
});

it('tells doubt from failure, and shows a reason it has no words for as the vendor gave it', async () => {
  await delivered({ state: 'unconfirmed', reason: 'no_answer' });
  expect(screen.getByRole('status').textContent).toContain('Sending again may deliver it twice.');
  cleanup();
  await delivered({ state: 'failed', reason: 'something_new', detail: 'HTTP 418' });
  expect(screen.getByRole('status').textContent).toContain('HTTP 418');
});

test.each([
  [{ kind: 'image', text: '', data: { provider: 'stored' } }, 'Photo'],
  [{ kind: 'sticker', text: 'hello', data: { stickerId: '1' } }, 'hello'],
  [{ kind: 'file', text: 'menu.pdf', data: { fileName: 'menu.pdf', bytes: 2_097_152 } }, 'menu.pdf'],
  [{ kind: 'audio', text: '', data: { durationMs: 60_000 } }, '60 s'],
  [{ kind: 'unsupported', text: '', data: { vendorType: 'poll' } }, 'Kind: poll'],
])('%j is shown as what it is: %s', async (message, words) => {
  await show(message);
  expect(screen.getByRole('article').textContent).toContain(words);
});

it('links a location to a map', async () => {
  await show({ kind: 'location', text: 'Tokyo Tower', data: { latitude: 35.6586, longitude: 139.7454 } });
  expect(screen.getByText('Tokyo Tower')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open map' }).getAttribute('href')).toContain('mlat=35.6586');
});

it('does not trip over data of another shape', async () => {
  await show({ kind: 'location', text: 'Somewhere', data: { latitude: 'north', bytes: null } });
  expect(screen.queryByRole('link')).toBeNull();
});

describe('cards', () => {
  it('have their buttons in the colours that LINE shows', async () => {
    await show({ bubbles: [cards({}, '#7a1f3d')] });
    expect(buttonColors('Buy', 'Ask', 'All teas')).toEqual([
      ['#7a1f3d', '#ffffff'],
      ['', '#7a1f3d'],
      ['', '#7a1f3d'],
    ]);
    cleanup();
    await show({ bubbles: [cards({}, '#ffd400')] });
    expect(buttonColors('Buy', 'Ask')).toEqual([
      ['#ffd400', '#000000'],
      ['', '#111827'],
    ]);
  });

  it('of a whole picture emphasise the first button below it', async () => {
    await show({ bubbles: [cards({ layout: 'image', imagePath: '/media/a' }, null)] });
    expect(buttonColors('Buy', 'Ask')).toEqual([
      ['', '#15803d'],
      ['#15803d', '#ffffff'],
    ]);
  });

  it('have their price in the colour that LINE shows', async () => {
    const inkOfPrice = () => screen.getByText('¥1,200').style.getPropertyValue('--ink');
    await show({ bubbles: [cards({ lead: '¥1,200' }, '#7a1f3d')] });
    expect(inkOfPrice()).toBe('#7a1f3d');
    cleanup();
    await show({ bubbles: [cards({ lead: '¥1,200', layout: 'image', imagePath: '/media/a' }, '#7a1f3d')] });
    expect(inkOfPrice()).toBe('');
  });

  it('that were stored without a colour are drawn without one', async () => {
    await show({ bubbles: [cards({})] });
    expect(buttonColors('Buy')).toEqual([['', '']]);
  });
});

test.each([
  [{ event: 'follow', returning: false }, 'Added you as a friend'],
  [{ event: 'follow', returning: true }, 'Unblocked you'],
  [{ event: 'unfollow' }, 'Blocked you'],
  [{ event: 'menuTapped', label: 'Book' }, 'Tapped “Book” in the rich menu'],
  [{ event: 'menuTapped' }, 'Tapped the menu'],
  [{ unsent: true }, 'Unsent a message'],
  [{ event: 'other', vendorType: 'membership' }, 'Event: membership'],
])('event %j reads “%s”', async (data, words) => {
  await renderWithProviders(
    <EventNote message={makeMessage(1, { kind: 'event', sender: 'system', data })} />,
  );
  expect(screen.getByText(words, { exact: false })).toBeTruthy();
});

test('a message of a broadcast says which, and leads to it; it is no run with what the bot answered', async () => {
  const broadcast = { sender: 'bot', data: { broadcastUuid: UUID, broadcastName: 'Autumn menu' } };
  await show(broadcast);
  expect(screen.getByRole('link', { name: 'Autumn menu' }).getAttribute('href')).toBe(
    `/Channel/message/${UUID}`,
  );
  const items = threadItems([makeMessage(1, { sender: 'bot' }), makeMessage(2, broadcast)]);
  expect(items.map((item) => 'opens' in item && item.opens)).toEqual([false, true, true]);
});

test('an answer says which tool failed, and why', async () => {
  const call = { id: 'one', toolUuid: null, input: {}, output: null, milliseconds: 20 };
  const toolCalls = [
    { ...call, name: 'stock', error: null },
    { ...call, id: 'two', name: 'orders', error: 'timeout' },
  ];
  await show({ sender: 'bot', toolCalls });
  expect(screen.getByText('orders: The other system took too long to answer.')).toBeTruthy();
  expect(screen.queryByText(/^stock:/)).toBeNull();
});
