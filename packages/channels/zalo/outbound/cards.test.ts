import { expect, it } from 'vitest';
import { DEFAULT_MESSAGE_OPTIONS, type OutgoingCard, type OutgoingCards } from '../../spec/outgoing.ts';
import { toMessages } from './to-messages.ts';

const PICTURE = 'https://x.vn/a.jpg';
const card = (more: Partial<OutgoingCard> = {}): OutgoingCard => ({
  layout: 'product',
  imageUrl: PICTURE,
  title: 'Trà xanh',
  lead: '120.000đ',
  text: 'Vị đậm.',
  details: [],
  buttons: [{ label: 'Mua', action: { kind: 'link', url: 'https://x.vn/mua' } }],
  ...more,
});
const ASK = { label: 'Hỏi', action: { kind: 'message', text: 'Cho tôi hỏi' } } as const;
const send = (cards: readonly OutgoingCard[], more: Partial<OutgoingCards> = {}, look = {}) =>
  toMessages([{ kind: 'cards', altText: 'Trà', cards, more: null, ...more }], {
    ...DEFAULT_MESSAGE_OPTIONS,
    ...look,
  });
const ELEMENT = {
  title: 'Trà xanh',
  subtitle: '120.000đ\nVị đậm.',
  image_url: PICTURE,
  default_action: { type: 'oa.open.url', url: 'https://x.vn/mua' },
};
const payloadOf = (message: unknown) => Object(message).attachment?.payload;

it('cards with pictures are one list, each of which opens its link', () => {
  const messages = send([card(), card()]);
  expect(messages).toEqual([
    {
      attachment: { type: 'template', payload: { template_type: 'list', elements: [ELEMENT, ELEMENT] } },
      otherwise: expect.stringContaining('Mua: https://x.vn/mua'),
    },
  ]);
});

it('six are two lists', () => {
  const messages = send(Array.from({ length: 6 }, () => card()));
  expect(messages.map((message) => payloadOf(message).elements.length)).toEqual([5, 1]);
});

it('other buttons stand under words, by the name of their card, and leave room for quick replies', () => {
  const asking = () => card({ buttons: [...card().buttons, ASK] });
  const quickReplies = Array.from({ length: 4 }, (_, index) => ({ label: `${index}`, text: `${index}` }));
  const [, words] = send(
    [asking(), asking()],
    { more: { label: 'Tất cả', url: 'https://x.vn/' } },
    { quickReplies },
  );
  expect(payloadOf(words).buttons.map(({ title }: { title: string }) => title)).toEqual([
    '0',
    '1',
    '2',
    '3',
    'Trà xanh: Hỏi',
  ]);
  expect(Object(words).text).toBe('Trà xanh\n・Hỏi: Cho tôi hỏi\n\nTất cả: https://x.vn/');
});

it('one card has its buttons in sight', () => {
  const [list, words] = send([card({ details: [{ label: 'Nặng', text: '100 g' }] })]);
  expect(payloadOf(list).template_type).toBe('list');
  expect(words).toEqual({
    text: 'Trà xanh\nNặng: 100 g',
    attachment: {
      type: 'template',
      payload: { buttons: [{ title: 'Mua', type: 'oa.open.url', payload: { url: 'https://x.vn/mua' } }] },
    },
  });
});

it('cards without pictures are words', () => {
  const messages = send([
    card({ imageUrl: null, buttons: [] }),
    card({ imageUrl: 'http://127.0.0.1/a', buttons: [] }),
  ]);
  expect(messages).toEqual([{ text: 'Trà xanh\n120.000đ\nVị đậm.\n\nTrà xanh\n120.000đ\nVị đậm.' }]);
});
