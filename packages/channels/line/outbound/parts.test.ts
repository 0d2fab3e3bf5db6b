import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_MESSAGE_OPTIONS, type MessageOptions, type OutgoingPart } from '../../spec/outgoing.ts';
import { checkMessages } from '../fake/validate-messages.ts';
import { LINE_LIMITS } from '../limits.ts';
import { toMessages } from './to-messages.ts';

const FILE = { mediaId: 'm', name: '写真 1.jpg', bytes: 1_000, url: 'https://x.jp/写真.jpg' } as const;
const image: OutgoingPart = {
  kind: 'image',
  ...FILE,
  contentType: 'image/jpeg',
  previewUrl: 'https://x.jp/small.jpg',
};
const video: OutgoingPart = { ...image, kind: 'video', contentType: 'video/mp4', durationMs: null };
const audio: OutgoingPart = { kind: 'audio', ...FILE, contentType: 'audio/mp4', durationMs: 0.4 };
const say = (text: string): OutgoingPart => ({ kind: 'text', text });
const TABLE = '| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |';
const answer = { kind: 'answer', sources: '', hiddenMarks: [] } as const;

const send = (parts: readonly OutgoingPart[], look: Partial<MessageOptions> = {}) => {
  const messages = toMessages(parts, { ...DEFAULT_MESSAGE_OPTIONS, ...look });
  expect(checkMessages(messages)).toBe(null);
  return messages;
};
const ENCODED = 'https://x.jp/%E5%86%99%E7%9C%9F.jpg';

describe('files', () => {
  it('go out in the form of their kind, with encoded addresses', () => {
    const previewImageUrl = 'https://x.jp/small.jpg';
    expect(send([image, video, audio])).toEqual([
      { type: 'image', originalContentUrl: ENCODED, previewImageUrl },
      { type: 'video', originalContentUrl: ENCODED, previewImageUrl },
      { type: 'audio', originalContentUrl: ENCODED, duration: 1 },
    ]);
  });
  it.each<[string, OutgoingPart]>([
    ['not https', { ...image, url: 'http://127.0.0.1/a.jpg' }],
    ['a preview that is not https', { ...image, previewUrl: 'http://127.0.0.1/a.jpg' }],
    ['of another kind', { ...image, contentType: 'image/webp' }],
    ['too large', { ...image, bytes: LINE_LIMITS.imageBytes + 1 }],
    ['a film of another kind', { ...video, contentType: 'video/webm' } as OutgoingPart],
    ['a file, not https', { kind: 'file', ...FILE, url: 'http://a.jp/x', contentType: 'text/plain' }],
  ])('are a link when %s', (_name, part) => {
    expect(send([part])).toEqual([{ type: 'text', text: `写真 1.jpg\n${Object(part).url}` }]);
  });
  it('that are neither picture nor sound get a card with a button', () => {
    const part = { kind: 'file', ...FILE, name: '案内.pdf', contentType: 'application/pdf' } as const;
    const [message] = send([{ ...part, bytes: 1_234_567 }]);
    expect(message).toMatchObject({ type: 'flex', altText: `案内.pdf\n${FILE.url}` });
    const text = JSON.stringify(message);
    for (const shown of ['📄 案内.pdf', '1.2 MB', '⬇ PDF', ENCODED]) expect(text).toContain(shown);
  });
});

describe('places and stickers', () => {
  it('have what the vendor insists on', () => {
    const place = { kind: 'location', title: '', address: 'あ'.repeat(120), latitude: 35, longitude: 139 };
    const [message] = send([place as OutgoingPart]);
    expect(message?.title).toBe(`${'あ'.repeat(99)}…`);
    expect(send([{ ...place, latitude: 91 } as OutgoingPart])[0]?.type).toBe('text');
    expect(send([{ kind: 'sticker', packageId: '446', stickerId: '1988' }])[0]?.type).toBe('sticker');
    expect(send([{ kind: 'sticker', packageId: 'x', stickerId: '1' }])[0]?.type).toBe('text');
  });
  it('ask for details in words', () => {
    expect(send([{ kind: 'ask-details', title: 'T', text: 'お名前は？' }])[0]?.text).toBe('お名前は？');
  });
});

const map = {
  kind: 'rich-message',
  baseUrl: 'https://x.jp/line/rich-message/0a',
  height: 520,
  altText: '秋のセール',
  areas: [
    {
      area: { x: 0, y: 0, width: 520, height: 520 },
      label: '店',
      action: { kind: 'link', url: 'http://x.jp/秋' },
    },
    {
      area: { x: 520, y: 0, width: 520, height: 520 },
      label: '',
      action: { kind: 'message', text: '詳しく' },
    },
    {
      area: { x: 260, y: 0, width: 520, height: 520 },
      label: 'コード',
      action: { kind: 'copy', text: 'AUTUMN20' },
    },
  ],
  video: null,
} as const satisfies OutgoingPart;

describe('a rich message', () => {
  it('keeps its places in their order, the first of two that overlap on top', () => {
    expect(send([map])).toEqual([
      {
        type: 'imagemap',
        baseUrl: map.baseUrl,
        altText: '秋のセール',
        baseSize: { width: 1_040, height: 520 },
        actions: [
          { type: 'uri', linkUri: 'http://x.jp/%E7%A7%8B', label: '店', area: map.areas[0].area },
          { type: 'message', text: '詳しく', area: map.areas[1].area },
          { type: 'clipboard', clipboardText: 'AUTUMN20', label: 'コード', area: map.areas[2].area },
        ],
      },
    ]);
  });
  it('plays a video and offers a page at its end, where both can be fetched', () => {
    const film = {
      url: 'https://x.jp/a.mp4',
      previewUrl: 'https://x.jp/a.jpg',
      area: { x: 0, y: 0, width: 100, height: 100 },
      link: { url: 'https://x.jp/', label: 'もっと' },
    };
    expect(send([{ ...map, video: film }])[0]?.video).toEqual({
      originalContentUrl: film.url,
      previewImageUrl: film.previewUrl,
      area: film.area,
      externalLink: { linkUri: film.link.url, label: 'もっと' },
    });
    expect(send([{ ...map, video: { ...film, url: 'http://x.jp/a.mp4' } }])[0]).not.toHaveProperty('video');
  });
  it('goes out in words where its picture can not be fetched', () => {
    const words = '秋のセール\n店: http://x.jp/秋\n詳しく\nコード: AUTUMN20';
    expect(send([{ ...map, baseUrl: 'http://localhost:3000/line/rich-message/0a' }])).toEqual([
      { type: 'text', text: words },
    ]);
  });
  it('is shortened to what the vendor takes, between characters', () => {
    const [message] = send([{ ...map, altText: '👨‍👩‍👧'.repeat(400) }]);
    expect(String(message?.altText)).toMatch(/👨‍👩‍👧…$/u);
  });
});

describe('quick replies', () => {
  const items = (replies: MessageOptions['quickReplies'], parts = [say('a'), say('b')]) =>
    send(parts, { quickReplies: replies }).map(
      (message) => Object(message.quickReply).items as unknown[] | undefined,
    );
  it('stand under the last message only, thirteen at most', () => {
    const [first, last] = items(Array.from({ length: 20 }, (_, index) => ({ label: `${index}`, text: 'x' })));
    expect(first).toBe(undefined);
    expect(last).toHaveLength(13);
  });
  // Messaging API reference, "Datetime picker action".
  it('open the calendar or the clock of LINE', () => {
    const [, last] = items([
      {
        label: '日付',
        text: '日付',
        data: 'd',
        picker: { mode: 'date', min: '2026-11-25', max: '2026-12-24' },
      },
      { label: '時刻', text: '時刻', data: 't', picker: { mode: 'time' } },
      { label: '無効', text: '無効', picker: { mode: 'time' } },
    ]);
    expect(last?.map((item) => Object(item).action)).toEqual([
      {
        type: 'datetimepicker',
        label: '日付',
        data: 'd',
        mode: 'date',
        min: '2026-11-25',
        max: '2026-12-24',
      },
      { type: 'datetimepicker', label: '時刻', data: 't', mode: 'time' },
    ]);
  });
  it('are cut between graphemes, and carry data where there is some', () => {
    const [, last] = items([
      { label: `長いラベルです長いラベルです長い👩‍👩‍👧‍👦です`, text: 'あ'.repeat(301) },
      { label: 'b', text: '選ぶ', data: 'pick=1' },
      { label: 'c', text: '選ぶ', data: 'x'.repeat(301) },
      { label: 'd', text: '選ぶ', tapData: 'b:1' },
      { label: ' ', text: '  ' },
      { label: '', text: '言葉' },
    ]);
    const actions = last?.map((item) => Object(item).action);
    expect(actions).toEqual([
      { type: 'message', label: '長いラベルです長いラベルです長い…', text: `${'あ'.repeat(299)}…` },
      { type: 'postback', label: 'b', data: 'pick=1', displayText: '選ぶ' },
      { type: 'message', label: 'c', text: '選ぶ' },
      { type: 'postback', label: 'd', data: 'b:1', displayText: '選ぶ' },
      { type: 'message', label: '言葉', text: '言葉' },
    ]);
  });
});

describe('who says it', () => {
  const senderOf = (name: string, iconUrl: string | null = null) =>
    send([say('a')], { sender: { name, iconUrl } })[0]?.sender;
  it('is named with every message', () => {
    const sender = { name: '花子', iconUrl: 'https://x.jp/花.png' };
    const messages = send([say('a'), image], { sender });
    const shown = { name: '花子', iconUrl: 'https://x.jp/%E8%8A%B1.png' };
    expect(messages.map((message) => message.sender)).toEqual([shown, shown]);
  });
  it('keeps to twenty letters, https, and words that are free', () => {
    expect(senderOf('あ'.repeat(21))).toEqual({ name: `${'あ'.repeat(19)}…` });
    expect(senderOf('花子', 'http://x.jp/a.png')).toEqual({ name: '花子' });
    for (const taken of ['LINE', 'ＬＩＮＥ公式', 'line help', 'OneLINEr']) {
      expect(senderOf(taken)).toBe(undefined);
    }
    expect(senderOf('Caroline')).toEqual({ name: 'Caroline' });
  });
});

describe('a quote', () => {
  it('belongs to the first message that can have one', () => {
    const sticker: OutgoingPart = { kind: 'sticker', packageId: '1', stickerId: '2' };
    const messages = send([image, sticker, say('a')], { quote: 'token' });
    expect(messages.map((message) => message.quoteToken)).toEqual([undefined, 'token', undefined]);
    expect(send([image], { quote: 'token' })[0]).not.toHaveProperty('quoteToken');
  });
});

describe('more than one send holds', () => {
  it('joins texts, then gives up forms, then media', () => {
    expect(send(['a', 'b', 'c', 'd', 'e', 'f'].map(say))).toEqual([
      { type: 'text', text: 'a\n\nb\n\nc\n\nd\n\ne\n\nf' },
    ]);
    const tables = Array.from({ length: 6 }, () => ({ ...answer, markdown: TABLE }));
    expect(send(tables).map(({ type }) => type)).toEqual(['text']);
    const pictures = send([...Array(6).fill(image), say('終わり')]);
    expect(pictures).toHaveLength(1);
    expect(pictures[0]?.text).toMatch(/終わり$/);
  });
  it('ends in … when even that is too much', () => {
    const messages = send(Array.from({ length: 6 }, () => say('あ'.repeat(5_000))));
    expect(messages).toHaveLength(5);
    expect(messages.at(-1)?.text).toMatch(/…$/);
  });
});

const TEXT = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.string({ unit: 'grapheme', maxLength: 50 }),
  fc.constantFrom(3, 10, 40, 120, 450).map((times) => 'あ👨‍👩‍👧‍👦'.repeat(times)),
);
const URLS = fc.oneof(
  TEXT,
  fc.webUrl({ validSchemes: ['https'] }),
  fc.webUrl(),
  TEXT.map((text) => `https://x.jp/${text}`),
  fc.constantFrom('http://x.jp/a', 'https://x.jp/a b|{c}"^`%zz', 'https://例え.jp/料金?a=\ud83d'),
);
const BLOCK = fc.oneof(
  fc.constantFrom('\n\n', '- ', '1. ', '# ', '## ', '**', '`', '[1]', '|', '\n', '> ', '<br>'),
  TEXT,
  fc.tuple(TEXT, URLS).map(([text, url]) => `[${text}](${url})`),
  fc.tuple(TEXT, URLS).map(([text, url]) => `\n\n# ${text}\n\n![${text}](${url})\n\n[${text}](<${url}>)`),
  fc
    .tuple(fc.array(fc.array(fc.oneof(TEXT, fc.constant('')), { maxLength: 5 }), { maxLength: 12 }))
    .map(
      ([rows]) =>
        `\n\n| a | b | c |\n|---|:-:|--:|\n${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n\n`,
    ),
  fc.array(TEXT, { maxLength: 30 }).map((items) => `\n\n${items.map((item) => `- ${item}`).join('\n')}\n\n`),
);
const MARKDOWN = fc.array(BLOCK, { maxLength: 25 }).map((blocks) => blocks.join(''));
const file = { mediaId: fc.string(), name: TEXT, url: URLS, bytes: fc.oneof(fc.nat(), fc.double()) };
const fitting = (type: string) => fc.constantFrom(type, type, type, 'application/pdf');
const kind = <Kind extends string>(name: Kind) => fc.constant(name);
const AREA = { x: 0, y: 0, width: 100, height: 100 };
const ACTION = fc.oneof(
  fc.record({ kind: kind('link'), url: URLS }),
  fc.record({ kind: kind('message'), text: TEXT }),
  fc.record({ kind: kind('copy'), text: TEXT }),
);
const PART: fc.Arbitrary<OutgoingPart> = fc.oneof(
  fc.record({
    kind: kind('answer'),
    markdown: MARKDOWN,
    sources: TEXT,
    hiddenMarks: fc.array(fc.nat(9)),
  }),
  fc.record({ kind: kind('text'), text: TEXT }),
  fc.record({ kind: kind('image'), ...file, contentType: fitting('image/png'), previewUrl: URLS }),
  fc.record({
    kind: kind('video'),
    ...file,
    contentType: fitting('video/mp4'),
    previewUrl: URLS,
    durationMs: fc.option(fc.nat()),
  }),
  fc.record({
    kind: kind('audio'),
    ...file,
    contentType: fitting('audio/mp4'),
    durationMs: fc.oneof(fc.nat(), fc.double()),
  }),
  fc.record({ kind: kind('file'), ...file, contentType: fitting('text/plain') }),
  fc.record({ kind: kind('sticker'), packageId: fc.oneof(TEXT, kind('446')), stickerId: kind('1988') }),
  fc.record({
    kind: kind('location'),
    title: TEXT,
    address: TEXT,
    latitude: fc.double(),
    longitude: fc.double({ min: -180, max: 180 }),
  }),
  fc.record({ kind: kind('ask-details'), title: TEXT, text: TEXT }),
  fc.record({
    kind: kind('rich-message'),
    baseUrl: URLS,
    height: fc.integer({ min: 1, max: 2_080 }),
    altText: TEXT,
    areas: fc.array(fc.record({ area: fc.constant(AREA), label: TEXT, action: ACTION }), { maxLength: 60 }),
    video: fc.option(
      fc.record({
        url: URLS,
        previewUrl: URLS,
        area: fc.constant(AREA),
        link: fc.option(fc.record({ url: URLS, label: TEXT })),
      }),
    ),
  }),
);
const LOOK: fc.Arbitrary<MessageOptions> = fc.record({
  quickReplies: fc.array(
    fc.oneof(fc.record({ label: TEXT, text: TEXT }), fc.record({ label: TEXT, text: TEXT, data: TEXT })),
    { maxLength: 20 },
  ),
  sender: fc.option(fc.record({ name: TEXT, iconUrl: fc.option(URLS) })),
  quote: fc.option(TEXT),
});

const checkAll = (parts: readonly OutgoingPart[], look: MessageOptions): string[] => {
  const messages = toMessages(parts, look);
  if (messages.length > 0) expect(checkMessages(messages)).toBe(null);
  for (const message of messages) expect(JSON.stringify(message).isWellFormed()).toBe(true);
  expect(JSON.stringify(messages)).not.toMatch(/\\ud[89a-f]/i);
  return messages.map(({ type }) => String(type));
};

it('whatever is said in whatever look is taken by the vendor, in at most five messages', () => {
  fc.assert(
    fc.property(fc.array(PART, { maxLength: 8 }), LOOK, (parts, look) => {
      checkAll(parts, look);
    }),
    { numRuns: 150 },
  );
});

const WORD = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .map((text) => text.replaceAll(/[\s|[\]()<>\\]/g, 'x'));
const SECURE = fc.oneof(
  WORD.map((word) => `https://x.jp/${word}`),
  fc.webUrl({ validSchemes: ['https'], withQueryParameters: true, withFragments: true }),
);
const LINK = fc.tuple(WORD, SECURE).map(([word, url]) => `[${word}](<${url}>)`);
const table = (columns: number) =>
  fc
    .array(fc.array(fc.oneof(WORD, LINK, fc.constant('')), { minLength: columns, maxLength: columns }), {
      minLength: 3,
      maxLength: 45,
    })
    .map(([head = [], ...rows]) => {
      const lines = [head, Array(columns).fill('---'), ...rows];
      return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
    });
const card = fc
  .tuple(WORD, fc.option(SECURE), WORD, fc.array(LINK, { minLength: 1, maxLength: 3 }))
  .map(([title, url, text, links]) => {
    const picture = url === null ? '' : `![](<${url}>)\n\n`;
    return `## ${title}\n\n${picture}${text}\n\n${links.join(' ')}`;
  });
const lines = (item: fc.Arbitrary<string>, mark: string) =>
  fc.array(item, { minLength: 2, maxLength: 42 }).map((items) => items.map((each) => mark + each).join('\n'));
const FORMED = fc
  .array(
    fc.oneof(
      fc.integer({ min: 2, max: 4 }).chain(table),
      fc.array(card, { minLength: 2, maxLength: 15 }).map((cards) => cards.join('\n\n')),
      lines(WORD, '1. '),
      lines(LINK, '- '),
      WORD.map((word) => `# ${word}`),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((blocks) => blocks.join('\n\n'));

it('what models write in tables, cards and lists is taken too', () => {
  let formed = 0;
  fc.assert(
    fc.property(FORMED, LOOK, (markdown, look) => {
      formed += checkAll([{ ...answer, markdown }], look).filter((type) => type === 'flex').length;
    }),
    { numRuns: 150 },
  );
  // Otherwise nothing was proven.
  expect(formed).toBeGreaterThan(50);
});
