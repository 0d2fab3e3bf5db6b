import { describe, expect, test } from 'vitest';
import { PARTS, PLAIN, RICH } from '../../spec/testing/suite-parts.ts';
import { toPlain } from './draft.ts';
import { toMessages } from './to-messages.ts';

const LOOK = {
  quickReplies: [{ label: 'Yes', text: 'Yes' }],
  sender: { name: 'Hana', iconUrl: null },
  quote: 'quote-token',
};
const text = (said: string) => ({ type: 'text', text: said });

describe('the words of messages', () => {
  test('are left when quotation, sender and quick replies are taken off', () => {
    const dressed = toMessages([{ kind: 'text', text: 'Hello' }], LOOK);
    expect(Object.keys(dressed[0] ?? {})).toContain('quickReply');
    expect(toPlain(dressed)).toEqual([text('Hello')]);
  });

  test('of a bubble are its texts and where its buttons lead', () => {
    const row = (...words: string[]) => ({
      type: 'box',
      layout: 'horizontal',
      contents: words.map((each) => ({ type: 'text', text: each })),
    });
    const action = { type: 'uri', label: 'Open', uri: 'https://shop.test/' };
    const footer = { type: 'box', layout: 'vertical', contents: [{ type: 'button', action }] };
    const body = { type: 'box', layout: 'vertical', contents: [row('a', 'b'), row('1', '2')] };
    const contents = { type: 'bubble', body, footer };
    expect(toPlain([{ type: 'flex', altText: 'short', contents }])).toEqual([
      text('a b\n1 2\nOpen: https://shop.test/'),
    ]);
  });

  test('of files and places are their addresses', () => {
    const image = {
      type: 'image',
      originalContentUrl: 'https://a.test/1.png',
      previewImageUrl: 'https://a.test/2.png',
    };
    const place = { type: 'location', title: 'Shop', address: 'Ginza', latitude: 35, longitude: 139 };
    expect(toPlain([image, place])).toEqual([
      text('https://a.test/1.png'),
      text('Shop\nGinza\nhttps://www.google.com/maps?q=35,139'),
    ]);
  });

  test('are nothing new of what is plain already, or has none', () => {
    expect(toPlain([text('Hello'), text('there')])).toBeNull();
    expect(toPlain([{ type: 'sticker', packageId: '1', stickerId: '2' }])).toBeNull();
  });

  test.each([...PARTS, { ...PLAIN, markdown: RICH }].map((part) => [part.kind, part] as const))(
    'of %s are plain in one step',
    (_, part) => {
      const messages = toMessages([part], LOOK);
      const plain = toPlain(messages);
      if (plain === null) return expect(messages.map(({ type }) => type)).toEqual(['sticker']);
      expect(plain.every((message) => Object.keys(message).join() === 'type,text')).toBe(true);
      expect(plain.length).toBeLessThanOrEqual(5);
      return expect(toPlain(plain)).toBeNull();
    },
  );
});
