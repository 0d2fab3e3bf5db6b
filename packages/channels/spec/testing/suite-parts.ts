import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ChannelAdapter, InboundEvent } from '../channel.ts';
import { lossesOf } from '../losses.ts';
import { DEFAULT_MESSAGE_OPTIONS, type OutgoingCard, type OutgoingPart } from '../outgoing.ts';
import type { SendOutcome } from '../sending.ts';
import type { SuiteSubject } from './suite-subject.ts';

/** What was refused for its form is said again in words alone. */
export function sayingPlainly<Credentials>(the: () => SuiteSubject<Credentials>): void {
  describe('saying it in plain words', () => {
    it.each([...PARTS, { ...PLAIN, markdown: RICH }])(
      'says $kind in plain words the vendor takes',
      async (part) => {
        const { adapter } = the();
        if (!adapter.toPlain) return;
        const look = {
          ...DEFAULT_MESSAGE_OPTIONS,
          quickReplies: [{ label: 'Yes', text: 'Yes' }],
          quote: 'no-such-message',
        };
        const plain = adapter.toPlain(adapter.toMessages([part], look));
        // A sticker has no words on channels that show it.
        if (plain === null) return expect(part.kind).toBe('sticker');
        expect(await push(the(), plain)).toMatchObject({ kind: 'sent' });
        return expect(adapter.toPlain(plain)).toBeNull();
      },
    );
  });
}

/** In as many calls as the messages need; the first outcome that is not `sent` ends it. */
export async function push<Credentials>(
  { adapter, connection, vendor }: SuiteSubject<Credentials>,
  messages: readonly Record<string, unknown>[],
  retryKey: string = randomUUID(),
): Promise<SendOutcome> {
  const size = adapter.manifest.limits.messagesPerSend;
  const send = (from: number, key: string): Promise<SendOutcome> =>
    adapter.send(connection, {
      to: vendor.friendExternalId,
      messages: messages.slice(from, from + size),
      how: { method: 'push', retryKey: key },
      readMedia: async () => Buffer.from('%PDF-1.7 a small file'),
    });
  let outcome = await send(0, retryKey);
  for (let from = size; from < messages.length && outcome.kind === 'sent'; from += size) {
    outcome = await send(from, randomUUID());
  }
  return outcome;
}

const FILE = { mediaId: 'm', name: 'a file', bytes: 1000 } as const;
const at = (file: string): string => `https://example.com/media/${file}`;
const preview = { previewUrl: at('small.jpg') };
function card(layout: OutgoingCard['layout'], more: Partial<OutgoingCard> = {}): OutgoingCard {
  return {
    layout,
    imageUrl: at('tea.jpg'),
    title: 'Green tea',
    lead: '¥1,200',
    text: 'Deep and mild.\nFrom Uji.',
    details: [],
    buttons: [
      { label: 'Buy', action: { kind: 'link', url: 'https://example.com/tea/green' } },
      { label: 'Ask', action: { kind: 'message', text: 'Tell me more about green tea' } },
    ],
    ...more,
  };
}
/** Each that staff may send. */
export const PARTS: readonly OutgoingPart[] = [
  { kind: 'text', text: '  Xin chào\nこんにちは  ' },
  { kind: 'image', ...FILE, url: at('a.jpg'), contentType: 'image/jpeg', ...preview },
  { kind: 'video', ...FILE, url: at('a.mp4'), contentType: 'video/mp4', ...preview, durationMs: 2_000 },
  { kind: 'audio', ...FILE, url: at('a.m4a'), contentType: 'audio/mp4', durationMs: 2_000 },
  { kind: 'file', ...FILE, url: at('a.pdf'), contentType: 'application/pdf' },
  { kind: 'sticker', packageId: '446', stickerId: '1988' },
  { kind: 'location', title: 'Shop', address: '1-2-3 Shibakoen', latitude: 35.65, longitude: 139.74 },
  { kind: 'link', text: 'Please fill in our form.', label: 'Open', url: 'https://example.com/form/a?t=b' },
  {
    kind: 'rich-message',
    baseUrl: 'https://example.com/line/rich-message/0123456789abcdef',
    height: 1_040,
    altText: 'Autumn sale: 20 % off',
    areas: [
      {
        area: { x: 0, y: 0, width: 520, height: 1_040 },
        label: 'Shop',
        action: { kind: 'link', url: 'https://example.com/autumn' },
      },
      {
        area: { x: 520, y: 0, width: 520, height: 520 },
        label: 'Ask',
        action: { kind: 'message', text: 'Tell me more' },
      },
      {
        area: { x: 520, y: 520, width: 520, height: 520 },
        label: 'Code',
        action: { kind: 'copy', text: 'AUTUMN20' },
      },
    ],
    video: {
      url: at('a.mp4'),
      ...preview,
      area: { x: 0, y: 0, width: 520, height: 520 },
      link: { url: 'https://example.com/film', label: 'More' },
    },
  },
  {
    kind: 'cards',
    altText: 'Our tea',
    cards: [
      card('product', { details: [{ label: 'Weight', text: '100 g' }] }),
      card('location', { imageUrl: null }),
      card('person'),
      card('image'),
      card('text', { imageUrl: null, buttons: [] }),
      card('coupon', { details: [{ label: 'Code', text: 'TEA20' }] }),
      card('survey', { imageUrl: 'http://127.0.0.1/a.jpg' }),
    ],
    more: { label: 'All teas', url: 'https://example.com/tea' },
  },
  { kind: 'cards', altText: '', cards: [card('product')], more: null },
  {
    kind: 'native',
    altText: 'Our tea',
    contents: {
      type: 'bubble',
      body: { type: 'box', layout: 'vertical', contents: [{ type: 'text', text: 'Green tea' }] },
    },
  },
  { kind: 'native', altText: 'Nothing that a vendor takes', contents: { type: 'nonsense' } },
  { kind: 'ask-details', title: 'Your details', text: 'Please tell us your name and phone.' },
];

/** What the channel loses of each of `PARTS`, of a long text, and of what cards and files are without an address. */
export function lossesOfParts({
  manifest,
  toMessages,
}: Pick<ChannelAdapter, 'manifest' | 'toMessages'>): Record<string, readonly string[]> {
  const home = 'http://127.0.0.1/a.jpg';
  const parts: readonly OutgoingPart[] = [
    ...PARTS,
    { kind: 'text', text: `${'word '.repeat(1_500)}end` },
    { kind: 'image', ...FILE, url: home, contentType: 'image/jpeg', previewUrl: home },
    { kind: 'link', text: 'Our form', label: 'Open', url: home },
    { kind: 'cards', altText: '', cards: [card('product', { imageUrl: home })], more: null },
    { kind: 'cards', altText: '', cards: Array.from({ length: 11 }, () => card('text')), more: null },
  ];
  const options = {
    ...DEFAULT_MESSAGE_OPTIONS,
    quickReplies: [{ label: 'Yes', text: 'Yes' }],
    sender: { name: 'Hana', iconUrl: null },
  };
  return Object.fromEntries(
    parts.map((part, index) => {
      const messages = toMessages([part], options);
      const losses = lossesOf({ manifest, parts: [{ bubbleId: 'b', part }], options, messages });
      return [`${index} ${part.kind}`, losses.map(({ reason }) => reason)];
    }),
  );
}

/** Of one answer, in however many calls: nobody reads more. */
export const MOST_MESSAGES = 10;
export const PLAIN = { kind: 'answer', sources: '', hiddenMarks: [] } as const;
export const RICH = `# Prices\n\n**Bold**, *italic* and [a link](https://例え.jp/料金?a=b c)\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n\`\`\`js\nconst a = 1;\n\`\`\`\n\n![picture](https://example.com/p.png)\n\n> quoted 👩‍👩‍👧‍👦`;

/** What a friend did, by the words of the suite. */
export function kindOf(event: InboundEvent | undefined): string | undefined {
  if (event === undefined) return undefined;
  if (event.what.kind === 'message') return event.what.content.kind;
  return event.what.kind === 'other' ? 'unknown' : event.what.kind;
}
