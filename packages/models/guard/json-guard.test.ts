import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indexProtected, type Protected } from './leak-detector.ts';
import { createLinkPolicy } from './link-hosts.ts';
import { createJsonGuard } from './outgoing-guard.ts';

const links = createLinkPolicy(['shop.example']);

function guardedBy(
  pieces: readonly string[],
  { own = [], secrets = [] }: { own?: readonly string[]; secrets?: readonly Protected[] } = {},
) {
  const guard = createJsonGuard({ links, protectedTexts: indexProtected(secrets), ownTexts: new Set(own) });
  const shown = pieces.map((piece) => guard.push(piece)).join('');
  const { rest, ending } = guard.end();
  return { text: shown + rest, shown, ending, hasLeaked: guard.hasLeaked };
}
const guarded = (value: unknown, own: readonly string[] = []) => {
  const { text, ending } = guardedBy([JSON.stringify(value)], { own });
  expect(ending).toBe('whole');
  return JSON.parse(text);
};

test('leaves values without links as they are, and marks of passages too', () => {
  const value = {
    name: '花田 葉子',
    price: 1_500.5,
    open: true,
    note: null,
    pages: [1, 2],
    text: 'See [1].\nQuote: "yes"\t\\ and 😀',
    nested: { list: [{ a: '' }] },
  };
  expect(guarded(value)).toEqual(value);
});

test('stays JSON however it is cut into pieces, and gives the same', () => {
  const words = fc.constantFrom('a', '"', '\\', '\n', 'あ', '😀', '[', '}', ' ', '9', '/', '\u0001');
  const text = fc.array(words, { maxLength: 12 }).map((signs) => signs.join(''));
  const object = fc.dictionary(
    fc.stringMatching(/^[a-z]{1,5}$/),
    fc.oneof(text, fc.array(text), fc.integer()),
  );
  fc.assert(
    fc.property(object, fc.integer({ min: 1, max: 7 }), (value, size) => {
      const json = JSON.stringify(value);
      const pieces = json.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
      const whole = guardedBy([json]);
      const cut = guardedBy(pieces);
      expect(cut).toMatchObject({ text: whole.text, ending: 'whole' });
      expect(JSON.parse(cut.text)).toEqual(JSON.parse(whole.text));
    }),
  );
});

test('takes links to other hosts apart in values and names of members, escaped ones too', () => {
  const answer = guarded({ url: 'See https://evil.example/x?y=1', own: 'https://shop.example/a' });
  expect(answer.own).toBe('https://shop.example/a');
  expect(answer.url).not.toMatch(/https?:|evil\.example/);
  expect(JSON.stringify(guarded({ 'https://evil.example': 1 }))).not.toContain('evil.example');
  const { text } = guardedBy(['{"a":"\\u0068ttps:\\/\\/evil', '.exa', 'mple"}']);
  expect(text).not.toMatch(/evil\.example/);
  expect(JSON.parse(text)).toHaveProperty('a');
});

test('leaves names and choices of the caller’s own schema as they are', () => {
  const own = ['evil.example', 'https://evil.example/a'];
  expect(guarded({ 'evil.example': 'https://evil.example/a', b: 'https://evil.example/ab' }, own)).toEqual({
    'evil.example': 'https://evil.example/a',
    b: expect.not.stringContaining('evil.example'),
  });
});

test.each([
  ['in one value', (secret: string) => ({ a: secret })],
  ['over several values', (secret: string) => secret.split(' ')],
  ['over lines', (secret: string) => ({ a: secret.replaceAll(' ', '\n') })],
])('holds a protected text back %s', (_where, hide) => {
  const secret = 'the recipe has three spoons of salt and nobody may know';
  const secrets = [{ text: secret, most: 30 }];
  const json = JSON.stringify({ answer: hide(secret) });
  const found = guardedBy(json.match(/[\s\S]{1,5}/g) ?? [], { secrets });
  expect(found.hasLeaked).toBe(true);
  expect(found.text).not.toContain('three spoons');
});

test('reads escaped letters of a protected text', () => {
  const secrets = [{ text: '秘密の合言葉は山と川である', most: 12 }];
  const escaped = [...'秘密の合言葉は山と川である']
    .map((sign) => `\\u${sign.charCodeAt(0).toString(16)}`)
    .join('');
  expect(guardedBy([`{"a":"${escaped}"}`], { secrets })).toMatchObject({ hasLeaked: true });
});

test.each([
  ['a fence', '```json\n{"a": 1}\n```', { text: '{"a": 1}', ending: 'whole' }],
  ['blank lines', '\n\n{"a": 1}\n', { text: '{"a": 1}', ending: 'whole' }],
  ['words behind it', '{"a": 1} I hope that helps', { text: '{"a": 1}', ending: 'whole' }],
  ['words', 'I am sorry, see https://evil.example', { shown: '', ending: 'other' }],
  ['nothing', '', { text: '', ending: 'other' }],
  ['an end that is missing', '{"a": "b', { ending: 'broken' }],
  ['a comma too many', '{"a": 1,}', { ending: 'broken' }],
  [
    'words within it',
    '{"a": https://evil.example }',
    { ending: 'broken', text: expect.not.stringContaining('evil') },
  ],
  ['a raw line break in a string', '{"a": "b\nc"}', { text: '{"a": "b\\nc"}', ending: 'whole' }],
])('reads %s around or in place of the object', (_what, text, expected) => {
  expect(guardedBy([text])).toMatchObject(expected);
});

test('guards links of words that came in place of JSON', () => {
  expect(guardedBy(['Sorry, see https://evil.example/x']).text).not.toContain('evil.example');
});
