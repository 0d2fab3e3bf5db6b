import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChannelMenu, MenuTap } from '../../spec/menus.ts';
import type { AuthorisedClient } from '../client/authorised-client.ts';
import type { LineCall } from '../client/line-client.ts';
import { createLineMenus } from '../client/line-menus.ts';
import { BATCH, BULK_LINK, BULK_UNLINK, MENU } from '../fake/menu-rules.ts';
import { check } from '../rules/check.ts';
import { MESSAGES } from '../rules/message-rules.ts';
import { type Fields, kind, object, type Rule } from '../rules/rules.ts';
import { CREDENTIALS } from '../testing.ts';
import { LINE_OPENAPI, readBodyCheck } from './line-openapi.ts';

const bodyCheck = LINE_OPENAPI === null ? () => [] : readBodyCheck(LINE_OPENAPI);
const wrongIn = (path: string, body: unknown): readonly string[] => bodyCheck({ method: 'POST', path, body });
const wrongInPush = (message: unknown): readonly string[] =>
  wrongIn('/v2/bot/message/push', { to: 'U1', messages: [message] });

/** Values that a rule takes. What a list or a choice of kinds leads to is made when it is wanted: boxes stand in boxes. */
function valuesOf(rule: Rule, depth = 4): fc.Arbitrary<unknown> {
  switch (rule.is) {
    case 'text':
    case 'words':
      return textOf(rule).filter((value) => check(value, rule, '').length === 0);
    case 'url':
      return fc
        .constantFrom(...(rule.schemes ?? ['https:']))
        .chain((scheme) => (scheme === 'tel:' ? TELEPHONE : addressesOf(scheme)))
        .filter((value) => check(value, rule, '').length === 0);
    case 'number': {
      const { from = -1e6, to = 1e6, whole } = rule;
      return whole
        ? fc.integer({ min: from, max: Math.min(to, 2 ** 31 - 1) })
        : fc.double({ min: from, max: to, noNaN: true });
    }
    case 'yes or no':
      return fc.boolean();
    case 'one of':
      return fc.constantFrom(...rule.values);
    case 'list': {
      const { min = 1, max, of } = rule;
      const maxLength = depth > 0 ? Math.max(min, Math.min(max, 3)) : min;
      return later(() => fc.array(valuesOf(of, depth - 1), { minLength: min, maxLength }));
    }
    case 'object':
      return objectsOf(rule.fields, depth);
    case 'map':
      return fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), valuesOf(rule.of, depth - 1), { maxKeys: 3 });
    case 'kind':
      return later(() =>
        fc
          .constantFrom(...Object.entries(rule.of()))
          .chain(([type, fields]) => objectsOf(fields, depth).map((value) => ({ type, ...value }))),
      );
    case 'sized':
    case 'agreeing':
      return valuesOf(rule.of, depth).filter((value) => check(value, rule, '').length === 0);
    default:
      return rule satisfies never;
  }
}

const later = <Value>(make: () => fc.Arbitrary<Value>): fc.Arbitrary<Value> => fc.constant(null).chain(make);

/** Arbitraries of graphemes and of patterns take milliseconds to create, so each is created once. */
function memoize<Key, Value>(create: (key: Key) => Value): (key: Key) => Value {
  const created = new Map<Key, Value>();
  return (key) => {
    const value = created.get(key) ?? create(key);
    created.set(key, value);
    return value;
  };
}

const textOf = memoize((rule: Rule & { readonly is: 'text' | 'words' }): fc.Arbitrary<string> => {
  const { min = 1, max, matches } = rule;
  if (matches) return fc.stringMatching(matches);
  const size = { minLength: min, maxLength: max };
  return fc.oneof(fc.string({ unit: 'grapheme', ...size }), fc.constant('あ'.repeat(max)));
});

const TELEPHONE = fc.stringMatching(/^tel:\+?[0-9]{3,12}$/);
const addressesOf = memoize((scheme: string) =>
  fc
    .webUrl({ withQueryParameters: true, withFragments: true })
    .map((url) => new URL(url).href.replace(/^https?:/, scheme)),
);

/** With up to four of the fields that may be absent. */
function objectsOf(fields: Fields, depth: number): fc.Arbitrary<Record<string, unknown>> {
  const [optional = [], required = []] = [true, false].map((isOptional) =>
    Object.keys(fields).filter((name) => name.endsWith('?') === isOptional),
  );
  return fc.subarray(optional, { maxLength: depth > 0 ? Math.min(4, optional.length) : 0 }).chain((chosen) =>
    fc.record(
      Object.fromEntries(
        [...required, ...chosen].flatMap((name) => {
          const rule = fields[name];
          return rule ? [[name.replace(/\?$/, ''), valuesOf(rule, depth - 1)] as const] : [];
        }),
      ),
    ),
  );
}

/** As people type them: with Japanese and Vietnamese letters, spaces and brackets in every part behind the host. */
const LETTERED = fc
  .tuple(
    fc.constantFrom('https://shop.jp', 'http://quan-an.vn', 'https://日本語.jp'),
    fc.array(fc.constantFrom('予約', 'đặt-bàn', '営業時間', 'a b', '[1]', 'x|y', '%', '😀'), {
      maxLength: 4,
    }),
    fc.constantFrom('', '?店=東京', '?q=phở', '#料金'),
  )
  .map(([origin, parts, rest]) => [origin, ...parts].join('/') + rest);
const TAPS: fc.Arbitrary<MenuTap> = fc.oneof(
  fc.record({
    kind: fc.constant('message' as const),
    text: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
  }),
  fc.record({
    kind: fc.constant('postback' as const),
    data: fc.string({ maxLength: 300 }),
    shown: fc.option(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 })),
  }),
  fc.record({
    kind: fc.constant('link' as const),
    url: fc.oneof(addressesOf('https:'), addressesOf('http:'), LETTERED, TELEPHONE),
  }),
  fc.record({
    kind: fc.constant('switch' as const),
    alias: fc.stringMatching(/^[a-z0-9_-]{1,32}$/),
    data: fc.string({ maxLength: 300 }),
  }),
  fc.record({
    kind: fc.constant('date' as const),
    mode: fc.constantFrom('date' as const, 'time' as const, 'datetime' as const),
    data: fc.string({ maxLength: 300 }),
  }),
  fc.record({ kind: fc.constant('copy' as const), text: fc.string({ minLength: 1, maxLength: 1_000 }) }),
);
const side = (min: number) => fc.integer({ min, max: 2_500 });
const MENUS: fc.Arbitrary<ChannelMenu> = fc.record({
  name: fc.string({ minLength: 1, maxLength: 300 }),
  chatBarText: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 14 }),
  selected: fc.boolean(),
  size: fc.record({ width: side(800), height: side(250) }),
  areas: fc.array(
    fc.record({
      x: side(0),
      y: side(0),
      width: side(1),
      height: side(1),
      label: fc.string({ unit: 'grapheme', maxLength: 20 }),
      tap: TAPS,
    }),
    { maxLength: 20 },
  ),
});

const PEOPLE = ['a', 'b'].map((letter) => `U${letter.repeat(32)}`);
const linksIn = ({ json }: LineCall): unknown[] =>
  ((json as { areas?: { action: { uri?: string } }[] })?.areas ?? []).map(({ action }) => action.uri);

describe.skipIf(LINE_OPENAPI === null)('LINE’s own description of its calls', () => {
  it('refuses what LINE would: fields it does not know, kinds that are none, parts that are missing', () => {
    const box = { type: 'box', layout: 'vertical', contents: [] };
    const bubble = (body: object) => ({ type: 'flex', altText: 'a', contents: { type: 'bubble', body } });
    expect(wrongInPush({ type: 'text', text: 'a' })).toEqual([]);
    expect(wrongInPush(bubble(box))).toEqual([]);
    const wrong = (message: object): string => wrongInPush(message).join();
    expect(wrong({ type: 'text', text: 'a', bold: true })).toContain('"additionalProperty":"bold"');
    expect(wrong({ type: 'texts', text: 'a' })).toContain('/messages/0/type must be equal to one of');
    expect(wrong({ type: 'sticker', packageId: '1' })).toContain('"missingProperty":"stickerId"');
    expect(wrong(bubble({ type: 'box', contents: [] }))).toContain('"missingProperty":"layout"');
    expect(wrong(bubble({ ...box, contents: [{ type: 'text', text: 'a', colour: '#FFFFFF' }] }))).toContain(
      '"colour"',
    );
    expect(wrong(bubble({ type: 'text', text: 'a' }))).toContain('body');
    expect(wrongIn('/v2/bot/richmenus', {})).toEqual(['unknown call: POST /v2/bot/richmenus']);
  });

  it.each(Object.keys(MESSAGES))('takes each message of the kind %s that the rules here take', (type) => {
    const messages = valuesOf(kind(() => ({ [type]: MESSAGES[type] ?? {} })));
    fc.assert(
      fc.property(messages, (message) => {
        expect(wrongInPush(message)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ['/v2/bot/richmenu', MENU],
    ['/v2/bot/richmenu/validate', MENU],
    ['/v2/bot/richmenu/bulk/link', BULK_LINK],
    ['/v2/bot/richmenu/bulk/unlink', BULK_UNLINK],
    ['/v2/bot/richmenu/batch', BATCH],
  ] as const)('takes each body for %s that the rules here take', (path, fields) => {
    fc.assert(
      fc.property(valuesOf(object(fields)), (body) => {
        expect(wrongIn(path, body)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it('takes every menu, alias and link that is made from the words of channels', async () => {
    const calls: LineCall[] = [];
    const client: AuthorisedClient = {
      call: async (_credentials, call) => {
        calls.push(call);
        // No such alias yet: it is made after it could not be changed.
        const status = call.path.startsWith('/v2/bot/richmenu/alias/') ? 404 : 200;
        return {
          kind: 'answered',
          status,
          body: { richMenuId: 'm' },
          requestId: null,
          acceptedRequestId: null,
        };
      },
      download: async () => ({ kind: 'not-sent', detail: 'nothing to fetch' }),
    };
    const menus = createLineMenus(client);
    const to = { credentials: CREDENTIALS };
    await fc.assert(
      fc.asyncProperty(MENUS, async (menu) => {
        calls.length = 0;
        await menus.validate(to, menu);
        await menus.create(to, menu);
        await menus.setAlias(to, 'tab-a', 'm');
        await menus.setDefault(to, 'm');
        await menus.link(to, 'm', PEOPLE);
        await menus.link(to, null, PEOPLE);
        await menus.findLink(to, PEOPLE[0] ?? '');
        await menus.unlinkAll(to, ['m', 'n']);
        expect(calls).toHaveLength(9);
        // No letter beyond ASCII is in a link: LINE answers “invalid uri” (https://developers.line.biz/en/reference/messaging-api/#uri-action).
        expect(JSON.stringify(calls.map(linksIn))).toMatch(/^[\x20-\x7e]*$/);
        expect(calls.flatMap(({ method, path, json }) => bodyCheck({ method, path, body: json }))).toEqual(
          [],
        );
      }),
      { numRuns: 100 },
    );
  });
});
