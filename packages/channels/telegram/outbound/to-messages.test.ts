import { describe, expect, it } from 'vitest';
import { DEFAULT_MESSAGE_OPTIONS } from '../../spec/outgoing.ts';
import { splitRichText, toMessages } from './to-messages.ts';

const answer = (markdown: string) => ({ kind: 'answer', markdown, sources: '', hiddenMarks: [] }) as const;
/** Text of the first message, with each of its marks as `type(what is marked)`. */
function shown(markdown: string) {
  const [message] = toMessages([answer(markdown)], DEFAULT_MESSAGE_OPTIONS);
  const { text, entities = [] } = (message ?? { params: {} }).params as {
    text: string;
    entities?: { type: string; offset: number; length: number; url?: string }[];
  };
  return {
    text,
    marks: entities.map(
      ({ type, offset, length, url }) =>
        `${type}(${text.slice(offset, offset + length)})${url === undefined ? '' : `→${url}`}`,
    ),
  };
}
const FILE = { mediaId: 'm', name: 'a', bytes: 1000, contentType: 'image/jpeg', previewUrl: '' };
const paramsOf = (message: Record<string, unknown> | undefined) => message?.params as Record<string, unknown>;

describe('markdown', () => {
  it('becomes a text with marks beside it, so that nothing needs escaping', () => {
    expect(shown('**bold** & *a <b> `c`*, ~~no~~')).toEqual({
      text: 'bold & a  c, no',
      marks: ['bold(bold)', 'italic(a  c)', 'code(c)', 'strikethrough(no)'],
    });
  });
  it('counts emoji as the vendor does', () => {
    expect(shown('👨‍👩‍👧‍👦 **花**').marks).toEqual(['bold(花)']);
  });
  it('shows links by their words, and addresses that nobody should open not at all', () => {
    expect(shown('[Menu](https://example.com/a) [x](javascript:alert(1))')).toEqual({
      text: 'Menu x',
      marks: ['text_link(Menu)→https://example.com/a'],
    });
  });
  it('indents lists within their marks', () => {
    const { text, marks } = shown('1. **one\n   more**\n   - two');
    expect(text).toBe('1. one\n   more\n   • two');
    expect(marks).toEqual(['bold(one\n   more)']);
  });
  it('puts tables in columns, wide letters counted twice', () => {
    const { text, marks } = shown('| 花 | price |\n|---|---|\n| rose | 1 |');
    expect(text).toBe('花   | price\n-----+------\nrose | 1');
    expect(marks).toEqual([`pre(${text})`]);
  });
  it('leaves numbers of sources out when they are not shown', () => {
    const hidden = { ...answer('At nine [1].'), hiddenMarks: [1] };
    expect(paramsOf(toMessages([hidden], DEFAULT_MESSAGE_OPTIONS)[0])?.text).toBe('At nine.');
  });
  it('is cut between words, and marks that are cut go on', () => {
    const pieces = splitRichText(
      { text: `${'word '.repeat(3)}end`, entities: [{ type: 'bold', offset: 0, length: 18 }] },
      10,
    );
    expect(pieces.map(({ text }) => text)).toEqual(['word word', 'word end']);
    expect(pieces.map(({ entities }) => entities[0]?.length)).toEqual([9, 8]);
  });
});

it('more marks than the vendor shows are spread over messages', () => {
  const links = Array.from({ length: 250 }, (_, index) => `[l${index}](https://example.com/${index})`);
  const sent = toMessages([answer(links.join(' '))], DEFAULT_MESSAGE_OPTIONS).map((message) =>
    paramsOf(message),
  );
  const counts = sent.map((params) => [params?.entities ?? []].flat().length);
  expect(Math.max(...counts)).toBeLessThanOrEqual(100);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(250);
});

describe('what goes with it', () => {
  const replies = (texts: readonly string[], data?: string) =>
    texts.map((text) => ({ label: text, text, ...(data === undefined ? {} : { data }) }));
  const markupOf = (quickReplies: ReturnType<typeof replies>) =>
    paramsOf(toMessages([{ kind: 'text', text: 'x' }], { ...DEFAULT_MESSAGE_OPTIONS, quickReplies })[0])
      ?.reply_markup;
  it('short replies are buttons under it', () => {
    expect(markupOf([...replies(['Hours?']), ...replies(['Person'], 'handover')])).toEqual({
      inline_keyboard: [
        [{ text: 'Hours?', callback_data: 't:Hours?' }],
        [{ text: 'Person', callback_data: 'p:handover' }],
      ],
    });
  });
  it('a picker, which the vendor has not, is left out', () => {
    const picker = { label: 'Date', text: 'Date', data: 'd', picker: { mode: 'date' as const } };
    expect(markupOf([picker, ...replies(['Sat, Dec 5'], 'f')])).toEqual({
      inline_keyboard: [[{ text: 'Sat, Dec 5', callback_data: 'p:f' }]],
    });
  });
  it('replies too long for a button are typed by a keyboard', () => {
    const long = '営業時間は何時から何時までですか？教えてください';
    expect(markupOf(replies(['Hours?', long]))).toMatchObject({
      keyboard: [[{ text: 'Hours?' }], [{ text: long }]],
      one_time_keyboard: true,
    });
    expect(markupOf([...replies([long]), ...replies(['Person'], 'handover')])).toEqual({
      inline_keyboard: [[{ text: 'Person', callback_data: 'p:handover' }]],
    });
  });
  it('quotes on the first message only, and only what is an id', () => {
    const parts = [
      { kind: 'text', text: 'one' },
      { kind: 'text', text: 'two' },
    ] as const;
    const quoting = (quote: string) =>
      toMessages(parts, { ...DEFAULT_MESSAGE_OPTIONS, quote }).map(
        (each) => paramsOf(each)?.reply_parameters,
      );
    expect(quoting('-100:7')).toEqual([{ message_id: 7, allow_sending_without_reply: true }, undefined]);
    expect(quoting('tap:7')).toEqual([undefined, undefined]);
  });
});

describe('files', () => {
  const MEGABYTE = 1024 * 1024;
  const formOf = (bytes: number, contentType = 'image/jpeg', url = 'https://example.com/a') => {
    const [message] = toMessages(
      [{ kind: 'image', ...FILE, bytes, contentType, url }],
      DEFAULT_MESSAGE_OPTIONS,
    );
    const file = message?.file as { isFetched: boolean } | undefined;
    return [message?.method, file?.isFetched];
  };
  it('are fetched by their address while the vendor does so, then uploaded, then a link', () => {
    expect(formOf(5 * MEGABYTE)).toEqual(['sendPhoto', true]);
    expect(formOf(5 * MEGABYTE + 1)).toEqual(['sendPhoto', false]);
    expect(formOf(10 * MEGABYTE + 1)).toEqual(['sendDocument', false]);
    expect(formOf(50 * MEGABYTE + 1)).toEqual(['sendMessage', undefined]);
    expect(formOf(1, 'image/gif')).toEqual(['sendDocument', true]);
    expect(formOf(1, 'image/jpeg', '/media/a')).toEqual(['sendPhoto', false]);
  });
});

describe('a rich message', () => {
  const area = { x: 0, y: 0, width: 520, height: 520 };
  const map = {
    kind: 'rich-message',
    baseUrl: 'https://x.jp/line/rich-message/0a',
    height: 520,
    altText: 'Autumn',
    areas: [
      { area, label: 'Shop', action: { kind: 'link', url: 'https://x.jp/shop' } },
      { area, label: 'Old shop', action: { kind: 'link', url: 'http://x.jp/old' } },
      { area, label: '', action: { kind: 'message', text: 'Tell me more' } },
      { area, label: 'Long', action: { kind: 'message', text: 'あ'.repeat(60) } },
      { area, label: 'Code', action: { kind: 'copy', text: 'AUTUMN20' } },
    ],
    video: null,
  } as const;
  it('is its picture with a button for each place; what no button can do stands in the words', () => {
    const [message, ...others] = toMessages([map], DEFAULT_MESSAGE_OPTIONS);
    expect(others).toEqual([]);
    const { photo, caption, reply_markup: markup } = paramsOf(message);
    expect(photo).toBe('https://x.jp/line/rich-message/0a/1040');
    expect(caption).toBe(`Autumn\nOld shop: http://x.jp/old\nLong: ${'あ'.repeat(60)}\nCode: AUTUMN20`);
    expect(markup).toMatchObject({
      inline_keyboard: [[{ text: 'Shop', url: 'https://x.jp/shop' }], [{ text: 'Tell me more' }]],
    });
  });
  it('has its words behind it when they are longer than a caption', () => {
    const messages = toMessages([{ ...map, altText: 'x'.repeat(1_100) }], DEFAULT_MESSAGE_OPTIONS);
    expect(messages.map(({ method }) => method)).toEqual(['sendPhoto', 'sendMessage']);
    expect(paramsOf(messages[0])).not.toHaveProperty('caption');
  });
  it('is words alone where the vendor could not fetch it', () => {
    const [message] = toMessages([{ ...map, baseUrl: 'http://localhost/a' }], DEFAULT_MESSAGE_OPTIONS);
    expect(paramsOf(message).text).toContain('Shop: https://x.jp/shop');
  });
});
