import { describe, expect, it } from 'vitest';
import { DEFAULT_MESSAGE_OPTIONS, type MessageOptions, type OutgoingPart } from '../../spec/outgoing.ts';
import { readPayload } from '../zalo-payload.ts';
import { lengthOf, shortened, splitText } from './markdown-to-text.ts';
import { toMessages } from './to-messages.ts';

const ANSWER = { kind: 'answer', sources: '', hiddenMarks: [] } as const;
const FILE = { mediaId: 'm', name: 'Bảng giá', bytes: 1000, url: 'https://example.com/m/a' } as const;
const written = (markdown: string, look: Partial<MessageOptions> = {}) =>
  toMessages([{ ...ANSWER, markdown }], { ...DEFAULT_MESSAGE_OPTIONS, ...look });
const texts = (markdown: string) => written(markdown).map(({ text }) => text);
const said = (part: OutgoingPart) => toMessages([part], DEFAULT_MESSAGE_OPTIONS);

describe('text', () => {
  it('is put together (NFC) before it is measured', () => {
    const apart = 'à'.normalize('NFD').repeat(2000);
    expect(said({ kind: 'text', text: apart })).toEqual([{ text: 'à'.normalize('NFC').repeat(2000) }]);
  });
  it('is split at 2,000 code points, never inside a character', () => {
    const family = '👨‍👩‍👧‍👦';
    const pieces = splitText(family.repeat(600), 2000);
    expect(pieces.map(lengthOf)).toEqual([1995, 1995, 210]);
    expect(pieces.every((piece) => piece.startsWith('👨') && piece.endsWith('👦'))).toBe(true);
  });
  it('is split where a reader would', () => {
    const [first, second] = splitText(`${'a'.repeat(1500)}. ${'b'.repeat(1000)}`, 2000);
    expect(first?.endsWith('.')).toBe(true);
    expect(second).toBe('b'.repeat(1000));
  });
  it('goes out in six messages at most', () => {
    const pieces = texts('Câu này lặp lại mãi. '.repeat(2000));
    expect(pieces).toHaveLength(6);
    expect(pieces.at(-1)).toMatch(/…$/);
    expect(Math.max(...pieces.map((piece) => lengthOf(String(piece))))).toBeLessThanOrEqual(2000);
  });
  it('shows a cut', () => {
    expect(shortened('abcdef', 4)).toBe('abc…');
    expect(shortened('abcd', 4)).toBe('abcd');
  });
});

describe('markdown', () => {
  it.each([
    ['# Giờ mở cửa\n\n**8:00** – *22:00*', 'Giờ mở cửa\n\n8:00 – 22:00'],
    ['- một\n- hai\n  - ba', '• một\n• hai\n   • ba'],
    ['2. hai\n3. ba', '2. hai\n3. ba'],
    ['| Món | Giá |\n|---|---|\n| Phở | 50k |', 'Món: Phở\nGiá: 50k'],
    ['> trích', '│ trích'],
    ['```js\nconst a = "**";\n```', 'const a = "**";'],
    ['Xem [thực đơn](https://a.vn/menu), nhé', 'Xem thực đơn: https://a.vn/menu , nhé'],
    ['<https://a.vn/menu>', 'https://a.vn/menu'],
    ['[xem](javascript:alert(1))', 'xem'],
    ['**「強調」**です', '「強調」です'],
    ['a<br>b <b>c</b>', 'a\nb c'],
    ['10~20 phút', '10~20 phút'],
    ['***', '────────'],
  ])('%j reads %j', (markdown, text) => {
    expect(texts(markdown)).toEqual([text]);
  });
  it('that nests deeper than anybody can read is sent as it is', () => {
    expect(texts('>'.repeat(20_000)).length).toBeGreaterThan(0);
  });
  it('hides the numbers of sources, or names them', () => {
    const answer = { ...ANSWER, markdown: 'Mở lúc chín giờ [1].' };
    expect(said({ ...answer, hiddenMarks: [1] })).toEqual([{ text: 'Mở lúc chín giờ.' }]);
    const sources = 'Nguồn: [1] Sổ tay, tr. 3 · [2] Bảng giá';
    expect(said({ ...answer, sources })).toEqual([{ text: `Mở lúc chín giờ [1].\n\n${sources}` }]);
  });
});

describe('buttons', () => {
  const reply = (index: number) => ({ label: `Chọn ${index}`, text: `Tôi chọn ${index}` });
  it('are quick replies under the last text, five at most', () => {
    const [message] = written('Chọn đi', { quickReplies: [0, 1, 2, 3, 4, 5].map(reply) });
    const { buttons, text } = readPayload(message);
    expect(text).toBe('Chọn đi');
    expect(buttons).toHaveLength(5);
    expect(buttons[0]).toEqual({ label: 'Chọn 0', text: 'Tôi chọn 0' });
  });
  it('say what is meant for us without showing it', () => {
    const picker = { label: 'Ngày', text: 'Ngày', data: 'd', picker: { mode: 'date' } } as const;
    expect(written('Ngày nào?', { quickReplies: [picker] })).toEqual([{ text: 'Ngày nào?' }]);
    const [message] = written('Thế nào?', { quickReplies: [{ label: 'Tốt', text: 'Tốt', data: 'rate:5' }] });
    expect(message?.attachment).toEqual({
      type: 'template',
      payload: { buttons: [{ title: 'Tốt', type: 'oa.query.hide', payload: 'postback:rate:5' }] },
    });
  });
  it('are links that stand alone', () => {
    const [message] = written('Đặt bàn tại đây:\n\n[Đặt bàn](https://a.vn/book)');
    expect(message?.text).toBe('Đặt bàn tại đây:');
    expect(readPayload(message).buttons).toEqual([{ label: 'Đặt bàn', url: 'https://a.vn/book' }]);
  });
  it('leave a link in the text when nothing else would be said', () => {
    expect(written('[Đặt bàn](https://a.vn/book)')).toEqual([{ text: 'Đặt bàn: https://a.vn/book' }]);
  });
});

describe('cards', () => {
  const CARDS =
    '- ![phở](https://a.vn/pho.jpg) [Phở bò](https://a.vn/pho)\n  Nước dùng 12 giờ\n- ![bún](https://a.vn/bun.jpg) **Bún chả**: Hà Nội';
  it('are a list whose items have a picture and a name', () => {
    const messages = written(`Gợi ý:\n\n${CARDS}\n\nChọn món nào?`);
    expect(messages.map(({ text }) => text)).toEqual(['Gợi ý:', undefined, 'Chọn món nào?']);
    expect(readPayload(messages[1]).items).toEqual([
      {
        title: 'Phở bò',
        subtitle: 'Nước dùng 12 giờ',
        imageUrl: 'https://a.vn/pho.jpg',
        url: 'https://a.vn/pho',
      },
      { title: 'Bún chả', subtitle: 'Hà Nội', imageUrl: 'https://a.vn/bun.jpg', url: null },
    ]);
    expect(messages[1]?.otherwise).toContain('Phở bò');
  });
  it('are not made of a list where one has no picture, or of six', () => {
    expect(written(`${CARDS}\n- Nem`)).toHaveLength(1);
    const six = Array.from({ length: 6 }, (_, index) => `- ![a](https://a.vn/${index}.jpg) Món ${index}`);
    expect(written(six.join('\n'))[0]).not.toHaveProperty('attachment');
  });
});

describe('quoting', () => {
  it('stands on the first text', () => {
    const parts: OutgoingPart[] = [
      { kind: 'text', text: 'một' },
      { kind: 'text', text: 'hai' },
    ];
    expect(toMessages(parts, { ...DEFAULT_MESSAGE_OPTIONS, quote: 'm1' })).toEqual([
      { text: 'một', quote_message_id: 'm1' },
      { text: 'hai' },
    ]);
  });
});

describe('files', () => {
  const image = {
    kind: 'image',
    ...FILE,
    contentType: 'image/png',
    previewUrl: 'https://example.com/s',
  } as const;
  it('are pictures by their address', () => {
    expect(readPayload(said(image)[0]).imageUrl).toBe(FILE.url);
  });
  it('are a small picture and a link where the large one is not taken', () => {
    for (const wrong of [{ bytes: 2 * 1024 * 1024 }, { contentType: 'image/webp' }]) {
      const [message] = said({ ...image, ...wrong });
      expect(readPayload(message)).toMatchObject({
        text: `Bảng giá\n${FILE.url}`,
        imageUrl: 'https://example.com/s',
      });
    }
  });
  it('are links without https', () => {
    const url = 'http://example.com/a';
    expect(said({ ...image, url })).toEqual([{ text: `Bảng giá\n${url}` }]);
  });
  it.each([
    ['application/pdf', 1000, 'Bảng giá.pdf'],
    ['text/csv; charset=utf-8', 1000, 'Bảng giá.csv'],
  ])('of the type %s are uploaded', (contentType, bytes, name) => {
    expect(said({ kind: 'file', ...FILE, contentType, bytes })).toMatchObject([
      { upload: { mediaId: 'm', name }, otherwise: `Bảng giá\n${FILE.url}` },
    ]);
  });
  it.each([
    ['application/zip', 1000],
    ['application/pdf', 6 * 1024 * 1024],
  ])('of the type %s with %i bytes are links', (contentType, bytes) => {
    expect(said({ kind: 'file', ...FILE, contentType, bytes })).toEqual([{ text: `Bảng giá\n${FILE.url}` }]);
  });
  it('that are seen or heard are links', () => {
    const video = { ...FILE, contentType: 'video/mp4', previewUrl: FILE.url, durationMs: null };
    expect(said({ kind: 'video', ...video })).toEqual([{ text: `Bảng giá\n${FILE.url}` }]);
  });
});

it('a place is its name and a map', () => {
  const place = { kind: 'location', title: 'Cửa hàng', address: '', latitude: 21, longitude: 105.8 } as const;
  expect(said(place)).toEqual([
    { text: 'Cửa hàng\nhttps://www.google.com/maps/search/?api=1&query=21,105.8' },
  ]);
});

describe('a rich message', () => {
  const area = { x: 0, y: 0, width: 100, height: 100 };
  const place = (index: number) =>
    ({ area, label: `Trang ${index}`, action: { kind: 'link', url: `https://x.vn/${index}` } }) as const;
  const map = {
    kind: 'rich-message',
    baseUrl: 'https://x.vn/line/rich-message/0a',
    height: 520,
    altText: 'Ưu đãi mùa thu',
    areas: [
      { area, label: 'Mã', action: { kind: 'copy', text: 'THU20' } },
      { area, label: 'Hỏi', action: { kind: 'message', text: 'Cho em hỏi thêm' } },
      ...[1, 2, 3, 4, 5].map(place),
    ],
    video: null,
  } as const satisfies OutgoingPart;
  it('is its picture, then words with five buttons; what comes after them stands in the words', () => {
    const [picture, words, ...others] = said(map);
    expect(others).toEqual([]);
    expect(picture).toMatchObject({
      attachment: { payload: { elements: [{ url: 'https://x.vn/line/rich-message/0a/1040' }] } },
    });
    expect(words?.text).toBe('Ưu đãi mùa thu\nMã: THU20\nTrang 5: https://x.vn/5');
    expect(words).toMatchObject({
      attachment: {
        payload: {
          buttons: [
            { title: 'Hỏi', type: 'oa.query.show', payload: 'Cho em hỏi thêm' },
            ...[1, 2, 3, 4].map((index) => ({ title: `Trang ${index}`, type: 'oa.open.url' })),
          ],
        },
      },
    });
  });
  it('is words alone where the vendor could not fetch it', () => {
    expect(said({ ...map, baseUrl: 'http://localhost/a' })).toHaveLength(1);
  });
});
