import { describe, expect, it } from 'vitest';
import { DEFAULT_MESSAGE_OPTIONS, type OutgoingPart } from '../spec/outgoing.ts';
import type { ShownShape } from '../spec/shown-payload.ts';
import { readPayload } from './line-payload.ts';
import { toMessages } from './outbound/to-messages.ts';

const ANSWER = { kind: 'answer', sources: '', hiddenMarks: [] } as const;
const written = (markdown: string, look = {}) =>
  toMessages([{ ...ANSWER, markdown }], { ...DEFAULT_MESSAGE_OPTIONS, ...look }).map(readPayload);
const said = (part: OutgoingPart) => toMessages([part], DEFAULT_MESSAGE_OPTIONS).map(readPayload);

const partsOf = (shape: ShownShape | undefined): ShownShape[] =>
  shape === undefined ? [] : [shape, ...(shape.kind === 'box' ? shape.inside.flatMap(partsOf) : [])];

describe('what this product sends', () => {
  it('a table is lines of cells, the first one strong', () => {
    const [shown] = written('# Prices\n\n| Room | Price |\n|---|---|\n| Single | 9,000 |\n| Twin | 14,000 |');
    const words = partsOf(shown?.items[0]?.shape).filter((part) => part.kind === 'words');
    expect(words.map(({ spans }) => spans[0]?.text)).toEqual([
      'Prices',
      'Room',
      'Price',
      'Single',
      '9,000',
      'Twin',
      '14,000',
    ]);
    expect(words.map(({ style }) => style.fontWeight)).toEqual([700, 700, 700, ...Array(4).fill(undefined)]);
  });
  it('cards stand side by side with picture, words and button', () => {
    const card = (name: string) =>
      `## ${name}\n\n![a](https://a.example/${name}.jpg)\n\nGood ${name}\n\n[Book](https://a.example/${name})`;
    const [shown] = written([card('Tea'), card('Bath')].join('\n\n'));
    expect(shown?.areSideBySide).toBe(true);
    expect(shown?.items.map(({ title }) => title)).toEqual(['Tea', 'Bath']);
    const shape = shown?.items[1]?.shape;
    expect(shape?.style).toMatchObject({ width: '260px' });
    expect(partsOf(shape)).toMatchObject([
      { kind: 'box' },
      {
        kind: 'picture',
        url: 'https://a.example/Bath.jpg',
        style: { aspectRatio: '20 / 13', width: '100%' },
      },
      { kind: 'box', style: { padding: '20px', flex: '1 0 auto' } },
      { kind: 'words', spans: [{ text: 'Bath' }] },
      { kind: 'words', spans: [{ text: 'Good Bath' }], style: { marginTop: '4px', fontSize: '14px' } },
      { kind: 'box' },
      { kind: 'button', tap: { label: 'Book', url: 'https://a.example/Bath' }, style: { minHeight: '40px' } },
    ]);
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
  it('a picker shows which kind it is, with the data that comes back', () => {
    const picker = { label: 'Date', text: 'Date', data: 'd:1', picker: { mode: 'date' } } as const;
    const [shown] = written('When?', { quickReplies: [picker] });
    expect(shown?.quickReplies).toEqual([{ label: 'Date', picker: { mode: 'date', data: 'd:1' } }]);
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
    expect(readPayload({ type: 'imagemap', altText: 'Alt', baseUrl: 'https://a.example' }).text).toBe('Alt');
  });
  it('a picture with places to tap, and a video in it', () => {
    const area = { x: 0, y: 0, width: 520, height: 520 };
    const map = {
      type: 'imagemap',
      baseUrl: 'https://a.example/map',
      altText: 'Alt',
      baseSize: { width: 1040, height: 520 },
      actions: [
        { type: 'uri', linkUri: 'https://a.example/', label: 'Shop', area },
        { type: 'message', text: 'Hello', area },
        { type: 'clipboard', clipboardText: 'CODE', area },
        { type: 'message', text: 'Nowhere' },
      ],
      video: {
        originalContentUrl: 'https://a.example/a.mp4',
        previewImageUrl: 'https://a.example/a.jpg',
        area,
        externalLink: { linkUri: 'https://a.example/more', label: 'More' },
      },
    };
    expect(readPayload(map).map).toEqual({
      imageUrl: 'https://a.example/map/1040',
      altText: 'Alt',
      width: 1040,
      height: 520,
      areas: [
        { ...area, label: 'Shop', url: 'https://a.example/' },
        { ...area, label: 'Hello', text: 'Hello' },
        { ...area, label: 'CODE', copy: 'CODE' },
      ],
      video: {
        ...area,
        url: 'https://a.example/a.mp4',
        previewUrl: 'https://a.example/a.jpg',
        link: { label: 'More', url: 'https://a.example/more' },
      },
    });
    expect(readPayload({ ...map, video: undefined }).map?.video).toBeNull();
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
  it('what is no length, colour or address of LINE gets into no style', () => {
    const wrong = { size: '9px;color:red', color: 'url(https://a.example)', text: 'a', type: 'text' };
    const inside = [wrong, { type: 'image', url: 'javascript:alert(1)', aspectRatio: '1:1;' }];
    const box = {
      type: 'box',
      layout: 'vertical',
      contents: inside,
      backgroundColor: 'red',
      width: 'calc(1px)',
    };
    const { items } = readPayload({ type: 'flex', contents: { type: 'bubble', body: box } });
    const styles = JSON.stringify(partsOf(items[0]?.shape));
    for (const bad of ['red', 'url(', 'javascript', 'calc', ';']) expect(styles).not.toContain(bad);
  });
  it('only web addresses can be opened', () => {
    const wrong = { type: 'uri', label: 'Run', uri: 'javascript:alert(1)' };
    expect(template({ type: 'buttons', text: 'a', actions: [wrong] }).items[0]?.buttons).toEqual([
      { label: 'Run' },
    ]);
    const sticker = readPayload({ type: 'sticker', stickerId: '../a' });
    expect(sticker.sticker?.url).toBeNull();
  });
});
