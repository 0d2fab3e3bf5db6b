import { expect, it } from 'vitest';
import { DEFAULT_MESSAGE_OPTIONS } from '../../spec/outgoing.ts';
import { checkMessages } from '../fake/validate-messages.ts';
import { toPlain } from './draft.ts';
import { checkNative } from './native.ts';
import { toMessages } from './to-messages.ts';

const bubble = {
  type: 'bubble',
  body: { type: 'box', layout: 'vertical', contents: [{ type: 'text', text: 'Hello' }] },
};
const send = (contents: unknown, altText = 'About tea') =>
  toMessages([{ kind: 'native', altText, contents }], {
    ...DEFAULT_MESSAGE_OPTIONS,
    quickReplies: [{ label: 'Yes', text: 'Yes' }],
    sender: { name: 'Hana', iconUrl: null },
  });

it('goes out as it is where the vendor takes it', () => {
  const messages = send(bubble);
  expect(messages).toMatchObject([{ type: 'flex', altText: 'About tea', contents: bubble }]);
  expect(checkMessages(messages)).toBe(null);
  expect(send(bubble, ' ')[0]?.altText).toBe('Hello');
  expect(toPlain(messages)).toEqual([{ type: 'text', text: 'Hello' }]);
});

it('is what it is about where the vendor would refuse it', () => {
  expect(send({ type: 'bubble', body: 1 })).toMatchObject([{ type: 'text', text: 'About tea' }]);
});

const inBody = (...contents: unknown[]) => ({ type: 'bubble', body: { ...bubble.body, contents } });
const action = { type: 'uri', label: 'Go', uri: 'https://x.jp' };

it.each<[string, unknown, string, string]>([
  ['nothing', null, '', 'must be an object, as { … }'],
  ['no type', {}, 'type', 'is missing'],
  ['another type', { type: 'page' }, 'type', 'must be one of bubble, carousel'],
  ['an empty text', inBody({ type: 'text', text: '' }), 'body.contents[0].text', 'must not be empty'],
  [
    'a number for words',
    inBody({ type: 'text', text: 1 }),
    'body.contents[0].text',
    'must be a text in quotation marks',
  ],
  ['a stray property', { ...bubble, colour: 'red' }, 'colour', 'is no property that LINE knows here'],
  [
    'a colour by its name',
    inBody({ type: 'text', text: 'a', color: 'red' }),
    'body.contents[0].color',
    'must be a colour such as #06C755',
  ],
  [
    'an address without encryption',
    inBody({ type: 'image', url: 'http://x.jp/a.jpg' }),
    'body.contents[0].url',
    'must be an address that begins with https://, with other than plain letters percent-encoded',
  ],
  [
    'a label that is too long',
    inBody({ type: 'button', action: { ...action, label: 'a'.repeat(41) } }),
    'body.contents[0].action.label',
    'may have at most 40 characters, and has 41',
  ],
  [
    'a share for a margin',
    inBody({ type: 'separator', margin: '5%' }),
    'body.contents[0].margin',
    'must be one of none, xs, sm, md, lg, xl, xxl, or pixels as 12px',
  ],
  [
    'bubbles of different widths',
    { type: 'carousel', contents: [bubble, { ...bubble, size: 'kilo' }] },
    'contents',
    'bubbles of a carousel must have the same size',
  ],
  [
    'a heavy bubble',
    {
      type: 'carousel',
      contents: [inBody(...Array.from({ length: 20 }, () => ({ type: 'text', text: 'a'.repeat(1_900) })))],
    },
    'contents[0]',
    'may weigh at most 30 KB, and weighs 38 KB',
  ],
])('says where and what is wrong with %s', (_name, contents, path, message) => {
  expect(checkNative({ contents })).toContainEqual(expect.objectContaining({ path, message }));
});

it.each<[string, unknown, object]>([
  ['an empty text', inBody({ type: 'text', text: '' }), { code: 'empty' }],
  [
    'a colour by its name',
    inBody({ type: 'text', text: 'a', color: 'red' }),
    { code: 'format', values: { example: '#06C755' } },
  ],
  [
    'a label that is too long',
    inBody({ type: 'button', action: { ...action, label: 'a'.repeat(41) } }),
    { code: 'too_long', values: { max: 40, length: 41 } },
  ],
  ['another type', { type: 'page' }, { code: 'one_of', values: { values: 'bubble, carousel' } }],
  [
    'a size beyond a limit',
    inBody({ type: 'box', layout: 'vertical', contents: [], flex: -1 }),
    { code: 'too_small' },
  ],
  [
    'a carousel of thirteen',
    { type: 'carousel', contents: Array.from({ length: 13 }, () => bubble) },
    { code: 'list_size', values: { max: 12, number: 13 } },
  ],
])('gives %s a code and values, so that it can be said in any language', (_name, contents, rule) => {
  expect(checkNative({ contents })).toContainEqual(
    expect.objectContaining({ rule: expect.objectContaining(within(rule)) }),
  );
});
const within = ({ values, ...rest }: { values?: object }) => ({
  ...rest,
  ...(values ? { values: expect.objectContaining(values) } : {}),
});

it('finds nothing wrong with gradients that meet somewhere, or with text of spans alone', () => {
  const background = {
    type: 'linearGradient',
    angle: '90deg',
    startColor: '#000000',
    centerColor: '#111111',
    endColor: '#222222',
    centerPosition: '10%',
  };
  const spans = { type: 'text', contents: [{ type: 'span', text: 'a' }] };
  expect(
    checkNative({ contents: inBody({ type: 'box', layout: 'vertical', contents: [spans], background }) }),
  ).toEqual([]);
});
