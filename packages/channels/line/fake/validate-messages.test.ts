import { describe, expect, it } from 'vitest';
import { checkMessages } from './validate-messages.ts';

const check = (message: object) => Object(checkMessages([message])?.body);
const property = (name: string) => `The property, messages[0].${name}, in the request body is invalid`;

const label = 'a'.repeat(41);
const action = { type: 'uri', label: 'go', uri: 'https://x.jp' };
const flex = (contents: object) => ({ type: 'flex', altText: 'a', contents });
const body = (...contents: object[]) => ({
  type: 'bubble',
  body: { type: 'box', layout: 'vertical', contents },
});
const template = (given: object) => ({ type: 'template', altText: 'a', template: given });
const text = { type: 'text', text: 'a' };
const quick = (given: object) => ({
  ...text,
  quickReply: { items: [{ type: 'action', action: given }] },
});
const column = { text: 'a', actions: [action] };

const FILM = {
  type: 'video',
  url: 'https://x.jp/a.mp4',
  previewUrl: 'https://x.jp/a.jpg',
  altContent: { type: 'image', url: 'https://x.jp/a.jpg' },
};

const AT = 'messages[0]';
const IN = `${AT}.contents.body.contents[0]`;
describe('is refused, and says where', () => {
  it.each<[string, object, string, string]>([
    ['an empty flex text', flex(body({ type: 'text', text: '' })), 'May not be empty', `${IN}.text`],
    [
      'a button without words',
      flex(body({ type: 'button', action: { ...action, label: '' } })),
      'May not be empty',
      `${IN}.action.label`,
    ],
    [
      'a button with many',
      flex(body({ type: 'button', action: { ...action, label } })),
      'Length must be between 0 and 40',
      `${IN}.action.label`,
    ],
    [
      'a flex text with neither words nor spans',
      flex(body({ type: 'text' })),
      'May not be empty',
      `${IN}.text`,
    ],
    [
      'an icon elsewhere than among letters',
      flex(body({ type: 'icon', url: 'https://x.jp/a' })),
      'must be in a baseline box',
      IN,
    ],
    [
      'a button among letters',
      flex(body({ type: 'box', layout: 'baseline', contents: [{ type: 'button', action }] })),
      'can not be in a baseline box',
      `${IN}.contents[0]`,
    ],
    [
      'a video in a narrow bubble',
      flex({ type: 'bubble', size: 'micro', hero: FILM }),
      'must be kilo, mega or giga for a video',
      `${AT}.contents.size`,
    ],
    ['http in a picture', flex(body({ type: 'image', url: 'http://x.jp/a' })), 'invalid uri', `${IN}.url`],
    [
      'an address not encoded',
      flex(body({ type: 'image', url: 'https://x.jp/あ' })),
      'invalid uri',
      `${IN}.url`,
    ],
    [
      'a bar in an address',
      flex(body({ type: 'image', url: 'https://x.jp/a|b' })),
      'invalid uri',
      `${IN}.url`,
    ],
    [
      'an address too long',
      flex(body({ type: 'button', action: { ...action, uri: `https://x.jp/${'a'.repeat(990)}` } })),
      'Length must be between 0 and 1000',
      `${IN}.action.uri`,
    ],
    ['a colour by name', flex(body({ ...text, color: 'red' })), 'invalid value', `${IN}.color`],
    ['a size nobody has', flex(body({ ...text, size: 'huge' })), 'invalid value', `${IN}.size`],
    [
      'an unknown layout',
      flex(body({ type: 'box', layout: 'diagonal', contents: [] })),
      'Must be one of the following values: [horizontal, vertical, baseline]',
      `${IN}.layout`,
    ],
    [
      'a heavy bubble',
      flex(body(...Array(30).fill({ type: 'text', text: 'あ'.repeat(400) }))),
      'is too large',
      `${AT}.contents`,
    ],
    [
      'thirteen bubbles',
      flex({ type: 'carousel', contents: Array(13).fill(body()) }),
      'Size must be between 1 and 12',
      `${AT}.contents.contents`,
    ],
    [
      'a heavy carousel',
      flex({
        type: 'carousel',
        contents: Array(6).fill(body(...Array(10).fill({ type: 'text', text: 'あ'.repeat(300) }))),
      }),
      'is too large',
      `${AT}.contents`,
    ],
    [
      'bubbles of several widths',
      flex({ type: 'carousel', contents: [body(), { ...body(), size: 'kilo' }] }),
      'bubbles of a carousel must have the same size',
      `${AT}.contents.contents`,
    ],
    [
      'a long altText',
      { ...flex(body()), altText: 'a'.repeat(1501) },
      'Length must be between 0 and 1500',
      `${AT}.altText`,
    ],
    [
      'a long quick reply',
      quick({ type: 'message', label: 'a'.repeat(21), text: 'a' }),
      'Length must be between 0 and 20',
      `${AT}.quickReply.items[0].action.label`,
    ],
    [
      'a quick reply without a label',
      quick({ type: 'message', text: 'a' }),
      'May not be empty',
      `${AT}.quickReply.items[0].action.label`,
    ],
    [
      'much data',
      quick({ type: 'postback', label: 'a', data: 'a'.repeat(301) }),
      'Length must be between 0 and 300',
      `${AT}.quickReply.items[0].action.data`,
    ],
    ['a reserved name', { ...text, sender: { name: 'LINE Support' } }, 'invalid value', `${AT}.sender.name`],
    [
      'a reserved name in full width',
      { ...text, sender: { name: 'ＬＩＮＥ' } },
      'invalid value',
      `${AT}.sender.name`,
    ],
    [
      'a long name',
      { ...text, sender: { name: 'a'.repeat(21) } },
      'Length must be between 0 and 20',
      `${AT}.sender.name`,
    ],
    [
      'an icon that is not https',
      { ...text, sender: { iconUrl: 'http://x.jp/a' } },
      'invalid uri',
      `${AT}.sender.iconUrl`,
    ],
    [
      'five buttons',
      template({ type: 'buttons', text: 'a', actions: Array(5).fill(action) }),
      'Size must be between 1 and 4',
      `${AT}.template.actions`,
    ],
    [
      'a label of 21 letters',
      template({ type: 'buttons', text: 'a', actions: [{ ...action, label: 'a'.repeat(21) }] }),
      'Length must be between 0 and 20',
      `${AT}.template.actions[0].label`,
    ],
    [
      '61 letters beside a title',
      template({ type: 'buttons', title: 'a', text: 'a'.repeat(61), actions: [action] }),
      'Length must be between 0 and 60',
      `${AT}.template.text`,
    ],
    [
      'columns that differ',
      template({ type: 'carousel', columns: [column, { ...column, title: 'a' }] }),
      'all columns must have the same actions, title and image',
      `${AT}.template.columns`,
    ],
    [
      'one answer to a question',
      template({ type: 'confirm', text: 'a', actions: [action] }),
      'Size must be between 2 and 2',
      `${AT}.template.actions`,
    ],
    [
      'a map of another width',
      {
        type: 'imagemap',
        altText: 'a',
        baseUrl: 'https://x.jp',
        baseSize: { width: 700, height: 1 },
        actions: [],
      },
      'Must be one of the following values: [1040]',
      `${AT}.baseSize.width`,
    ],
    [
      'sound without length',
      { type: 'audio', originalContentUrl: 'https://x.jp/a.m4a', duration: 0 },
      'must be greater than or equal to 1',
      `${AT}.duration`,
    ],
    [
      'a place without address',
      { type: 'location', title: 'a', address: '', latitude: 1, longitude: 1 },
      'May not be empty',
      `${AT}.address`,
    ],
  ])('%s', (_name, message, sentence, where) => {
    expect(check(message).details).toEqual([{ message: sentence, property: where }]);
  });
  it.each<[string, object, string]>([
    [
      'a component with a field of another',
      flex(body({ ...text, url: 'https://x.jp' })),
      'contents.body.contents[0].url',
    ],
    ['a flex that is no number', flex(body({ ...text, flex: 0.5 })), 'contents.body.contents[0].flex'],
    ['a wish to wrap in words', flex(body({ ...text, wrap: 'true' })), 'contents.body.contents[0].wrap'],
    [
      'half a millisecond',
      { type: 'audio', originalContentUrl: 'https://x.jp/a', duration: 1.5 },
      'duration',
    ],
    [
      'a quote under a picture',
      {
        type: 'image',
        originalContentUrl: 'https://x.jp/a',
        previewImageUrl: 'https://x.jp/a',
        quoteToken: 'q',
      },
      'quoteToken',
    ],
  ])('%s', (_name, message, where) => {
    expect(check(message).message).toContain(property(where));
  });
  it('a film beside others', () => {
    const video = {
      type: 'video',
      url: 'https://x.jp/a.mp4',
      previewUrl: 'https://x.jp/a.jpg',
      altContent: { type: 'image', url: 'https://x.jp/a.jpg' },
    };
    const bubble = { ...body(), hero: video };
    expect(checkMessages([flex(bubble)])).toBe(null);
    expect(checkMessages([flex({ type: 'carousel', contents: [bubble] })])).not.toBe(null);
  });
});

// Messaging API reference, "Datetime picker action": formats of RFC 3339, 1900 to 2100, min before max.
describe('a date picker', () => {
  const picker = (more: object) =>
    checkMessages([quick({ type: 'datetimepicker', label: '日', data: 'd', ...more })]);
  it.each([
    { mode: 'date', initial: '2026-12-05', min: '2026-11-25', max: '2100-12-31' },
    { mode: 'time', initial: '14:30', min: '00:00', max: '23:59' },
    { mode: 'datetime', initial: '2026-12-05t14:30', min: '2026-12-05T10:00', max: '2026-12-05T18:00' },
  ])('%j is taken', (more) => {
    expect(picker(more)).toBe(null);
  });
  it.each([
    [{ mode: 'date', min: '2026-12-05', max: '2026-12-05' }, 'max'],
    [{ mode: 'date', min: '2026-12-06', max: '2026-12-05' }, 'max'],
    [{ mode: 'date', min: '1899-12-31' }, 'min'],
    [{ mode: 'date', max: '2101-01-01' }, 'max'],
    [{ mode: 'date', initial: '2026-13-01' }, 'initial'],
    [{ mode: 'date', initial: '14:30' }, 'initial'],
    [{ mode: 'time', initial: '24:00' }, 'initial'],
    [{ mode: 'month' }, 'mode'],
  ])('%j is refused', (more, where) => {
    expect(JSON.stringify(picker(more))).toContain(`quickReply.items[0].action.${where}`);
  });
});

describe('is taken', () => {
  it.each([
    quick({ type: 'camera', label: '撮る' }),
    quick({ type: 'datetimepicker', label: '日', data: '', mode: 'date' }),
    { ...text, sender: { name: 'Caroline', iconUrl: 'https://x.jp/a.png' } },
    template({ type: 'carousel', columns: [column, column] }),
    template({
      type: 'image_carousel',
      columns: [{ imageUrl: 'https://x.jp/a', action: { type: 'uri', uri: 'tel:090' } }],
    }),
    {
      type: 'textV2',
      text: '{x} {y}',
      substitution: {
        x: { type: 'mention', mentionee: { type: 'all' } },
        y: { type: 'emoji', productId: '1', emojiId: '2' },
      },
    },
    flex(
      body(
        {
          ...text,
          size: '13px',
          wrap: true,
          lineSpacing: '4px',
          contents: [{ type: 'span', text: 'b', weight: 'bold' }],
        },
        { type: 'separator', margin: 'md' },
        { type: 'image', url: 'https://x.jp/a', size: '50%', aspectRatio: '1.51:1' },
        { type: 'filler' },
        { type: 'box', layout: 'baseline', contents: [{ type: 'icon', url: 'https://x.jp/a' }, text] },
        { type: 'text', contents: [{ type: 'span', text: 'b' }] },
      ),
    ),
  ])('%j', (message) => {
    expect(checkMessages([message])).toBe(null);
  });
});

describe('is counted in what people see as letters', () => {
  const family = '👩‍👩‍👧‍👦';
  it.each<[string, (words: string) => object, number]>([
    [
      'the label of a flex button',
      (words) => flex(body({ type: 'button', action: { ...action, label: words } })),
      40,
    ],
    ['the text of a message action', (words) => quick({ type: 'message', label: 'a', text: words }), 300],
  ])('%s', (_, make, most) => {
    expect(checkMessages([make(family.repeat(most))])).toBeNull();
    expect(checkMessages([make(family.repeat(most + 1))])).not.toBeNull();
  });
});

describe('the colours of a box', () => {
  const gradient = (centerPosition: unknown) => {
    const background = { type: 'linearGradient', angle: '0deg', startColor: '#ffffff', endColor: '#000000' };
    const middle = { centerColor: '#888888', centerPosition };
    const inside = {
      type: 'box',
      layout: 'vertical',
      contents: [],
      background: { ...background, ...middle },
    };
    return flex(body(inside));
  };
  it.each(['0%', '10%', '33.3%', '100%'])('may meet at %s', (position) => {
    expect(checkMessages([gradient(position)])).toBeNull();
  });
  it.each(['101%', '10px', 10, ''])('may not meet at %s', (position) => {
    expect(checkMessages([gradient(position)])).not.toBeNull();
  });
});
