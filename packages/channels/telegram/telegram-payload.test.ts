import { expect, it } from 'vitest';
import { NOTHING_SHOWN } from '../spec/shown-payload.ts';
import { toMessages } from './outbound/to-messages.ts';
import { readPayload } from './telegram-payload.ts';

const replies = [
  { label: 'Hours?', text: 'Hours?' },
  { label: 'A person', text: 'A person', data: 'handover' },
];
const long = '営業時間は何時から何時までですか？教えてください';

it('shows what is sent with its buttons, by what they say', () => {
  const [message] = toMessages([{ kind: 'text', text: 'Hi' }], {
    quickReplies: replies,
    sender: null,
    quote: '5:7',
  });
  expect(readPayload(message?.params)).toEqual({
    ...NOTHING_SHOWN,
    text: 'Hi',
    buttons: [
      { label: 'Hours?', text: 'Hours?' },
      { label: 'A person', data: 'handover' },
    ],
    quotedId: '7',
  });
});
it('shows a keyboard above the phone’s own', () => {
  const quickReplies = [{ label: 'x', text: long }];
  const [message] = toMessages([{ kind: 'text', text: 'Hi' }], { quickReplies, sender: null, quote: null });
  expect(readPayload(message?.params).quickReplies).toEqual([{ label: long, text: long }]);
});
it.each([
  [
    { photo: 'https://example.com/a.jpg', caption: 'Rose' },
    { imageUrl: 'https://example.com/a.jpg', text: 'Rose' },
  ],
  [{ voice: { file_id: 'v' } }, { file: { kind: 'audio', url: null, name: '' } }],
  [{ document: { file_id: 'd', file_name: 'a.pdf' } }, { file: { kind: 'file', url: null, name: 'a.pdf' } }],
  [{ document: { name: 'a.pdf', bytes: 3 } }, { file: { kind: 'file', url: null, name: 'a.pdf' } }],
  [{ sticker: { emoji: '😀' } }, { sticker: { url: null, name: '😀' } }],
  [
    { latitude: 1, longitude: 2, title: 'Shop', address: 'Street' },
    { place: { title: 'Shop', address: 'Street' } },
  ],
  [{ location: { latitude: 1, longitude: 2 } }, { place: { title: '', address: '1, 2' } }],
  [
    {
      method: 'sendPhoto',
      params: { caption: 'Rose' },
      file: { field: 'photo', url: 'https://a.example/a.jpg', name: 'a.jpg' },
    },
    { imageUrl: 'https://a.example/a.jpg', text: 'Rose' },
  ],
  [
    {
      method: 'sendVideo',
      params: {},
      file: { field: 'video', url: 'https://a.example/a.mp4', name: 'a.mp4' },
    },
    { file: { kind: 'video', url: 'https://a.example/a.mp4', name: 'a.mp4' } },
  ],
  [{ photo: [{ file_id: 'p' }], reply_markup: 'x' }, { hasOwnPicture: true }],
  [null, {}],
])('draws %j', (payload, shown) => {
  expect(readPayload(payload)).toEqual({ ...NOTHING_SHOWN, ...shown });
});
