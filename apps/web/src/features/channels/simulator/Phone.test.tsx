// @vitest-environment jsdom
import type { SimulatorState } from '@hanasu/contract/channels';
import { BotId } from '@hanasu/contract/ids';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, test } from 'vitest';
import type { SimulatorAction } from '../../../entities/channel/channels.queries.ts';
import { renderWithProviders } from '../../../testing/render.tsx';
import { isAnswering, NoAnswers } from './NoAnswers.tsx';
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
const show = (more: Partial<SimulatorState> = {}, kind = 'line', isAnswered = true) =>
  renderWithProviders(
    <Phone
      kind={kind}
      title="Shop"
      state={{
        friend: { id: 'U1', name: 'Alex', blocked: false },
        typing: false,
        messages: [],
        menu: null,
        ...more,
      }}
      isAnswered={isAnswered}
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
  [entry({ kind: 'sticker', payload: { type: 'sticker', keywords: ['hello', 'smile'] } }), 'hello, smile'],
  [
    entry({ kind: 'location', payload: { type: 'location', title: 'Tokyo Tower', address: 'Minato-ku' } }),
    'Tokyo Tower',
  ],
  [entry({ kind: 'flex' }), 'A message of the kind “flex”'],
  [entry({ kind: 'flex', payload: { type: 'flex', altText: 'Alt', contents: {} } }), 'Alt'],
  [entry({ kind: 'file', from: 'friend', payload: { type: 'file', fileName: 'a.pdf' } }), 'a.pdf'],
  [entry({ kind: 'postback', from: 'friend' }), 'Tapped a button'],
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
  const second = await show();
  expect(screen.queryByRole('img', { name: 'Answering' })).toBeNull();
  second.unmount();
  await show({ typing: true }, 'line', false);
  expect(screen.queryByRole('img', { name: 'Answering' })).toBeNull();
});

const BOT = BotId.parse('01932f00-0000-7000-8000-000000000001');
it.each([
  ['paused', 'live', 'The bot is paused on this channel and does not answer.', false],
  ['paused', 'paused', 'The bot is paused on this channel and does not answer.', false],
  ['connected', 'paused', 'This bot is paused, so customers get no answers.', false],
  ['connected', 'live', null, true],
] as const)(
  'a channel that is %s with a bot that is %s says “%s”',
  async (status, answererState, words, answers) => {
    const channel = { status, answererState, botUuid: BOT };
    expect(isAnswering(channel)).toBe(answers);
    await renderWithProviders(<NoAnswers channel={channel} />);
    if (words) expect(screen.getByRole('status').textContent).toContain(words);
    else expect(screen.queryByRole('status')).toBeNull();
  },
);

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

it('accounts of Zalo are followed, not befriended', async () => {
  const first = await show({ friend: { id: 'U1', name: 'Minh', blocked: true } }, 'zalo');
  fireEvent.click(screen.getByRole('button', { name: 'Follow' }));
  expect(done).toEqual([{ action: 'follow' }]);
  expect(chat().textContent).toContain('Follow the account');
  first.unmount();
  await show({ messages: [entry({ kind: 'follow', from: 'friend' })] }, 'zalo');
  expect(chat().textContent).toContain('Followed the account');
});

const REPLIES = [
  { type: 'action', action: { type: 'message', label: 'Yes', text: 'Yes, please' } },
  { type: 'action', action: { type: 'postback', label: 'Good', data: 'rate:5', displayText: 'Good!' } },
];

it('quick replies are tapped, and gone once something else was said', async () => {
  const payload = { type: 'text', text: 'How?', quickReply: { items: REPLIES } };
  const asked = entry({ text: 'How?', payload });
  const first = await show({ messages: [asked] });
  fireEvent.click(screen.getByRole('button', { name: 'Yes' }));
  fireEvent.click(screen.getByRole('button', { name: 'Good' }));
  expect(done).toEqual([
    { action: 'text', text: 'Yes, please' },
    { action: 'postback', data: 'rate:5', text: 'Good!' },
  ]);
  first.unmount();
  await show({ messages: [asked, entry({ id: '2', from: 'friend', text: 'Hm' })] });
  expect(screen.queryByRole('button', { name: 'Yes' })).toBeNull();
});

it('a card has its picture, its lines and its buttons; one that only a phone can do is off', async () => {
  const actions = [
    { type: 'uri', label: 'Book', uri: 'https://a.example/book' },
    { type: 'camera', label: 'Camera' },
  ];
  const template = { type: 'buttons', title: 'Stay', text: 'Which?', actions };
  await show({ messages: [entry({ kind: 'template', payload: { type: 'template', template } })] });
  expect(chat().textContent).toContain('StayWhich?');
  expect(within(chat()).getByRole('link', { name: 'Book' }).getAttribute('href')).toBe(
    'https://a.example/book',
  );
  expect(within(chat()).getByRole('button', { name: 'Camera' })).toHaveProperty('disabled', true);
});

it('another kind reads its own objects, and its hidden buttons answer with their data', async () => {
  const buttons = [{ title: 'Tốt', type: 'oa.query.hide', payload: 'postback:rate:5' }];
  const payload = { text: 'Thế nào?', attachment: { type: 'template', payload: { buttons } } };
  await show({ messages: [entry({ text: 'Thế nào?', payload })] }, 'zalo');
  fireEvent.click(within(chat()).getByRole('button', { name: 'Tốt' }));
  expect(done).toEqual([{ action: 'postback', data: 'postback:rate:5', text: '' }]);
});

it('loads a picture that the account sent over https; what a sandbox friend sends is nowhere', async () => {
  const payload = (address: string) => ({
    type: 'image',
    originalContentUrl: address,
    previewImageUrl: address,
  });
  const first = await show({
    messages: [entry({ kind: 'image', payload: payload('https://a.example/a.jpg') })],
  });
  const picture = within(chat()).getByRole('img', { name: 'Photo' });
  expect(picture.getAttribute('src')).toBe('https://a.example/a.jpg');
  fireEvent.error(picture);
  expect(within(chat()).getByRole('img', { name: 'Photo' }).getAttribute('src')).toBeNull();
  first.unmount();
  await show({
    messages: [
      entry({ kind: 'image', from: 'friend', payload: payload('https://a.example/a.jpg') }),
      entry({ id: '2', kind: 'image', payload: payload('http://127.0.0.1:9/a.jpg') }),
    ],
  });
  for (const shown of within(chat()).getAllByRole('img', { name: 'Photo' }))
    expect(shown.tagName).not.toBe('IMG');
});

it.each([
  ['line', true],
  ['zalo', false],
])('a message can be taken back only where people can: %s', async (kind, can) => {
  await show({ messages: [entry({ from: 'friend', text: 'Oops' })] }, kind);
  fireEvent.click(screen.getByRole('button', { name: 'More to send' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Send a video' }));
  expect(done).toEqual([{ action: 'video' }]);
  fireEvent.click(screen.getByRole('button', { name: 'More to send' }));
  await screen.findByRole('menuitem', { name: 'Send a file' });
  expect(screen.queryByRole('menuitem', { name: 'Unsend the newest message' }) !== null).toBe(can);
});

it('taps on the menu do what they would do on a phone', async () => {
  const place = { x: 0, y: 0, width: 100, height: 100 };
  const areas = [
    { ...place, label: 'Book', tap: { kind: 'text', text: 'I would like to book' } },
    { ...place, x: 100, label: 'News', tap: { kind: 'switch', alias: 'news', data: 'tap' } },
    { ...place, x: 200, label: 'Day', tap: { kind: 'date', mode: 'date', data: 'day' } },
  ] satisfies NonNullable<SimulatorState['menu']>['areas'];
  const menu = { id: 'm', text: 'Menu', open: true, width: 300, height: 100, picture: null, areas };
  await show({ menu });
  fireEvent.click(screen.getByRole('button', { name: 'Book' }));
  fireEvent.click(screen.getByRole('button', { name: 'News' }));
  fireEvent.click(screen.getByRole('button', { name: 'Day' }));
  fireEvent.change(await screen.findByLabelText('Pick for the customer', { selector: 'input' }), {
    target: { value: '2026-05-01' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Pick' }));
  expect(done).toEqual([
    { action: 'text', text: 'I would like to book' },
    { action: 'menu', alias: 'news', data: 'tap' },
    { action: 'postback', data: 'day', text: '', params: { date: '2026-05-01' } },
  ]);
  fireEvent.click(screen.getByRole('button', { name: /^Menu/ }));
  expect(screen.queryByRole('button', { name: 'Book' })).toBeNull();
});

test('a flex message is its card alone: its alternative text is for notifications', async () => {
  const body = { type: 'box', layout: 'vertical', contents: [{ type: 'text', text: 'New tea' }] };
  const payload = { type: 'flex', altText: 'New tea', contents: { type: 'bubble', body } };
  await show({ messages: [entry({ kind: 'flex', text: 'New tea', payload })] });
  expect(within(chat()).getAllByText('New tea')).toHaveLength(1);
  expect(within(screen.getByRole('list', { name: 'Cards' })).getByText('New tea')).toBeTruthy();
});

test('a picture with places to tap says, opens and copies', async () => {
  const area = { x: 0, y: 0, width: 520, height: 520 };
  const payload = {
    type: 'imagemap',
    baseUrl: 'https://a.example/map',
    altText: 'Autumn sale',
    baseSize: { width: 1040, height: 520 },
    actions: [
      { type: 'message', text: 'Book a table', label: 'Book', area },
      { type: 'uri', linkUri: 'https://a.example/', label: 'Shop', area: { ...area, x: 520 } },
      { type: 'clipboard', clipboardText: 'AUTUMN', label: 'Code', area: { ...area, y: 260 } },
    ],
  };
  await show({ messages: [entry({ kind: 'imagemap', text: 'Autumn sale', payload })] });
  expect(within(chat()).getByRole('img', { name: 'Autumn sale' })).toHaveProperty(
    'src',
    'https://a.example/map/1040',
  );
  expect(within(chat()).queryByText('Autumn sale')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Book' }));
  fireEvent.click(screen.getByRole('button', { name: 'Code' }));
  expect(done).toEqual([{ action: 'text', text: 'Book a table' }]);
  expect(screen.getByRole('link', { name: 'Shop' })).toHaveProperty('href', 'https://a.example/');
});
