import { describe, expect, it } from 'vitest';
import { readPayload } from './read-payload.ts';

const NOTHING = { text: null, buttons: [], imageUrl: null, items: [] };
const received = (type: string, payload: object) => readPayload({ attachments: [{ type, payload }] });

describe('what a phone draws', () => {
  it.each([null, 'x', [], {}, { attachment: 7 }, { attachments: [null] }])('of %j is nothing', (payload) => {
    expect(readPayload(payload)).toEqual(NOTHING);
  });
  it('of a received picture is the picture, of a video its preview, of a file none', () => {
    expect(received('image', { url: 'https://a/b.jpg' }).imageUrl).toBe('https://a/b.jpg');
    expect(received('video', { url: 'https://a/b.mp4', thumbnail: 'https://a/s.jpg' }).imageUrl).toBe(
      'https://a/s.jpg',
    );
    expect(received('file', { url: 'https://a/b.pdf' }).imageUrl).toBeNull();
  });
  it('opens no address but the web’s', () => {
    const buttons = [{ title: 'a', type: 'oa.open.url', payload: { url: 'javascript:alert(1)' } }];
    const payload = { text: 'a', attachment: { type: 'template', payload: { buttons } } };
    expect(readPayload(payload)).toEqual({ ...NOTHING, text: 'a' });
  });
  it('sends what a hidden button holds as data', () => {
    const buttons = [{ title: 'Tốt', type: 'oa.query.hide', payload: 'postback:rate:5' }];
    const payload = { text: 'a', attachment: { type: 'template', payload: { buttons } } };
    expect(readPayload(payload).buttons).toEqual([{ label: 'Tốt', data: 'postback:rate:5' }]);
  });
});
