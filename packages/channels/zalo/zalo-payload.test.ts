import { expect, it } from 'vitest';
import { readPayload } from './zalo-payload.ts';

const received = (type: string, payload: object, text?: string) =>
  readPayload({ msg_id: '1', ...(text === undefined ? {} : { text }), attachments: [{ type, payload }] });

it.each([
  [
    'image',
    { url: 'https://z.example/a.jpg', thumbnail: 'https://z.example/s.jpg' },
    { imageUrl: 'https://z.example/s.jpg' },
  ],
  [
    'sticker',
    { id: '22', url: 'https://z.example/s.png' },
    { sticker: { url: 'https://z.example/s.png', name: '' } },
  ],
  [
    'file',
    { url: 'https://z.example/m', name: 'menu.pdf' },
    { file: { kind: 'file', url: 'https://z.example/m', name: 'menu.pdf' } },
  ],
  [
    'audio',
    { url: 'https://z.example/a.amr' },
    { file: { kind: 'audio', url: 'https://z.example/a.amr', name: '' } },
  ],
  [
    'video',
    { url: 'https://z.example/a.mp4' },
    { file: { kind: 'video', url: 'https://z.example/a.mp4', name: '' } },
  ],
  [
    'location',
    { coordinates: { latitude: '21.02', longitude: '105.83' } },
    { place: { title: '', address: '21.02, 105.83' } },
  ],
  [
    'link',
    { description: 'Menu', url: 'https://z.example' },
    { items: [{ title: 'Menu', subtitle: 'https://z.example' }] },
  ],
])('a friend’s %s', (type, payload, shown) => {
  expect(received(type, payload)).toMatchObject(shown);
});

it('words beside a picture stay, those of a tapped button are not shown', () => {
  expect(received('image', { url: 'https://z.example/a.jpg' }, 'Look').text).toBe('Look');
  expect(readPayload({ text: 'postback:rate:5' }).text).toBeNull();
});

it('a button without words for the person keeps its data', () => {
  const buttons = [{ title: 'Good', type: 'oa.query.hide', payload: 'postback:rate:5' }];
  const shown = readPayload({ text: 'How?', attachment: { type: 'template', payload: { buttons } } });
  expect(shown.buttons).toEqual([{ label: 'Good', data: 'postback:rate:5' }]);
});

it('a picture without an address is still a message', () => {
  const payload = { template_type: 'media', elements: [{ media_type: 'image', attachment_id: 'x' }] };
  expect(readPayload({ text: 'Here', attachment: { type: 'template', payload } })).toMatchObject({
    text: 'Here',
    imageUrl: null,
    hasOwnPicture: true,
  });
});

it.each([
  [
    { upload: { mediaId: 'm', name: 'a.pdf', contentType: 'application/pdf' }, otherwise: 'a.pdf' },
    { file: { kind: 'file', url: null, name: 'a.pdf' }, text: null },
  ],
  [{ gif: { mediaId: 'm', url: 'https://z.example/a.gif' } }, { imageUrl: 'https://z.example/a.gif' }],
  [
    { askDetails: { title: 'Details', subtitle: 'Please' } },
    { items: [{ title: 'Details', subtitle: 'Please', imageUrl: null, url: null }] },
  ],
])('what is completed when it is sent is drawn as it will be: %j', (message, shown) => {
  expect(readPayload(message)).toMatchObject(shown);
});
