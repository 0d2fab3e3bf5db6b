import { describe, expect, it } from 'vitest';
import { DEFAULT_MESSAGE_OPTIONS, type OutgoingPart } from '../spec/outgoing.ts';
import { readPayload } from './line-payload.ts';
import { toMessages } from './outbound/to-messages.ts';

const ANSWER = { kind: 'answer', sources: '', hiddenMarks: [] } as const;
const written = (markdown: string, look = {}) =>
  toMessages([{ ...ANSWER, markdown }], { ...DEFAULT_MESSAGE_OPTIONS, ...look }).map(readPayload);
const said = (part: OutgoingPart) => toMessages([part], DEFAULT_MESSAGE_OPTIONS).map(readPayload);

describe('what this product sends', () => {
  it('a table is lines of cells, the first one strong', () => {
    const [shown] = written('# Prices\n\n| Room | Price |\n|---|---|\n| Single | 9,000 |\n| Twin | 14,000 |');
    const rows = shown?.items[0]?.rows?.map((row) => row.map(({ text }) => text));
    expect(rows).toEqual([['Prices'], ['Room', 'Price'], ['Single', '9,000'], ['Twin', '14,000']]);
    expect(shown?.items[0]?.rows?.map((row) => row[0]?.isStrong)).toEqual([true, true, false, false]);
  });
  it('cards stand side by side with picture, words and button', () => {
    const card = (name: string) =>
      `## ${name}\n\n![a](https://a.example/${name}.jpg)\n\nGood ${name}\n\n[Book](https://a.example/${name})`;
    const [shown] = written([card('Tea'), card('Bath')].join('\n\n'));
    expect(shown?.areSideBySide).toBe(true);
    expect(shown?.items).toHaveLength(2);
    expect(shown?.items[1]).toMatchObject({
      imageUrl: 'https://a.example/Bath.jpg',
      buttons: [{ label: 'Book', url: 'https://a.example/Bath' }],
    });
    expect(shown?.items[1]?.rows?.flat().map(({ text }) => text)).toEqual(['Bath', 'Good Bath']);
  });
  it('quick replies say words, or carry data with the words they show; the sender has a name', () => {
    const quickReplies = [
      { label: 'Yes', text: 'Yes, please' },
      { label: '★★★', text: 'Three stars', data: 'rate:3' },
    ];
    const [shown] = written('How was it?', { quickReplies, sender: { name: 'Yuki', iconUrl: null } });
    expect(shown).toMatchObject({ text: 'How was it?', sender: 'Yuki' });
    expect(shown?.quickReplies).toEqual([
      { label: 'Yes', text: 'Yes, please' },
      { label: '★★★', text: 'Three stars', data: 'rate:3' },
    ]);
  });
  it('a picture, a recording, a sticker and a place', () => {
    const file = { mediaId: 'm', name: 'a', bytes: 9, url: 'https://a.example/m/1' };
    const previewUrl = 'https://a.example/m/1s';
    const picture = said({ kind: 'image', ...file, contentType: 'image/png', previewUrl });
    expect(picture[0]?.imageUrl).toBe(previewUrl);
    const recording = said({ kind: 'audio', ...file, contentType: 'audio/mp4', durationMs: 1000 });
    expect(recording[0]?.file).toMatchObject({ kind: 'audio', url: file.url });
    const sticker = said({ kind: 'sticker', packageId: '446', stickerId: '1988' });
    expect(sticker[0]?.sticker?.url).toContain('/1988/');
    const [place] = said({ kind: 'location', title: 'Inn', address: 'Kyoto', latitude: 35, longitude: 135 });
    expect(place?.place).toEqual({ title: 'Inn', address: 'Kyoto' });
  });
});

describe('what others send', () => {
  const template = (given: object) => readPayload({ type: 'template', altText: 'Alt', template: given });
  const OPEN = { type: 'uri', label: 'Open', uri: 'https://a.example' };
  it('buttons and questions are one card', () => {
    const card = {
      title: 'Stay',
      text: 'Which?',
      thumbnailImageUrl: 'https://a.example/a.png',
      actions: [OPEN],
    };
    expect(template({ type: 'buttons', ...card }).items).toEqual([
      {
        title: 'Stay',
        subtitle: 'Which?',
        imageUrl: 'https://a.example/a.png',
        url: null,
        buttons: [{ label: 'Open', url: 'https://a.example' }],
      },
    ]);
    const confirm = template({
      type: 'confirm',
      text: 'Sure?',
      actions: [{ type: 'message', label: 'Yes', text: 'Yes' }],
    });
    expect(confirm.items[0]).toMatchObject({
      title: 'Sure?',
      subtitle: '',
      buttons: [{ label: 'Yes', text: 'Yes' }],
    });
  });
  it.each(['carousel', 'image_carousel'])('a %s stands side by side', (type) => {
    const columns = [
      { text: 'A', imageUrl: 'https://a.example/a.png', action: OPEN, actions: [OPEN] },
      { text: 'B', actions: [] },
    ];
    expect(template({ type, columns })).toMatchObject({
      areSideBySide: true,
      items: [{ buttons: [{ label: 'Open' }] }, {}],
    });
  });
  it('a form that nobody knows is told by its words', () => {
    expect(template({ type: 'new' }).text).toBe('Alt');
    expect(readPayload({ type: 'flex', altText: 'Alt', contents: { type: 'giga' } }).text).toBe('Alt');
    expect(readPayload({ type: 'imagemap', altText: 'Alt' }).text).toBe('Alt');
    const actions = [
      { type: 'uri', linkUri: 'https://a.example/', label: 'Shop' },
      { type: 'message', text: 'Hello' },
      { type: 'clipboard', clipboardText: 'CODE' },
    ];
    const map = { type: 'imagemap', baseUrl: 'https://a.example/map', altText: 'Alt', actions };
    expect(readPayload(map).items).toMatchObject([
      {
        imageUrl: 'https://a.example/map/700',
        buttons: [
          { label: 'Shop', url: 'https://a.example/' },
          { label: 'Hello', text: 'Hello' },
          { label: 'CODE' },
        ],
      },
    ]);
  });
  it('a friend’s sticker, file and quote', () => {
    const sticker = readPayload({ type: 'sticker', stickerId: '1988', keywords: ['hello', 'smile'] });
    expect(sticker.sticker?.name).toBe('hello, smile');
    expect(readPayload({ type: 'file', fileName: 'a.pdf' }).file).toEqual({
      kind: 'file',
      url: null,
      name: 'a.pdf',
    });
    expect(readPayload({ type: 'text', text: 'a', quotedMessageId: '7' }).quotedId).toBe('7');
  });
  it.each([null, 'a', 7, [], { type: 'flex', contents: 5 }, { quickReply: { items: 'a' } }])(
    '%j breaks nothing',
    (given) => {
      expect(readPayload(given).items).toEqual([]);
    },
  );
  it('only web addresses can be opened', () => {
    const wrong = { type: 'uri', label: 'Run', uri: 'javascript:alert(1)' };
    expect(template({ type: 'buttons', text: 'a', actions: [wrong] }).items[0]?.buttons).toEqual([
      { label: 'Run' },
    ]);
    const sticker = readPayload({ type: 'sticker', stickerId: '../a' });
    expect(sticker.sticker?.url).toBeNull();
  });
});
